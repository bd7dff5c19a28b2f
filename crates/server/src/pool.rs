//! Where bots think: a bounded number at a time, away from the tasks that serve people.

use catalog::Json;
use std::{future::Future, sync::Arc, time::Instant};
use tokio::sync::Semaphore;

use crate::metrics::Metrics;

/// The thinkers.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

impl Pool {
    pub(crate) fn new(places: usize, metrics: Arc<Metrics>) -> Pool {
        Pool { places: Arc::new(Semaphore::new(places.max(1))), metrics }
    }

    /// Lets a bot choose from what its seat is shown, and hands on what it chose. `None`: nothing.
    pub(crate) fn choose<F>(
        &self,
        view: Json,
        legal: Vec<Json>,
        seed: u64,
        then: impl FnOnce(Option<Json>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let pool = self.clone();
        tokio::spawn(async move {
            // The semaphore is never closed.
            let Ok(place) = pool.places.clone().acquire_owned().await else { return };
            let began = Instant::now();
            let choice = tokio::task::spawn_blocking(move || any(&view, legal, seed)).await;
            drop(place);
            pool.metrics.bot_thought(began.elapsed());
            then(choice.ok().flatten()).await;
        });
    }
}

/// Any legal action, each equally likely. The view is not even looked at.
fn any(_view: &Json, mut legal: Vec<Json>, seed: u64) -> Option<Json> {
    if legal.is_empty() {
        return None;
    }
    // Scaled instead of divided; a bias of one in a billion billions is nothing to a random player.
    let choice = (u128::from(seed) * legal.len() as u128) >> 64;
    Some(legal.swap_remove(choice as usize))
}
