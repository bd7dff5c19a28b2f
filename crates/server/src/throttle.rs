use crate::lock::lock;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The shortest time between two log lines of one kind.
const INTERVAL: Duration = Duration::from_secs(1);

/// Lets one log line of a kind through per second, so that a stranger cannot fill the disk with the server's own words.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    last: Mutex<Option<Instant>>,
    held_back: AtomicU64,
}

impl Throttle {
    pub(crate) const fn new() -> Throttle {
        Throttle { last: Mutex::new(None), held_back: AtomicU64::new(0) }
    }

    /// Returns how many lines were held back since the last one, if a line may be written now.
    pub(crate) fn pass(&self) -> Option<u64> {
        self.pass_at(Instant::now())
    }

    fn pass_at(&self, now: Instant) -> Option<u64> {
        let mut last = lock(&self.last);
        if last.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            self.held_back.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        *last = Some(now);
        Some(self.held_back.swap(0, Ordering::Relaxed))
    }
}

/// Logs an error, at most one of its kind per second, with the number of those held back.
macro_rules! throttled_error {
    ($($said:tt)*) => {{
        static KIND: $crate::throttle::Throttle = $crate::throttle::Throttle::new();
        if let Some(held_back) = KIND.pass() {
            tracing::error!(held_back, $($said)*);
        }
    }};
}

pub(crate) use throttled_error;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_a_second_passes_and_the_rest_is_counted() {
        let (throttle, now) = (Throttle::new(), Instant::now());
        assert_eq!(throttle.pass_at(now), Some(0));
        assert!((0..500).all(|_| throttle.pass_at(now + INTERVAL / 2).is_none()));
        assert_eq!(throttle.pass_at(now + INTERVAL), Some(500));
        assert_eq!(throttle.pass_at(now + 2 * INTERVAL), Some(0));
    }
}
