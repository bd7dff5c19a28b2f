//! Secrets, and where they come from.

pub(crate) use room::entropy::random;
pub use room::entropy::{Entropy, Purpose};
#[cfg(feature = "seeded")]
use sha2::{Digest, Sha256};

/// The operating system's.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    fn fill(&self, _: Purpose, bytes: &mut [u8]) {
        // Without randomness there are no secrets and no fair deals: better no server at all.
        getrandom::fill(bytes).expect("the operating system has randomness");
    }
}

/// The same bytes for the same seed, for tests that must meet the same deals in every run. Everybody who knows the
/// seed knows every card and every token, so no build that people get has this.
#[cfg(feature = "seeded")]
#[derive(Debug)]
pub struct SeededEntropy {
    seed: u64,
    /// How often each purpose was served, by its number.
    served: [std::sync::atomic::AtomicU64; 6],
}

#[cfg(feature = "seeded")]
impl SeededEntropy {
    /// A source that starts at the beginning of the streams of `seed`.
    pub fn new(seed: u64) -> SeededEntropy {
        SeededEntropy { seed, served: Default::default() }
    }
}

#[cfg(feature = "seeded")]
impl Entropy for SeededEntropy {
    fn fill(&self, purpose: Purpose, bytes: &mut [u8]) {
        let served = &self.served[purpose as usize];
        let count = served.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        for (block, chunk) in bytes.chunks_mut(32).enumerate() {
            let number = (self.seed, purpose as u8, count, block as u64);
            let digest = Sha256::digest(format!("{number:?}"));
            chunk.copy_from_slice(&digest[..chunk.len()]);
        }
    }
}

#[cfg(all(test, feature = "seeded"))]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_bytes_for_each_purpose() {
        let (one, two) = (SeededEntropy::new(7), SeededEntropy::new(7));
        let deal: [u8; 48] = random(&one, Purpose::DealSecret);
        // Other purposes in between change nothing.
        let _: [u8; 16] = random(&two, Purpose::SeatToken);
        assert_eq!(deal, random(&two, Purpose::DealSecret));
        assert_ne!(deal, random(&two, Purpose::DealSecret), "the next one differs");
        assert_ne!(deal, random(&one, Purpose::PlayerId), "each purpose has its own stream");
        assert_ne!(deal, random(&SeededEntropy::new(8), Purpose::DealSecret));
    }
}
