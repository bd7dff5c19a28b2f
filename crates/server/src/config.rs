use crate::room::Pace;
use std::{net::IpAddr, time::Duration};

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
    /// So many at once.
    pub message_burst: u32,
    /// Rooms that one address may open in a minute.
    pub rooms_per_minute: u32,
    /// Questions about histories and leaderboards that one address has in a minute.
    pub history_per_minute: u32,
    /// Failed attempts to get in that one address has in a minute.
    pub failures_per_minute: u32,
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Who says nothing for so long after connecting is let go.
    pub hello_within: Duration,
    /// Who is quiet for so long is asked for a sign of life, and has as long again to give one.
    pub heartbeat: Duration,
    /// Bots that think at the same time.
    pub bot_threads: usize,
    /// How fast bots act.
    pub pace: Pace,
    /// Whether there is a leaderboard for everybody to see.
    pub leaderboard: bool,
    /// Told to stop, it goes on for so long and says that it is not ready, so that nobody new is sent here.
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
            rooms_per_minute: 5,
            history_per_minute: 60,
            failures_per_minute: 20,
            message_bytes: 4_096,
            hello_within: Duration::from_secs(10),
            heartbeat: Duration::from_secs(20),
            bot_threads: 2,
            pace: Pace::Human,
            leaderboard: false,
            drain: Duration::ZERO,
        }
    }
}
