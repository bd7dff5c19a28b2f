//! Turns: one at a time for each key.

use crate::lock::lock;
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
};
use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// From how many queues on those that nobody is in are thrown away.
const MANY: usize = 1_000;

type Queues<K> = Arc<Mutex<HashMap<K, Arc<Queue<()>>>>>;

/// Turns, one at a time for each key, in the order in which they were asked for.
#[derive(Debug)]
pub(crate) struct Turns<K> {
    queues: Queues<K>,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<K: Eq + Hash> {
    queues: Queues<K>,
    key: K,
    _place: OwnedMutexGuard<()>,
}

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Turns { queues: Arc::default() }
    }
}

impl<K: Clone + Eq + Hash> Turns<K> {
    /// Waits for a turn.
    pub(crate) async fn take(&self, key: K) -> Turn<K> {
        let queue = {
            let mut queues = lock(&self.queues);
            if queues.len() > MANY {
                // Somebody who no longer waits leaves a queue behind.
                queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            }
            queues.entry(key.clone()).or_default().clone()
        };
        let place = queue.lock_owned().await;
        Turn { queues: self.queues.clone(), key, _place: place }
    }
}

impl<K: Eq + Hash> Drop for Turn<K> {
    fn drop(&mut self) {
        let mut queues = lock(&self.queues);
        // One is in the map, one is held by this turn; any other waits.
        if queues.get(&self.key).is_some_and(|queue| Arc::strong_count(queue) <= 2) {
            queues.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn a_key_has_one_turn_at_a_time_and_others_do_not_wait_for_it() {
        let turns = Arc::new(Turns::default());
        let (here, there) = (1_u32, 2_u32);
        let first = turns.take(here).await;
        drop(turns.take(there).await);
        let done = Arc::new(AtomicUsize::new(0));
        let waiting: Vec<_> = (0..5)
            .map(|_| {
                let (turns, done) = (turns.clone(), done.clone());
                tokio::spawn(async move {
                    let _turn = turns.take(here).await;
                    done.fetch_add(1, Ordering::SeqCst);
                })
            })
            .collect();
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!(done.load(Ordering::SeqCst), 0, "the first turn is not over");
        drop(first);
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(done.load(Ordering::SeqCst), 5);
        assert!(lock(&turns.queues).is_empty(), "nothing is kept for who does not wait");
    }
}
