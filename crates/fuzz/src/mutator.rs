use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Pieces that are difficult for parsers of JSON and TOML.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "0",
    "1e999",
    "18446744073709551615",
    "-9223372036854775808",
    "4294967296",
    "256",
    "255",
    "\\u0000",
    "\\ud800",
    "\u{202E}",
    "\n",
    "=",
    "#",
    "\"\"",
];

/// The maximum length of an input; the server refuses longer messages.
const LONGEST: usize = 64 * 1024;

/// Makes new inputs from old ones, the same for the same seed.
#[derive(Debug)]
pub(crate) struct Mutator(Xoshiro256PlusPlus);

impl Mutator {
    pub(crate) fn new(seed: u64) -> Mutator {
        Mutator(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// One to six changes of an input; `other` is one to take pieces from.
    pub(crate) fn mutate(&mut self, input: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = input.to_vec();
        for _ in 0..=self.below(6) {
            self.change(&mut bytes, other);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        if bytes.is_empty() {
            bytes.extend_from_slice(other);
            return;
        }
        let at = self.below(bytes.len());
        let end = (at + 1 + self.below(16)).min(bytes.len());
        match self.below(9) {
            0 => bytes[at] ^= 1 << self.below(8),
            1 => bytes[at] = self.0.next_u64() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => {
                let piece = PIECES[self.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            5 => self.change_number(bytes, at),
            6 if !other.is_empty() => {
                let from = self.below(other.len());
                let to = (from + 1 + self.below(64)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            7 => bytes.truncate(at),
            _ => {
                let there = self.below(bytes.len());
                bytes.swap(at, there);
            }
        }
    }

    /// Replaces the first number from `at` on, if there is one.
    fn change_number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit).map(|offset| at + offset) else {
            return;
        };
        let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = match self.below(4) {
            0 => self.below(10).to_string(),
            1 => self.below(300).to_string(),
            2 => u64::MAX.to_string(),
            _ => self.0.next_u64().to_string(),
        };
        bytes.splice(from..from + length, number.bytes());
    }
}
