//! The live nodes of the cluster, by heartbeat.

use super::mirror::{self, Change, Following};
use crate::{
    lock::lock,
    log::{ConnectError, Connection, RoomId},
    retry::Retry,
};
use async_nats::jetstream::kv;
use prometheus_client::metrics::gauge::Gauge;
pub use room::NodeId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

/// How long a node that starts tries to send its first heartbeat, and then waits to receive it.
const RETRY: Retry = Retry { timeout: Duration::from_secs(30), delay: Duration::from_millis(250) };

/// The nodes that send heartbeats.
pub(crate) struct Nodes {
    pub(crate) me: NodeId,
    store: kv::Store,
    /// Heartbeat timeout: after it, a node counts as lost.
    lasts: Duration,
    state: Mutex<State>,
    /// Counts who came and went.
    changes: watch::Sender<u64>,
    /// How many are there.
    pub(super) count: Gauge,
    following: OnceLock<Following>,
}

#[derive(Default)]
struct State {
    /// The time of each node's last heartbeat, by this node's own clock: others may have another time.
    last_heartbeats: HashMap<NodeId, Instant>,
    /// Whether we have said that we go.
    left: bool,
}

impl Nodes {
    /// Sends the first heartbeat, and resolves once it has come back: by then the heartbeats of all others have come too.
    pub(super) async fn join(connection: &Connection, lasts: Duration) -> Result<Arc<Nodes>, ConnectError> {
        let store = connection.bucket("nodes", Some(lasts)).await?;
        let unusable = |reason: String| ConnectError::Unusable { reason };
        let mut me = [0; 8];
        getrandom::fill(&mut me).map_err(|error| unusable(error.to_string()))?;
        let nodes = Arc::new(Nodes {
            me: NodeId(u64::from_be_bytes(me)),
            store: store.clone(),
            lasts,
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            count: Gauge::default(),
            following: OnceLock::new(),
        });
        // A NATS server that has just come back may not know the bucket yet.
        RETRY.run(|| nodes.send_heartbeat()).await.map_err(|error| unusable(error.to_string()))?;
        let (here, there) = (Arc::downgrade(&nodes), Arc::downgrade(&nodes));
        nodes.following.get_or_init(|| {
            mirror::follow(&store, move |change| {
                if let Some(nodes) = here.upgrade() {
                    nodes.on_heartbeat(&change);
                }
            })
        });
        let pace = lasts / 5;
        tokio::spawn(async move {
            let mut ticks = interval(pace);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let Some(nodes) = there.upgrade().filter(|nodes| !nodes.state().left) else { break };
                if let Err(error) = nodes.send_heartbeat().await {
                    tracing::warn!(%error, "heartbeat failed");
                }
                nodes.remove_silent();
            }
        });
        let mut changes = nodes.changes();
        let received = timeout(RETRY.timeout, changes.wait_for(|_| nodes.receives_heartbeats())).await;
        received
            .map_err(|_| unusable("this node does not receive its own heartbeat".into()))?
            .map_err(|e| unusable(e.to_string()))?;
        Ok(nodes)
    }

    async fn send_heartbeat(&self) -> Result<u64, kv::PutError> {
        self.store.put(self.me.to_string(), "here".into()).await
    }

    /// Says that this node goes.
    pub(super) async fn leave(&self) {
        self.state().left = true;
        if let Err(error) = self.store.delete(self.me.to_string()).await {
            // The others find out a little later.
            tracing::info!(%error, "sign-off failed; the other nodes notice when the heartbeat is missing");
        }
    }

    /// Whether a node is live. While this node receives nothing at all, every node counts that was live before.
    pub(crate) fn is_there(&self, node: NodeId) -> bool {
        node == self.me || self.state().last_heartbeats.contains_key(&node)
    }

    /// Whether this node has received its own heartbeat lately. Then it receives those of others too.
    pub(crate) fn receives_heartbeats(&self) -> bool {
        self.state().last_heartbeats.get(&self.me).is_some_and(|at| at.elapsed() < self.lasts)
    }

    /// Whether this is the node, of all that are there, to which a room falls that nobody has.
    pub(crate) fn falls_to_me(&self, room: RoomId) -> bool {
        let weight = |node: &NodeId| (node.0 ^ room.0).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        self.state().last_heartbeats.keys().max_by_key(|node| weight(node)) == Some(&self.me)
    }

    /// Changes whenever a node has come or gone.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn on_heartbeat(&self, change: &Change) {
        let Ok(node) = change.key.parse() else { return };
        let news = match change.value {
            Some(_) => self.state().last_heartbeats.insert(node, Instant::now()).is_none(),
            None => self.state().last_heartbeats.remove(&node).is_some(),
        };
        if news {
            self.nodes_changed();
        }
    }

    fn nodes_changed(&self) {
        self.count.set(i64::try_from(self.state().last_heartbeats.len()).unwrap_or(i64::MAX));
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Removes other nodes whose heartbeats stay away while our own comes back.
    fn remove_silent(&self) {
        if !self.receives_heartbeats() {
            return;
        }
        let mut state = self.state();
        let before = state.last_heartbeats.len();
        state.last_heartbeats.retain(|_, at| at.elapsed() < self.lasts);
        let gone = state.last_heartbeats.len() < before;
        drop(state);
        if gone {
            self.nodes_changed();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}
