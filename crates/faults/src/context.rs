//! What everybody at a table shares.

use crate::{health::Health, record::Recorder, times::Times};
use server::protocol::{Hello, lobby::Seated};
use std::{net::SocketAddr, sync::Arc};
use tokio::sync::watch;

/// What everybody should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Play; finished tables are followed by others.
    Storm,
    /// Play to the end.
    Calm,
    /// Leave.
    Over,
}

/// How it ended for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over.
    Finished,
    /// The room was closed or the seat given away, for this reason.
    Gone(String),
    /// It was time to leave.
    Over,
}

/// A viewer of a table.
#[derive(Clone, Debug)]
pub enum Role {
    /// A player with a seat.
    Seat(Seated),
    /// A spectator.
    Spectator {
        /// The room's code.
        code: String,
        /// The name to show.
        name: String,
    },
}

impl Role {
    /// The first frame of this viewer's connections; `seals` if a player adds bytes to deals.
    pub(crate) fn hello(&self, seals: bool) -> Hello {
        match self {
            Role::Seat(seated) => Hello::rejoin(seated, seals),
            Role::Spectator { code, name } => Hello::watch(code, name),
        }
    }
}

/// How long clients were away.
#[derive(Debug, Default)]
pub struct Absences {
    /// From the end of a connection to the first update on the next, all attempts included.
    pub away: Times,
    /// From the start of a successful connection to its first update.
    pub back: Times,
    /// The same where node and NATS were healthy all the time.
    pub back_healthy: Times,
}

/// What everybody at a table shares.
#[derive(Clone, Debug)]
pub struct TableContext {
    /// The addresses of the nodes.
    pub addresses: Arc<[SocketAddr]>,
    /// Where clients record what they send and receive.
    pub record: Arc<Recorder>,
    /// What they should do.
    pub phase: watch::Receiver<Phase>,
    /// How long they were away.
    pub absences: Arc<Absences>,
    /// The health of nodes and NATS.
    pub health: Arc<Health>,
}
