use crate::{DeckError, ServeError};
use catalog::Fault;
use server::backup::BackupError;
#[cfg(unix)]
use server::operator::AskError;
use std::{io, process::ExitCode};

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It was asked for something that does not exist: an unknown game, option or preset.
    #[error("{0}")]
    Usage(Fault),
    /// A game broke its own promises.
    #[error("{0}")]
    Game(Fault),
    /// A deck cannot be used.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The card room could not be opened, or did not stay open.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// A backup could not be made, or could not be restored.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// A server that runs did not do what its operator asked for.
    #[cfg(unix)]
    #[error(transparent)]
    Operate(#[from] AskError),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// 2 for what the caller can mend, 1 for everything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) | Failure::Deck(_) => ExitCode::from(2),
            Failure::Serve(error) => error.exit_code(),
            Failure::Backup(error) if error.is_usage() => ExitCode::from(2),
            Failure::Backup(_) => ExitCode::FAILURE,
            #[cfg(unix)]
            Failure::Operate(AskError::NotRunning { .. } | AskError::Refused(_)) => ExitCode::from(2),
            #[cfg(unix)]
            Failure::Operate(AskError::Failed { .. }) => ExitCode::FAILURE,
            Failure::Game(_) | Failure::Io(_) => ExitCode::FAILURE,
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::Io(error.into())
    }
}
