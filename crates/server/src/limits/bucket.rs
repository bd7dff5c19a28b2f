use crate::config::Config;

const MINUTE: u64 = 60_000;

/// A connection's allowance: a rate, and a burst.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    /// In parts of a message.
    level: u64,
    most: u64,
    /// Parts that make a message.
    one: u64,
    per_ms: u64,
    filled: u64,
    /// When it overflowed lately.
    overflows: Vec<u64>,
}

/// The decision about a message.
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
    /// A number of messages per second, after a burst.
    pub(crate) fn of(per_second: u32, burst: u32, now: u64) -> Bucket {
        let most = u64::from(burst) * 1000;
        // A message per second is a thousandth of a message per millisecond.
        Bucket { level: most, most, one: 1000, per_ms: per_second.into(), filled: now, overflows: Vec::new() }
    }
    /// One message every `pause` milliseconds, after a burst.
    pub(crate) fn every(pause: u64, burst: u32, now: u64) -> Bucket {
        let most = u64::from(burst) * pause;
        Bucket { level: most, most, one: pause, per_ms: 1, filled: now, overflows: Vec::new() }
    }
    pub(crate) fn take(&mut self, now: u64) -> Allowance {
        let gained = now.saturating_sub(self.filled).saturating_mul(self.per_ms);
        self.level = self.level.saturating_add(gained).min(self.most);
        self.filled = now;
        if self.level >= self.one {
            self.level -= self.one;
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
    fn a_bucket_lets_a_burst_through_and_then_a_rate_per_second() {
        let mut bucket = Bucket::new(&Config::default(), 0);
        assert!((0..40).all(|_| bucket.take(0) == Allowance::Fine));
        assert_eq!(bucket.take(0), Allowance::Refused);
        assert_eq!(bucket.take(50), Allowance::Fine);
        assert_eq!(bucket.take(50), Allowance::Refused);
        assert_eq!(bucket.take(50), Allowance::Refused);
        assert_eq!(bucket.take(50), Allowance::Enough);
        assert_eq!(bucket.take(120_000), Allowance::Fine);
    }
}
