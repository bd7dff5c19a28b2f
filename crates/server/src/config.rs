use crate::{
    protocol::{Code, lobby::Listed},
    tls::Tls,
};
use catalog::Fault;
use room::Pace;
use std::{net::IpAddr, path::PathBuf, time::Duration};

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Under which address people reach it, for the check of origins behind a proxy; `None`: the `Host` they
    /// asked for.
    pub public_url: Option<String>,
    /// Under which address other machines of the network reach it, if they do: people who opened it on this one
    /// invite them there.
    pub network_url: Option<String>,
    /// Proxies whose word on a client's address is taken.
    pub trusted_proxies: Vec<IpAddr>,
    /// Messages per second and connection.
    pub messages_per_second: u32,
    /// Burst of messages per connection.
    pub message_burst: u32,
    /// Rooms that one address may open in a minute, after its burst.
    pub rooms_per_minute: u32,
    /// Rooms that one address may open at once.
    pub room_burst: u32,
    /// Open rooms that one address may have.
    pub open_rooms: usize,
    /// Returns to seats that one address may make in a minute, after its burst. Wrong tokens do not count.
    pub hellos_per_minute: u32,
    /// Returns to seats that one address may make at once.
    pub hello_burst: u32,
    /// How often a seat may be connected again in a minute, after its burst.
    pub returns_per_minute: u32,
    /// How often a seat may be connected again at once.
    pub return_burst: u32,
    /// Changes of a table before a game in a minute, after their burst.
    pub changes_per_minute: u32,
    /// Changes of a table before a game at once.
    pub change_burst: u32,
    /// The same for all tables of one address together, in a minute after their burst.
    pub address_changes_per_minute: u32,
    /// The same for all tables of one address together, at once.
    pub address_change_burst: u32,
    /// Moves and commands of one address that become entries, in a minute after their burst.
    pub writes_per_minute: u32,
    /// Moves and commands of one address that become entries, at once.
    pub write_burst: u32,
    /// Entries of a room, after which it is closed.
    pub room_entries: u64,
    /// Whether there are limits per address at all. Measurements and tests do without.
    pub limits: bool,
    /// TCP connections in all.
    pub connections: usize,
    /// TCP connections of one address.
    pub connections_per_address: usize,
    /// Timeout for the head of a request, for its body, and for an idle connection.
    pub request_within: Duration,
    /// Timeout for a client that does not read its answer.
    pub write_within: Duration,
    /// Free bytes on the disk below which no room is opened.
    pub min_free_bytes: u64,
    /// Names under which people may reach the server besides IP addresses and `localhost`, without a public URL.
    pub host_names: Vec<String>,
    /// How long the entries of a closed room without a finished game are kept.
    pub keep_empty: Duration,
    /// How long the entries of a closed room with finished games are kept; `None`: for ever.
    pub keep_played: Option<Duration>,
    /// Questions about histories and leaderboards that one address has in a minute.
    pub history_per_minute: u32,
    /// Failed attempts to get in that one address has in a minute.
    pub failures_per_minute: u32,
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Timeout for the first message of a new connection.
    pub hello_within: Duration,
    /// Idle time before a ping, and the timeout for its answer.
    pub heartbeat: Duration,
    /// Bots that think at the same time.
    pub bot_threads: usize,
    /// How fast bots act.
    pub pace: Pace,
    /// Whether there is a leaderboard for everybody to see.
    pub leaderboard: bool,
    /// What everybody has to enter before they see anything.
    pub door_code: Option<String>,
    /// Whether tables may be listed for strangers, and quick play seats people at them.
    pub public_tables: bool,
    /// Whether tables may have spectators.
    pub spectators: bool,
    /// Open rooms in all.
    pub rooms: usize,
    /// The only names that may be on the leaderboard; with none, any may.
    pub leaderboard_names: Vec<String>,
    /// The data folder, for the operator's commands and bans; `None` switches both off.
    pub operator: Option<PathBuf>,
    /// The certificate, where the server speaks HTTPS and nothing else on its port.
    pub tls: Option<Tls>,
    /// Whether every answer asks browsers to use HTTPS alone for this host, whatever the port.
    pub https_only: bool,
    /// Drain time: on shutdown, it keeps serving for this long and reports that it is not ready.
    pub drain: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            public_url: None,
            network_url: None,
            trusted_proxies: Vec::new(),
            messages_per_second: 20,
            message_burst: 40,
            rooms_per_minute: 10,
            room_burst: 40,
            open_rooms: 100,
            hellos_per_minute: 60,
            hello_burst: 300,
            returns_per_minute: 10,
            return_burst: 20,
            changes_per_minute: 30,
            change_burst: 60,
            address_changes_per_minute: 120,
            address_change_burst: 600,
            writes_per_minute: 6_000,
            write_burst: 6_000,
            room_entries: 50_000,
            limits: true,
            connections: 10_000,
            connections_per_address: 300,
            request_within: Duration::from_secs(15),
            write_within: Duration::from_secs(30),
            min_free_bytes: 200 << 20,
            host_names: Vec::new(),
            keep_empty: Duration::from_secs(24 * 60 * 60),
            keep_played: None,
            history_per_minute: 60,
            failures_per_minute: 20,
            message_bytes: 4_096,
            hello_within: Duration::from_secs(10),
            heartbeat: Duration::from_secs(20),
            bot_threads: 2,
            pace: Pace::Human,
            leaderboard: false,
            door_code: None,
            public_tables: true,
            spectators: true,
            rooms: 10_000,
            leaderboard_names: Vec::new(),
            operator: None,
            tls: None,
            https_only: false,
            drain: Duration::ZERO,
        }
    }
}

impl Config {
    /// Refuses a public table if the card room has none.
    pub(crate) fn may_be_public(&self, listed: Listed) -> Result<(), Fault> {
        if self.public_tables || listed == Listed::Private {
            return Ok(());
        }
        Err(refused("this card room has no public tables: open a private one and share its code"))
    }

    /// Refuses a name that may not be on the leaderboard.
    pub(crate) fn may_be_listed(&self, name: &str) -> Result<(), Fault> {
        if self.leaderboard_names.is_empty() || self.leaderboard_names.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(refused("this name is not on the operator's list of names for the leaderboard: ask the operator"))
    }
}

fn refused(text: &str) -> Fault {
    Fault { text: text.into(), ..Code::NotAvailable.fault() }
}
