//! Where bots think: a bounded number at a time, first come, first served, away from the tasks that serve
//! people.

use crate::metrics::Metrics;
use catalog::{Answer, Thinker, Thought};
use std::{
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

/// No bot thinks longer, however strong and however busy the machine. Strong ones need a tenth of it.
const LONGEST: Duration = Duration::from_millis(400);

/// The thinkers.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// Waiting is fair: a thousand tables of bots get their turns one after the other.
    places: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

impl Pool {
    pub(crate) fn new(places: usize, metrics: Arc<Metrics>) -> Pool {
        Pool { places: Arc::new(Semaphore::new(places.max(1))), metrics }
    }

    /// Lets a bot think, and hands on its answer. `None`: it has none. The thinker was made from what its seat is
    /// shown.
    pub(crate) fn choose<F>(
        &self,
        thinker: Thinker,
        seed: u64,
        then: impl FnOnce(Option<Answer>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let pool = self.clone();
        tokio::spawn(async move {
            // The semaphore is never closed.
            let Ok(place) = pool.places.clone().acquire_owned().await else { return };
            let began = Instant::now();
            let choice = tokio::task::spawn_blocking(move || think(thinker, seed, began)).await;
            drop(place);
            pool.metrics.bot_thought(began.elapsed());
            then(choice.ok().flatten()).await;
        });
    }
}

fn think(thinker: Thinker, seed: u64, began: Instant) -> Option<Answer> {
    let late = || began.elapsed() > LONGEST;
    match thinker.think(Thought { out_of_time: &late, ..Thought::new(seed) }) {
        Ok(answer) => Some(answer),
        Err(fault) => {
            // The books of a seat contradict themselves. Knowing less on purpose would hide it; the seat does
            // what it would do if its time ran out.
            tracing::error!(code = fault.code, "a bot found no world that fits its view");
            None
        }
    }
}
