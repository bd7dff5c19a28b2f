//! A finished game as a file that proves itself: what its luck was made from, everything that happened, and what
//! everybody was shown. `docs/fairness.md` describes it for those who write a checker of their own.
//!
//! | to | there is |
//! |---|---|
//! | write a proof | [`Scribe`]; of a random game: [`simulate()`] |
//! | read one, or write it out | [`Proof`] |
//! | check one | [`verify()`], [`Report`] |
//! | fix what a deal depends on | [`Opening`], [`Transcript`], signed with a [`ServerKey`] |
//! | derive its keys | [`GameKeys`], [`commitment()`], [`promise()`], [`table_number()`] |
//! | look at the game again | [`Proof::replay`], [`Frame`] |

mod file;
mod keys;
mod lines;
mod opening;
mod plain;
mod replay;
mod scribe;
mod signature;
mod simulate;
mod transcript;
mod verify;

pub use file::{Added, Happened, Proof, Seal, Step};
pub use keys::{GameKeys, commitment, promise, table_number};
pub use lines::TextError;
pub use opening::{Deck, Opening, Sitter};
pub use replay::Frame;
pub use scribe::Scribe;
pub use signature::{ServerKey, Signature};
pub use simulate::simulate;
pub use transcript::Transcript;
pub use verify::{Check, Report, verify};
