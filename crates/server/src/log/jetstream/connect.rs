//! The way to NATS, and what must be there before a room is kept in it.

use crate::retry::Retry;
use async_nats::{
    Client, ConnectErrorKind, ConnectOptions, ServerAddr,
    jetstream::{
        self, ErrorCode,
        context::{ContextBuilder, CreateStreamError, CreateStreamErrorKind, GetStreamErrorKind},
        kv,
        stream::{self, DiscardPolicy, StorageType},
    },
};
use percent_encoding::percent_decode_str;
use std::{
    error::Error,
    fmt,
    fs::File,
    future::Future,
    path::{Path, PathBuf},
    time::Duration,
};

/// Older ones let several appends through for one expected sequence of a replicated stream.
const LEAST: Version = Version(2, 10, 27);
/// NATS servers that were started together need some time to find each other.
const RETRY: Retry = Retry { timeout: Duration::from_secs(30), delay: Duration::from_millis(250) };
/// Timeout for one attempt at a request.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// A message that is repeated within this time is recognised. Appends are given up much sooner.
const KNOWN_FOR: Duration = Duration::from_secs(120);

/// How to reach NATS, and how much care it takes of what it is given.
#[derive(Clone, Debug)]
pub struct JetStreamConfig {
    /// Where: one server or several, such as `nats://cards.example.org:4222`. A name and password may be in it.
    pub servers: Vec<String>,
    /// A credentials file.
    pub credentials: Option<PathBuf>,
    /// Certificates of authorities to trust besides the system's.
    pub root_certificates: Option<PathBuf>,
    /// What this node shows to NATS: its certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// Whether a connection without TLS is refused.
    pub require_tls: bool,
    /// On how many NATS servers everything is kept.
    pub replicas: usize,
    /// What all names in NATS begin with, so that two clusters can share one.
    pub prefix: String,
}

impl Default for JetStreamConfig {
    fn default() -> Self {
        JetStreamConfig {
            servers: vec!["nats://127.0.0.1:4222".into()],
            credentials: None,
            root_certificates: None,
            certificate: None,
            require_tls: false,
            replicas: 1,
            prefix: "aboveboard".into(),
        }
    }
}

/// Why the cluster cannot be reached.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum ConnectError {
    /// Nobody answers, or not as was asked.
    #[error("cannot reach NATS at {servers}: {reason}")]
    Unreachable { servers: String, reason: String },
    /// It answers, and does not want us.
    #[error(
        "NATS at {servers} does not let this node in: check its name and password, its token or its credentials"
    )]
    Refused { servers: String },
    /// Credentials or certificates cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    /// The server is too old to be trusted with a game.
    #[error(
        "the NATS server has version {found}, and {LEAST} or newer is needed: older ones may let two moves through for one place"
    )]
    TooOld {
        /// What it says it is.
        found: String,
    },
    /// What all names begin with cannot be part of a name.
    #[error("{prefix:?} cannot be the beginning of names in NATS: letters, digits, - and _ can")]
    Prefix {
        /// The prefix that was configured.
        prefix: String,
    },
    /// There is one server where several were asked for.
    #[error(
        "NATS is one server and no cluster, so nothing can have {wanted} replicas: start more, or ask for one replica"
    )]
    OneServer {
        /// How many were asked for.
        wanted: usize,
    },
    /// Other nodes use more replicas than this one is configured for.
    #[error(
        "the rooms of this cluster are kept on {found} servers and not on {wanted}: ask for {found} replicas"
    )]
    FewerReplicas {
        /// On how many it is.
        found: usize,
        /// How many were asked for.
        wanted: usize,
    },
    /// JetStream does not do what it is asked.
    #[error("JetStream cannot be used: {reason}")]
    Unusable { reason: String },
}

/// A connection to NATS whose servers are fit for rooms.
#[derive(Clone)]
pub struct Connection {
    client: Client,
    context: jetstream::Context,
    replicas: usize,
    prefix: String,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("prefix", &self.prefix).field("replicas", &self.replicas).finish()
    }
}

impl Connection {
    /// Connects. An error now is returned; later ones are retried until they are over.
    pub async fn open(config: &JetStreamConfig) -> Result<Connection, ConnectError> {
        let JetStreamConfig { replicas, prefix, .. } = config.clone();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if prefix.is_empty() || !prefix.chars().all(fits) {
            return Err(ConnectError::Prefix { prefix });
        }
        let mut options = ConnectOptions::new()
            .name("aboveboard")
            .require_tls(config.require_tls)
            .ping_interval(Duration::from_secs(5))
            .request_timeout(Some(ANSWER_TIMEOUT));
        if let Some(path) = &config.credentials {
            options = options
                .credentials_file(path)
                .await
                .map_err(|source| ConnectError::File { path: path.clone(), source })?;
        }
        options = match config.servers.iter().find_map(|server| login(server)) {
            Some(Login::Password(user, password)) => options.user_and_password(user, password),
            Some(Login::Token(token)) => options.token(token),
            None => options,
        };
        if let Some(path) = &config.root_certificates {
            options = options.add_root_certificates(readable(path)?);
        }
        if let Some((certificate, key)) = &config.certificate {
            options = options.add_client_certificate(readable(certificate)?, readable(key)?);
        }
        let client = options.connect(&config.servers).await.map_err(|error| {
            // An address may hold a password.
            let servers =
                config.servers.iter().map(|server| without_login(server)).collect::<Vec<_>>().join(", ");
            match error.kind() {
                ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                    ConnectError::Refused { servers }
                }
                // A greeting in plain text is all that the other side of a handshake can make of it.
                _ if config.require_tls && causes(&error).contains("InvalidContentType") => {
                    ConnectError::Unreachable { servers, reason: "it does not speak TLS".into() }
                }
                _ => ConnectError::Unreachable { servers, reason: causes(&error) },
            }
        })?;
        let context = ContextBuilder::new()
            .timeout(ANSWER_TIMEOUT)
            .ack_timeout(ANSWER_TIMEOUT)
            .backpressure_on_inflight(true)
            .build(client.clone());
        let connection = Connection { client, context, replicas, prefix };
        connection.check_version()?;
        Ok(connection)
    }

    /// Whether the server at the other end is new enough. It may be another one after a while.
    pub(crate) fn check_version(&self) -> Result<(), ConnectError> {
        let found = self.client.server_info().version;
        match Version::read(&found) {
            Some(version) if version >= LEAST => Ok(()),
            _ => Err(ConnectError::TooOld { found }),
        }
    }

    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }
    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }
    pub(super) fn context(&self) -> jetstream::Context {
        self.context.clone()
    }

    /// What a stream is like that keeps everything.
    pub(super) fn keeping(&self, name: &str, subject: String) -> stream::Config {
        stream::Config {
            name: name.into(),
            subjects: vec![subject],
            storage: StorageType::File,
            num_replicas: self.replicas,
            // A full store refuses what is new; what was acknowledged stays.
            discard: DiscardPolicy::New,
            duplicate_window: KNOWN_FOR,
            ..stream::Config::default()
        }
    }

    /// Creates or updates a stream. It may get more replicas than before, but not fewer: a node with another configuration
    /// must not undo what the others rely on.
    pub(super) async fn stream(&self, mut config: stream::Config) -> Result<stream::Info, ConnectError> {
        if let Some(there) = retry(|| self.look_for(&config.name), |_| None).await? {
            let found = there.num_replicas;
            if found > self.replicas {
                return Err(ConnectError::FewerReplicas { found, wanted: self.replicas });
            }
            // NATS refuses to take that back; such a stream keeps everything.
            config.deny_purge |= there.deny_purge;
        }
        let alone = |error: &CreateStreamError| {
            let alone = matches!(error.kind(), CreateStreamErrorKind::JetStream(error)
                if error.error_code() == ErrorCode::STREAM_REPLICAS_NOT_SUPPORTED);
            alone.then_some(ConnectError::OneServer { wanted: self.replicas })
        };
        retry(|| self.context.create_or_update_stream(config.clone()), alone).await
    }

    /// How a stream is set up, if there is one.
    async fn look_for(
        &self,
        name: &str,
    ) -> Result<Option<stream::Config>, jetstream::context::GetStreamError> {
        match self.context.get_stream(name).await {
            Ok(stream) => Ok(Some(stream.cached_info().config.clone())),
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(kind) if kind.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                    Ok(None)
                }
                _ => Err(error),
            },
        }
    }

    /// A bucket that keeps the latest value of each key; values expire after `forget`, if it is given.
    pub(crate) async fn bucket(
        &self,
        name: &str,
        forget: Option<Duration>,
    ) -> Result<kv::Store, ConnectError> {
        let config = kv::Config {
            bucket: format!("{}-{name}", self.prefix),
            history: 1,
            max_age: forget.unwrap_or_default(),
            storage: StorageType::File,
            num_replicas: self.replicas,
            ..kv::Config::default()
        };
        retry(|| self.context.create_or_update_key_value(config.clone()), |_| None).await
    }
}

/// Retries a request, unless its error is `permanent`.
async fn retry<T, E, F>(
    attempt: impl FnMut() -> F,
    permanent: impl Fn(&E) -> Option<ConnectError>,
) -> Result<T, ConnectError>
where
    E: Error,
    F: Future<Output = Result<T, E>>,
{
    let is_temporary = |error: &E| {
        let temporary = permanent(error).is_none();
        if temporary {
            tracing::info!(%error, "JetStream is not ready");
        }
        temporary
    };
    let error = match RETRY.run_while(attempt, is_temporary).await {
        Ok(done) => return Ok(done),
        Err(error) => error,
    };
    Err(permanent(&error).unwrap_or_else(|| ConnectError::Unusable { reason: causes(&error) }))
}

/// A file that can be read. Checked here, because the library does not say which file it could not read.
fn readable(path: &Path) -> Result<PathBuf, ConnectError> {
    let path = path.to_owned();
    match File::open(&path) {
        Ok(_) => Ok(path),
        Err(source) => Err(ConnectError::File { path, source }),
    }
}

/// The host and port of an address, and nothing else that may stand in it.
fn without_login(server: &str) -> &str {
    let address = server.split_once("://").map_or(server, |(_, rest)| rest);
    address.rsplit_once('@').map_or(address, |(_, host)| host)
}

/// How somebody gets in.
#[derive(PartialEq, Eq)]
enum Login {
    Password(String, String),
    Token(String),
}

/// What stands in an address: a name and a password, or a token alone.
fn login(server: &str) -> Option<Login> {
    let address: ServerAddr = server.parse().ok()?;
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let user = plain(address.username()?);
    Some(match address.password() {
        Some(password) => Login::Password(user, plain(password)),
        None => Login::Token(user),
    })
}

/// An error and what led to it.
fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32, u32);

impl Version {
    /// From `2.10.27`, with or without what may follow.
    fn read(text: &str) -> Option<Version> {
        let mut parts = text.splitn(3, '.').map(|part| {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            part[..digits].parse().ok()
        });
        Some(Version(parts.next()??, parts.next()??, parts.next()??))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        let read = |text| Version::read(text).unwrap();
        assert!(read("2.9.10") < LEAST && read("2.10.9") < LEAST && read("2.10.26-beta") < LEAST);
        assert!(read("2.10.27") >= LEAST && read("2.11.0-preview.2") > LEAST && read("10.0.0") > LEAST);
        assert_eq!((Version::read("2.10"), Version::read("")), (None, None));
    }

    #[test]
    fn names_and_passwords_are_read_as_they_were_meant() {
        let password = |user: &str, password: &str| Some(Login::Password(user.into(), password.into()));
        assert!(login("nats://ann:s3cret@10.0.0.1:4222") == password("ann", "s3cret"));
        assert!(login("nats://ann:a%40b%2Fc@10.0.0.1") == password("ann", "a@b/c"));
        assert!(login("nats://t0ken@10.0.0.1") == Some(Login::Token("t0ken".into())));
        assert!(login("nats://10.0.0.1:4222").is_none());
    }
}
