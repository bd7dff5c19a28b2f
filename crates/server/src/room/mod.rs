//! A room: one table with a code, a host, seats and at most one game under way.
//!
//! [`state::Room`] is what the log says: it changes by [`apply`](state::Room::apply) alone, and the same
//! entries always give the same room. [`judge`] says whether something may happen and which entry it would
//! be. [`play::Play`] is the game under way. [`actor`] is the task that runs a room: inbox, clock, log, connections.

pub(crate) mod actor;
mod answers;
pub(crate) mod archive;
mod bots;
mod judge;
mod lesson;
mod luck;
mod names;
mod play;
mod seal;
mod seats;
mod state;
mod timers;
mod updates;

pub(crate) use actor::{Handle, Inbox};
pub(crate) use answers::fingerprint;
pub use bots::Pace;
pub(crate) use judge::check_options;
pub(crate) use names::{clean_avatar, clean_code, clean_name, random_code};
pub use seal::Seal;
pub(crate) use seats::{Occupant, Owner};
pub(crate) use state::{Applied, Room};
pub(crate) use timers::Timers;
