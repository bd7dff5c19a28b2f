use alloc::vec::Vec;
use core::{convert::Infallible, fmt};
use hmac::{Hmac, KeyInit, Mac};
use rand_core::{Rng, TryRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the rules ask of luck. All luck of all games is one of these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Luck {
    /// A random order of this number of things.
    Shuffle(u16),
    /// Independent numbers, each from 0 to `below` - 1.
    Roll {
        /// One more than the largest.
        below: u32,
        times: u16,
    },
}

/// Luck's answer.
///
/// Its `Debug` shows what was drawn but not how it fell: a shuffle is everybody's cards.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// Position `i` receives thing number `order[i]`.
    Shuffle(Vec<u16>),
    /// The numbers rolled.
    Roll(Vec<u32>),
}

impl Drawn {
    /// Draws an answer to `luck` as `docs/fairness.md` specifies it, from a stream of 32-bit words.
    ///
    /// A shuffle is Fisher and Yates's from the top: for `i` from `n - 1` down to 1 exchange `i` with
    /// [`below`]`(i + 1)`. We do not use a library's shuffle because those may change between versions,
    /// and this one carries the proof of every deal.
    pub fn draw(luck: Luck, words: &mut (impl Rng + ?Sized)) -> Drawn {
        let mut drawn = Drawn::Roll(Vec::new());
        drawn.redraw(luck, words);
        drawn
    }
    /// As [`Drawn::draw`], in the place of an older answer: playouts draw without new memory.
    pub fn redraw(&mut self, luck: Luck, words: &mut (impl Rng + ?Sized)) {
        match luck {
            Luck::Shuffle(n) => {
                if !matches!(self, Drawn::Shuffle(_)) {
                    *self = Drawn::Shuffle(Vec::new());
                }
                let Drawn::Shuffle(order) = self else { unreachable!("just made so") };
                order.clear();
                order.extend(0..n);
                for i in (1..n).rev() {
                    order.swap(usize::from(i), below(u32::from(i) + 1, words) as usize);
                }
            }
            Luck::Roll { below: sides, times } => {
                if !matches!(self, Drawn::Roll(_)) {
                    *self = Drawn::Roll(Vec::new());
                }
                let Drawn::Roll(rolled) = self else { unreachable!("just made so") };
                rolled.clear();
                rolled.extend((0..times).map(|_| below(sides, words)));
            }
        }
    }
    /// Whether this answers `luck`: a permutation of the right size, numbers of the right count and range.
    pub fn answers(&self, luck: Luck) -> bool {
        match (self, luck) {
            (Drawn::Shuffle(order), Luck::Shuffle(n)) => {
                let mut seen = alloc::vec![false; usize::from(n)];
                order.len() == seen.len()
                    && order.iter().all(|&thing| {
                        seen.get_mut(usize::from(thing)).is_some_and(|seen| !core::mem::replace(seen, true))
                    })
            }
            (Drawn::Roll(rolled), Luck::Roll { below, times }) => {
                rolled.len() == usize::from(times) && rolled.iter().all(|&r| r < below)
            }
            _ => false,
        }
    }
    /// The order of a shuffle.
    ///
    /// # Panics
    /// If this is not a shuffle; the table only accepts answers that fit.
    pub fn order(&self) -> &[u16] {
        match self {
            Drawn::Shuffle(order) => order,
            Drawn::Roll(_) => panic!("a shuffle was asked for"),
        }
    }
    /// The numbers of a roll.
    ///
    /// # Panics
    /// If this is not a roll; the table only accepts answers that fit.
    pub fn rolled(&self) -> &[u32] {
        match self {
            Drawn::Roll(rolled) => rolled,
            Drawn::Shuffle(_) => panic!("a roll was asked for"),
        }
    }
}

impl fmt::Debug for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Shuffle(order) => write!(f, "Shuffle(of {})", order.len()),
            Drawn::Roll(rolled) => write!(f, "Roll({} times)", rolled.len()),
        }
    }
}

/// A number from 0 to `n` - 1, each equally likely: words at or above the largest multiple of `n` that
/// fits into 32 bits are thrown away, the first one below it counts modulo `n`.
///
/// # Panics
/// If `n` is 0.
#[inline]
pub fn below(n: u32, words: &mut (impl Rng + ?Sized)) -> u32 {
    loop {
        let word = words.next_u32();
        // At most n - 1 words at the top are refused; only up there is it worth finding out which.
        if word <= u32::MAX - n || word <= u32::MAX - (u32::MAX % n + 1) % n {
            return word % n;
        }
    }
}

/// The key all luck of one game comes from: answer number `counter` is a function of key and counter
/// alone, never of anything played.
///
/// The words of an answer are those of HMAC-SHA-256(key, counter ‖ block), counter as 8 and block as 4
/// bytes, both big-endian, block 0, 1, 2 …, each block read as eight big-endian words.
///
/// Its `Debug` prints nothing of the key.
#[derive(Clone)]
pub struct DealKey([u8; 32]);

impl DealKey {
    /// From 32 secret bytes.
    pub const fn new(key: [u8; 32]) -> Self {
        DealKey(key)
    }
    /// From a number, for simulations: SHA-256 of `aboveboard seed ` and its decimal digits.
    pub fn from_seed(seed: u64) -> Self {
        DealKey(Sha256::digest(alloc::format!("aboveboard seed {seed}")).into())
    }
    /// The answer number `counter`.
    pub fn answer(&self, counter: u64, luck: Luck) -> Drawn {
        Drawn::draw(luck, &mut self.words(counter))
    }
    /// The words that answer number `counter` is made from.
    pub fn words(&self, counter: u64) -> impl Rng + use<> {
        Words { key: self.0, counter, block: 0, words: [0; 8], read: 8 }
    }
}

impl fmt::Debug for DealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DealKey(secret)")
    }
}

struct Words {
    key: [u8; 32],
    counter: u64,
    block: u32,
    words: [u32; 8],
    read: usize,
}

impl Words {
    fn next(&mut self) -> u32 {
        if self.read == self.words.len() {
            let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
            mac.update(&self.counter.to_be_bytes());
            mac.update(&self.block.to_be_bytes());
            let bytes = mac.finalize().into_bytes();
            for (word, four) in self.words.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_be_bytes([four[0], four[1], four[2], four[3]]);
            }
            self.block += 1;
            self.read = 0;
        }
        self.read += 1;
        self.words[self.read - 1]
    }
}

impl TryRng for Words {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next())
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.next()) << 32 | u64::from(self.next()))
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&self.next().to_be_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}
