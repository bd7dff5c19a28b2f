//! The analysis of a finished game: what a strong bot in each seat would have done, and what the move that
//! was made cost.
//!
//! | to | there is |
//! |---|---|
//! | analyse a game in one go | [`analyse`] |
//! | do it decision by decision, and stop at will | [`analyst`], [`Analyst`] |
//! | read the result | [`Analysis`], [`Review`] |
//!
//! The judge of a decision gets what the seat knew at that moment, its recall, and nothing else; the true cards
//! are asked only how right its inferences were, when everything is said. `docs/analysis.md` tells how a move is measured.

mod beliefs;
mod decisive;
mod moments;
mod report;
mod review;

pub use report::{Analysis, Beliefs, Cost, Decisive, Move, Review, Tenth, Verdict};

pub(crate) use review::open;

use crate::{Fault, find, proof::Proof};
use kernel::Seat;

/// Somebody who goes through a game, decision by decision.
pub trait Analyst: Send {
    /// How many decisions there are to look at.
    fn total(&self) -> u32;
    /// Looks at the next one; `false`: there was none left. `stop` is asked every few milliseconds, and may take its
    /// time to answer; once it said yes nothing that follows is worth anything.
    fn step(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Result<bool, Fault>;
    /// The result.
    fn finish(self: Box<Self>) -> Analysis;
}

/// Opens the analysis of a game: of one seat's decisions, or of everybody's.
pub fn analyst(proof: &Proof, seat: Option<Seat>) -> Result<Box<dyn Analyst>, Fault> {
    find(&proof.opening()?.rules)?.analyst(proof, seat)
}

/// Analyses a game. `progress` hears how many decisions of how many are done, and says whether to stop there.
pub fn analyse(
    proof: &Proof,
    seat: Option<Seat>,
    progress: &mut dyn FnMut(u32, u32) -> bool,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Analysis>, Fault> {
    let mut analyst = analyst(proof, seat)?;
    let total = analyst.total();
    for done in 0.. {
        if progress(done, total) || stop() {
            return Ok(None);
        }
        if !analyst.step(stop)? {
            break;
        }
    }
    Ok((!stop()).then(|| analyst.finish()))
}
