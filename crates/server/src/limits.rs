//! How much anybody may ask for.

use crate::config::Config;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

const MINUTE: u64 = 60_000;

/// Limits per address.
#[derive(Debug)]
pub(crate) struct Limits {
    rooms: PerMinute,
    history: PerMinute,
    failures: PerMinute,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Limits {
        Limits {
            rooms: PerMinute::new(config.rooms_per_minute),
            history: PerMinute::new(config.history_per_minute),
            failures: PerMinute::new(config.failures_per_minute),
        }
    }
    /// Whether an address may open another room; counts it if so.
    pub(crate) fn may_open(&self, address: IpAddr, now: u64) -> bool {
        self.rooms.take(address, now)
    }
    /// What was counted then has opened no room after all.
    pub(crate) fn opened_none(&self, address: IpAddr, then: u64) {
        self.rooms.give_back(address, then);
    }
    /// Whether an address may ask about a history; counts it if so.
    pub(crate) fn may_look_back(&self, address: IpAddr, now: u64) -> bool {
        self.history.take(address, now)
    }
    /// Whether an address may try again to get in.
    pub(crate) fn may_try(&self, address: IpAddr, now: u64) -> bool {
        self.failures.left(address, now)
    }
    /// It has tried in vain.
    pub(crate) fn failed(&self, address: IpAddr, now: u64) {
        self.failures.take(address, now);
    }
}

/// So many within any minute.
#[derive(Debug)]
struct PerMinute {
    most: usize,
    /// When each address did it in the last minute.
    done: Mutex<HashMap<IpAddr, Vec<u64>>>,
}

impl PerMinute {
    fn new(most: u32) -> PerMinute {
        PerMinute { most: most as usize, done: Mutex::default() }
    }
    fn left(&self, address: IpAddr, now: u64) -> bool {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = |times: &Vec<u64>| times.iter().filter(|at| **at + MINUTE > now).count();
        done.get(&address).map_or(0, recent) < self.most
    }
    fn take(&self, address: IpAddr, now: u64) -> bool {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        // Addresses that have been quiet for a minute cost nothing any more.
        if done.len() > 1_000 {
            done.retain(|_, times| times.iter().any(|at| *at + MINUTE > now));
        }
        let times = done.entry(address).or_default();
        times.retain(|at| *at + MINUTE > now);
        let fits = times.len() < self.most;
        if fits {
            times.push(now);
        }
        fits
    }
    fn give_back(&self, address: IpAddr, then: u64) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(times) = done.get_mut(&address)
            && let Some(one) = times.iter().rposition(|at| *at == then)
        {
            times.remove(one);
        }
    }
}

/// A connection's allowance: so many messages per second, so many at once.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    /// In thousandths of a message.
    level: u64,
    most: u64,
    per_ms: u64,
    filled: u64,
    /// When it overflowed lately.
    overflows: Vec<u64>,
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowance {
    /// It goes through.
    Fine,
    /// It is refused.
    Refused,
    /// It was refused once too often: the connection is closed.
    Enough,
}

impl Bucket {
    /// For everything that a connection sends.
    pub(crate) fn new(config: &Config, now: u64) -> Bucket {
        Bucket::of(config.messages_per_second, config.message_burst, now)
    }
    /// So many per second, so many at once.
    pub(crate) fn of(per_second: u32, burst: u32, now: u64) -> Bucket {
        let most = u64::from(burst) * 1000;
        // A message per second is a thousandth of a message per millisecond.
        Bucket { level: most, most, per_ms: per_second.into(), filled: now, overflows: Vec::new() }
    }
    pub(crate) fn take(&mut self, now: u64) -> Allowance {
        let gained = now.saturating_sub(self.filled).saturating_mul(self.per_ms);
        self.level = self.level.saturating_add(gained).min(self.most);
        self.filled = now;
        if self.level >= 1000 {
            self.level -= 1000;
            return Allowance::Fine;
        }
        self.overflows.retain(|at| at + MINUTE > now);
        self.overflows.push(now);
        if self.overflows.len() > 3 { Allowance::Enough } else { Allowance::Refused }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_a_burst_through_and_then_so_many_per_second() {
        let mut bucket = Bucket::new(&Config::default(), 0);
        assert!((0..40).all(|_| bucket.take(0) == Allowance::Fine));
        assert_eq!(bucket.take(0), Allowance::Refused);
        assert_eq!(bucket.take(50), Allowance::Fine);
        assert_eq!(bucket.take(50), Allowance::Refused);
        assert_eq!(bucket.take(50), Allowance::Refused);
        assert_eq!(bucket.take(50), Allowance::Enough);
        assert_eq!(bucket.take(120_000), Allowance::Fine);
    }

    #[test]
    fn an_address_has_so_many_a_minute() {
        let limits = Limits::new(&Config::default());
        let address = IpAddr::from([127, 0, 0, 1]);
        assert!((0..5).all(|i| limits.may_open(address, i * 1000)));
        assert!(!limits.may_open(address, 30_000));
        assert!(limits.may_open(IpAddr::from([127, 0, 0, 2]), 30_000));
        assert!(limits.may_open(address, 60_500), "the first is a minute ago");
        (0..20).for_each(|_| limits.failed(address, 0));
        assert!(!limits.may_try(address, 59_999));
        assert!(limits.may_try(address, 60_000));
    }
}
