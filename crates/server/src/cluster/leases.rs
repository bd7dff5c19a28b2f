//! The leases: which node runs the clock and the bots of a room.
//!
//! A lease is an entry in a bucket that names a node, and it is valid while that node's heartbeat is. It costs one
//! write when it moves and none while it lasts, however many rooms there are. It is a division of labour and nothing more.
//! Two nodes that both believe to hold it, or none that does, cost time: the log fences what they write.

use super::{
    NodeId,
    mirror::{self, Change, Following},
    nodes::Nodes,
};
use crate::{
    lock::lock,
    log::{ConnectError, Connection, RoomId},
};
use async_nats::jetstream::kv;
use futures_util::{StreamExt, stream};
use prometheus_client::metrics::counter::Counter;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, Weak},
    time::Duration,
};
use tokio::{sync::watch, time::interval};

/// How often to look for rooms that no node runs.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);
/// Leases that are taken at once.
const AT_ONCE: usize = 64;
/// How long after its last renewal a lease is deleted.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

pub(crate) struct Leases {
    nodes: Arc<Nodes>,
    store: kv::Store,
    /// For tests: whether this node believes to have every lease.
    believes: bool,
    state: Mutex<State>,
    /// How often this node has taken a lease.
    pub(super) taken: Counter,
    following: OnceLock<Following>,
}

#[derive(Default)]
struct State {
    held: HashMap<RoomId, Held>,
    /// The rooms that run here, with the channels to their tasks.
    wanted: HashMap<RoomId, Interest>,
    /// How many replicas were opened here.
    opened: u64,
}

#[derive(Debug)]
struct Interest {
    /// Which replica: another may have taken the place of one that was dropped.
    by: u64,
    leads: watch::Sender<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    by: NodeId,
    revision: u64,
}

/// A room's interest in its lease; it is given back when this goes.
pub(crate) struct Lease {
    room: RoomId,
    replica: u64,
    leases: Arc<Leases>,
    /// Whether this node has it.
    pub(crate) mine: watch::Receiver<bool>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut state = self.leases.state();
        if state.wanted.get(&self.room).is_none_or(|wanted| wanted.by != self.replica) {
            return;
        }
        state.wanted.remove(&self.room);
        drop(state);
        let (leases, room) = (self.leases.clone(), self.room);
        if let Some(held) = leases.held(room).filter(|held| held.by == leases.nodes.me) {
            // Somebody else takes it when this is done; if it cannot be done, when this node is gone.
            tokio::spawn(
                async move { leases.store.delete_expect_revision(key(room), Some(held.revision)).await },
            );
        }
    }
}

impl Leases {
    pub(super) async fn open(
        connection: &Connection,
        nodes: Arc<Nodes>,
        believes: bool,
    ) -> Result<Arc<Leases>, ConnectError> {
        let store = connection.bucket("leases", Some(FORGOTTEN)).await?;
        let leases = Arc::new(Leases {
            nodes,
            store: store.clone(),
            believes,
            state: Mutex::default(),
            taken: Counter::default(),
            following: OnceLock::new(),
        });
        let (here, there) = (Arc::downgrade(&leases), Arc::downgrade(&leases));
        leases.following.get_or_init(|| {
            mirror::follow(&store, move |change| {
                if let Some(leases) = here.upgrade() {
                    leases.on_change(&change);
                }
            })
        });
        tokio::spawn(async move { take_free_leases(&there).await });
        Ok(leases)
    }

    /// Wants the lease of a room that runs here, for as long as it does.
    pub(crate) fn want(self: &Arc<Self>, room: RoomId) -> Lease {
        let (leads, mine) = watch::channel(self.believes);
        let mut state = self.state();
        state.opened += 1;
        let replica = state.opened;
        state.wanted.insert(room, Interest { by: replica, leads });
        drop(state);
        let leases = self.clone();
        tokio::spawn(async move { leases.try_to_take(room).await });
        Lease { room, replica, leases: self.clone(), mine }
    }

    /// Whether somebody who is there runs the room.
    pub(crate) fn is_run(&self, room: RoomId) -> bool {
        self.held(room).is_some_and(|held| self.nodes.is_there(held.by))
    }

    async fn try_to_take(&self, room: RoomId) {
        if self.is_run(room) {
            // It may be ours from before.
            return self.notify(room);
        }
        let me = || self.nodes.me.to_string().into();
        let written = match self.held(room) {
            None => self.store.create(key(room), me()).await.map_err(|error| error.to_string()),
            Some(held) => {
                self.store.update(key(room), me(), held.revision).await.map_err(|error| error.to_string())
            }
        };
        match written {
            Ok(revision) => {
                self.taken.inc();
                self.note(room, Some(Held { by: self.nodes.me, revision }));
            }
            // Another node was quicker, or our copy is old. The bucket decides.
            Err(_) => match mirror::look_up(&self.store, &key(room)).await {
                Ok(Some(change)) => self.on_change(&change),
                Ok(None) => self.note(room, None),
                Err(error) => tracing::info!(%room, %error, "lease not taken"),
            },
        }
    }

    fn on_change(&self, change: &Change) {
        let Ok(room) = u64::from_str_radix(&change.key, 16) else { return };
        let by = change.value.as_ref().and_then(|value| std::str::from_utf8(value).ok()?.parse().ok());
        let revision = change.revision;
        // What we have written ourselves may be known already, and newer than this.
        let known = self.held(RoomId(room)).map_or(0, |held| held.revision);
        if revision >= known {
            self.note(RoomId(room), by.map(|by| Held { by, revision }));
        }
    }

    fn note(&self, room: RoomId, held: Option<Held>) {
        match held {
            Some(held) => drop(self.state().held.insert(room, held)),
            None => drop(self.state().held.remove(&room)),
        }
        self.notify(room);
    }

    /// Updates the room, if it runs here, about whether the lease is ours.
    fn notify(&self, room: RoomId) {
        let mine = self.held(room).is_some_and(|held| held.by == self.nodes.me);
        if let Some(wanted) = self.state().wanted.get(&room) {
            wanted.leads.send_if_modified(|leads| {
                let before = *leads;
                *leads = mine || self.believes;
                *leads != before
            });
        }
    }

    fn held(&self, room: RoomId) -> Option<Held> {
        self.state().held.get(&room).copied()
    }

    /// Rooms that run here and that nobody runs.
    fn free(&self) -> Vec<RoomId> {
        let state = self.state();
        let run = |room: &RoomId| state.held.get(room).is_some_and(|held| self.nodes.is_there(held.by));
        state.wanted.keys().filter(|room| !run(room)).copied().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Takes what nobody has, again and again.
async fn take_free_leases(leases: &Weak<Leases>) {
    let mut ticks = interval(LOOK_INTERVAL);
    loop {
        ticks.tick().await;
        let Some(leases) = leases.upgrade() else { return };
        // A node that does not receive its own heartbeat cannot judge others.
        if leases.nodes.receives_heartbeats() {
            let free = stream::iter(leases.free());
            free.for_each_concurrent(AT_ONCE, |room| leases.try_to_take(room)).await;
        }
    }
}

fn key(room: RoomId) -> String {
    room.to_string()
}
