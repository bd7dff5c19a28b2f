use curve25519_dalek::edwards::CompressedEdwardsY;
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use kernel::Hex32;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

/// The key that a server signs with: transcripts and files, and nothing else. With it "this deal is broken" is more than
/// one word against another.
///
/// Its `Debug` prints nothing of it.
#[derive(Clone)]
pub struct ServerKey(SigningKey);

impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerKey(secret)")
    }
}

impl ServerKey {
    /// From 32 random bytes.
    pub fn new(bytes: &[u8; 32]) -> ServerKey {
        ServerKey(SigningKey::from_bytes(bytes))
    }
    /// The bytes it was made from, for the place where it is kept.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }
    /// What everybody may know of it.
    pub fn public(&self) -> Hex32 {
        Hex32(self.0.verifying_key().to_bytes())
    }
    /// Signs a transcript, which is given by its hash.
    pub fn sign_transcript(&self, transcript: &Hex32) -> Signature {
        Signature(self.0.sign(&transcript_message(transcript)).to_bytes())
    }
    /// Signs a file, which is given by its digest.
    pub fn sign_file(&self, digest: &Hex32) -> Signature {
        Signature(self.0.sign(&file_message(digest)).to_bytes())
    }
}

/// A signature of a server (Ed25519), written as 128 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub [u8; 64]);

impl Signature {
    /// Whether `server` has signed this transcript.
    pub fn fits_transcript(&self, server: &Hex32, transcript: &Hex32) -> bool {
        self.fits(server, &transcript_message(transcript))
    }
    /// Whether `server` has signed a file with this digest.
    pub fn fits_file(&self, server: &Hex32, digest: &Hex32) -> bool {
        self.fits(server, &file_message(digest))
    }
    /// Strictly: a key or a signature that different programs judge differently is refused, so that a page and a program
    /// never disagree about one.
    fn fits(&self, server: &Hex32, message: &[u8]) -> bool {
        let mut first = [0; 32];
        first.copy_from_slice(&self.0[..32]);
        let signature = ed25519_dalek::Signature::from_bytes(&self.0);
        VerifyingKey::from_bytes(&server.0).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
            && is_torsion_free(server.0)
            && is_torsion_free(first)
    }
    /// Reads 128 hexadecimal digits in lower case.
    pub fn parse(text: &str) -> Option<Signature> {
        let (front, back) = text.split_at_checked(64)?;
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&Hex32::parse(front)?.0);
        bytes[32..].copy_from_slice(&Hex32::parse(back)?.0);
        Some(Signature(bytes))
    }
}

/// Whether these bytes are a point of the large group. The identity is too; `verify_strict` refuses it.
fn is_torsion_free(bytes: [u8; 32]) -> bool {
    CompressedEdwardsY(bytes).decompress().is_some_and(|point| point.is_torsion_free())
}

fn transcript_message(transcript: &Hex32) -> Vec<u8> {
    [b"aboveboard transcript 2\n", &transcript.0[..]].concat()
}

fn file_message(digest: &Hex32) -> Vec<u8> {
    [b"aboveboard file 2\n", &digest.0[..]].concat()
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Signature, D::Error> {
        let text = String::deserialize(deserializer)?;
        Signature::parse(&text).ok_or_else(|| D::Error::custom("128 hexadecimal digits are needed"))
    }
}
