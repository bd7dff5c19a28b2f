use server::{TlsError, log::ConnectError};
use std::{error::Error, io, net::SocketAddr, path::PathBuf, process::ExitCode};

/// Why a server did not start, or ended too early.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum ServeError {
    /// The file with the options cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// It says something that no server understands.
    #[error("{} cannot be used: {source}", path.display())]
    Wrong {
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// It was found in the data folder and says that the data folder is another one.
    #[error("{} is in the data folder and cannot set data-dir: use --data-dir, or name the file with --config", path.display())]
    DataDirInside { path: PathBuf },
    /// This user has no folder for data.
    #[error("this user has no home folder for data: name a folder with --data-dir")]
    NoHome,
    /// A file is where a folder should be.
    #[error("{} is a file, not a folder: name a folder with --data-dir", path.display())]
    NotAFolder { path: PathBuf },
    /// The certificate or its key cannot be used.
    #[error("{0}")]
    Tls(#[from] TlsError),
    /// A certificate without its key, or a redirection without either.
    #[error("tls-cert and tls-key belong together, and redirect-http needs both")]
    HalfTls,
    /// The folder does not hold a card room.
    #[error("no card room in {folder:?}: name its folder with --data-dir")]
    NoData {
        /// Which folder.
        folder: String,
    },
    /// The data cannot be used; the error says why.
    #[error("{0}")]
    Data(Box<dyn Error + Send + Sync>),
    /// The cluster cannot be joined.
    #[error(transparent)]
    Cluster(#[from] ConnectError),
    /// Somebody else has the port.
    #[error("another program listens on {address} already: choose another port with --listen")]
    PortTaken { address: SocketAddr },
    /// The port cannot be had.
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    /// The server has failed.
    #[error("the server has failed: {0}")]
    Failed(io::Error),
}

impl ServeError {
    /// 2 for a usage error, 1 if the machine refuses.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            ServeError::Unreadable { .. }
            | ServeError::Wrong { .. }
            | ServeError::DataDirInside { .. }
            | ServeError::NoHome
            | ServeError::Tls(_)
            | ServeError::HalfTls
            | ServeError::NotAFolder { .. }
            | ServeError::NoData { .. } => ExitCode::from(2),
            ServeError::Data(_)
            | ServeError::Cluster(_)
            | ServeError::PortTaken { .. }
            | ServeError::Listen { .. }
            | ServeError::Failed(_) => ExitCode::FAILURE,
        }
    }
}
