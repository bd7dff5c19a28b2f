//! Which rooms there are, by their codes: one list for all nodes. A line is made only where there is none, so no code is
//! given twice.

use super::mirror::{self, Change, Following};
use crate::{
    lock::lock,
    log::{ConnectError, Connection, RoomId},
    protocol::lobby::Summary,
    retry::Retry,
};
use async_nats::jetstream::kv;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    time::Duration,
};
use tokio::time::sleep;

/// Attempts to write a line that others write too.
const ATTEMPTS: usize = 8;
/// The pause between two of them.
const RETRY_DELAY: Duration = Duration::from_millis(20);
/// A waiting client would have gone after that time, and NATS needs some seconds to elect a new leader.
const RETRY: Retry = Retry { timeout: Duration::from_secs(15), delay: RETRY_DELAY };

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The room that has the code.
    pub(crate) room: u64,
    /// What a stranger may know of it; none before it is open.
    pub(crate) summary: Option<Summary>,
    /// When it was closed, in milliseconds of the Unix epoch.
    pub(crate) closed_at: Option<u64>,
}

pub(crate) struct Directory {
    store: kv::Store,
    lines: Mutex<HashMap<String, (Line, u64)>>,
    following: OnceLock<Following>,
}

/// A line could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the list of rooms: {0}")]
pub(crate) struct Unlisted(String);

impl Directory {
    pub(super) async fn open(connection: &Connection) -> Result<Arc<Directory>, ConnectError> {
        let store = connection.bucket("codes", None).await?;
        let following = OnceLock::new();
        let directory = Arc::new(Directory { store: store.clone(), lines: Mutex::default(), following });
        let here = Arc::downgrade(&directory);
        directory.following.get_or_init(|| {
            mirror::follow(&store, move |change| {
                if let Some(directory) = here.upgrade() {
                    directory.hear(&change);
                }
            })
        });
        Ok(directory)
    }

    /// Takes a code for a room, if nobody has it; one whose room was closed `rests` milliseconds ago is free again.
    pub(crate) async fn reserve(
        &self,
        code: &str,
        room: RoomId,
        now: u64,
        rests: u64,
    ) -> Result<bool, Unlisted> {
        let line = Line { room: room.0, summary: None, closed_at: None };
        if let Some(revision) = self.create(code, &line).await? {
            self.note(code, Some((line, revision)));
            return Ok(true);
        }
        let Some((there, revision)) = self.look_up(code).await? else { return Ok(false) };
        if there.closed_at.is_some_and(|at| at + rests <= now) {
            self.update(code, &line, revision).await?;
        }
        // Whose it is now: ours too, if an answer got lost on the way.
        Ok(self.look_up(code).await?.is_some_and(|(there, _)| there.room == room.0))
    }

    /// Makes a line, and says under which number; nothing if there is one.
    async fn create(&self, code: &str, line: &Line) -> Result<Option<u64>, Unlisted> {
        RETRY.run(|| async {
            match self.store.create(code, written(line)).await {
                Ok(revision) => Ok(Some(revision)),
                Err(error) if error.kind() == kv::CreateErrorKind::AlreadyExists => Ok(None),
                Err(error) => Err(Unlisted(error.to_string())),
            }
        })
        .await
    }

    /// Changes a line, and says under which number; nothing if it is not as it was at `revision`.
    async fn update(&self, code: &str, line: &Line, revision: u64) -> Result<Option<u64>, Unlisted> {
        RETRY.run(|| async {
            match self.store.update(code, written(line), revision).await {
                Ok(revision) => Ok(Some(revision)),
                Err(error) if error.kind() == kv::UpdateErrorKind::WrongLastRevision => Ok(None),
                Err(error) => Err(Unlisted(error.to_string())),
            }
        })
        .await
    }

    /// Gives a code back that was taken for nothing.
    pub(crate) async fn give_back(&self, code: &str) {
        if let Err(error) = self.store.delete(code).await {
            tracing::warn!(%error, "room code not released");
        }
    }

    /// The room that has a code.
    pub(crate) async fn find(&self, code: &str) -> Result<Option<RoomId>, Unlisted> {
        Ok(self.line(code).await?.map(|line| RoomId(line.room)))
    }

    /// What a stranger may know of the room that has a code.
    pub(crate) async fn summary(&self, code: &str) -> Result<Option<Summary>, Unlisted> {
        Ok(self.line(code).await?.and_then(|line| line.summary))
    }

    /// The line of a room that is open.
    async fn line(&self, code: &str) -> Result<Option<Line>, Unlisted> {
        let known = self.lines().get(code).map(|(line, _)| line.clone());
        let line = match known.filter(|line| line.closed_at.is_none()) {
            Some(line) => Some(line),
            // It may have been opened elsewhere a moment ago.
            None => self.look_up(code).await?.map(|(line, _)| line),
        };
        Ok(line.filter(|line| line.closed_at.is_none()))
    }

    /// Says what a stranger may know now.
    pub(crate) async fn show(&self, room: RoomId, summary: Summary) {
        let code = summary.code.clone();
        self.change(&code, room, |line| line.summary = Some(summary.clone())).await;
    }

    /// A room is closed; its code rests.
    pub(crate) async fn close(&self, code: &str, room: RoomId, now: u64) {
        self.change(code, room, |line| line.closed_at = Some(now)).await;
    }

    /// Forgets the lines of rooms that were closed before a time: the list would grow with every table there ever was.
    pub(crate) async fn forget(&self, before: u64) {
        let over: Vec<(String, u64)> = {
            let lines = self.lines();
            let over = lines.iter().filter(|(_, (line, _))| line.closed_at.is_some_and(|at| at < before));
            over.map(|(code, (_, revision))| (code.clone(), *revision)).collect()
        };
        for (code, revision) in over {
            // Another node may have forgotten it, or a new room may have the code.
            if self.store.delete_expect_revision(&code, Some(revision)).await.is_err() {
                continue;
            }
            self.note(&code, None);
        }
    }

    /// What strangers may know of the rooms that are open.
    pub(crate) fn open_rooms(&self) -> Vec<(RoomId, Summary)> {
        let lines = self.lines();
        let open = lines.values().filter(|(line, _)| line.closed_at.is_none());
        open.filter_map(|(line, _)| Some((RoomId(line.room), line.summary.clone()?))).collect()
    }

    /// Changes the line of a room, as long as it is that room's and open.
    async fn change(&self, code: &str, room: RoomId, change: impl Fn(&mut Line)) {
        for _ in 0..ATTEMPTS {
            let known = self.lines().get(code).cloned();
            let known = match known {
                Some(known) => Some(known),
                None => self.look_up(code).await.ok().flatten(),
            };
            let Some((mut line, revision)) =
                known.filter(|(line, _)| line.room == room.0 && line.closed_at.is_none())
            else {
                return;
            };
            let before = line.clone();
            change(&mut line);
            if line == before {
                return;
            }
            match self.update(code, &line, revision).await {
                Ok(Some(revision)) => return self.note(code, Some((line, revision))),
                Ok(None) => {
                    sleep(RETRY_DELAY).await;
                    if self.look_up(code).await.is_err() {
                        return;
                    }
                }
                Err(error) => return tracing::warn!(%error, "the list of rooms is behind"),
            }
        }
    }

    /// Reads the entry from the bucket's leader.
    async fn look_up(&self, code: &str) -> Result<Option<(Line, u64)>, Unlisted> {
        let look_up = || async { mirror::look_up(&self.store, code).await };
        let found = RETRY.run(look_up).await.map_err(|error| Unlisted(error.to_string()))?;
        let found =
            found.and_then(|change| Some((serde_json::from_slice(&change.value?).ok()?, change.revision)));
        self.note(code, found.clone());
        Ok(found)
    }

    fn hear(&self, change: &Change) {
        let line = change.value.as_ref().and_then(|value| serde_json::from_slice(value).ok());
        let known = self.lines().get(&change.key).map_or(0, |(_, revision)| *revision);
        if change.revision >= known {
            self.note(&change.key, line.map(|line| (line, change.revision)));
        }
    }

    fn note(&self, code: &str, line: Option<(Line, u64)>) {
        match line {
            Some(line) => drop(self.lines().insert(code.into(), line)),
            None => drop(self.lines().remove(code)),
        }
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<String, (Line, u64)>> {
        lock(&self.lines)
    }
}

fn written(line: &Line) -> Bytes {
    // A line holds nothing that cannot be written.
    serde_json::to_vec(line).unwrap_or_default().into()
}
