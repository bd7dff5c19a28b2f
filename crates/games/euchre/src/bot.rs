use crate::{Euchre, Options, Phase, Side, State, View, Worlds};
use kernel::{Contradiction, Rng, Search, SeatMap};

impl Search for Euchre {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    /// A bot looks to the end of the deal, be it played or thrown in.
    fn over_horizon(state: &State) -> bool {
        match state.open.phase {
            Phase::DealOver | Phase::Finished => true,
            Phase::Deal => state.open.thrown_in > 0,
            _ => false,
        }
    }
    /// Points of the deal: what the own side got less what the others got.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        Self::over_horizon(state).then(|| {
            SeatMap::from_fn(4, |seat| match state.open.scored {
                None => 0.0,
                Some(scored) if scored.side == Side::of(seat) => f32::from(scored.points),
                Some(scored) => -f32::from(scored.points),
            })
        })
    }
}
