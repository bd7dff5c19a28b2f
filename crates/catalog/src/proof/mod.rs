//! A finished game as a file that proves itself: what its luck was made from, everything that happened, and what
//! everybody was shown. `docs/fairness.md` describes it for those who write a checker of their own.
//!
//! | to | there is |
//! |---|---|
//! | write a proof | [`Scribe`]; of a random game: [`simulate()`] |
//! | read one, or write it out | [`Proof`] |
//! | check one | [`verify()`], [`Report`] |
//! | look at the game again | [`Proof::replay`], [`Frame`] |

mod file;
mod replay;
mod scribe;
mod simulate;
mod verify;

pub use file::{Added, Happened, Proof, Seal, Step};
pub use replay::Frame;
pub use scribe::Scribe;
pub use simulate::simulate;
pub use verify::{Check, Report, verify};
