use crate::{
    Ask, Contradiction, Decided, Drawn, Events, Game, Input, Knowledge, Rng, Search, Seat, SeatMap, Start,
    Turn,
};
use alloc::{string::String, vec::Vec};

/// What a game adds for studies of bots and rules: comparisons in the arena, calibration, statistics. Rooms and bots
/// never call it, and a game without studies of its own writes `impl Study for MyGame {}`.
pub trait Study: Search {
    /// A deal on which players are compared, with somebody to act. `any_score` asks for any score of a match
    /// that is still open, where the game has one: a player must know what a point is worth.
    fn contest(
        options: &Self::Options,
        start: &Start,
        any_score: bool,
        rng: &mut dyn Rng,
    ) -> Result<Self::State, Self::Error> {
        let _ = any_score;
        let mut state = Self::new(options, start)?;
        while let Turn::Chance(luck) = Self::turn(&state) {
            Self::apply(&mut state, &Input::Chance(Drawn::draw(luck, rng)), &mut Events::muted());
        }
        Ok(state)
    }
    /// What a finished deal brought each seat, in the points that people count. Partners count the same.
    fn points(state: &Self::State) -> Option<SeatMap<f32>> {
        Self::value(state)
    }
    /// What luck alone has given a seat before its first decision, by name, from its own view: for statistics about
    /// what wins, which nobody's choice has tinged.
    fn dealt(first: &Self::View, seat: Seat) -> Vec<String> {
        let _ = (first, seat);
        Vec::new()
    }
    /// What each seat has used by the end of a game, by name: for statistics about what wins.
    fn used(ended: &Self::View) -> Vec<(Seat, String)> {
        let _ = ended;
        Vec::new()
    }
    /// Where the cards of `knowledge` are in truth, as numbers of its places: for statistics about finished
    /// games. `None` for a card that is in none of them.
    fn truth(state: &Self::State, knowledge: &Knowledge) -> Vec<Option<usize>> {
        let _ = (state, knowledge);
        Vec::new()
    }
    /// Whether [`Study::solve`] has answers.
    const SOLVES: bool = false;
    /// What the exact solver makes of a world, where the game has one: the value of each seat with all cards
    /// open and perfect play.
    fn solve(state: &Self::State) -> Option<SeatMap<f32>> {
        let _ = state;
        None
    }
    /// Players to be compared with, by name.
    fn references() -> &'static [(&'static str, Reference<Self>)] {
        &[]
    }
    /// The worlds of a seat that has looked at the cards out of play. Only the arena asks for them, to say how
    /// much such a look is worth; a room has no state to ask with.
    fn peeked_worlds(
        options: &Self::Options,
        state: &Self::State,
        seat: Seat,
    ) -> Option<Result<Self::Worlds, Contradiction>> {
        let _ = (options, state, seat);
        None
    }
}

/// A player that bots are measured against.
#[derive(Debug)]
pub enum Reference<G: Search> {
    /// One that sees what its seat sees.
    Fair(fn(&Ask<'_, G>, &mut dyn Rng) -> Decided<G>),
    /// One that looks at cards it may not see. It needs a state, which no table of a room gives away: only
    /// the arena, which plays deals of its own, can seat it.
    Peeking(Peek<G>),
}

/// How somebody decides who looks at everything.
pub type Peek<G> = fn(&<G as Game>::State, Seat, &mut dyn Rng) -> Option<<G as Game>::Action>;
