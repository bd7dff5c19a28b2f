use crate::{entropy::hex, protocol::Code};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret by which a browser finds its games: 128 random bits that it made itself. It passes through the server
/// and is kept nowhere.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileKey(String);

impl fmt::Debug for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProfileKey")
    }
}

impl ProfileKey {
    /// A key as it was typed or sent.
    pub fn new(text: &str) -> ProfileKey {
        ProfileKey(text.into())
    }

    /// What the server knows of it; `bad_profile` if no browser of ours made it.
    pub fn id(&self) -> Result<ProfileId, Code> {
        let digits = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if self.0.len() != 32 || !self.0.bytes().all(digits) {
            return Err(Code::BadProfile);
        }
        let hash =
            Sha256::new().chain_update(b"aboveboard profile ").chain_update(self.0.as_bytes()).finalize();
        Ok(ProfileId(hex(&hash)))
    }
}

/// The hash of a [`ProfileKey`]: whose games they are, without a way to ask for them.
#[derive(Clone, PartialEq, Eq)]
pub struct ProfileId(pub String);

impl fmt::Debug for ProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProfileId")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_128_bits_in_one_form() {
        let key = "00112233445566778899aabbccddeeff";
        let id = ProfileKey::new(key).id().unwrap();
        assert_eq!(id, ProfileKey::new(key).id().unwrap());
        assert_ne!(id, ProfileKey::new(&key.replace("ff", "fe")).id().unwrap());
        let longer = format!("{key}0");
        for rubbish in
            ["", "0", &key[1..], &longer, &key.to_uppercase(), &key.replace('0', "g"), &"é".repeat(16)]
        {
            assert_eq!(ProfileKey::new(rubbish).id(), Err(Code::BadProfile), "{rubbish}");
        }
    }

    #[test]
    fn neither_a_key_nor_its_hash_is_ever_printed() {
        let key = ProfileKey::new("00112233445566778899aabbccddeeff");
        assert_eq!(format!("{key:?} {:?}", key.id().unwrap()), "ProfileKey ProfileId");
    }
}
