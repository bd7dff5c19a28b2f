//! The socket in the data folder: one request and one answer on each connection, a line of JSON each.

use super::{Reply, Request};
use crate::shared::Shared;
use catalog::Fault;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream as Stream},
    path::{Path, PathBuf},
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader as AsyncReader},
    net::{UnixListener, UnixStream},
    task::JoinHandle,
    time::timeout,
};

/// The file in the data folder.
const FILE: &str = "operator.sock";
/// The longest request or answer.
const MOST: u64 = 64 << 20;
/// How long a request may take to arrive.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an operator's command waits for its answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Ok(Reply),
    Refused(String),
}

/// Listens in a data folder, until the returned guard is dropped. Nobody but the owner of the folder can connect.
pub(crate) fn listen(folder: &Path, shared: &Arc<Shared>) -> io::Result<Listening> {
    let path = folder.join(FILE);
    // What a server left that was killed. The lock of the database keeps a second one away.
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    let serving = tokio::spawn(serve(listener, Arc::downgrade(shared)));
    Ok(Listening { path, serving })
}

/// Removes the socket when it is dropped.
#[derive(Debug)]
pub(crate) struct Listening {
    path: PathBuf,
    serving: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.serving.abort();
        // The next server removes one that stays.
        let _ = fs::remove_file(&self.path);
    }
}

async fn serve(listener: UnixListener, shared: Weak<Shared>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(answer(stream, shared.clone()))),
            Err(error) => {
                tracing::error!(%error, "the operator's socket failed; operator commands end");
                return;
            }
        }
    }
}

async fn answer(stream: UnixStream, shared: Weak<Shared>) {
    let mut stream = AsyncReader::new(stream);
    let mut line = String::new();
    let read = timeout(REQUEST_TIMEOUT, (&mut stream).take(MOST).read_line(&mut line)).await;
    if !matches!(read, Ok(Ok(1..))) {
        return;
    }
    let answer = match serde_json::from_str::<Request>(&line) {
        Ok(request) => match shared.upgrade() {
            Some(shared) => shared.operate(request).await.map_or_else(refused, Answer::Ok),
            None => return,
        },
        Err(_) => Answer::Refused(
            "the server does not know this request: use the program of the same release".to_owned(),
        ),
    };
    if let Ok(mut text) = serde_json::to_vec(&answer) {
        text.push(b'\n');
        // An operator who has left needs no answer.
        let _ = stream.write_all(&text).await;
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `map_or_else`")]
fn refused(fault: Fault) -> Answer {
    Answer::Refused(fault.text)
}

/// Why a server did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// No server runs on this folder.
    #[error("no card room is running in {}: start it with `aboveboard serve`, or name its folder with --data-dir", folder.display())]
    NotRunning {
        /// Which folder.
        folder: PathBuf,
    },
    /// It runs, and cannot be talked to.
    #[error("the card room in {} does not answer: {source}", folder.display())]
    Failed {
        /// Which folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It refuses, and says why.
    #[error("{0}")]
    Refused(String),
}

/// Asks the server that runs on a data folder, and waits for its answer.
pub fn ask(folder: &Path, request: &Request) -> Result<Reply, AskError> {
    let failed = |source| AskError::Failed { folder: folder.to_owned(), source };
    let stream = Stream::connect(folder.join(FILE)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused | io::ErrorKind::NotADirectory => {
            AskError::NotRunning { folder: folder.to_owned() }
        }
        _ => failed(error),
    })?;
    match exchange(stream, request).map_err(failed)? {
        Answer::Ok(reply) => Ok(reply),
        Answer::Refused(reason) => Err(AskError::Refused(reason)),
    }
}

fn exchange(mut stream: Stream, request: &Request) -> io::Result<Answer> {
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    let mut text = serde_json::to_vec(request)?;
    text.push(b'\n');
    stream.write_all(&text)?;
    let mut line = String::new();
    BufReader::new(stream).take(MOST).read_line(&mut line)?;
    Ok(serde_json::from_str(&line)?)
}
