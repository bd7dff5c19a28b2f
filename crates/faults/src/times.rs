use serde::Serialize;
use server::lock::lock;
use std::{sync::Mutex, time::Duration};

/// Many durations of the same thing.
#[derive(Debug, Default)]
pub struct Times(Mutex<Vec<Duration>>);

/// A summary of durations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// How many there were.
    pub count: usize,
    /// The median, in milliseconds.
    pub p50_ms: u64,
    /// The 99th percentile.
    pub p99_ms: u64,
    /// The longest.
    pub max_ms: u64,
}

impl Times {
    /// Adds one.
    pub fn add(&self, time: Duration) {
        lock(&self.0).push(time);
    }
    /// Summarises them.
    pub fn spread(&self) -> Spread {
        let mut times = lock(&self.0).clone();
        times.sort_unstable();
        let at = |percent: usize| {
            let rank = (times.len() * percent).div_ceil(100).max(1);
            times.get(rank - 1).map_or(0, |time| time.as_millis() as u64)
        };
        Spread { count: times.len(), p50_ms: at(50), p99_ms: at(99), max_ms: at(100) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_of_times_that_occurred() {
        let times = Times::default();
        assert_eq!(times.spread(), Spread::default());
        (1..=200).for_each(|ms| times.add(Duration::from_millis(ms)));
        assert_eq!(times.spread(), Spread { count: 200, p50_ms: 100, p99_ms: 198, max_ms: 200 });
    }
}
