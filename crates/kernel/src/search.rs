use crate::{Contradiction, Drawn, Events, Game, Input, SeatMap, Turn, below};
use alloc::vec::Vec;
use rand_core::Rng;

/// What a game adds so that bots can play it. Rules never call it.
///
/// A bot is handed a view (its seat's [`Viewer::Recall`](crate::Viewer::Recall)) and makes its own worlds
/// from it. Nothing here takes the state of a game in progress: every `State` below is a world of the
/// bot's own making.
pub trait Search: Game {
    /// Everything counted once per decision, so that drawing a world is fast.
    type Worlds;

    /// Prepares the worlds that `view` allows. Knowledge that contradicts itself is a loud error, never
    /// loosened.
    fn worlds(options: &Self::Options, view: &Self::View) -> Result<Self::Worlds, Contradiction>;
    /// One of the worlds, each equally likely.
    fn world(worlds: &Self::Worlds, rng: &mut dyn Rng) -> Self::State;
    /// How well a world explains what the others chose so far.
    fn weight(view: &Self::View, world: &Self::State) -> f32 {
        let _ = (view, world);
        1.0
    }
    /// The index of the action that a quick player takes. Uniform unless the game knows better.
    fn rollout(state: &Self::State, seat: crate::Seat, legal: &[Self::Action], rng: &mut dyn Rng) -> usize {
        let _ = (state, seat);
        below(legal.len() as u32, rng) as usize
    }
    /// Thins out twins and hopeless actions before a search looks at them.
    fn candidates(state: &Self::State, seat: crate::Seat, legal: &mut Vec<Self::Action>) {
        let _ = (state, seat, legal);
    }
    /// An estimate of what the state is worth to `seat` where a search stops before the horizon.
    fn worth(state: &Self::State, seat: crate::Seat) -> Option<f32> {
        let _ = (state, seat);
        None
    }
    /// Whether a bot looks no further than this state: [`Search::value`] has an answer.
    fn over_horizon(state: &Self::State) -> bool {
        Self::value(state).is_some()
    }
    /// What each seat got, once a bot's horizon is reached: the end of the deal or of the game.
    fn value(state: &Self::State) -> Option<SeatMap<f32>>;
}

/// Plays uniformly random games with one set of buffers.
#[derive(Debug)]
pub struct Playout<G: Game> {
    legal: Vec<G::Action>,
    input: Input<G::Action>,
    drawn: Drawn,
}

impl<G: Game> Default for Playout<G> {
    fn default() -> Self {
        Playout {
            legal: Vec::new(),
            input: Input::Chance(Drawn::Roll(Vec::new())),
            drawn: Drawn::Roll(Vec::new()),
        }
    }
}

impl<G: Search> Playout<G> {
    /// Plays `state` on to the horizon and returns how many actions that took. Legal actions are listed
    /// at every step. Windows in which nobody owes anything run out.
    pub fn run(&mut self, state: &mut G::State, rng: &mut impl Rng) -> u32 {
        let mut actions = 0;
        let mut events = Events::muted();
        while !G::over_horizon(state) {
            match G::turn(state) {
                Turn::Over(_) => break,
                Turn::Chance(luck) => {
                    self.drawn.redraw(luck, rng);
                    self.input = Input::Chance(core::mem::replace(&mut self.drawn, Drawn::Roll(Vec::new())));
                    G::apply(state, &self.input, &mut events);
                    if let Input::Chance(drawn) = &mut self.input {
                        core::mem::swap(drawn, &mut self.drawn);
                    }
                }
                Turn::Seats { must, window, .. } => {
                    let mut seats = must.iter();
                    let Some(seat) = seats.next() else {
                        G::apply(state, &Input::Expire(window.id), &mut events);
                        continue;
                    };
                    self.legal.clear();
                    G::legal(state, seat, &mut self.legal);
                    // Scaled instead of divided: twice as fast, and a bias of one in a billion is nothing to
                    // a playout. A deal never comes this way.
                    let choice = (u64::from(rng.next_u32()) * self.legal.len() as u64) >> 32;
                    self.input = Input::Act(seat, self.legal[choice as usize].clone());
                    G::apply(state, &self.input, &mut events);
                    actions += 1;
                }
            }
        }
        actions
    }
}
