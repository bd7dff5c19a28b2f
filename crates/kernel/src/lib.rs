//! The vocabulary every game at our tables shares, and the [`Game`] trait.
//!
//! | to speak of | there is |
//! |---|---|
//! | places at the table, who looks | [`Seat`], [`SeatSet`], [`SeatMap`], [`Viewer`] |
//! | what a table waits for | [`Turn`], [`Window`], [`Luck`], [`Outcome`] |
//! | what can happen to it | [`Input`], [`Drawn`], [`SeatStatus`] |
//! | events and their audiences | [`Events`], [`Audience`], [`Addressed`] |
//! | the rules of a game | [`Game`], [`Start`], [`Field`], [`Preset`] |
//! | comments on actions, previews of moves | [`Aside`] |
//! | decks that anybody can write | [`Decked`], [`DeckMark`] |
//! | what bots need on top | [`Search`], [`Contradiction`], [`Deals`] |
//! | what studies of bots and rules need on top | [`Study`], [`Reference`] |
//! | how well a bot plays, and why it does what it does | [`Level`], [`Habits`], [`Ask`], [`Decision`], [`Reasons`], [`Knowledge`] |
//! | a game written down for a learner | [`Teach`], [`Lesson`], [`Beat`], [`OffScript`] |
//! | a game in progress | [`Table`], [`Staged`], [`Refusal`] |
//! | playing cards | [`Card`], [`CardSet`], [`Rank`], [`Suit`] |
//! | a deal that anyone can check | [`DealKey`], [`Hex32`] |
//!
//! Nothing in here, and nothing in a rules crate, reads a clock, a file or a random source: luck and
//! time arrive as inputs. `#![no_std]` makes the compiler the reviewer of that sentence.
//!
//! ```
//! use kernel::{Card, CardSet, DealKey, Drawn, Luck, Suit};
//!
//! let hand: CardSet = "Jh 9h As Kd 10c".parse().unwrap();
//! assert_eq!(hand.len(), 5);
//! assert!(hand.contains(Card::parse("10c").unwrap()));
//! assert_eq!(Suit::Hearts.same_colour(), Suit::Diamonds);
//!
//! // Luck is asked for and answered; the same key and counter always answer the same.
//! let key = DealKey::from_seed(7);
//! let Drawn::Shuffle(order) = key.answer(0, Luck::Shuffle(24)) else { unreachable!() };
//! assert_eq!(order.len(), 24);
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod aside;
mod cards;
mod chance;
mod common_error;
mod deals;
mod decked;
mod digits;
mod events;
mod game;
#[cfg(feature = "inspect")]
mod inspect;
mod lesson;
mod level;
mod options;
mod reasons;
mod search;
mod seat;
mod study;
mod table;
mod turn;

pub use aside::Aside;
pub use cards::{BadCard, Card, CardSet, Rank, Suit};
pub use chance::{DealKey, Drawn, Luck, below};
pub use common_error::CommonError;
pub use deals::{Class, Contradiction, Deals, PlaceSet};
pub use decked::{DeckMark, Decked};
pub use digits::Hex32;
pub use events::{Addressed, Audience, Events};
pub use game::{Data, Game, Input, Listed, SeatStatus, Start};
#[cfg(feature = "inspect")]
pub use inspect::Inspect;
pub use lesson::{Beat, Lesson, OffScript, Teach};
pub use level::{BadLevel, Habits, Level, Method, Pause};
pub use options::{Field, Kind, Preset, Setting, Switch, word_or_number};
pub use rand_core::Rng;
pub use reasons::{
    Ask, Candidate, Decision, HiddenPlace, Knowledge, Reasons, SuitOut, Void, Whereabouts, WorldCount,
};
pub use search::{Decided, Playout, Search};
pub use seat::{MAX_SEATS, Seat, SeatMap, SeatSet, Viewer};
pub use study::{Peek, Reference, Study};
pub use table::{Refusal, Staged, Table};
pub use turn::{Outcome, Turn, Window, WindowId, time_limit};
