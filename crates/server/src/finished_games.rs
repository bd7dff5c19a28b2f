//! Games that are over: their proofs, and the games once more, made from the log when somebody asks.

use crate::{
    lock::lock,
    protocol::{Code, Replay},
    shared::Shared,
    throttle::throttled_error,
    turns::Turns,
};
use bytes::Bytes;
use catalog::{Fault, proof::Proof};
use kernel::Seat;
use room::{Finished, RecordId};
use std::{
    collections::VecDeque,
    fmt,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many games are played again at the same time. Each takes a thread and the memory of a whole game.
const AT_ONCE: usize = 2;
/// How many finished games are kept for those who ask again; a replay is fetched in parts.
const KEPT: usize = 12;

/// The file of a game.
#[derive(Clone, Debug)]
pub(crate) struct ProofFile {
    pub(crate) table: String,
    /// Which game at that table, from 1.
    pub(crate) game: u32,
    /// Shared by all who fetch it.
    pub(crate) text: Bytes,
}

/// Where finished games are played again: a few at a time, and each once while people ask for it.
pub(crate) struct Records {
    turns: Arc<Semaphore>,
    /// Those who ask for the same game wait for the first of them.
    one_by_one: Turns<RecordId>,
    finished: Kept<Arc<Finished>>,
    files: Kept<ProofFile>,
}

impl Default for Records {
    fn default() -> Self {
        Records {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            one_by_one: Turns::default(),
            finished: Kept::default(),
            files: Kept::default(),
        }
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").finish_non_exhaustive()
    }
}

impl Records {
    /// Waits for the right to play a log again.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, Fault> {
        // The semaphore is never closed.
        self.turns.clone().acquire_owned().await.map_err(|_| Code::Internal.into())
    }
}

/// Recent results, the newest last.
struct Kept<T>(Mutex<VecDeque<(RecordId, T)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<T: Clone> Kept<T> {
    fn find(&self, record: RecordId) -> Option<T> {
        self.lock().iter().find(|(kept, _)| *kept == record).map(|(_, made)| made.clone())
    }
    fn keep(&self, record: RecordId, made: T) {
        let mut kept = self.lock();
        kept.retain(|(other, _)| *other != record);
        kept.push_back((record, made));
        let over = kept.len().saturating_sub(KEPT);
        kept.drain(..over);
    }
    fn lock(&self) -> MutexGuard<'_, VecDeque<(RecordId, T)>> {
        lock(&self.0)
    }
}

impl Shared {
    /// The proof of a game that is over.
    pub(crate) async fn proof(&self, record: RecordId, by: IpAddr) -> Result<Arc<Proof>, Fault> {
        self.finished(record, by, (|| None, |_: &_| {}), |finished| Ok(Arc::new(finished.proof.clone())))
            .await
    }

    /// The file of a game that is over, signed.
    pub(crate) async fn proof_file(&self, record: RecordId, by: IpAddr) -> Result<ProofFile, Fault> {
        if let Some(file) = self.records.files.find(record) {
            return Ok(file);
        }
        let server = self.server_key.clone();
        let files = &self.records.files;
        let kept = (|| files.find(record), |file: &ProofFile| files.keep(record, file.clone()));
        let file = self.finished(record, by, kept, move |finished| {
            let room::ProofFile { table, game, text } = finished.file(&server)?;
            Ok(ProofFile { table, game, text: text.into() })
        });
        file.await
    }

    /// A game that is over, as `viewer` had it, from a frame on.
    pub(crate) async fn replay(
        &self,
        record: RecordId,
        by: IpAddr,
        viewer: Option<Seat>,
        from: u32,
    ) -> Result<Replay, Fault> {
        self.finished(record, by, (|| None, |_: &_| {}), move |finished| finished.replay(viewer, from)).await
    }

    /// Plays a room again up to the end of one of its games, when it is its turn, and hands the game to `then`. Nothing is
    /// done if somebody has `made` it meanwhile.
    async fn finished<T: Send + 'static>(
        &self,
        record: RecordId,
        by: IpAddr,
        (made, keep): (impl Fn() -> Option<T>, impl Fn(&T)),
        then: impl FnOnce(&Finished) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let _place = self.limits.may_work(by, self.clock.now())?;
        // Before the log is read: what waits takes no memory.
        let _alone = self.records.one_by_one.take(record).await;
        if let Some(made) = made() {
            return Ok(made);
        }
        let turn = self.records.turn().await?;
        let kept = self.records.finished.find(record);
        let entries = match &kept {
            Some(_) => Vec::new(),
            None => self.log.read(record.room, 0).await.map_err(|error| {
                throttled_error!(room = %record.room, %error, "the log could not be read");
                Code::Internal.fault()
            })?,
        };
        // Playing a game again takes a while, and others wait for this thread.
        let found = tokio::task::spawn_blocking(move || {
            // Until the work is done, not until nobody waits for it any more.
            let _turn = turn;
            let finished = kept.map_or_else(|| Finished::prove(record, &entries).map(Arc::new), Ok)?;
            then(&finished).map(|made| (made, finished))
        });
        let (made, finished) = found.await.unwrap_or_else(|_| Err(Code::Internal.into()))?;
        self.records.finished.keep(record, finished);
        keep(&made);
        Ok(made)
    }
}
