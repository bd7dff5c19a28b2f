//! The log in one SQLite file.

pub(crate) mod archive;
mod checkpoints;
mod open;
mod readers;
mod schema;
mod watchers;
mod writer;

use super::{AppendError, Entry, Heard, LogFuture, Mark, RoomId, RoomLog, Seq};
use archive::{ArchivedGame, GameId};
use open::OpenError;
use readers::Readers;
use rusqlite::Connection;
use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};
use tokio::sync::{broadcast, mpsc, oneshot};
use watchers::Watchers;
use writer::{Append, Edit, Task, Writer};

/// The embedded log: one file, one thread that writes, a few connections that read.
///
/// Dropping it waits until everything that was sent is on disk, as [`close`](SqliteLog::close) does.
#[derive(Debug)]
pub struct SqliteLog {
    readers: Readers,
    watchers: Arc<Watchers>,
    /// The way to the writer, until the log is closed.
    inbox: Mutex<Option<mpsc::UnboundedSender<Task>>>,
    /// The writer, until somebody waits for its end.
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteLog {
    /// Opens the log at `path`, or begins one, and brings its schema up to date. No other server can open it
    /// while this one lives.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteLog, OpenError> {
        let path = path.as_ref();
        let (db, lock) = open::open(path)?;
        let watchers = Arc::<Watchers>::default();
        let writer = Writer::new(db, Arc::clone(&watchers), lock)
            .map_err(|source| OpenError::Database { path: path.to_owned(), source })?;
        // Without a bound: whoever sends waits for the answer, so there is never more here than callers.
        let (inbox, appends) = mpsc::unbounded_channel();
        let writer = thread::Builder::new()
            .name("log".into())
            .spawn(|| writer.run(appends))
            .map_err(|source| OpenError::File { path: path.to_owned(), source })?;
        Ok(SqliteLog {
            readers: Readers::new(path),
            watchers,
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

    /// Answers what was sent, takes nothing more, and lets go of the file.
    pub async fn close(&self) {
        if let Some(writer) = self.stop() {
            // The thread's panic, if it was one, has been reported where it happened.
            let _ = tokio::task::spawn_blocking(|| writer.join()).await;
        }
    }

    /// Takes nothing more; returns the thread to wait for, once.
    fn stop(&self) -> Option<JoinHandle<()>> {
        self.readers.rest();
        lock(&self.inbox).take();
        lock(&self.writer).take()
    }

    /// Changes tables beside the log; what `work` returns is on disk then.
    pub(crate) async fn edit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, AppendError> {
        let (tell, result) = oneshot::channel();
        let work = move |db: &Connection| {
            // Who does not listen any more gets it done all the same.
            let _ = tell.send(work(db)?);
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
        mark: Option<Mark>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        // Written out here, on the caller's thread: the writer's is the only one there is.
        let (at, body) = (entry.at, serde_json::to_string(entry));
        let mark = mark.map(Into::into);
        Box::pin(async move {
            let body = body.map_err(|error| AppendError::Failed(error.to_string()))?;
            let (done, answer) = oneshot::channel();
            self.send(Task::Append(Append { room, expected, at, body, mark, done }))?;
            answer.await.unwrap_or_else(|_| Err(AppendError::Failed("its writer is gone".into())))
        })
    }

    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>> {
        Box::pin(self.readers.entries(room, from))
    }

    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<Heard>, AppendError>> {
        let listener = self.watchers.listen(room);
        Box::pin(async { Ok(listener) })
    }

    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>> {
        Box::pin(self.readers.open_rooms())
    }

    fn is_shared(&self) -> bool {
        // The file is locked as long as it is open.
        false
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under these locks can panic half way.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
