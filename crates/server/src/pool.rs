//! The thread pool of bots: a bounded number at a time, first come, first served, apart from the tasks that
//! serve people. Spare places are for background work.

use crate::{lock::lock, log::RoomId, metrics::Metrics, protocol::Code};
use catalog::{Answer, Deliberation, Fault};
use kernel::{Level, Reasons, Seat};
use serde_json::Value;
use std::{
    collections::HashMap,
    future::Future,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};
use tokio::{
    runtime::Handle,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
};

/// The thinkers.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// Waiting is fair: a thousand tables of bots get their turns one after the other.
    places: Arc<Semaphore>,
    /// The number of bots that wait for a place.
    waiting: Arc<AtomicUsize>,
    /// Notified when no bot waits any more.
    quiet: Arc<Notify>,
    /// People's hints and reasons: one at a time, so that they never have all places.
    lane: Arc<Semaphore>,
    /// One thought at a time for each address.
    addresses: Arc<Addresses>,
    metrics: Arc<Metrics>,
}

/// The turns of people who ask for hints, by address.
#[derive(Debug, Default)]
struct Addresses(Mutex<HashMap<IpAddr, Arc<Semaphore>>>);

impl Addresses {
    fn turn_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut turns = lock(&self.0);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        turns.entry(address).or_insert_with(|| Arc::new(Semaphore::new(1))).clone()
    }
}

/// A place for work that nobody at a table waits for. It is like any other, and is given up as soon as a bot wants it.
#[derive(Debug)]
pub(crate) struct Spare {
    pool: Pool,
    place: Mutex<Option<OwnedSemaphorePermit>>,
    runtime: Handle,
}

impl Spare {
    /// Lets everybody who waits go first, and returns when there is a place again. Blocks: not for tasks.
    pub(crate) fn give_way(&self) {
        if self.pool.waiting.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut place = lock(&self.place);
        *place = None;
        // First come, first served: those who wait come before us.
        *place = self.runtime.block_on(self.pool.places.clone().acquire_owned()).ok();
    }
}

/// The room and seat of a thought, for the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinker {
    pub(crate) room: RoomId,
    pub(crate) seat: Seat,
    pub(crate) level: Level,
}

impl Pool {
    pub(crate) fn new(places: usize, metrics: Arc<Metrics>) -> Pool {
        Pool {
            places: Arc::new(Semaphore::new(places.max(1))),
            waiting: Arc::default(),
            quiet: Arc::default(),
            lane: Arc::new(Semaphore::new(1)),
            addresses: Arc::default(),
            metrics,
        }
    }

    /// A place for work that can wait. `None` once the pool is closed, which it never is.
    pub(crate) async fn spare(&self) -> Option<Spare> {
        let place = self.places.clone().acquire_owned().await.ok()?;
        Some(Spare { pool: self.clone(), place: Mutex::new(Some(place)), runtime: Handle::current() })
    }

    /// Lets a bot think, and hands on its answer. `None`: it has none. The question was made from what its seat is shown.
    pub(crate) fn choose<F>(
        &self,
        deliberation: Deliberation,
        seed: u64,
        thinker: Thinker,
        then: impl FnOnce(Option<Answer>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let pool = self.clone();
        // The trace log says in words what the bot had to go by.
        let explain = tracing::enabled!(tracing::Level::TRACE);
        tokio::spawn(async move {
            let answer = pool.think(deliberation, seed, explain, thinker).await;
            if let (true, Ok(answer)) = (explain, &answer) {
                log(thinker, answer);
            }
            then(answer.ok()).await;
        });
    }

    /// Lets a bot think for a person who wants its reasons, after all bots that a table waits for.
    pub(crate) fn explain(
        &self,
        deliberation: Deliberation,
        seed: u64,
        thinker: Thinker,
        address: IpAddr,
        then: impl FnOnce(Result<Answer, Fault>) + Send + 'static,
    ) {
        let pool = self.clone();
        tokio::spawn(async move {
            let turn = pool.addresses.turn_of(address);
            // Neither semaphore is ever closed.
            let (_turn, _lane) = (turn.acquire().await, pool.lane.acquire().await);
            pool.until_quiet().await;
            then(pool.think(deliberation, seed, true, thinker).await);
        });
    }

    /// Resolves when no bot waits for a place.
    async fn until_quiet(&self) {
        loop {
            let quiet = self.quiet.notified();
            if self.waiting.load(Ordering::Relaxed) == 0 {
                return;
            }
            quiet.await;
        }
    }

    async fn think(
        &self,
        deliberation: Deliberation,
        seed: u64,
        explain: bool,
        thinker: Thinker,
    ) -> Result<Answer, Fault> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = self.places.clone().acquire_owned().await;
        if self.waiting.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.quiet.notify_waiters();
        }
        // The semaphore is never closed.
        let place = place.map_err(|_| Code::Internal)?;
        let began = Instant::now();
        // Bounded by counts and not by time: anybody can think it again later, on any machine.
        let thinking = tokio::task::spawn_blocking(move || deliberation.decide(seed, explain));
        let answer = thinking.await;
        drop(place);
        self.metrics.bot_thought(began.elapsed());
        match answer {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(fault)) => {
                let Thinker { room, seat, .. } = thinker;
                tracing::error!(%room, %seat, code = fault.code, "a bot found no world that fits its view");
                Err(Code::Internal.into())
            }
            Err(_) => Err(Code::Internal.into()),
        }
    }
}

/// What a bot had to go by, in words. Nothing of it is more than its seat knew, and no card is named: some choices stay
/// secret after they are made.
fn log(thinker: Thinker, answer: &Answer) {
    let Thinker { room, seat, level } = thinker;
    let Ok(reasons) = serde_json::from_str::<Reasons<Value>>(answer.reasons.get()) else { return };
    if let Some(known) = &reasons.knowledge {
        let hidden: Vec<_> =
            known.places.iter().map(|place| format!("{} in {}", place.size, place.name)).collect();
        let (seen, unseen, hidden) = (known.seen, known.cards.len(), hidden.join(", "));
        tracing::trace!(%room, %seat, seen, unseen, hidden, "a bot knows the cards it has seen");
        for void in &known.voids {
            let (other, suit, trick) = (void.seat, &void.suit, void.trick);
            tracing::trace!(%room, %seat, %other, suit, trick, "a bot has seen somebody fail to follow");
        }
    }
    let (worlds, candidates) = (reasons.worlds.kept, reasons.candidates.len());
    tracing::trace!(%room, %seat, %level, method = reasons.method, worlds, candidates, "a bot has chosen");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// A decision at a table of Casino.
    fn question() -> (Deliberation, Thinker) {
        let casino = catalog::find("casino").unwrap();
        let mut table = casino.open(&catalog::HouseRules::default(), &casino.start(None)).unwrap();
        while let kernel::Turn::Chance(luck) = table.turn() {
            table.play(&kernel::Input::Chance(kernel::DealKey::from_seed(1).answer(0, luck))).unwrap();
        }
        let kernel::Turn::Seats { must, .. } = table.turn() else { panic!("somebody is to act") };
        let seat = must.iter().next().unwrap();
        let thinker = Thinker { room: RoomId(1), seat, level: Level::Easy };
        (Deliberation::new(table.as_ref(), seat, Level::Easy), thinker)
    }

    #[tokio::test]
    async fn hints_come_one_at_a_time_and_leave_places_to_the_bots() {
        let pool = Pool::new(2, Arc::new(Metrics::default()));
        let answered = Arc::new(AtomicUsize::new(0));
        for asked in 0..12 {
            let (deliberation, thinker) = question();
            let counter = answered.clone();
            let address = IpAddr::from([10, 0, 0, asked % 3]);
            pool.explain(deliberation, 1, thinker, address, move |answer| {
                assert!(answer.is_ok());
                counter.fetch_add(1, Ordering::SeqCst);
            });
        }
        while answered.load(Ordering::SeqCst) < 12 {
            assert!(pool.places.available_permits() >= 1, "a bot that comes now need not wait");
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_hint_waits_until_no_bot_does() {
        let pool = Pool::new(1, Arc::new(Metrics::default()));
        let place = pool.places.clone().acquire_owned().await.unwrap();
        let bots: Vec<_> = (0..3)
            .map(|_| {
                let (pool, (deliberation, thinker)) = (pool.clone(), question());
                tokio::spawn(async move { pool.think(deliberation, 1, false, thinker).await.is_ok() })
            })
            .collect();
        while pool.waiting.load(Ordering::Relaxed) < 3 {
            tokio::task::yield_now().await;
        }
        let (deliberation, thinker) = question();
        let (sender, answered) = tokio::sync::oneshot::channel();
        pool.explain(deliberation, 1, thinker, IpAddr::from([10, 0, 0, 1]), move |answer| {
            sender.send(answer.is_ok()).unwrap();
        });
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 3, "it has not even asked for a place");
        drop(place);
        for bot in bots {
            assert!(bot.await.unwrap());
        }
        assert!(answered.await.unwrap());
    }

    #[tokio::test]
    async fn work_that_can_wait_gives_way_to_a_bot_at_a_table() {
        let pool = Pool::new(1, Arc::new(Metrics::default()));
        let spare = pool.spare().await.unwrap();
        assert_eq!(pool.places.available_permits(), 0, "it has the only place");
        let done = Arc::new(AtomicBool::new(false));
        let stop = done.clone();
        let work = tokio::task::spawn_blocking(move || {
            while !stop.load(Ordering::Relaxed) {
                spare.give_way();
            }
        });
        let (deliberation, thinker) = question();
        let answer = pool.think(deliberation, 1, false, thinker).await;
        assert!(answer.unwrap().action.is_some(), "and the bot has answered all the same");
        done.store(true, Ordering::Relaxed);
        work.await.unwrap();
        assert_eq!(pool.places.available_permits(), 1);
    }
}
