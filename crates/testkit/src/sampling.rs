use crate::Law;
use rand_core::SeedableRng;

/// The generator of all tests: specified, fast, the same on every machine.
pub type TestRng = rand_xoshiro::Xoshiro256PlusPlus;

/// Which of the many possible comparisons of a game are made.
///
/// Each comparison has a generator of its own, made from the game's seed, the step, the law and the viewer.
/// So it comes out the same whether it is one of a few that were sampled or one of all in a rerun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    /// The seed of the game.
    pub(crate) seed: u64,
    /// One in this number of comparisons is made; 0: all, also the costly ones.
    pub(crate) every: u64,
    /// Steps from this one on are not compared.
    pub(crate) cap: usize,
}

impl Sampling {
    /// The generator for this comparison, if it is to be made. `who` counts viewers.
    pub(crate) fn due(&self, law: Law, step: usize, who: usize) -> Option<TestRng> {
        if step >= self.cap {
            return None;
        }
        let number = self.number(law, step, who);
        let due = self.every == 0 || number.is_multiple_of(self.every * law.rarity());
        due.then(|| TestRng::seed_from_u64(number))
    }

    fn number(&self, law: Law, step: usize, who: usize) -> u64 {
        let place = (step as u64) << 16 | (law as u64) << 8 | who as u64;
        scramble(scramble(self.seed).wrapping_add(place))
    }
}

/// SplitMix64's finalizer: neighbours become strangers.
fn scramble(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;

    #[test]
    fn one_in_a_number_is_due() {
        let sampling = Sampling { seed: 3, every: 10, cap: usize::MAX };
        let due = (0..10_000).filter(|&step| sampling.due(Law::NoLeak, step, 0).is_some()).count();
        assert!((800..1_200).contains(&due), "{due}");
    }

    #[test]
    fn a_comparison_is_the_same_sampled_or_not() {
        let sampled = Sampling { seed: 3, every: 10, cap: usize::MAX };
        let all = Sampling { every: 0, ..sampled };
        let mut compared = 0;
        for step in 0..1_000 {
            if let Some(mut rng) = sampled.due(Law::Worlds, step, 2) {
                let mut again = all.due(Law::Worlds, step, 2).expect("all are due");
                assert_eq!(rng.next_u64(), again.next_u64());
                compared += 1;
            }
        }
        assert!(compared > 50);
    }

    #[test]
    fn nothing_is_due_beyond_the_cap() {
        let sampling = Sampling { seed: 3, every: 0, cap: 5 };
        assert!(sampling.due(Law::Wire, 4, 0).is_some());
        assert!(sampling.due(Law::Wire, 5, 0).is_none());
    }
}
