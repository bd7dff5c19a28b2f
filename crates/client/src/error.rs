use catalog::Fault;
use serde_json::Value;
use std::io;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refused it; nothing has changed.
    #[error("refused: {0}")]
    Refused(Refusal),
    /// The connection failed or ended, or the server sent something that the protocol does not have.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An error code of the protocol.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{code} {detail}")]
pub struct Refusal {
    /// The code of the error.
    pub code: String,
    /// Its numbers and names.
    pub detail: Value,
}

impl From<Fault> for Refusal {
    fn from(Fault { code, detail, .. }: Fault) -> Refusal {
        Refusal { code, detail }
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        match error {
            Error::Io(error) => error,
            Error::Refused(refusal) => io::Error::other(refusal),
        }
    }
}

/// The server sent text that cannot be read as what it should be.
pub(crate) fn unreadable(error: &serde_json::Error, text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{error} in what the server sent: {text}"))
}
