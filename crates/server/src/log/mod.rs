//! The durable log. The log *is* the room: everything else about a room follows from its entries.

mod jetstream;
mod sqlite;

pub(crate) use jetstream::{Alias, Archive, News, lag};
pub use jetstream::{ConnectError, Connection, JetStreamConfig, JetStreamLog};
pub use room::entry::{
    Chair, Deal, DeckPin, Discarded, Entry, GameRow, IndexUpdate, Party, Person, Played, RoomId, Sender, Seq,
    What,
};
pub use sqlite::SqliteLog;
pub(crate) use sqlite::{archive, create_private, free_bytes, newest_schema, whole_check};

use bytes::Bytes;
use std::{fmt, future::Future, pin::Pin};
use tokio::sync::broadcast;

/// An entry that somebody appended. Most listeners know already what it says, so it is read only when it is asked for.
#[derive(Clone, Debug)]
pub struct AppendedEntry {
    /// Its place.
    pub seq: Seq,
    body: Bytes,
}

impl AppendedEntry {
    fn new(seq: Seq, body: Bytes) -> AppendedEntry {
        AppendedEntry { seq, body }
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
    /// The log cannot be written. Where it is shared, the entry may be on it all the same; reading the log
    /// shows whether it is.
    #[error("the log cannot be written: {0}")]
    Failed(String),
    /// The log, or an entry of it, cannot be read.
    #[error("the log cannot be read: {0}")]
    Unreadable(String),
}

/// What a log knows about the place where it keeps its entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// The damage, in the words of the database.
    pub damage: Option<String>,
    /// Whether its files were removed or replaced under the running server. Nothing is written then.
    pub missing: bool,
    /// Free bytes on its disk, where that can be known.
    pub free_bytes: Option<u64>,
}

/// What an operator does about a damaged database.
pub(crate) const RESTORE: &str = "to restore: stop the server, move aboveboard.db, aboveboard.db-wal and aboveboard.db-shm to \
     another folder, `aboveboard restore` a backup, start (docs/operating.md, \"Data and backup\"); \
     `aboveboard doctor --deep` says which rooms can still be read";

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
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>>;
    /// The entries of a room after the first `from`: all that anybody has had acknowledged by now.
    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>>;
    /// Subscribes to every entry of a room that any node appends from now on.
    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<AppendedEntry>, AppendError>>;
    /// Rooms that were opened and not closed, with their codes.
    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>>;
    /// Whether other servers append to it too.
    fn is_shared(&self) -> bool;
    /// Whether the entries of other nodes are received, as far as this node knows.
    fn is_receiving(&self) -> bool {
        true
    }
    /// The state of the place where entries are kept.
    fn storage(&self) -> Storage {
        Storage::default()
    }
    /// Removes the entries of closed rooms that nobody needs any more; returns how many rooms there were, at most `most`.
    ///
    /// Rooms without a finished game go when they were closed before `empty_before`, others when they were closed before
    /// `played_before`. The archive keeps the finished games themselves.
    fn prune(
        &self,
        _empty_before: u64,
        _played_before: u64,
        _most: usize,
    ) -> LogFuture<'_, Result<usize, AppendError>> {
        Box::pin(async { Ok(0) })
    }
    /// All rooms of a shared log that have entries. A log that `prune` cleans up has no need of it.
    fn rooms(&self) -> LogFuture<'_, Result<Vec<RoomId>, AppendError>> {
        Box::pin(async { Ok(Vec::new()) })
    }
    /// When a room of a shared log was closed, in milliseconds of the Unix epoch; nothing if its last entry is another one.
    fn closed_at(&self, _room: RoomId) -> LogFuture<'_, Result<Option<u64>, AppendError>> {
        Box::pin(async { Ok(None) })
    }
    /// Removes all entries of a closed room from a shared log; says whether they are gone.
    fn remove(&self, _room: RoomId) -> LogFuture<'_, Result<bool, AppendError>> {
        Box::pin(async { Ok(false) })
    }
    /// The latest time that the log knows of, in milliseconds of the Unix epoch; nothing for an empty one.
    fn newest(&self) -> LogFuture<'_, Result<Option<u64>, AppendError>> {
        Box::pin(async { Ok(None) })
    }
}
