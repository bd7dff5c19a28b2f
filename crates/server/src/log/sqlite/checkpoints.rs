use crate::throttle::throttled_error;
use rusqlite::{Connection, wal::CheckpointMode};
use std::sync::{
    Arc,
    atomic::{AtomicI32, AtomicU64, Ordering},
};

/// At how many pages the write-ahead log is copied into the database, to be written again from its start.
///
/// Eight megabytes. A longer one is copied less often, but then holds up appends for longer; and until it
/// was filled once, every sync also has to record that the file has grown.
const PAGES: i32 = 2000;

/// Copies the write-ahead log into the database when it is long enough, or when nobody has written for a while.
///
/// SQLite would do so too, but within a commit: before the callers that wait for it have their answer.
#[derive(Debug)]
pub(super) struct Checkpoints {
    /// How long the write-ahead log is, as of the latest commit.
    pages: Arc<AtomicI32>,
    commits: Commits,
}

/// How many commits there were since the database was opened.
#[derive(Clone, Debug, Default)]
pub(super) struct Commits(Arc<AtomicU64>);

impl Commits {
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Checkpoints {
    /// Takes over from SQLite.
    pub(super) fn of(db: &mut Connection, commits: Commits) -> rusqlite::Result<Self> {
        let pages = Arc::new(AtomicI32::new(0));
        let (seen, counter) = (Arc::clone(&pages), commits.clone());
        db.wal_hook(Some(move |_: &mut _, pages| {
            seen.store(pages, Ordering::Relaxed);
            counter.0.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Checkpoints { pages, commits })
    }

    /// Copies, if the write-ahead log is long.
    pub(super) fn keep_up(&self, db: &Connection) {
        if self.pages.load(Ordering::Relaxed) >= PAGES {
            self.copy(db);
        }
    }

    /// Copies everything there is. Pages in the write-ahead log alone are lost with that file.
    pub(super) fn copy(&self, db: &Connection) {
        // Readers are not waited for: what they still need stays, and is copied another time.
        if let Err(error) = db.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE) {
            // Everything is still in the write-ahead log, and durable. It only grows.
            let commits = self.commits.count();
            throttled_error!(%error, commits, "the write-ahead log cannot be copied into the database");
        }
    }
}
