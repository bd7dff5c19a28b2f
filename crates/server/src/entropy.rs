//! Secrets, and where they come from.

use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// Where random bytes come from; tests bring their own.
pub trait Entropy: fmt::Debug + Send + Sync {
    /// Fills `bytes` with randomness.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        // Without randomness there are no secrets and no fair deals: better no server at all.
        getrandom::fill(bytes).expect("the operating system has randomness");
    }
}

/// So many random bytes.
pub(crate) fn random<const N: usize>(entropy: &dyn Entropy) -> [u8; N] {
    let mut bytes = [0; N];
    entropy.fill(&mut bytes);
    bytes
}

/// As text that may stand in an address.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What is kept of a seat token.
pub(crate) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Whether a token is the one with that hash, in the same time for every wrong one.
pub(crate) fn token_fits(token: &str, hash: &str) -> bool {
    token_hash(token).as_bytes().ct_eq(hash.as_bytes()).into()
}
