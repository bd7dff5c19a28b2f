use crate::{
    entropy::hex,
    protocol::{Code, lobby::ProfileKey},
};
use sha2::{Digest, Sha256};
use std::fmt;

impl ProfileKey {
    /// The hash of this key; `bad_profile` if the key does not have the form that browsers make.
    pub fn id(&self) -> Result<ProfileId, Code> {
        let digits = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if self.as_str().len() != 32 || !self.as_str().bytes().all(digits) {
            return Err(Code::BadProfile);
        }
        let hash = Sha256::new()
            .chain_update(b"aboveboard profile ")
            .chain_update(self.as_str().as_bytes())
            .finalize();
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
