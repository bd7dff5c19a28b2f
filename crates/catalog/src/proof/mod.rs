//! A finished game as a file that proves itself: what its luck was made from, everything that happened, and what
//! everybody was shown. `docs/fairness.md` describes it for those who write a checker of their own.
//!
//! | to | there is |
//! |---|---|
//! | write a proof | [`Scribe`]; of a random game: [`simulate()`] |
//! | read one, or write it out | [`Proof`] |
//! | check one, alone or with what a page kept | [`verify()`], [`Report`], [`Witness`] |
//! | recompute its bots, at once or in steps | [`Report::recompute_bots`], [`BotCheck`] |
//! | fix what a deal depends on | [`Opening`], [`Transcript`], signed with a [`ServerKey`] |
//! | derive its keys | [`GameKeys`], [`commitment()`], [`promise()`], [`table_number()`] |
//! | look at the game again | [`Proof::replay`], [`Frame`] |

mod bots;
mod file;
mod keys;
mod lines;
mod opening;
mod plain;
mod recomputation;
mod replay;
mod report;
mod scribe;
mod seats;
mod shown;
mod signature;
mod simulate;
mod transcript;
mod verify;
mod witness;

pub use bots::BotCheck;
pub use file::{DiscardedDeal, EDITION, Happened, Proof, Step, linked_text};
pub use keys::{GameKeys, commitment, promise, table_number};
pub use lines::TextError;
pub use opening::{Deck, Opening, Sitter};
pub use plain::is_plain;
pub use replay::Frame;
pub use report::{Check, Report, Verdict};
pub use scribe::{DealRecord, Scribe};
pub(crate) use shown::Screen;
pub use shown::{LastEntry, TableView};
pub use signature::{ServerKey, Signature};
pub use simulate::simulate;
pub use transcript::{Transcript, hash_text, transcript_text};
pub use verify::verify;
pub use witness::Witness;
