use crate::lock::lock;
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard},
};

/// One of anything, in the units of a bucket: then a bucket gains `per_minute` units in a millisecond.
const ONE: u64 = 60_000;
/// From how many on full buckets are thrown away.
const MANY: usize = 1_000;

/// A token bucket for each address, room or seat.
#[derive(Debug)]
pub(super) struct Buckets<K> {
    burst: u32,
    per_minute: u32,
    lifted: bool,
    fills: Mutex<Fills<K>>,
}

#[derive(Debug)]
struct Fills<K> {
    of: HashMap<K, Fill>,
    /// At how many to look for full ones next.
    sweep_at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Fill {
    units: u64,
    at: u64,
}

impl<K: Eq + Hash> Buckets<K> {
    /// `burst` at once, and then `per_minute`; none where limits are `lifted`.
    pub(super) fn new(burst: u32, per_minute: u32, lifted: bool) -> Buckets<K> {
        let fills = Fills { of: HashMap::new(), sweep_at: MANY };
        Buckets { burst, per_minute, lifted, fills: Mutex::new(fills) }
    }

    /// How many at once, and how many a minute.
    pub(super) fn rate(&self) -> (u32, u32) {
        (self.burst, self.per_minute)
    }

    /// Takes one, or says after how many milliseconds there will be one.
    pub(super) fn take(&self, key: K, now: u64) -> Result<(), u64> {
        self.spend(key, now, ONE)
    }

    /// Whether there is one.
    pub(super) fn left(&self, key: K, now: u64) -> Result<(), u64> {
        self.spend(key, now, 0)
    }

    fn spend(&self, key: K, now: u64, units: u64) -> Result<(), u64> {
        if self.lifted {
            return Ok(());
        }
        let mut fills = self.fills();
        if fills.of.len() > fills.sweep_at {
            fills.of.retain(|_, fill| self.filled(*fill, now).units < self.full());
            fills.sweep_at = 2 * fills.of.len() + MANY;
        }
        let fill = fills.of.get(&key).copied().unwrap_or(Fill { units: self.full(), at: now });
        let fill = self.filled(fill, now);
        if fill.units < ONE {
            fills.of.insert(key, fill);
            return Err((ONE - fill.units).div_ceil(u64::from(self.per_minute.max(1))));
        }
        if units > 0 {
            fills.of.insert(key, Fill { units: fill.units - units, ..fill });
        }
        Ok(())
    }

    /// Puts one back.
    pub(super) fn give_back(&self, key: &K, now: u64) {
        if let Some(fill) = self.fills().of.get_mut(key) {
            let filled = self.filled(*fill, now);
            *fill = Fill { units: (filled.units + ONE).min(self.full()), ..filled };
        }
    }

    fn filled(&self, fill: Fill, now: u64) -> Fill {
        let gained = now.saturating_sub(fill.at).saturating_mul(self.per_minute.into());
        Fill { units: fill.units.saturating_add(gained).min(self.full()), at: now.max(fill.at) }
    }

    fn full(&self) -> u64 {
        u64::from(self.burst) * ONE
    }

    fn fills(&self) -> MutexGuard<'_, Fills<K>> {
        lock(&self.fills)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_says_when_it_has_one_again() {
        let buckets = Buckets::new(2, 10, false);
        assert_eq!(buckets.take(1_u32, 0), Ok(()));
        assert_eq!(buckets.take(1, 0), Ok(()));
        assert_eq!(buckets.take(1, 0), Err(6_000));
        assert_eq!(buckets.left(1, 5_000), Err(1_000));
        assert_eq!(buckets.take(1, 6_000), Ok(()));
        assert_eq!(buckets.take(2, 0), Ok(()), "another address");
        assert!((0..1_000).all(|_| Buckets::new(1, 1, true).take(1_u32, 0).is_ok()), "lifted");
    }

    #[test]
    fn addresses_that_have_been_quiet_are_forgotten() {
        let buckets = Buckets::new(1, 60, false);
        for n in 0..=MANY as u32 {
            assert_eq!(buckets.take(n, 0), Ok(()));
        }
        assert_eq!(buckets.take(1_000_000, 1_000), Ok(()));
        assert_eq!(buckets.fills().of.len(), 1);
    }
}
