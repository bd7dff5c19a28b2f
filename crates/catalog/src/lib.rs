//! The one list of games, and tables with their types erased.
//!
//! Every game has its own types for actions, views and events. Rooms, the command line and the engine must
//! not care: they are compiled once, against [`AnyTable`], which speaks JSON on both sides.
//!
//! | to | there is |
//! |---|---|
//! | find a game | [`ALL`], [`find`], [`Entry`], [`AnyGame`] |
//! | list a game | [`Listing`] |
//! | choose its options | [`HouseRules`], [`Agreed`] |
//! | play at a table | [`AnyGame::open`], [`AnyTable`], [`Parsed`], [`Checked`], [`Staged`] |
//! | prove it was fair, and look at it again | [`proof`] |
//! | say what each move cost | [`analysis`] |
//! | teach it | [`AnyGame::lesson`], [`Lesson`] |
//! | play with decks that anybody can write | [`Entry::decks`], [`Entry::read_deck`], [`deck()`], [`Deck`] |
//! | say what went wrong | [`Fault`] |
//! | ask a bot | [`AnyTable::thinker`], [`AnyGame::thinker`], [`Thinker`], [`Answer`] |
//! | find out from what a bot decided | [`Bases`], [`Deliberation`] |
//! | compare players | `AnyGame::arena`, `AnyGame::player`, `AnyArena` |
//! | ask how right inferences were | `AnyGame::calibrate`, [`Inferences`] |
//! | play many games | `AnyGame::simulator`, `AnyGame::playouts` |
//!
//! The last three are for measurements, and there with the feature `measuring` only.
//!
//! This is the only crate that lists games. Adding one means one line in `entry.rs`; a test fails until
//! the game has its laws, its playthroughs, its rules document and its lesson.
//!
//! ```
//! use catalog::HouseRules;
//! use kernel::{DealKey, Input, Turn, Viewer};
//!
//! let euchre = catalog::find("euchre")?;
//! let mut table = euchre.open(&HouseRules::preset("stick"), &euchre.start(None))?;
//!
//! // The host of the table answers its chances …
//! let key = DealKey::from_seed(7);
//! for counter in 0.. {
//!     let Turn::Chance(luck) = table.turn() else { break };
//!     table.play(&Input::Chance(key.answer(counter, luck)))?;
//! }
//! // … and what it hands out is JSON, built for one viewer.
//! assert!(table.view(Viewer::Spectator).get().starts_with('{'));
//!
//! // A refusal says which rule forbids it, and changes nothing.
//! let refused = catalog::find("euchr").unwrap_err();
//! assert_eq!(refused.code, "unknown_game");
//! assert_eq!(refused.detail["near"][0], "euchre");
//! # Ok::<(), catalog::Fault>(())
//! ```

pub mod analysis;
#[cfg(feature = "measuring")]
mod arena;
mod asides;
mod calibrate;
mod decks;
mod deliberation;
mod entry;
mod fault;
mod house_rules;
mod input;
mod lesson;
mod listing;
#[cfg(feature = "measuring")]
mod lists;
mod measuring;
mod near;
mod open_error;
#[cfg(feature = "measuring")]
mod playouts;
pub mod proof;
mod random_game;
mod staged;
mod table;
mod thinker;
#[cfg(feature = "ts")]
mod types;

#[cfg(feature = "measuring")]
pub use arena::{AnyArena, Dealt, Outsider, Play, Player, Question, Terms};
pub use calibrate::Inferences;
pub use decks::{Deck, deck};
pub use deliberation::{Bases, Basis, Deliberation, permits};
pub use entry::{ALL, Agreed, Entry, find};
pub use fault::Fault;
pub use house_rules::HouseRules;
pub use input::{Checked, Json, Parsed};
pub use lesson::Lesson;
pub use listing::{AnyGame, Listing};
#[cfg(feature = "measuring")]
pub use lists::{AnyLists, Size, SizeKind};
pub use measuring::Measured;
pub use near::{did_you_mean, near};
pub use open_error::OpenError;
#[cfg(feature = "measuring")]
pub use playouts::{AnyPlayouts, AnyThoughts, DEALS};
#[cfg(feature = "measuring")]
pub use random_game::Simulator;
pub use random_game::{LONGEST_GAME, Played};
pub use staged::Staged;
pub use table::{AnyTable, Legal};
pub use thinker::{Answer, Thinker, Thought};
#[cfg(feature = "ts")]
pub use types::export_types;
