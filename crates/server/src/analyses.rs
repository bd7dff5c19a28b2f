//! Analyses of finished games, made on request: one at a time, on spare places of the bots' thread pool.

use crate::{
    limits::limited,
    lock::lock,
    pool::Pool,
    protocol::{AnalysisNews, Code},
    shared::Shared,
};
use catalog::{Fault, analysis::analyse, proof::Proof};
use room::RecordId;
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::{Semaphore, watch};

/// Analyses that may wait or be under way.
const MOST: usize = 16;
/// After how many milliseconds to ask again who waits for another one.
const RETRY: u64 = 10_000;
/// Analyses that are kept. Any other is made again and comes out the same.
const KEPT: usize = 40;

/// The news of an analysis.
pub(crate) type Waiting = watch::Receiver<AnalysisNews>;

/// Analyses that are wanted, and those that were made lately.
#[derive(Debug)]
pub(crate) struct Analyses {
    pool: Pool,
    /// One at a time.
    turn: Semaphore,
    jobs: Mutex<Jobs>,
}

#[derive(Debug, Default)]
struct Jobs {
    under_way: HashMap<RecordId, Job>,
    /// The newest last.
    kept: VecDeque<(RecordId, AnalysisNews)>,
}

#[derive(Debug)]
struct Job {
    /// Requests in the order in which they came.
    by: IpAddr,
    news: Arc<watch::Sender<AnalysisNews>>,
}

impl Analyses {
    pub(crate) fn new(pool: Pool) -> Analyses {
        Analyses { pool, turn: Semaphore::new(1), jobs: Mutex::default() }
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        lock(&self.jobs)
    }

    /// Somebody works on it until it is done, or until nobody waits for it any more.
    async fn work(
        self: Arc<Self>,
        record: RecordId,
        proof: Arc<Proof>,
        news: Arc<watch::Sender<AnalysisNews>>,
    ) {
        loop {
            let made = tokio::select! {
                made = self.make(&proof, &news) => made,
                () = news.closed() => None,
            };
            let mut jobs = self.jobs();
            // Somebody may have come when the last one had just left.
            if made.is_none() && news.receiver_count() > 0 {
                continue;
            }
            jobs.under_way.remove(&record);
            if let Some(made) = made {
                if matches!(made, AnalysisNews::Analysis(_)) {
                    jobs.kept.push_back((record, made.clone()));
                    let over = jobs.kept.len().saturating_sub(KEPT);
                    jobs.kept.drain(..over);
                }
                // A client that has hung up meanwhile can ask again.
                let _ = news.send(made);
            }
            return;
        }
    }

    /// `None`: nobody waits for it any more.
    async fn make(
        &self,
        proof: &Arc<Proof>,
        news: &Arc<watch::Sender<AnalysisNews>>,
    ) -> Option<AnalysisNews> {
        // The semaphore is never closed.
        let _turn = self.turn.acquire().await.ok()?;
        let spare = self.pool.spare().await?;
        let (proof, news) = (proof.clone(), news.clone());
        let wanted = CancelOnDrop::default();
        let unwanted = wanted.0.clone();
        let working = tokio::task::spawn_blocking(move || {
            let mut progress = |done, of| {
                news.send_replace(AnalysisNews::Progress { done, of });
                false
            };
            let stop = || {
                spare.give_way();
                unwanted.load(Ordering::Relaxed)
            };
            analyse(&proof, None, &mut progress, &stop)
        });
        match working.await {
            Ok(Ok(Some(analysis))) => match serde_json::value::to_raw_value(&analysis) {
                Ok(analysis) => Some(AnalysisNews::Analysis(analysis)),
                Err(_) => Some(AnalysisNews::Failed(Code::Internal.into())),
            },
            Ok(Ok(None)) => None,
            Ok(Err(fault)) => {
                tracing::error!(code = fault.code, "a game cannot be analysed: {}", fault.text);
                Some(AnalysisNews::Failed(Code::Internal.into()))
            }
            Err(_) => Some(AnalysisNews::Failed(Code::Internal.into())),
        }
    }
}

/// While this is held, somebody waits. A thread would not notice otherwise that nobody does.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    fn join(&self, record: RecordId) -> Option<Waiting> {
        let made = self.kept.iter().find(|(kept, _)| *kept == record);
        let made = made.map(|(_, made)| watch::channel(made.clone()).1);
        made.or_else(|| self.under_way.get(&record).map(|job| job.news.subscribe()))
    }
    fn may_ask(&self, by: IpAddr) -> bool {
        self.under_way.len() < MOST && self.under_way.values().all(|job| job.by != by)
    }
}

impl Shared {
    /// The analysis of a finished game, or its state. Dropping the answer cancels the wait, and an
    /// analysis that nobody waits for is not made. An address has one under way; joining another's is always allowed.
    pub(crate) async fn analysis(&self, record: RecordId, by: IpAddr) -> Result<Waiting, Fault> {
        if let Some(waiting) = self.analyses.jobs().join(record) {
            return Ok(waiting);
        }
        // Before the game is played again for it.
        if !self.analyses.jobs().may_ask(by) {
            return Err(limited("your address waits for another analysis", RETRY));
        }
        let proof = self.proof(record, by).await?;
        let mut jobs = self.analyses.jobs();
        if let Some(waiting) = jobs.join(record) {
            return Ok(waiting);
        }
        if !jobs.may_ask(by) {
            return Err(limited("your address waits for another analysis", RETRY));
        }
        let (news, waiting) = watch::channel(AnalysisNews::Progress { done: 0, of: 0 });
        let news = Arc::new(news);
        jobs.under_way.insert(record, Job { by, news: news.clone() });
        tokio::spawn(self.analyses.clone().work(record, proof, news));
        Ok(waiting)
    }
}
