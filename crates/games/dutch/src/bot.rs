use crate::{Dutch, MatchKind, Options, State, View, Worlds};
use kernel::{Contradiction, Rng, Search, SeatMap};

impl Search for Dutch {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    /// A bot looks to the end of the deal.
    fn over_horizon(state: &State) -> bool {
        state.open.phase.is_over()
    }
    /// A single deal is won or not; in a match the points count, and few are good.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let ending = state.open.ending.as_ref()?;
        Some(match state.options.match_kind {
            MatchKind::Single => {
                let share = 1.0 / ending.winners.len().max(1) as f32;
                ending.places.map(|seat, _| if ending.winners.contains(seat) { share } else { 0.0 })
            }
            MatchKind::Cumulative => ending.added.map(|_, &added| -f32::from(added)),
        })
    }
}
