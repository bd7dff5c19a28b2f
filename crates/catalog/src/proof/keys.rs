use hmac::{Hmac, KeyInit, Mac};
use kernel::{DealKey, Hex32, Seat, WindowId};
use sha2::{Digest, Sha256};

/// The hash by which the server promises its secret.
pub fn commitment(secret: &[u8; 32]) -> Hex32 {
    hash(&[b"aboveboard secret 2\n", secret])
}

/// The hash by which a seat promises its bytes to an opening, which is given by its hash.
pub fn promise(opening: &Hex32, seat: Seat, bytes: &[u8; 32]) -> Hex32 {
    hash(&[b"aboveboard promise 2\n", &opening.0, &[seat.0], bytes])
}

/// Ten digits that people at a table compare. They are fixed only after all bytes are shown, so nobody can search for two
/// transcripts with the same number. `bytes` follow the promises of the transcript.
pub fn table_number(transcript: &Hex32, bytes: &[[u8; 32]]) -> u64 {
    let mut hasher = Sha256::new_with_prefix(b"aboveboard table 2\n");
    hasher.update(transcript.0);
    bytes.iter().for_each(|bytes| hasher.update(bytes));
    first_eight(&hasher.finalize().into()) % 10_000_000_000
}

/// The keys of one game. Each purpose has its own, so what one of them tells says nothing about the others.
///
/// Its `Debug` prints nothing of them.
#[derive(Clone)]
pub struct GameKeys {
    luck: DealKey,
    bots: [u8; 32],
    /// Keyed once, because every entry has a link.
    chain: Hmac<Sha256>,
}

impl std::fmt::Debug for GameKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GameKeys(secret)")
    }
}

impl GameKeys {
    /// From the server's secret, the hash of the transcript, and the bytes of every promise in it, in order.
    pub fn new(secret: &[u8; 32], transcript: &Hex32, bytes: &[[u8; 32]]) -> GameKeys {
        let mut message = b"aboveboard key 2\n".to_vec();
        message.extend(transcript.0);
        message.extend(bytes.iter().flatten());
        GameKeys::of(&mac(secret, &[&message]))
    }

    /// For a lesson, whose cards are written down: nothing is drawn from them.
    pub fn of_lesson() -> GameKeys {
        GameKeys::of(&[0; 32])
    }

    /// From the key of the game itself.
    fn of(key: &[u8; 32]) -> GameKeys {
        GameKeys {
            luck: DealKey::new(mac(key, &[b"aboveboard luck 2\n"])),
            bots: mac(key, &[b"aboveboard bots 2\n"]),
            chain: keyed(&mac(key, &[b"aboveboard chain 2\n"])),
        }
    }

    /// The key behind all luck.
    pub fn luck(&self) -> &DealKey {
        &self.luck
    }

    /// The seed of a bot's decision: the one after `earlier` actions of this seat in this window.
    pub fn bot_seed(&self, seat: Seat, window: WindowId, earlier: u32) -> u64 {
        first_eight(&mac(
            &self.bots,
            &[&[seat.0], &u64::from(window.0).to_be_bytes(), &earlier.to_be_bytes()],
        ))
    }

    /// The seed of an analysis: the same game is always judged the same. Bots decide with other seeds.
    pub(crate) fn review_seed(&self, seat: Seat, frame: u32, purpose: u32) -> u64 {
        first_eight(&mac(&self.bots, &[b"review", &[seat.0], &frame.to_be_bytes(), &purpose.to_be_bytes()]))
    }

    /// The link of an entry: it commits the server to the entry when it is made, and tells nothing of it before the secret
    /// is shown. `before` is the link of the entry before it; that of the first is the hash of the transcript. `entry` is the
    /// text of the entry in the file, without what was shown.
    pub fn link(&self, before: &Hex32, entry: &str) -> Hex32 {
        Hex32(finish(self.chain.clone(), &[&before.0, &Sha256::digest(entry)]))
    }
}

fn hash(parts: &[&[u8]]) -> Hex32 {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part));
    Hex32(hasher.finalize().into())
}

fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    finish(keyed(key), parts)
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn finish(mut mac: Hmac<Sha256>, parts: &[&[u8]]) -> [u8; 32] {
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

fn first_eight(bytes: &[u8; 32]) -> u64 {
    bytes[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
