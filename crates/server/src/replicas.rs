//! The rooms of other nodes: opened here when somebody needs them, and dropped when nobody does.

use crate::{
    actor::{Handle, Message, Replication, spawn},
    cluster::Cluster,
    lock::lock,
    log::{Entry, RoomId},
    protocol::{Code, RoomState},
    resume::replay,
    shared::{CODE_RESTS, Place, Shared},
};
use catalog::Fault;
use room::{Room, Wish};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, Weak},
    time::Duration,
};
use tokio::{
    sync::{OnceCell, mpsc},
    time::interval,
};

/// How often a node looks for rooms that no node runs.
const LOOK_FOR_ORPHANS: Duration = Duration::from_secs(1);
/// After a room could not be opened, looks to skip before the next attempt: only later releases may understand it.
const NEXT_TRY: u32 = 15;

/// Replicas that are just being opened: everybody who wants one waits for the same.
#[derive(Debug, Default)]
pub(crate) struct Waking(Mutex<HashMap<RoomId, Arc<OnceCell<Handle>>>>);

impl Waking {
    fn lock(&self) -> MutexGuard<'_, HashMap<RoomId, Arc<OnceCell<Handle>>>> {
        lock(&self.0)
    }
}

impl Shared {
    /// Drops a replica, unless somebody is about to use it.
    pub(crate) fn retire(&self, room: &Room, inbox: &mpsc::WeakSender<Message>) -> bool {
        let mut rooms = self.rooms();
        // A task that finds a room takes its address under this lock, so the only one left is the list's own.
        let unused = inbox.strong_count() == 1;
        if unused && matches!(rooms.get(&room.code), Some(Place::Room(there, _)) if *there == room.id) {
            rooms.remove(&room.code);
        }
        drop(rooms);
        self.metrics.rooms(self.running());
        unused
    }

    /// A replica of a room that this node does not have open.
    pub(crate) async fn wake(self: &Arc<Self>, id: RoomId) -> Result<Handle, Fault> {
        let cell = self.waking.lock().entry(id).or_default().clone();
        let woken = cell.get_or_try_init(|| self.open_replica(id)).await.cloned();
        self.waking.lock().remove(&id);
        woken
    }

    async fn open_replica(self: &Arc<Self>, id: RoomId) -> Result<Handle, Fault> {
        let there = self.rooms().values().find_map(|place| place.handle_of(id));
        if let Some(handle) = there {
            return Ok(handle);
        }
        let cluster = self.cluster.as_ref().ok_or(Code::RoomNotFound)?;
        // Before it is read, so that nothing is missed.
        let replication = Replication::of(id, cluster, self).await?;
        let entries = self.log.read(id, 0).await.map_err(|error| {
            tracing::error!(room = %id, %error, "a room cannot be read");
            Code::Internal.fault()
        })?;
        if entries.is_empty() {
            return Err(Code::RoomNotFound.into());
        }
        // Other machines' clocks may be ahead of ours.
        let now = self.clock.now();
        let entries: Vec<_> =
            entries.into_iter().map(|entry| Entry { at: entry.at.min(now), ..entry }).collect();
        let room = replay(id, &entries).inspect_err(|fault| {
            tracing::error!(room = %id, code = fault.code, "a room cannot be opened here");
        })?;
        let code = room.code.clone();
        if room.state == RoomState::Closed {
            // The node that closed it did not get to update the directory.
            if self.archiving(id, room.games_over()).await {
                cluster.directory.close(&code, id, now).await;
            }
            return Err(Code::RoomNotFound.into());
        }
        let handle = spawn(room, self.clone(), Some(replication));
        self.rooms().insert(code, Place::Room(id, handle.clone()));
        self.metrics.rooms(self.running());
        Ok(handle)
    }

    /// Reserves a code of this node on all nodes, or else another one.
    pub(crate) async fn reserve_everywhere(
        &self,
        cluster: &Cluster,
        wish: &Wish,
        mut code: String,
        room: RoomId,
    ) -> Result<String, Fault> {
        for _ in 0..100 {
            let reserved = cluster.directory.reserve(&code, room, self.clock.now(), CODE_RESTS).await;
            if let Ok(true) = reserved {
                return Ok(code);
            }
            self.rooms().remove(&code);
            if let Err(error) = reserved {
                tracing::error!(%error, "no code could be taken");
                return Err(Code::Internal.into());
            }
            code = self.reserve_code(wish)?;
        }
        self.rooms().remove(&code);
        Err(Code::RoomFull.into())
    }
}

/// Opens rooms that no node runs, so that their clocks go on: their node is gone. All nodes know the same others, and
/// each room falls to one of them.
pub(crate) async fn adopt_orphans(shared: Weak<Shared>) {
    let mut looks = interval(LOOK_FOR_ORPHANS);
    let mut seen = HashSet::new();
    let mut failed: HashMap<RoomId, u32> = HashMap::new();
    loop {
        looks.tick().await;
        let Some(shared) = shared.upgrade() else { return };
        let Some(cluster) = shared.cluster.clone().filter(|cluster| cluster.nodes.receives_heartbeats())
        else {
            continue;
        };
        let open = cluster.directory.open_rooms().into_iter().map(|(room, _)| room);
        let orphans: HashSet<RoomId> = open.filter(|room| !cluster.leases.is_run(*room)).collect();
        // Those that were orphans the last time too: a node with connections to a room takes it at once.
        for room in orphans.intersection(&seen).filter(|room| cluster.nodes.falls_to_me(**room)) {
            if failed.contains_key(room) {
                continue;
            }
            if let Err(fault) = shared.wake(*room).await {
                tracing::warn!(%room, code = fault.code, "a room without a node cannot be opened");
                failed.insert(*room, NEXT_TRY);
            }
        }
        failed.retain(|_, looks| {
            *looks -= 1;
            *looks > 0
        });
        seen = orphans;
    }
}
