use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
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
    levels: Mutex<Levels<K>>,
}

#[derive(Debug)]
struct Levels<K> {
    of: HashMap<K, Level>,
    /// At how many to look for full ones next.
    sweep_at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    units: u64,
    at: u64,
}

impl<K: Eq + Hash> Buckets<K> {
    /// `burst` at once, and then `per_minute`; none where limits are `lifted`.
    pub(super) fn new(burst: u32, per_minute: u32, lifted: bool) -> Buckets<K> {
        let levels = Levels { of: HashMap::new(), sweep_at: MANY };
        Buckets { burst, per_minute, lifted, levels: Mutex::new(levels) }
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
        let mut levels = self.levels();
        if levels.of.len() > levels.sweep_at {
            levels.of.retain(|_, level| self.filled(*level, now).units < self.full());
            levels.sweep_at = 2 * levels.of.len() + MANY;
        }
        let level = levels.of.get(&key).copied().unwrap_or(Level { units: self.full(), at: now });
        let level = self.filled(level, now);
        if level.units < ONE {
            levels.of.insert(key, level);
            return Err((ONE - level.units).div_ceil(u64::from(self.per_minute.max(1))));
        }
        if units > 0 {
            levels.of.insert(key, Level { units: level.units - units, ..level });
        }
        Ok(())
    }

    /// Puts one back.
    pub(super) fn give_back(&self, key: &K, now: u64) {
        if let Some(level) = self.levels().of.get_mut(key) {
            let filled = self.filled(*level, now);
            *level = Level { units: (filled.units + ONE).min(self.full()), ..filled };
        }
    }

    fn filled(&self, level: Level, now: u64) -> Level {
        let gained = now.saturating_sub(level.at).saturating_mul(self.per_minute.into());
        Level { units: level.units.saturating_add(gained).min(self.full()), at: now.max(level.at) }
    }

    fn full(&self) -> u64 {
        u64::from(self.burst) * ONE
    }

    fn levels(&self) -> MutexGuard<'_, Levels<K>> {
        // Nothing panics while it holds this lock.
        self.levels.lock().unwrap_or_else(PoisonError::into_inner)
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
        assert_eq!(buckets.levels().of.len(), 1);
    }
}
