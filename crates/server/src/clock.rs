//! Time as a parameter, so that tests move it by hand.

use crate::lock::lock;
use std::{
    fmt, fs,
    future::Future,
    path::PathBuf,
    pin::Pin,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
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

/// How often a wrong clock reads its offset.
const LOOK: Duration = Duration::from_millis(100);

/// A clock that is off by as much as a file says, in milliseconds: for trials of what a wrong clock does. Whatever the file
/// says, it never runs backwards.
#[derive(Debug)]
pub struct WrongClock {
    right: SystemClock,
    file: PathBuf,
    /// By how much it is off, and when that was read.
    off: Mutex<(i64, Option<Instant>)>,
    latest: AtomicU64,
}

impl WrongClock {
    /// Off by what this file says. A file that is not there, or says nothing, says 0.
    pub fn of(file: PathBuf) -> WrongClock {
        WrongClock {
            right: SystemClock::default(),
            file,
            off: Mutex::default(),
            latest: AtomicU64::default(),
        }
    }

    fn off(&self) -> i64 {
        let mut off = lock(&self.off);
        if off.1.is_none_or(|read| read.elapsed() > LOOK) {
            let text = fs::read_to_string(&self.file).unwrap_or_default();
            *off = (text.trim().parse().unwrap_or(off.0), Some(Instant::now()));
        }
        off.0
    }
}

impl Clock for WrongClock {
    fn now(&self) -> u64 {
        let now = self.right.now().saturating_add_signed(self.off());
        self.latest.fetch_max(now, Ordering::SeqCst).max(now)
    }
    fn sleep_until(&self, at: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            loop {
                let left = Duration::from_millis(at.saturating_sub(self.now()));
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(LOOK)).await;
            }
        })
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
