use crate::{Json, input::Moment, proof::Step};
use kernel::{Drawn, Game, Input, Luck, Turn};
use std::{any::Any, fmt};

/// What a table will be after an input that was checked: found out before anything is in force, so that a
/// room can write the input and every chance it led to into its log in one transaction.
pub struct Staged {
    input: Input<Json>,
    chances: Vec<Drawn>,
    /// What each of them was asked for.
    asked: Vec<Luck>,
    turn: Turn,
    moment: Moment,
    /// A `kernel::Staged` of the table's game.
    next: Box<dyn Any + Send>,
}

impl Staged {
    pub(crate) fn new<G: Game>(
        input: Input<Json>,
        asked: Vec<Luck>,
        moment: Moment,
        staged: kernel::Staged<G>,
    ) -> Staged {
        let (chances, turn) = (staged.chances().to_vec(), staged.turn());
        Staged { input, chances, asked, turn, moment, next: Box::new(staged) }
    }
    /// As it goes on the log.
    pub fn input(&self) -> &Input<Json> {
        &self.input
    }
    /// The chances drawn, in order.
    pub fn chances(&self) -> &[Drawn] {
        &self.chances
    }
    /// The input and what was drawn, as the file of the game has them.
    pub fn steps(&self) -> Vec<Step> {
        let chance = |(luck, drawn): (&Luck, &Drawn)| Step::Chance { luck: *luck, drawn: drawn.clone() };
        let first = Step::of(&self.input).into_iter();
        first.chain(self.asked.iter().zip(&self.chances).map(chance)).collect()
    }
    /// What the table will wait for.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }
    /// The next state, if it follows from this moment of a table of `G`.
    pub(crate) fn into_next<G: Game>(self, moment: Moment) -> Option<kernel::Staged<G>> {
        let next = self.next.downcast::<kernel::Staged<G>>().ok()?;
        (self.moment == moment).then_some(*next)
    }
}

impl fmt::Debug for Staged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staged").finish_non_exhaustive()
    }
}
