use super::{
    ServeError, home,
    listen::Listen,
    public_url::PublicUrl,
    values::{BotPace, DoorCode, LogFormat, LogLevel, OnOff},
    within::Within,
};
use serde::Deserialize;
use server::{Config, Tls, cluster::ClusterConfig, log::JetStreamConfig};
use std::{net::IpAddr, path::PathBuf, time::Duration};

/// Everything that can be set, from one source: the command line with the environment, or a file. What a source does
/// not say is left to the next, and what none says to the defaults.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ServeConfig {
    /// Address to listen on; 0.0.0.0:7878 lets in your network [default: 127.0.0.1:7878]
    #[arg(long, env = "ABOVEBOARD_LISTEN", value_name = "ADDR")]
    pub(super) listen: Option<Listen>,
    /// Data folder; without this option, the folder `aboveboard` among the data of this user's programs
    #[arg(long, env = "ABOVEBOARD_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// The folder with decks of your own. On the command line every command takes it.
    #[arg(skip)]
    pub(super) decks: Option<PathBuf>,
    /// Public address of the server behind a proxy; pages from other origins cannot connect
    #[arg(long, env = "ABOVEBOARD_PUBLIC_URL", value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// Proxy whose X-Forwarded-For header is trusted; repeat it or separate several with commas
    #[arg(long, env = "ABOVEBOARD_TRUSTED_PROXY", value_name = "IP", value_delimiter = ',')]
    pub(crate) trusted_proxy: Vec<IpAddr>,
    /// Messages per second and connection [default: 20]
    #[arg(long, env = "ABOVEBOARD_MESSAGES_PER_SECOND", value_name = "N", allow_negative_numbers = true)]
    pub(super) messages_per_second: Option<Within<1, 1_000_000>>,
    /// Burst of messages per connection [default: 40]
    #[arg(long, env = "ABOVEBOARD_MESSAGE_BURST", value_name = "N", allow_negative_numbers = true)]
    pub(super) message_burst: Option<Within<1, 1_000_000>>,
    /// Maximum size of a message in bytes [default: 4096]
    #[arg(long, env = "ABOVEBOARD_MESSAGE_BYTES", value_name = "N", allow_negative_numbers = true)]
    pub(super) message_bytes: Option<Within<1_024, 65_536>>,
    /// Tables per minute and address, after the burst [default: 10]
    #[arg(long, env = "ABOVEBOARD_ROOMS_PER_MINUTE", value_name = "N", allow_negative_numbers = true)]
    pub(super) rooms_per_minute: Option<Within<1, 1_000_000>>,
    /// Burst of new tables per address [default: 40]
    #[arg(long, env = "ABOVEBOARD_ROOM_BURST", value_name = "N", allow_negative_numbers = true)]
    pub(super) room_burst: Option<Within<1, 1_000_000>>,
    /// Open tables per address [default: 100]
    #[arg(long, env = "ABOVEBOARD_OPEN_ROOMS", value_name = "N", allow_negative_numbers = true)]
    pub(super) open_rooms: Option<Within<1, 1_000_000>>,
    /// Limits per address; switch off only for measurements and tests [default: on]
    #[arg(long, env = "ABOVEBOARD_LIMITS", value_name = "on|off")]
    pub(super) limits: Option<OnOff>,
    /// TCP connections in total [default: 10000]
    #[arg(long, env = "ABOVEBOARD_CONNECTIONS", value_name = "N", allow_negative_numbers = true)]
    pub(super) connections: Option<Within<1, 1_000_000>>,
    /// TCP connections per address [default: 300]
    #[arg(long, env = "ABOVEBOARD_CONNECTIONS_PER_ADDRESS", value_name = "N", allow_negative_numbers = true)]
    pub(super) connections_per_address: Option<Within<1, 1_000_000>>,
    /// Close connections whose request takes longer, or that stay idle longer [default: 15]
    #[arg(long, env = "ABOVEBOARD_REQUEST_SECONDS", value_name = "N", allow_negative_numbers = true)]
    pub(super) request_seconds: Option<Within<1, 3_600>>,
    /// Open no tables while the disk has less free space than this, in megabytes [default: 200]
    #[arg(long, env = "ABOVEBOARD_MIN_FREE_MB", value_name = "N", allow_negative_numbers = true)]
    pub(super) min_free_mb: Option<Within<0, 1_000_000>>,
    /// Remove proofs and replays of finished games after this many days; 0 keeps them [default: 0]
    #[arg(long, env = "ABOVEBOARD_KEEP_DAYS", value_name = "N", allow_negative_numbers = true)]
    pub(super) keep_days: Option<Within<0, 36_500>>,
    /// Host name to accept when --public-url is not set; repeat it or separate several with commas
    #[arg(long, env = "ABOVEBOARD_HOST_NAME", value_name = "NAME", value_delimiter = ',')]
    pub(super) host_name: Vec<String>,
    /// History and leaderboard requests per minute and address [default: 60]
    #[arg(long, env = "ABOVEBOARD_HISTORY_PER_MINUTE", value_name = "N", allow_negative_numbers = true)]
    pub(super) history_per_minute: Option<Within<1, 1_000_000>>,
    /// Failed attempts to join per minute and address [default: 20]
    #[arg(long, env = "ABOVEBOARD_FAILURES_PER_MINUTE", value_name = "N", allow_negative_numbers = true)]
    pub(super) failures_per_minute: Option<Within<1, 1_000_000>>,
    /// Close new connections that stay silent for this number of seconds [default: 10]
    #[arg(long, env = "ABOVEBOARD_HELLO_SECONDS", value_name = "N", allow_negative_numbers = true)]
    pub(super) hello_seconds: Option<Within<1, 3_600>>,
    /// Ping connections after this number of idle seconds; drop them after as many more [default: 20]
    #[arg(long, env = "ABOVEBOARD_HEARTBEAT_SECONDS", value_name = "N", allow_negative_numbers = true)]
    pub(super) heartbeat_seconds: Option<Within<1, 3_600>>,
    /// Threads for bots [default: 2]
    #[arg(long, env = "ABOVEBOARD_BOT_THREADS", value_name = "N", allow_negative_numbers = true)]
    pub(super) bot_threads: Option<Within<1, 256>>,
    /// How fast bots act; at-once is for tests and demonstrations [default: human]
    #[arg(long, env = "ABOVEBOARD_BOT_PACE", value_name = "PACE")]
    pub(super) bot_pace: Option<BotPace>,
    /// Show a public leaderboard with the bots and players who opted in [default: off]
    #[arg(long, env = "ABOVEBOARD_LEADERBOARD", value_name = "on|off", num_args = 0..=1, default_missing_value = "on")]
    pub(super) leaderboard: Option<OnOff>,
    /// Certificate for HTTPS, in PEM with its chain; it may be replaced while the server runs
    #[arg(long, env = "ABOVEBOARD_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Key of the certificate, in PEM
    #[arg(long, env = "ABOVEBOARD_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    pub(super) tls_key: Option<PathBuf>,
    /// With a certificate: address where plain http is redirected to https, such as 0.0.0.0:80
    #[arg(long, env = "ABOVEBOARD_REDIRECT_HTTP", value_name = "ADDR", requires = "tls_cert")]
    pub(super) redirect_http: Option<Listen>,
    /// A code that everybody has to enter before they see anything
    #[arg(long, env = "ABOVEBOARD_DOOR_CODE", value_name = "CODE", hide_env_values = true)]
    pub(super) door_code: Option<DoorCode>,
    /// Let people list tables for strangers, and quick play seat them there [default: on]
    #[arg(long, env = "ABOVEBOARD_PUBLIC_TABLES", value_name = "on|off")]
    pub(super) public_tables: Option<OnOff>,
    /// Let tables have spectators [default: on]
    #[arg(long, env = "ABOVEBOARD_SPECTATORS", value_name = "on|off")]
    pub(super) spectators: Option<OnOff>,
    /// Open tables in total [default: 10000]
    #[arg(long, env = "ABOVEBOARD_ROOMS", value_name = "N", allow_negative_numbers = true)]
    pub(super) rooms: Option<Within<1, 1_000_000>>,
    /// The only names that may be on the leaderboard; repeat it or separate several with commas
    #[arg(long, env = "ABOVEBOARD_LEADERBOARD_NAMES", value_name = "NAME", value_delimiter = ',')]
    pub(super) leaderboard_names: Vec<String>,
    /// NATS servers that store the rooms of several nodes, such as nats://10.0.0.1:4222; repeat it or separate several
    /// with commas
    #[arg(long, env = "ABOVEBOARD_CLUSTER", value_name = "URL", value_delimiter = ',')]
    pub(super) cluster: Vec<String>,
    /// Prefix for NATS names, so that two clusters can share a NATS server [default: aboveboard]
    #[arg(long, env = "ABOVEBOARD_CLUSTER_NAME", value_name = "NAME", requires = "cluster")]
    pub(super) cluster_name: Option<String>,
    /// Number of NATS servers that store each entry: 1, or 3 to survive the loss of one [default: 1]
    #[arg(long, env = "ABOVEBOARD_CLUSTER_REPLICAS", value_name = "N", allow_negative_numbers = true)]
    pub(super) cluster_replicas: Option<Within<1, 5>>,
    /// File with the credentials for NATS; a name and password can be in the URL instead
    #[arg(long, env = "ABOVEBOARD_CLUSTER_CREDENTIALS", value_name = "FILE")]
    pub(super) cluster_credentials: Option<PathBuf>,
    /// Additional certificates to trust for TLS to NATS; then connections without TLS are refused
    #[arg(long, env = "ABOVEBOARD_CLUSTER_CA", value_name = "FILE")]
    pub(super) cluster_ca: Option<PathBuf>,
    /// Client certificate for NATS
    #[arg(long, env = "ABOVEBOARD_CLUSTER_CERT", value_name = "FILE", requires = "cluster_key")]
    pub(super) cluster_cert: Option<PathBuf>,
    /// Key of the client certificate
    #[arg(long, env = "ABOVEBOARD_CLUSTER_KEY", value_name = "FILE", requires = "cluster_cert")]
    pub(super) cluster_key: Option<PathBuf>,
    /// Take over a node's tables after this number of seconds without a heartbeat [default: 5]
    #[arg(long, env = "ABOVEBOARD_LEASE_SECONDS", value_name = "N", allow_negative_numbers = true)]
    pub(super) lease_seconds: Option<Within<1, 60>>,
    /// On shutdown, keep serving for this number of seconds with /readyz at 503 [default: 0]
    #[arg(long, env = "ABOVEBOARD_DRAIN_SECONDS", value_name = "N", allow_negative_numbers = true)]
    pub(super) drain_seconds: Option<Within<0, 3_600>>,
    /// Log level on stderr [default: info]
    #[arg(long, env = "ABOVEBOARD_LOG", value_name = "LEVEL")]
    pub(super) log: Option<LogLevel>,
    /// Log format [default: text]
    #[arg(long, env = "ABOVEBOARD_LOG_FORMAT", value_name = "FORMAT")]
    pub(super) log_format: Option<LogFormat>,
}

impl ServeConfig {
    /// These, and where they say nothing, those below.
    pub(crate) fn over(self, below: ServeConfig) -> ServeConfig {
        let proxies = if self.trusted_proxy.is_empty() { below.trusted_proxy } else { self.trusted_proxy };
        let host_names = if self.host_name.is_empty() { below.host_name } else { self.host_name };
        let names =
            if self.leaderboard_names.is_empty() { below.leaderboard_names } else { self.leaderboard_names };
        let cluster = if self.cluster.is_empty() { below.cluster } else { self.cluster };
        ServeConfig {
            listen: self.listen.or(below.listen),
            data_dir: self.data_dir.or(below.data_dir),
            decks: self.decks.or(below.decks),
            public_url: self.public_url.or(below.public_url),
            trusted_proxy: proxies,
            messages_per_second: self.messages_per_second.or(below.messages_per_second),
            message_burst: self.message_burst.or(below.message_burst),
            message_bytes: self.message_bytes.or(below.message_bytes),
            rooms_per_minute: self.rooms_per_minute.or(below.rooms_per_minute),
            room_burst: self.room_burst.or(below.room_burst),
            open_rooms: self.open_rooms.or(below.open_rooms),
            limits: self.limits.or(below.limits),
            connections: self.connections.or(below.connections),
            connections_per_address: self.connections_per_address.or(below.connections_per_address),
            request_seconds: self.request_seconds.or(below.request_seconds),
            min_free_mb: self.min_free_mb.or(below.min_free_mb),
            keep_days: self.keep_days.or(below.keep_days),
            host_name: host_names,
            history_per_minute: self.history_per_minute.or(below.history_per_minute),
            failures_per_minute: self.failures_per_minute.or(below.failures_per_minute),
            hello_seconds: self.hello_seconds.or(below.hello_seconds),
            heartbeat_seconds: self.heartbeat_seconds.or(below.heartbeat_seconds),
            bot_threads: self.bot_threads.or(below.bot_threads),
            bot_pace: self.bot_pace.or(below.bot_pace),
            leaderboard: self.leaderboard.or(below.leaderboard),
            tls_cert: self.tls_cert.or(below.tls_cert),
            tls_key: self.tls_key.or(below.tls_key),
            redirect_http: self.redirect_http.or(below.redirect_http),
            door_code: self.door_code.or(below.door_code),
            public_tables: self.public_tables.or(below.public_tables),
            spectators: self.spectators.or(below.spectators),
            rooms: self.rooms.or(below.rooms),
            leaderboard_names: names,
            cluster,
            cluster_name: self.cluster_name.or(below.cluster_name),
            cluster_replicas: self.cluster_replicas.or(below.cluster_replicas),
            cluster_credentials: self.cluster_credentials.or(below.cluster_credentials),
            cluster_ca: self.cluster_ca.or(below.cluster_ca),
            cluster_cert: self.cluster_cert.or(below.cluster_cert),
            cluster_key: self.cluster_key.or(below.cluster_key),
            lease_seconds: self.lease_seconds.or(below.lease_seconds),
            drain_seconds: self.drain_seconds.or(below.drain_seconds),
            log: self.log.or(below.log),
            log_format: self.log_format.or(below.log_format),
        }
    }

    pub(crate) fn data_dir(&self) -> Result<PathBuf, ServeError> {
        home::data_dir(self.data_dir.as_deref())
    }

    /// Whether people find the server at the usual port of HTTPS.
    pub(super) fn has_usual_port(&self, port: u16) -> bool {
        // A public address leaves out the usual port.
        let url = self.public_url.as_ref().and_then(|url| url.as_str().strip_prefix("https://"));
        url.map_or(port == 443, |host| !host.rsplit(']').next().unwrap_or(host).contains(':'))
    }

    /// The certificate, if the server speaks HTTPS.
    pub(crate) fn tls(&self) -> Result<Option<Tls>, ServeError> {
        match (&self.tls_cert, &self.tls_key, self.redirect_http) {
            (Some(certificate), Some(key), _) => Ok(Some(Tls::from_files(certificate, key)?)),
            (None, None, None) => Ok(None),
            // The command line is checked before; a file may say anything.
            _ => Err(ServeError::HalfTls),
        }
    }

    /// How to reach NATS, if rooms are kept there.
    pub(crate) fn jetstream(&self) -> Option<JetStreamConfig> {
        let usual = JetStreamConfig::default();
        (!self.cluster.is_empty()).then(|| JetStreamConfig {
            servers: self.cluster.clone(),
            credentials: self.cluster_credentials.clone(),
            root_certificates: self.cluster_ca.clone(),
            certificate: self.cluster_cert.clone().zip(self.cluster_key.clone()),
            require_tls: self.cluster_ca.is_some() || self.cluster_cert.is_some(),
            replicas: self.cluster_replicas.map_or(usual.replicas, |replicas| replicas.get() as usize),
            prefix: self.cluster_name.clone().unwrap_or(usual.prefix),
        })
    }

    pub(crate) fn in_cluster(&self) -> ClusterConfig {
        let usual = ClusterConfig::default();
        ClusterConfig { lease: self.lease_seconds.map_or(usual.lease, seconds), ..usual }
    }

    /// As the server takes them.
    pub(crate) fn config(&self) -> Config {
        let usual = Config::default();
        Config {
            public_url: self.public_url.as_ref().map(|url| url.as_str().to_owned()),
            trusted_proxies: self.trusted_proxy.clone(),
            messages_per_second: self.messages_per_second.map_or(usual.messages_per_second, Within::get),
            message_burst: self.message_burst.map_or(usual.message_burst, Within::get),
            message_bytes: self.message_bytes.map_or(usual.message_bytes, |bytes| bytes.get() as usize),
            rooms_per_minute: self.rooms_per_minute.map_or(usual.rooms_per_minute, Within::get),
            room_burst: self.room_burst.map_or(usual.room_burst, Within::get),
            open_rooms: self.open_rooms.map_or(usual.open_rooms, |rooms| rooms.get() as usize),
            limits: self.limits.map_or(usual.limits, OnOff::is_on),
            connections: self.connections.map_or(usual.connections, |all| all.get() as usize),
            connections_per_address: self
                .connections_per_address
                .map_or(usual.connections_per_address, |each| each.get() as usize),
            request_within: self.request_seconds.map_or(usual.request_within, seconds),
            min_free_bytes: self.min_free_mb.map_or(usual.min_free_bytes, |mb| u64::from(mb.get()) << 20),
            keep_played: self.keep_days.map_or(usual.keep_played, |days| days_of(days.get())),
            host_names: self.host_name.iter().map(|name| name.to_lowercase()).collect(),
            history_per_minute: self.history_per_minute.map_or(usual.history_per_minute, Within::get),
            failures_per_minute: self.failures_per_minute.map_or(usual.failures_per_minute, Within::get),
            hello_within: self.hello_seconds.map_or(usual.hello_within, seconds),
            heartbeat: self.heartbeat_seconds.map_or(usual.heartbeat, seconds),
            bot_threads: self.bot_threads.map_or(usual.bot_threads, |threads| threads.get() as usize),
            pace: self.bot_pace.map_or(usual.pace, BotPace::of_the_server),
            leaderboard: self.leaderboard.map_or(usual.leaderboard, OnOff::is_on),
            door_code: self.door_code.clone().map(DoorCode::into_text),
            public_tables: self.public_tables.map_or(usual.public_tables, OnOff::is_on),
            spectators: self.spectators.map_or(usual.spectators, OnOff::is_on),
            rooms: self.rooms.map_or(usual.rooms, |rooms| rooms.get() as usize),
            leaderboard_names: self.leaderboard_names.iter().map(|name| name.trim().to_owned()).collect(),
            drain: self.drain_seconds.map_or(usual.drain, seconds),
            ..usual
        }
    }
}

/// None for 0: what is kept for ever.
fn days_of(days: u32) -> Option<Duration> {
    (days > 0).then(|| Duration::from_secs(24 * 60 * 60 * u64::from(days)))
}

fn seconds<const FROM: u32, const TO: u32>(number: Within<FROM, TO>) -> Duration {
    Duration::from_secs(number.get().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use server::Pace;

    fn file(text: &str) -> ServeConfig {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn cards_above_count() {
        let below =
            file("listen = \"127.0.0.1:1\"\nbot-threads = 3\ntrusted-proxy = [\"10.0.0.1\", \"::1\"]");
        let above = file("listen = \"127.0.0.1:2\"\nmessage-burst = 7\nlog = \"debug\"");
        let both = above.over(below.clone());
        assert_eq!(both.listen.unwrap().0.port(), 2);
        assert_eq!(both.log, Some(LogLevel::Debug));
        let config = both.config();
        assert_eq!((config.bot_threads, config.message_burst), (3, 7));
        assert_eq!(config.trusted_proxies, below.trusted_proxy);
        let proxies = file("trusted-proxy = [\"10.0.0.9\"]").over(below).trusted_proxy;
        assert_eq!(proxies, ["10.0.0.9".parse::<IpAddr>().unwrap()], "one list, not two mixed");
    }

    #[test]
    fn every_setting_survives() {
        let all = file(
            r#"
            listen = "0.0.0.0:80"
            data-dir = "/srv/cards"
            decks = "/srv/decks"
            public-url = "https://cards.example.org/"
            trusted-proxy = ["127.0.0.1"]
            messages-per-second = 1
            message-burst = 2
            message-bytes = 2048
            rooms-per-minute = 4
            room-burst = 11
            open-rooms = 12
            limits = "off"
            connections = 13
            connections-per-address = 14
            request-seconds = 15
            min-free-mb = 16
            keep-days = 17
            host-name = ["Tower.example"]
            history-per-minute = 9
            failures-per-minute = 5
            hello-seconds = 6
            heartbeat-seconds = 7
            bot-threads = 8
            bot-pace = "at-once"
            leaderboard = "on"
            tls-cert = "/etc/cards.pem"
            tls-key = "/etc/cards.key"
            redirect-http = "0.0.0.0:80"
            door-code = "mind the step"
            public-tables = "off"
            spectators = "off"
            rooms = 18
            leaderboard-names = ["Ann", "Bea"]
            cluster = ["nats://10.0.0.1:4222", "nats://10.0.0.2:4222"]
            cluster-name = "cards"
            cluster-replicas = 3
            cluster-credentials = "/etc/cards.creds"
            cluster-ca = "/etc/ca.pem"
            cluster-cert = "/etc/node.pem"
            cluster-key = "/etc/node.key"
            lease-seconds = 9
            drain-seconds = 10
            log = "off"
            log-format = "json"
            "#,
        );
        assert_eq!(all.clone().over(ServeConfig::default()), all);
        assert_eq!(ServeConfig::default().over(all.clone()), all);
        let config = all.config();
        assert_eq!(config.public_url.as_deref(), Some("https://cards.example.org"));
        assert_eq!((config.messages_per_second, config.message_burst, config.message_bytes), (1, 2, 2048));
        assert_eq!((config.rooms_per_minute, config.failures_per_minute, config.bot_threads), (4, 5, 8));
        assert_eq!((config.pace, config.leaderboard, config.history_per_minute), (Pace::AtOnce, true, 9));
        assert_eq!((config.room_burst, config.open_rooms, config.limits), (11, 12, false));
        assert_eq!((config.connections, config.connections_per_address), (13, 14));
        assert_eq!((config.request_within.as_secs(), config.min_free_bytes), (15, 16 << 20));
        assert_eq!(config.keep_played, Some(Duration::from_secs(17 * 86_400)));
        assert_eq!(config.host_names, ["tower.example"]);
        assert!(!ServeConfig::default().config().leaderboard, "only who wants it has it");
        assert_eq!((config.door_code.as_deref(), config.rooms), (Some("mind the step"), 18));
        assert!(!config.public_tables && !config.spectators);
        assert_eq!(config.leaderboard_names, ["Ann", "Bea"]);
        assert_eq!((config.hello_within.as_secs(), config.heartbeat.as_secs()), (6, 7));
        let nats = all.jetstream().unwrap();
        assert_eq!((nats.servers.len(), nats.replicas, nats.prefix.as_str()), (2, 3, "cards"));
        assert!(nats.credentials.is_some() && nats.root_certificates.is_some() && nats.certificate.is_some());
        assert!(nats.require_tls);
        assert_eq!((all.in_cluster().lease.as_secs(), config.drain.as_secs()), (9, 10));
        assert!(ServeConfig::default().jetstream().is_none());
    }
}
