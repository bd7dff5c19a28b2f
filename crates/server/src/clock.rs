//! Time as a parameter, so that tests move it by hand.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::sync::watch;

/// Where the server reads the time: milliseconds of the Unix epoch that never run backwards.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Now.
    fn now(&self) -> u64;
    /// Waits until then.
    fn sleep_until(&self, at: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The machine's time. A jump of the machine's clock does not move it: only its start is read there.
#[derive(Debug)]
pub struct SystemClock {
    began: Instant,
    epoch: u64,
}

impl Default for SystemClock {
    fn default() -> Self {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        SystemClock { began: Instant::now(), epoch: epoch.as_millis() as u64 }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        self.epoch + self.began.elapsed().as_millis() as u64
    }
    fn sleep_until(&self, at: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(Duration::from_millis(at.saturating_sub(self.now()))))
    }
}

/// A clock that stands still until somebody moves it.
#[derive(Debug)]
pub struct ManualClock {
    now: AtomicU64,
    moved: watch::Sender<u64>,
}

impl ManualClock {
    /// Stands at `now`.
    pub fn at(now: u64) -> Self {
        ManualClock { now: AtomicU64::new(now), moved: watch::Sender::new(now) }
    }
    /// Moves on.
    pub fn advance(&self, by: Duration) {
        let by = by.as_millis() as u64;
        let now = self.now.fetch_add(by, Ordering::SeqCst) + by;
        self.moved.send_replace(now);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> u64 {
        self.now.load(Ordering::SeqCst)
    }
    fn sleep_until(&self, at: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut moved = self.moved.subscribe();
        Box::pin(async move {
            // The sender lives as long as this clock, so waiting cannot fail.
            let _ = moved.wait_for(|now| *now >= at).await;
        })
    }
}
