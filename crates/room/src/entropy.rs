//! Random secrets, their purposes and their hashes. The caller provides the randomness.

use sha2::{Digest, Sha256};
use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};
use subtle::ConstantTimeEq;

/// Where random bytes come from; tests bring their own.
pub trait Entropy: fmt::Debug + Send + Sync {
    /// Fills `bytes` with randomness for `purpose`.
    fn fill(&self, purpose: Purpose, bytes: &mut [u8]);
}

/// What random bytes are for. A seeded source gives each purpose its own stream, so that one more token does not
/// change the next deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The id of a room.
    RoomId,
    /// The code that people join a room by.
    RoomCode,
    /// The token that proves a seat.
    SeatToken,
    /// The public id of a player.
    PlayerId,
    /// The server's secret for a deal.
    DealSecret,
    /// The key that the server signs with.
    ServerKey,
}

/// Derives any number of bytes from 32 random ones, for a caller without a random source. Without the seed they look like
/// random bytes, and none of them gives away another. A seed is used once.
pub struct SeedEntropy {
    seed: [u8; 32],
    served: AtomicU64,
}

impl SeedEntropy {
    /// A source with its own seed.
    pub fn new(seed: [u8; 32]) -> SeedEntropy {
        SeedEntropy { seed, served: AtomicU64::new(0) }
    }
}

impl fmt::Debug for SeedEntropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeedEntropy")
    }
}

impl Entropy for SeedEntropy {
    fn fill(&self, _: Purpose, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let count = self.served.fetch_add(1, Ordering::Relaxed);
            let block = Sha256::new()
                .chain_update(b"aboveboard seed ")
                .chain_update(self.seed)
                .chain_update(count.to_be_bytes())
                .finalize();
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }
}

/// Returns `N` random bytes for `purpose`.
pub fn random<const N: usize>(entropy: &dyn Entropy, purpose: Purpose) -> [u8; N] {
    let mut bytes = [0; N];
    entropy.fill(purpose, &mut bytes);
    bytes
}

/// As text that may stand in an address.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The hash of a seat token, which is all that is stored of it.
pub fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Whether a token is the one with that hash, in the same time for every wrong one.
pub fn token_fits(token: &str, hash: &str) -> bool {
    token_hash(token).as_bytes().ct_eq(hash.as_bytes()).into()
}
