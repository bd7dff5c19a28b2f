use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// 32 bytes, written as 64 lower-case hexadecimal digits: secrets, what players add to a deal, and hashes.
///
/// `Debug` shows none of them: it is for logs, and some are secrets. `Display` writes the digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hex32(pub [u8; 32]);

impl fmt::Debug for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hex32(64)")
    }
}

impl fmt::Display for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text(&self.digits()))
    }
}

impl Serialize for Hex32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Not through `Display`: every message about a table has one of these.
        serializer.serialize_str(text(&self.digits()))
    }
}

impl<'de> Deserialize<'de> for Hex32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex32, D::Error> {
        let text = String::deserialize(deserializer)?;
        read(text.as_bytes()).map(Hex32).ok_or_else(|| de::Error::custom("64 hexadecimal digits are needed"))
    }
}

impl Hex32 {
    /// Reads 64 hexadecimal digits in lower case.
    pub fn parse(text: &str) -> Option<Hex32> {
        read(text.as_bytes()).map(Hex32)
    }

    fn digits(&self) -> [u8; 64] {
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        digits
    }
}

fn digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' + value - 10 }
}

fn text(digits: &[u8; 64]) -> &str {
    core::str::from_utf8(digits).expect("hexadecimal digits are ASCII")
}

fn read(digits: &[u8]) -> Option<[u8; 32]> {
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(bytes)
}

/// Capitals are refused: one number has one form.
fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
