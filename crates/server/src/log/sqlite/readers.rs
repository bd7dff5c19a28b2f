use super::archive::{self, ArchivedGame, GameId};
use crate::{
    lock::lock,
    log::{AppendError, Entry, RoomId, Seq},
};
use rusqlite::{Connection, OpenFlags, types::ValueRef};
use std::{
    collections::HashSet,
    path::Path,
    sync::{Arc, Mutex, MutexGuard},
};
use tokio::sync::Semaphore;

/// How many read at once. A server that resumes thousands of rooms keeps its cores busy with these, no more.
const AT_ONCE: usize = 4;

/// Connections that only read. Beside a write-ahead log they neither wait for the writer nor hold it up.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    path: Arc<Path>,
    turns: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    /// Readers of the database at `path`; a connection is opened when it is needed.
    pub(super) fn new(path: &Path) -> Self {
        Readers { path: path.into(), turns: Arc::new(Semaphore::new(AT_ONCE)), idle: Arc::default() }
    }

    /// The entries of a room from `from` on.
    pub(super) async fn entries(&self, room: RoomId, from: Seq) -> Result<Vec<Entry>, AppendError> {
        self.ask(move |db| {
            let mut select =
                db.prepare_cached("SELECT seq, body FROM entries WHERE room = ?1 AND seq > ?2 ORDER BY seq")?;
            // No room is that long; so this is the end of any.
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let mut rows = select.query((room.0.cast_signed(), from))?;
            let mut entries = Vec::new();
            while let Some(row) = rows.next()? {
                let seq: i64 = row.get(0)?;
                let entry = serde_json::from_str(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?);
                entries.push(entry.map_err(|error| Unread::Entry { room, seq, column: error.column() })?);
            }
            Ok(entries)
        })
        .await
    }

    /// Rooms that were opened and not closed, the oldest first, as far as they can be read, and what is wrong with the list.
    ///
    /// A code that cannot be read is returned as it can be shown; the log of the room has it as well.
    pub(super) async fn open_rooms(&self) -> Result<(Vec<(RoomId, String)>, Option<String>), AppendError> {
        self.ask(|db| {
            let mut rooms = Vec::new();
            let Err(damage) = list(db, BY_INDEX, &mut rooms) else { return Ok((rooms, None)) };
            // The table itself may have what its index has lost.
            let scanned = list(db, BY_TABLE, &mut rooms);
            if rooms.is_empty() {
                scanned?;
            }
            Ok((rooms, Some(damage.to_string())))
        })
        .await
    }

    /// The latest time that a room was opened or closed.
    pub(super) async fn newest(&self) -> Result<Option<u64>, AppendError> {
        self.ask(|db| {
            let newest: Option<i64> = db.query_row(
                "SELECT max(max(opened_at), ifnull(max(closed_at), 0)) FROM rooms",
                (),
                |row| row.get(0),
            )?;
            Ok(newest.map(i64::cast_unsigned))
        })
        .await
    }

    /// The latest finished games.
    pub(super) async fn games(
        &self,
        limit: usize,
        before: Option<GameId>,
    ) -> Result<Vec<ArchivedGame>, AppendError> {
        self.ask(move |db| Ok(archive::games(db, limit, before)?)).await
    }

    /// Whatever else there is to read.
    pub(super) async fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, AppendError> {
        self.ask(move |db| Ok(read(db)?)).await
    }

    /// Closes the file. The connection that closes last tidies up, and only the writer's may.
    pub(super) fn rest(&self) {
        self.idle().clear();
    }

    /// Does some reading where waiting for a disk is allowed.
    async fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, Unread> + Send + 'static,
    ) -> Result<T, AppendError> {
        let readers = self.clone();
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(failed)?;
        let reading = tokio::task::spawn_blocking(move || {
            // It is over when the reading is, not when nobody waits for the answer any more.
            let _turn = turn;
            let db = readers.connection()?;
            let answer = read(&db);
            // A connection that failed is not used again.
            if answer.is_ok() {
                readers.idle().push(db);
            }
            answer
        });
        reading.await.map_err(failed)?.map_err(failed)
    }

    fn connection(&self) -> rusqlite::Result<Connection> {
        let idle = self.idle().pop();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        idle.map_or_else(|| Connection::open_with_flags(&self.path, flags), Ok)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        lock(&self.idle)
    }
}

/// Open rooms in the order in which they were opened, read from an index.
const BY_INDEX: &str = "SELECT room, code FROM rooms WHERE closed_at IS NULL ORDER BY opened_at, code";
/// Open rooms in the order of the table.
const BY_TABLE: &str = "SELECT room, code FROM rooms NOT INDEXED WHERE closed_at IS NULL ORDER BY room";

/// Adds the rooms that a query finds and that are not there yet, up to the first page that cannot be read.
fn list(db: &Connection, query: &str, rooms: &mut Vec<(RoomId, String)>) -> rusqlite::Result<()> {
    let known: HashSet<RoomId> = rooms.iter().map(|(room, _)| *room).collect();
    let mut select = db.prepare_cached(query)?;
    let mut found = select.query(())?;
    while let Some(row) = found.next()? {
        let room = RoomId(row.get::<_, i64>(0)?.cast_unsigned());
        let code = match row.get_ref(1)? {
            ValueRef::Text(code) | ValueRef::Blob(code) => String::from_utf8_lossy(code).into_owned(),
            _ => String::new(),
        };
        if !known.contains(&room) {
            rooms.push((room, code));
        }
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn failed(error: impl std::error::Error) -> AppendError {
    AppendError::Unreadable(error.to_string())
}

/// Why nothing could be read.
#[derive(Debug, thiserror::Error)]
enum Unread {
    // The parser's own words would quote the entry, and cards have no place in a server's messages.
    #[error("entry {seq} of room {room} cannot be understood (at column {column})")]
    Entry { room: RoomId, seq: i64, column: usize },
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}
