use crate::{Casino, Options, Phase, State, View, Worlds};
use kernel::{Contradiction, Rng, Search, SeatMap};

impl Search for Casino {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    /// A bot looks to the end of the game, also in a match.
    fn over_horizon(state: &State) -> bool {
        matches!(state.open.phase, Phase::RoundOver | Phase::Finished)
    }
    /// The share of the points of this game.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let tally = state.open.tally.as_ref().filter(|_| Self::over_horizon(state))?;
        let all: u16 = tally.scores.iter().map(|score| score.points).sum();
        Some(SeatMap::from_fn(state.open.seats, |seat| {
            let own = tally.scores.iter().find(|score| score.seats.contains(seat));
            own.map_or(0.0, |score| f32::from(score.points) / f32::from(all.max(1)))
        }))
    }
}
