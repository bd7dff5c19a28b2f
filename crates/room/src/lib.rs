//! A room without anything around it: no clock, no random source, no thread, no socket, no file.
//!
//! A room is one table with a code, a host, seats and at most one game under way. [`Room`] is what its log says: it
//! changes by [`Room::apply`] alone, and the same entries always give the same room. The caller asks what may
//! happen and which entry that would be (a [`Verdict`]), stores the entry, applies it, and only then updates each viewer.
//! The server does so with a task for each room; the same code runs in a browser's worker.
//!
//! | to find | look in |
//! |---|---|
//! | what travels between browser and server | [`protocol`] |
//! | what is on a log | [`entry`] |
//! | what random bytes are for | [`entropy`] |
//! | a room, and what may happen to it | [`Room`], [`Verdict`] |
//! | when bots act, and from what they decide | [`Bots`], [`Trail`] |
//! | what time does to a room | [`Timers`] |
//! | finished games: proof file, replay, archive | [`Finished`], [`games`] |
//! | what everybody was to be shown, from a log | [`ReplayedRoom`] |
//! | how a room comes into being | [`Wish`] |
//! | a room in a browser, with one person and bots | [`local`] |

mod advice;
mod answers;
mod archive;
mod automation;
mod bots;
mod ceremony;
mod client_messages;
mod commands;
pub mod entropy;
pub mod entry;
mod judge;
mod lesson;
pub mod local;
mod luck;
mod names;
mod node;
mod play;
mod played;
mod profile;
pub mod protocol;
mod replayed_room;
mod seats;
mod state;
mod timers;
mod trail;
#[cfg(feature = "ts")]
mod types;
mod updates;
mod wish;

pub use advice::{ADVISER, Advised, Decision, decision, note_answer};
pub use answers::{Seen, fingerprint};
pub use archive::games;
pub use automation::Schedule;
pub use bots::{Asked, Bots, Decided, Pace, Question};
pub use ceremony::{Ceremony, Means};
pub use client_messages::Judged;
pub use judge::{ConnectionStatus, Verdict};
pub use lesson::Lesson;
pub use luck::Script;
pub use names::{PHRASES, clean_avatar, clean_code, clean_name, private_code, random_code};
pub use node::NodeId;
pub use play::Play;
pub use played::{Finished, ProofFile, RecordId};
pub use profile::ProfileId;
pub use protocol::lobby::ProfileKey;
pub use replayed_room::ReplayedRoom;
pub use seats::{Human, Occupant, Owner};
pub use state::{Applied, Room};
pub use timers::{Due, Timers};
pub use trail::Trail;
#[cfg(feature = "ts")]
pub use types::export_types;
pub use wish::{Wish, new_person};
