//! More than one server for the same rooms.
//!
//! Every node that has a connection to a room follows its log and holds a replica of it. Nothing here decides about
//! a game: the log's fence does. It knows the live nodes (`nodes`), which of them runs the clock and the bots of a room
//! (`leases`), and the open rooms (`directory`), and carries messages that are not logged (`peers`). All of it may be late or
//! wrong for a while, and nobody loses more than time.

mod directory;
mod key;
mod leases;
mod mirror;
mod nodes;
mod peers;

pub(crate) use directory::Directory;
pub(crate) use leases::{Lease, Leases};
pub use nodes::NodeId;
pub(crate) use nodes::Nodes;
pub(crate) use peers::{PeerChannel, PeerMessage};

use crate::log::{ConnectError, Connection, RoomId};
use catalog::proof::ServerKey;
use prometheus_client::registry::Registry;
use std::{fmt, sync::Arc, time::Duration};

/// How a node behaves in its cluster.
#[derive(Clone, Copy, Debug)]
pub struct ClusterConfig {
    /// Heartbeat timeout: after it, other nodes take over a node's tables.
    pub lease: Duration,
    /// For tests of what must never matter: the node believes that every room is its own to run.
    pub believes_to_lead: bool,
}

impl Default for ClusterConfig {
    fn default() -> Self {
        ClusterConfig { lease: Duration::from_secs(5), believes_to_lead: false }
    }
}

/// This node's part in a cluster.
pub struct Cluster {
    connection: Connection,
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) leases: Arc<Leases>,
    pub(crate) directory: Arc<Directory>,
    /// Signs what any of the nodes has fixed.
    pub(crate) server_key: ServerKey,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("me", &self.nodes.me).finish_non_exhaustive()
    }
}

impl Cluster {
    /// Joins the nodes that use the same NATS. Resolves once this node has received its own heartbeat.
    pub async fn join(connection: &Connection, config: ClusterConfig) -> Result<Arc<Cluster>, ConnectError> {
        let nodes = Nodes::join(connection, config.lease).await?;
        let leases = Leases::open(connection, nodes.clone(), config.believes_to_lead).await?;
        let directory = Directory::open(connection).await?;
        let server_key = key::shared_key(connection).await?;
        Ok(Arc::new(Cluster { connection: connection.clone(), nodes, leases, directory, server_key }))
    }

    /// Which node this is. It has another name each time it is started.
    pub fn me(&self) -> NodeId {
        self.nodes.me
    }

    /// What an operator watches of it.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("nodes", "Nodes that this one hears of, itself included", self.nodes.count.clone());
        let taken = self.leases.taken.clone();
        registry.register("leases_taken", "Rooms whose clock and bots this node has taken over", taken);
    }

    /// Signs off from the other nodes.
    pub async fn leave(&self) {
        self.nodes.leave().await;
    }

    /// Opens the channel to the nodes that have a room.
    pub(crate) async fn peer_channel(&self, room: RoomId) -> Result<PeerChannel, ConnectError> {
        PeerChannel::open(&self.connection, self.nodes.me, room).await
    }
}
