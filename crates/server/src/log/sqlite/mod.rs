//! The log in one SQLite file.

pub(crate) mod archive;
mod check;
mod checkpoints;
mod keeper;
mod open;
mod presence;
mod prune;
mod readers;
mod schema;
mod watchers;
mod writer;

use super::{
    AppendError, AppendedEntry, Entry, IndexUpdate, LogFuture, RESTORE, RoomId, RoomLog, Seq, Storage,
};
use crate::lock::lock;
use archive::{ArchivedGame, GameId};
use checkpoints::Commits;
use keeper::Keeper;
use open::OpenError;
use presence::Presence;
use readers::Readers;
use rusqlite::Connection;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};
use tokio::sync::{broadcast, mpsc, oneshot};
use watchers::Watchers;
use writer::{Append, Edit, Task, Writer};

pub(crate) use check::whole as whole_check;
pub(crate) use open::create_private;

/// The schema that this program writes.
pub(crate) fn newest_schema() -> i64 {
    schema::MIGRATIONS.len() as i64
}

/// The embedded log: one file, one thread that writes, a few connections that read.
///
/// Dropping it waits until everything that was sent is on disk, as [`close`](SqliteLog::close) does.
#[derive(Debug)]
pub struct SqliteLog {
    readers: Readers,
    watchers: Arc<Watchers>,
    /// The way to the writer, until the log is closed.
    inbox: Mutex<Option<mpsc::UnboundedSender<Task>>>,
    /// Looks after the files until the log is closed.
    keeper: Mutex<Option<Keeper>>,
    /// The first damage that was found.
    damage: Mutex<Option<String>>,
    path: PathBuf,
    /// The writer, until somebody waits for its end.
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteLog {
    /// Opens the log at `path`, or begins one, and brings its schema up to date. No other server can open it
    /// while this one lives.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteLog, OpenError> {
        let path = path.as_ref();
        let (db, lock, damage) = open::open(path)?;
        let watchers = Arc::<Watchers>::default();
        let (commits, presence) = (Commits::default(), Arc::new(Presence::of(path)));
        let writer = Writer::new(db, watchers.clone(), commits.clone(), presence.clone(), lock)
            .map_err(|source| OpenError::of(path, source))?;
        // Without a bound: a sender waits for its answer, so there is never more here than callers.
        let (inbox, appends) = mpsc::unbounded_channel();
        let writer = thread::Builder::new()
            .name("log".into())
            .spawn(|| writer.run(appends))
            .map_err(|source| OpenError::File { path: path.to_owned(), source })?;
        let keeper = Keeper::start(inbox.downgrade(), commits, presence)
            .map_err(|source| OpenError::File { path: path.to_owned(), source })?;
        Ok(SqliteLog {
            readers: Readers::new(path),
            watchers,
            keeper: Mutex::new(Some(keeper)),
            damage: Mutex::new(damage),
            path: path.to_owned(),
            inbox: Mutex::new(Some(inbox)),
            writer: Mutex::new(Some(writer)),
        })
    }

    /// Finished games, the latest first, at most `limit`; with `before`, those that ended before that one.
    pub async fn games(
        &self,
        limit: usize,
        before: Option<GameId>,
    ) -> Result<Vec<ArchivedGame>, AppendError> {
        self.readers.games(limit, before).await
    }

    /// Answers what was sent, takes nothing more, and closes the file.
    pub async fn close(&self) {
        if let Some(writer) = self.stop() {
            // The thread's panic, if it was one, has been reported where it happened.
            let _ = tokio::task::spawn_blocking(|| writer.join()).await;
        }
    }

    /// Takes nothing more; returns the thread to wait for, once.
    fn stop(&self) -> Option<JoinHandle<()>> {
        self.readers.rest();
        lock(&self.keeper).take();
        lock(&self.inbox).take();
        lock(&self.writer).take()
    }

    /// Changes tables beside the log; what `work` returns is on disk then.
    pub(crate) async fn edit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, AppendError> {
        let (sender, result) = oneshot::channel();
        let work = move |db: &Connection| {
            // The work is done even if the caller no longer waits.
            let _ = sender.send(work(db)?);
            Ok(())
        };
        let (done, answer) = oneshot::channel();
        self.send(Task::Edit(Edit { work: Some(Box::new(work)), done }))?;
        let gone = |_| AppendError::Failed("its writer is gone".into());
        answer.await.map_err(gone)??;
        result.await.map_err(gone)
    }

    /// Reads tables beside the log.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, AppendError> {
        self.readers.look(read).await
    }

    fn send(&self, task: Task) -> Result<(), AppendError> {
        let inbox = lock(&self.inbox);
        let sent = inbox.as_ref().is_some_and(|inbox| inbox.send(task).is_ok());
        if sent { Ok(()) } else { Err(AppendError::Failed("it is closed".into())) }
    }
}

impl Drop for SqliteLog {
    fn drop(&mut self) {
        if let Some(writer) = self.stop() {
            let _ = writer.join();
        }
    }
}

impl RoomLog for SqliteLog {
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        // Written out here, on the caller's thread: the writer's is the only one there is.
        let (at, body) = (entry.at, serde_json::to_string(entry));
        let index_update = index_update.map(Into::into);
        Box::pin(async move {
            let body = body.map_err(|error| AppendError::Failed(error.to_string()))?;
            let (done, answer) = oneshot::channel();
            self.send(Task::Append(Append { room, expected, at, body, index_update, done }))?;
            answer.await.unwrap_or_else(|_| Err(AppendError::Failed("its writer is gone".into())))
        })
    }

    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>> {
        Box::pin(self.readers.entries(room, from))
    }

    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<AppendedEntry>, AppendError>> {
        let listener = self.watchers.subscribe(room);
        Box::pin(async { Ok(listener) })
    }

    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>> {
        Box::pin(async {
            let (rooms, damage) = self.readers.open_rooms().await?;
            if let Some(damage) = damage {
                tracing::error!(
                    damage,
                    "the list of rooms is damaged; those that can be read go on; {RESTORE}"
                );
                lock(&self.damage).get_or_insert(damage);
            }
            Ok(rooms)
        })
    }

    fn storage(&self) -> Storage {
        Storage {
            damage: lock(&self.damage).clone(),
            missing: lock(&self.keeper).as_ref().is_some_and(Keeper::is_missing),
            free_bytes: free_bytes(&self.path),
        }
    }

    fn prune(
        &self,
        empty_before: u64,
        played_before: u64,
        most: usize,
    ) -> LogFuture<'_, Result<usize, AppendError>> {
        Box::pin(self.edit(move |db| prune::closed_rooms(db, empty_before, played_before, most)))
    }

    fn newest(&self) -> LogFuture<'_, Result<Option<u64>, AppendError>> {
        Box::pin(self.readers.newest())
    }

    fn is_shared(&self) -> bool {
        // The file is locked as long as it is open.
        false
    }
}

/// Free bytes on the disk of a file, for programs without special rights.
#[cfg(unix)]
pub(crate) fn free_bytes(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path.parent()?).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
pub(crate) fn free_bytes(_: &Path) -> Option<u64> {
    None
}
