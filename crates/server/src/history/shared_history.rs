//! The history of a cluster: one archive for all nodes, from which every node makes the same rows.

use super::{AT_ONCE, rows};
use crate::{
    lock::lock,
    log::{Alias, AppendError, Archive, GameRow, News, RoomId, RoomLog, SqliteLog},
};
use futures_util::StreamExt;

use rusqlite::Connection;
use std::{
    error::Error,
    mem,
    sync::{Arc, Mutex, MutexGuard, Weak},
    time::Duration,
};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{sleep, timeout},
};

/// The pause between two attempts to follow the archive.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Timeout for the archive: readers wait for what other nodes have written by then, and the end of a game for its
/// place in the archive.
const ARCHIVE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a writer waits for its change to be in the rows here.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

pub(super) struct SharedHistory {
    pub(super) archive: Arc<Archive>,
    /// Everything up to this number of the archive is in the rows of this node.
    position: watch::Sender<u64>,
    following: Mutex<Option<JoinHandle<()>>>,
}

impl Drop for SharedHistory {
    fn drop(&mut self) {
        self.rest();
    }
}

impl SharedHistory {
    pub(super) fn new(archive: Archive) -> SharedHistory {
        SharedHistory {
            archive: Arc::new(archive),
            position: watch::Sender::new(0),
            following: Mutex::default(),
        }
    }

    /// Follows the archive from now on, and comes back when all that is there now is in the rows.
    pub(super) async fn begin(&self, store: &Arc<SqliteLog>) -> Result<(), AppendError> {
        self.rest();
        let last = self.archive.last().await?;
        let upto = store.look(rows::upto).await?;
        if upto < last {
            tracing::info!(news = last - upto, "rebuilding the history from the archive");
        }
        self.position.send_replace(upto);
        let follower = Follower {
            archive: self.archive.clone(),
            store: Arc::downgrade(store),
            position: self.position.clone(),
        };
        *self.following() = Some(tokio::spawn(follower.run()));
        self.reached(last).await;
        Ok(())
    }

    /// Follows no longer.
    fn rest(&self) {
        if let Some(following) = self.following().take() {
            following.abort();
        }
    }

    fn following(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        lock(&self.following)
    }

    /// Comes back when everything up to that number is in the rows.
    async fn reached(&self, at: u64) {
        // The sender lives as long as this, so waiting cannot fail.
        let _ = self.position.subscribe().wait_for(|position| *position >= at).await;
    }

    /// The same, for who has written it.
    pub(super) async fn written(&self, at: u64) -> Result<(), AppendError> {
        timeout(REQUEST_TIMEOUT, self.reached(at))
            .await
            .map_err(|_| AppendError::Failed("the archive is not received".into()))
    }

    /// Waits for what other nodes have written by now. If that takes too long, what is here has to do.
    pub(super) async fn be_up_to_date(&self) {
        let up_to_date = async {
            self.reached(self.archive.last().await?).await;
            Ok::<(), AppendError>(())
        };
        if !matches!(timeout(ARCHIVE_TIMEOUT, up_to_date).await, Ok(Ok(()))) {
            tracing::warn!("the history of this node may be behind");
        }
    }

    /// Archives a game. If that takes too long, nobody waits for it: who runs the room sees to it that it was done.
    pub(super) async fn over(&self, room: RoomId, row: Box<GameRow>) -> Result<(), AppendError> {
        let archive = self.archive.clone();
        let archiving =
            tokio::spawn(async move { archive.keep_once(&News::Over { room, row }).await.map(drop) });
        match timeout(ARCHIVE_TIMEOUT, archiving).await {
            Ok(archived) => archived.unwrap_or_else(|error| Err(AppendError::Failed(error.to_string()))),
            Err(_) => Err(AppendError::Failed("the archive does not answer".into())),
        }
    }

    /// Makes sure that the finished games of a room are in the archive: the node that ended the last one may have died
    /// before it archived it. The room's log is the source of truth.
    pub(super) async fn make_up_for(
        &self,
        log: &dyn RoomLog,
        room: RoomId,
        games: u32,
    ) -> Result<(), AppendError> {
        if games == 0 || self.archive.games_of(room).await? >= games {
            return Ok(());
        }
        let entries = log.read(room, 0).await?;
        let replayed = tokio::task::spawn_blocking(move || room::games(room, &entries)).await;
        let Ok(Ok(rows)) = replayed else {
            tracing::error!(%room, "the log of a room cannot be played again; its games stay out of the archive");
            return Ok(());
        };
        for row in rows {
            self.archive.keep_once(&News::Over { room, row: Box::new(row) }).await?;
        }
        Ok(())
    }
}

/// Makes rows of what comes to the archive.
struct Follower {
    archive: Arc<Archive>,
    /// Weak, so that closing the database does not wait for news.
    store: Weak<SqliteLog>,
    position: watch::Sender<u64>,
}

impl Follower {
    async fn run(self) {
        loop {
            if let Err(error) = self.follow().await {
                tracing::warn!(%error, "archive stream unavailable; retrying");
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn follow(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let upto = self.store()?.look(rows::upto).await?;
        let mut news = self.archive.after(upto).await?.ready_chunks(AT_ONCE);
        while let Some(some) = news.next().await {
            let mut batch = Vec::with_capacity(some.len());
            for message in some {
                let (at, news) = message?;
                if let Some(News::Forgotten { alias }) = &news {
                    // The message that leads to the profile may have come just before. A node that dies in between does both again.
                    self.write(mem::take(&mut batch)).await?;
                    self.erase(alias).await?;
                }
                batch.push((at, news));
            }
            self.write(batch).await?;
        }
        Ok(())
    }

    async fn write(&self, batch: Vec<(u64, Option<News>)>) -> Result<(), AppendError> {
        let Some(last) = batch.last().map(|(at, _)| *at) else { return Ok(()) };
        let write = move |db: &Connection| {
            for (at, news) in &batch {
                match news {
                    Some(news) => rows::happened(db, news)?,
                    // A later release has written it, and a later release rebuilds all rows.
                    None => tracing::warn!(at, "unknown message in the archive; skipped"),
                }
            }
            rows::follow_to(db, last)
        };
        self.store()?.edit(write).await?;
        self.position.send_replace(last);
        Ok(())
    }

    /// Erases whatever leads from a profile to an alias. Every node tries, so that one that dies leaves nothing behind.
    async fn erase(&self, alias: &Alias) -> Result<(), AppendError> {
        let wanted = alias.clone();
        let profile = self.store()?.look(move |db| rows::profile_of(db, &wanted)).await?;
        self.archive.erase(profile.as_deref(), alias).await
    }

    fn store(&self) -> Result<Arc<SqliteLog>, AppendError> {
        self.store.upgrade().ok_or_else(|| AppendError::Failed("it is closed".into()))
    }
}
