use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{ops::RangeInclusive, time::Duration};

/// A random source: the same numbers for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
    /// An independent source for one of many.
    pub(crate) fn for_one(seed: u64, which: u64) -> Dice {
        Dice::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(which))
    }
    pub(crate) fn below(&mut self, below: usize) -> usize {
        ((u128::from(self.0.next_u64()) * below as u128) >> 64) as usize
    }
    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
    pub(crate) fn millis(&mut self, range: RangeInclusive<u64>) -> Duration {
        let (from, to) = (*range.start(), *range.end());
        Duration::from_millis(from + self.below((to - from + 1) as usize) as u64)
    }
    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
    /// Shuffles a list.
    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}
