//! Removes closed rooms after some time, so that the disk does not fill up with unused tables.

mod shared_log;

use crate::{config::Config, log::AppendError, shared::Shared};
use shared_log::ClosedRooms;
use std::{
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::time::sleep;

/// How often to look for rooms whose time is over.
const EVERY: u64 = 10 * 60 * 1000;
/// How many rooms go at once. Appends wait meanwhile.
const AT_ONCE: usize = 50;
/// The pause between two of those.
const PAUSE_BETWEEN_ROOMS: Duration = Duration::from_millis(100);
/// A clock that is further ahead than this of everything in the log is not believed at first: it may be wrong.
const JUMP: u64 = 30 * 24 * 60 * 60 * 1000;
/// How long a clock that is not believed deletes nothing.
const DOUBT: u64 = 24 * 60 * 60 * 1000;

/// Removes closed rooms whose time is over, as long as the server runs.
pub(crate) async fn prune(shared: Weak<Shared>) {
    let Some(clock) = shared.upgrade().map(|shared| shared.clock.clone()) else { return };
    let began = clock.now();
    let doubtful = match shared.upgrade() {
        Some(shared) => jumped(&shared, began).await,
        None => return,
    };
    if doubtful {
        tracing::warn!(
            "the clock is more than a month ahead of everything in the log: nothing is deleted for a day"
        );
    }
    let mut closed_rooms = ClosedRooms::default();
    let mut at = if doubtful { began + DOUBT } else { began };
    loop {
        clock.sleep_until(at).await;
        let Some(shared) = shared.upgrade() else { return };
        round(&shared, &mut closed_rooms).await;
        at = clock.now() + EVERY;
    }
}

/// Whether the clock is far ahead of the latest thing in the log.
async fn jumped(shared: &Shared, now: u64) -> bool {
    match shared.log.newest().await {
        Ok(newest) => newest.is_some_and(|newest| now > newest + JUMP),
        Err(error) => {
            tracing::error!(%error, "the age of the log is not known");
            true
        }
    }
}

/// Rooms that were closed before these times go.
#[derive(Clone, Copy, Debug)]
struct Cutoffs {
    /// For rooms without a finished game.
    empty: u64,
    /// For rooms with finished games.
    played: u64,
}

impl Cutoffs {
    fn of(self, played: bool) -> u64 {
        if played { self.played } else { self.empty }
    }
    fn latest(self) -> u64 {
        self.empty.max(self.played)
    }
}

async fn round(shared: &Arc<Shared>, closed_rooms: &mut ClosedRooms) {
    let now = shared.clock.now();
    let Config { keep_empty, keep_played, .. } = &shared.config;
    let before = |kept: &Duration| now.saturating_sub(u64::try_from(kept.as_millis()).unwrap_or(u64::MAX));
    let cutoffs = Cutoffs { empty: before(keep_empty), played: keep_played.as_ref().map_or(0, before) };
    let removed = match &shared.cluster {
        Some(cluster) => closed_rooms.prune(shared, cluster, cutoffs).await,
        None => own_rooms(shared, cutoffs).await,
    };
    match removed {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "closed rooms were removed"),
        Err(error) => tracing::error!(%error, "closed rooms could not be removed"),
    }
}

/// Removes closed rooms of a log that nobody shares, some at a time.
async fn own_rooms(shared: &Arc<Shared>, cutoffs: Cutoffs) -> Result<usize, AppendError> {
    let mut removed = 0;
    loop {
        match shared.log.prune(cutoffs.empty, cutoffs.played, AT_ONCE).await? {
            0 => return Ok(removed),
            some => removed += some,
        }
        sleep(PAUSE_BETWEEN_ROOMS).await;
    }
}
