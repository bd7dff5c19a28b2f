//! Which rooms there are, by their codes: one list for all nodes. A listing is made only where there is none, so no code is
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

/// Attempts to write a listing that others write too.
const ATTEMPTS: usize = 8;
/// The pause between two of them.
const RETRY_DELAY: Duration = Duration::from_millis(20);
/// A waiting client would have gone after that time, and NATS needs some seconds to elect a new leader.
const RETRY: Retry = Retry { timeout: Duration::from_secs(15), delay: RETRY_DELAY };

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Listing {
    /// The room that has the code.
    pub(crate) room: u64,
    /// What a stranger may know of it; none before it is open.
    pub(crate) summary: Option<Summary>,
    /// When it was closed, in milliseconds of the Unix epoch.
    pub(crate) closed_at: Option<u64>,
}

pub(crate) struct Directory {
    store: kv::Store,
    listings: Mutex<HashMap<String, (Listing, u64)>>,
    following: OnceLock<Following>,
}

/// A listing could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the list of rooms: {0}")]
pub(crate) struct Unlisted(String);

impl Directory {
    pub(super) async fn open(connection: &Connection) -> Result<Arc<Directory>, ConnectError> {
        let store = connection.bucket("codes", None).await?;
        let following = OnceLock::new();
        let directory = Arc::new(Directory { store: store.clone(), listings: Mutex::default(), following });
        let here = Arc::downgrade(&directory);
        directory.following.get_or_init(|| {
            mirror::follow(&store, move |change| {
                if let Some(directory) = here.upgrade() {
                    directory.on_change(&change);
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
        let listing = Listing { room: room.0, summary: None, closed_at: None };
        if let Some(revision) = self.create(code, &listing).await? {
            self.note(code, Some((listing, revision)));
            return Ok(true);
        }
        let Some((there, revision)) = self.look_up(code).await? else { return Ok(false) };
        if there.closed_at.is_some_and(|at| at + rests <= now) {
            self.update(code, &listing, revision).await?;
        }
        // Whose it is now: ours too, if an answer got lost on the way.
        Ok(self.look_up(code).await?.is_some_and(|(there, _)| there.room == room.0))
    }

    /// Makes a listing, and says under which number; nothing if there is one.
    async fn create(&self, code: &str, listing: &Listing) -> Result<Option<u64>, Unlisted> {
        RETRY
            .run(|| async {
                match self.store.create(code, written(listing)).await {
                    Ok(revision) => Ok(Some(revision)),
                    Err(error) if error.kind() == kv::CreateErrorKind::AlreadyExists => Ok(None),
                    Err(error) => Err(Unlisted(error.to_string())),
                }
            })
            .await
    }

    /// Changes a listing, and says under which number; nothing if it is not as it was at `revision`.
    async fn update(&self, code: &str, listing: &Listing, revision: u64) -> Result<Option<u64>, Unlisted> {
        RETRY
            .run(|| async {
                match self.store.update(code, written(listing), revision).await {
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
        Ok(self.listing(code).await?.map(|listing| RoomId(listing.room)))
    }

    /// What a stranger may know of the room that has a code.
    pub(crate) async fn summary(&self, code: &str) -> Result<Option<Summary>, Unlisted> {
        Ok(self.listing(code).await?.and_then(|listing| listing.summary))
    }

    /// The listing of a room that is open.
    async fn listing(&self, code: &str) -> Result<Option<Listing>, Unlisted> {
        let known = self.listings().get(code).map(|(listing, _)| listing.clone());
        let listing = match known.filter(|listing| listing.closed_at.is_none()) {
            Some(listing) => Some(listing),
            // It may have been opened elsewhere a moment ago.
            None => self.look_up(code).await?.map(|(listing, _)| listing),
        };
        Ok(listing.filter(|listing| listing.closed_at.is_none()))
    }

    /// Says what a stranger may know now.
    pub(crate) async fn show(&self, room: RoomId, summary: Summary) {
        let code = summary.code.clone();
        self.change(&code, room, |listing| listing.summary = Some(summary.clone())).await;
    }

    /// A room is closed; its code rests.
    pub(crate) async fn close(&self, code: &str, room: RoomId, now: u64) {
        self.change(code, room, |listing| listing.closed_at = Some(now)).await;
    }

    /// Forgets the listings of rooms that were closed before a time: the list would grow with every table there ever was.
    pub(crate) async fn forget(&self, before: u64) {
        let over: Vec<(String, u64)> = {
            let listings = self.listings();
            let over =
                listings.iter().filter(|(_, (listing, _))| listing.closed_at.is_some_and(|at| at < before));
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
        let listings = self.listings();
        let open = listings.values().filter(|(listing, _)| listing.closed_at.is_none());
        open.filter_map(|(listing, _)| Some((RoomId(listing.room), listing.summary.clone()?))).collect()
    }

    /// Changes the listing of a room, as long as it is that room's and open.
    async fn change(&self, code: &str, room: RoomId, change: impl Fn(&mut Listing)) {
        for _ in 0..ATTEMPTS {
            let known = self.listings().get(code).cloned();
            let known = match known {
                Some(known) => Some(known),
                None => self.look_up(code).await.ok().flatten(),
            };
            let Some((mut listing, revision)) =
                known.filter(|(listing, _)| listing.room == room.0 && listing.closed_at.is_none())
            else {
                return;
            };
            let before = listing.clone();
            change(&mut listing);
            if listing == before {
                return;
            }
            match self.update(code, &listing, revision).await {
                Ok(Some(revision)) => return self.note(code, Some((listing, revision))),
                Ok(None) => {
                    sleep(RETRY_DELAY).await;
                    if self.look_up(code).await.is_err() {
                        return;
                    }
                }
                Err(error) => return tracing::warn!(%error, "room directory not updated"),
            }
        }
    }

    /// Reads the entry from the bucket's leader.
    async fn look_up(&self, code: &str) -> Result<Option<(Listing, u64)>, Unlisted> {
        let look_up = || async { mirror::look_up(&self.store, code).await };
        let found = RETRY.run(look_up).await.map_err(|error| Unlisted(error.to_string()))?;
        let found =
            found.and_then(|change| Some((serde_json::from_slice(&change.value?).ok()?, change.revision)));
        self.note(code, found.clone());
        Ok(found)
    }

    fn on_change(&self, change: &Change) {
        let listing = change.value.as_ref().and_then(|value| serde_json::from_slice(value).ok());
        let known = self.listings().get(&change.key).map_or(0, |(_, revision)| *revision);
        if change.revision >= known {
            self.note(&change.key, listing.map(|listing| (listing, change.revision)));
        }
    }

    fn note(&self, code: &str, listing: Option<(Listing, u64)>) {
        match listing {
            Some(listing) => drop(self.listings().insert(code.into(), listing)),
            None => drop(self.listings().remove(code)),
        }
    }

    fn listings(&self) -> MutexGuard<'_, HashMap<String, (Listing, u64)>> {
        lock(&self.listings)
    }
}

fn written(listing: &Listing) -> Bytes {
    // A listing holds nothing that cannot be written.
    serde_json::to_vec(listing).unwrap_or_default().into()
}
