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
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hex32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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

/// Capitals are none: one number has one form.
fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
