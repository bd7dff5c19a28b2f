use crate::{
    clock::{Clock, SystemClock},
    cluster::Cluster,
    entropy::{self, Entropy, OsEntropy, Purpose},
    history::History,
    log::{RoomLog, SqliteLog},
};
use catalog::proof::ServerKey;
use room::Script;
use std::{fmt, sync::Arc};

/// What a server stands on. Tests bring their own clock and randomness.
pub struct Backends {
    /// Where rooms are kept.
    pub log: Arc<dyn RoomLog>,
    /// Where it is kept who played which finished game, if anywhere.
    pub history: Option<History>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where secrets come from.
    pub entropy: Arc<dyn Entropy>,
    /// Signs what the server has fixed. The servers of a cluster have one of their own, which they share.
    pub server_key: ServerKey,
    /// The other servers for the same rooms; needs a log that they share.
    pub cluster: Option<Arc<Cluster>>,
    /// Answers to chances, where a test wants a deal of its choice.
    pub script: Option<Script>,
}

impl fmt::Debug for Backends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backends").field("log", &self.log).field("clock", &self.clock).finish_non_exhaustive()
    }
}

impl Backends {
    /// Everything in one file, with the machine's own clock and randomness.
    pub fn new(log: Arc<SqliteLog>) -> Backends {
        let history = Some(History::of(log.clone()));
        Backends { history, ..Backends::on(log) }
    }

    /// Rooms on any log, with the machine's own clock and randomness, without a history, and with a key for this run.
    pub fn on(log: Arc<dyn RoomLog>) -> Backends {
        let (clock, entropy) = (Arc::new(SystemClock::default()), Arc::new(OsEntropy));
        let server_key = fresh_key(entropy.as_ref());
        Backends { log, history: None, clock, entropy, server_key, cluster: None, script: None }
    }

    /// Replaces the source of secrets, and the key that was drawn from the old one.
    pub fn draw_from(&mut self, entropy: Arc<dyn Entropy>) {
        self.server_key = fresh_key(entropy.as_ref());
        self.entropy = entropy;
    }
}

/// Returns a new key to sign with.
fn fresh_key(entropy: &dyn Entropy) -> ServerKey {
    ServerKey::new(&entropy::random(entropy, Purpose::ServerKey))
}
