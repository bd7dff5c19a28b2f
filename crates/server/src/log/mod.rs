//! The durable log. The log *is* the room: everything else about a room follows from its entries.

mod entry;
mod jetstream;
mod sqlite;

pub use crate::room::Seal;
pub use entry::{Chair, DeckPin, Entry, GameRow, Party, Person, Played, Sender, What};
pub(crate) use jetstream::{Alias, Archive, News, fallen_behind};
pub use jetstream::{ConnectError, Connection, JetStreamConfig, JetStreamLog};
pub use sqlite::SqliteLog;
pub(crate) use sqlite::archive;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::{fmt, future::Future, pin::Pin};
use tokio::sync::broadcast;

/// Names a room for ever; its code is used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomId(pub u64);

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// How many entries a room has; the version that clients know.
pub type Seq = u64;

/// What an entry means for the shelf of rooms and games beside the log, in the same stroke.
#[derive(Clone, Debug)]
pub enum Mark {
    /// The room's first entry.
    Opened {
        /// Its code.
        code: String,
    },
    /// The room's last entry.
    Closed,
    /// A game is over and goes to the archive.
    Finished(Box<GameRow>),
    /// The room's last entry, in the middle of a game: given up, it goes to the archive too.
    GivenUp(Box<GameRow>),
}

impl Mark {
    /// The same for an entry that is made now: what is over ended then, and not when it was judged.
    pub(crate) fn at(mut self, now: u64) -> Mark {
        if let Mark::Finished(row) | Mark::GivenUp(row) = &mut self {
            row.ended_at = now;
        }
        self
    }
}

/// An entry that somebody appended. Most listeners know already what it says, so it is read only when it is asked for.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Its place.
    pub seq: Seq,
    body: Bytes,
}

impl Heard {
    fn new(seq: Seq, body: Bytes) -> Heard {
        Heard { seq, body }
    }
    /// What it says: exactly what a reader of the log would get.
    pub fn entry(&self) -> Result<Entry, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }
    #[cfg(test)]
    fn body(&self) -> &[u8] {
        &self.body
    }
}

/// Why an entry was not appended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else appended first: catch up and judge again.
    #[error("the log is at {at}, not at the sequence expected")]
    Conflict {
        /// How many entries there are.
        at: Seq,
    },
    /// The log cannot be written. Where it is shared, the entry may be on it all the same: whoever has no answer is told by
    /// the log itself.
    #[error("the log cannot be written: {0}")]
    Failed(String),
}

/// A future of the log.
pub type LogFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Where rooms are kept.
///
/// An append that has returned is durable: it survives the process and the machine's power. `expected` is the
/// fence: of two appends that expect the same sequence, one succeeds.
pub trait RoomLog: fmt::Debug + Send + Sync {
    /// Appends an entry to a log that has `expected` entries; returns how many it has then.
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        mark: Option<Mark>,
    ) -> LogFuture<'_, Result<Seq, AppendError>>;
    /// The entries of a room after the first `from`: all that anybody has had acknowledged by now.
    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>>;
    /// Hears of every entry of a room that is appended from now on, by whomever.
    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<Heard>, AppendError>>;
    /// Rooms that were opened and not closed, with their codes.
    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>>;
    /// Whether other servers append to it too.
    fn is_shared(&self) -> bool;
    /// Whether what others append is heard at present, as far as anybody knows.
    fn is_heard(&self) -> bool {
        true
    }
}
