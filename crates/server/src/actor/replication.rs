//! The room's replicas on other nodes: what they append, and what they say.

use super::{Actor, Wake};
use crate::{
    cluster::{Cluster, Lease, NodeId, PeerChannel, PeerMessage},
    log::{AppendedEntry, Entry, RoomId, What},
    protocol::{Code, Controller, RoomState, ServerMsg, lobby::Summary},
    shared::Shared,
};
use catalog::Fault;
use kernel::Seat;
use room::{Applied, Bots, Human, Occupant, Room};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::{
    sync::{
        broadcast::{self, error::RecvError},
        watch,
    },
    time::sleep,
};

/// The node that ended a game has this time to archive it.
const ARCHIVE_DELAY: Duration = Duration::from_secs(1);

/// Between two attempts to do it instead.
const ARCHIVE_RETRY_DELAY: Duration = Duration::from_secs(5);

/// A room's connection to its replicas.
pub(crate) struct Replication {
    cluster: Arc<Cluster>,
    /// What anybody appends.
    news: broadcast::Receiver<AppendedEntry>,
    lease: Lease,
    nodes: watch::Receiver<u64>,
    peers: PeerChannel,
    /// Spectators who are connected through other nodes.
    watching: BTreeMap<NodeId, Vec<String>>,
    /// The deadline and the spectators here that were last sent to the other nodes; nothing at first.
    sent: Option<(Option<u64>, Vec<String>)>,
    /// So that lines about the room are written one after the other.
    shows: watch::Sender<Option<Summary>>,
}

impl Replication {
    /// Connects a replica to the others before it is read, so that it misses nothing.
    pub(crate) async fn of(
        room: RoomId,
        cluster: &Arc<Cluster>,
        shared: &Shared,
    ) -> Result<Replication, Fault> {
        let news = shared.log.watch(room).await.map_err(|error| unheard(room, &error))?;
        let peers = cluster.peer_channel(room).await.map_err(|error| unheard(room, &error))?;
        let (shows, mut shown) = watch::channel::<Option<Summary>>(None);
        let directory = cluster.directory.clone();
        tokio::spawn(async move {
            // It ends with the replica.
            while shown.changed().await.is_ok() {
                let summary = shown.borrow_and_update().clone();
                if let Some(summary) = summary {
                    directory.show(room, summary).await;
                }
            }
        });
        Ok(Replication {
            cluster: cluster.clone(),
            news,
            lease: cluster.leases.want(room),
            nodes: cluster.nodes.changes(),
            peers,
            watching: BTreeMap::new(),
            sent: None,
            shows,
        })
    }

    /// Waits for something from elsewhere.
    pub(super) async fn next(&mut self) -> Wake {
        tokio::select! {
            biased;
            appended = self.news.recv() => Wake::AppendedEntry(appended),
            Ok(()) = self.lease.mine.changed() => Wake::Leads(*self.lease.mine.borrow_and_update()),
            Ok(()) = self.nodes.changed() => Wake::Nodes,
            (from, message) = self.peers.receive() => Wake::Peer(from, message),
        }
    }

    /// Updates what strangers on all nodes may know.
    pub(super) fn show(&self, room: &Room, summary: Summary) {
        if room.state != RoomState::Closed {
            self.shows.send_replace(Some(summary));
        }
    }
}

fn unheard(room: RoomId, error: &dyn std::error::Error) -> Fault {
    tracing::error!(%room, %error, "a room cannot be followed");
    Code::Internal.into()
}

impl Actor {
    /// The node that this is, in a cluster.
    pub(super) fn me(&self) -> Option<NodeId> {
        self.replication.as_ref().map(|replication| replication.cluster.me())
    }

    /// A replica has been opened: the other nodes send what is not logged.
    pub(super) async fn begin(&mut self) {
        let Some(replication) = &mut self.replication else { return };
        replication.peers.send(PeerMessage::Hello).await;
        let leads = *replication.lease.mine.borrow_and_update();
        self.lead(leads).await;
    }

    pub(super) async fn on_log_entry(&mut self, appended: Result<AppendedEntry, RecvError>) {
        let next = self.room.seq + 1;
        let followed = match appended {
            // Our own, or one that we have caught up with.
            Ok(entry) if entry.seq < next => return,
            Ok(entry) if entry.seq == next => match entry.entry() {
                Ok(entry) => self.follow(entry),
                Err(_) => Err(Code::Internal.into()),
            },
            Ok(_) | Err(RecvError::Lagged(_)) => self.catch_up().await,
            Err(RecvError::Closed) => Err(Code::Internal.into()),
        };
        if let Err(fault) = followed {
            tracing::error!(room = %self.room.id, code = fault.code, "a replica cannot follow its log");
            self.broken = true;
        }
    }

    /// Takes in everything that anybody has appended by now.
    pub(super) async fn catch_up(&mut self) -> Result<(), Fault> {
        let entries = match self.shared.log.read(self.room.id, self.room.seq).await {
            Ok(entries) => entries,
            Err(error) => {
                tracing::error!(room = %self.room.id, %error, "the log could not be read");
                self.hold();
                return Err(Code::Internal.into());
            }
        };
        for entry in entries {
            self.follow(entry)?;
        }
        Ok(())
    }

    /// In a cluster the log may be ahead of this replica; elsewhere it never is.
    pub(super) async fn be_up_to_date(&mut self) -> Result<(), Fault> {
        if self.replication.is_some() { self.catch_up().await } else { Ok(()) }
    }

    /// Applies an entry of another node, and updates everybody here.
    fn follow(&mut self, entry: Entry) -> Result<(), Fault> {
        // What it says of the time is by another machine's clock. It has just happened, by ours.
        let entry = Entry { at: self.shared.clock.now(), ..entry };
        if let What::Connection { seat, online: true, node, .. } = &entry.what {
            self.on_login_elsewhere(*seat, *node, entry.at);
        }
        let over = self.room.games_over();
        let applied = self.room.apply(&entry, None).inspect_err(|_| self.broken = true)?;
        if self.leads && self.room.games_over() > over {
            self.see_to_archive(ARCHIVE_DELAY);
        }
        if let What::Connection { seat, online: false, .. } = &entry.what {
            let human = self.room.occupant(*seat).and_then(Occupant::as_human);
            let here = |human: &Human| self.connections.iter().any(|connection| connection.is_of(&human.id));
            // This node was taken for gone. It is not, and neither is who is connected here.
            self.presence_dirty |= human.is_some_and(here);
        }
        self.settle(&entry, &applied);
        Ok(())
    }

    /// A player has come in through another node: the connection here is an old one.
    fn on_login_elsewhere(&mut self, seat: Seat, node: Option<NodeId>, now: u64) {
        let Some(occupant) = self.room.occupant(seat) else { return };
        let Some(human) = occupant.as_human() else { return };
        let returns = !human.online || occupant.controller == Controller::Bot;
        let player = human.id.clone();
        if returns {
            self.timers.welcome_back(&self.room, seat, now);
        }
        if node != self.me() {
            self.replace_older(&player);
        }
    }

    /// Time and bots run here from now on, or do not.
    pub(super) async fn lead(&mut self, leads: bool) {
        self.leads = leads;
        match leads {
            true => {
                if let Some(replication) = &self.replication {
                    replication.show(&self.room, self.room.summary());
                }
                self.see_to_archive(Duration::ZERO);
                self.plan_bots(false);
                self.note_connections().await;
            }
            false => self.bots = Bots::default(),
        }
    }

    /// The node that ends a game archives it. Later, another node checks that it did.
    fn see_to_archive(&self, after: Duration) {
        let (shared, room, games) = (Arc::downgrade(&self.shared), self.room.id, self.room.games_over());
        if games == 0 {
            return;
        }
        tokio::spawn(async move {
            let mut pause = after;
            loop {
                sleep(pause).await;
                let Some(archiving) = shared.upgrade().map(|shared| shared.archiving(room, games)) else {
                    return;
                };
                if archiving.await {
                    return;
                }
                pause = ARCHIVE_RETRY_DELAY;
            }
        });
    }

    /// A lost node takes its spectators along; the leader takes care of the seats.
    pub(super) async fn nodes_changed(&mut self) {
        let Some(replication) = &mut self.replication else { return };
        let before = replication.watching.len();
        let nodes = replication.cluster.nodes.clone();
        replication.watching.retain(|node, _| nodes.is_there(*node));
        if replication.watching.len() < before {
            self.spectators_changed();
        }
        if self.leads {
            self.note_connections().await;
        }
    }

    /// Whether a node is gone for good.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.replication.as_ref().is_some_and(|replication| !replication.cluster.nodes.is_there(node))
    }

    pub(super) fn on_peer(&mut self, from: NodeId, message: PeerMessage) {
        match message {
            PeerMessage::Hello => {
                if let Some(replication) = &mut self.replication {
                    replication.sent = None;
                }
            }
            PeerMessage::Watching(names) => {
                let Some(replication) = &mut self.replication else { return };
                match names.is_empty() {
                    true => drop(replication.watching.remove(&from)),
                    false => drop(replication.watching.insert(from, names)),
                }
                self.spectators_changed();
            }
            PeerMessage::Said { seat, phrase } => {
                let said = ServerMsg::Said { seat, phrase };
                self.connections.iter().for_each(|connection| connection.outbox.send(&said));
            }
            PeerMessage::Shows { seat, what } => {
                let shows = ServerMsg::Shows { seat, what };
                let synced = self.connections.iter().filter(|connection| connection.synced);
                synced.for_each(|connection| connection.outbox.send(&shows));
            }
            PeerMessage::Clock { seq, remaining_ms } if seq == self.room.seq && !self.leads => {
                let now = self.shared.clock.now();
                let before = self.timers.remaining(&self.room, now);
                self.timers.set(&self.room, now + u64::from(remaining_ms));
                // A difference that nobody sees is not worth a message.
                if before.is_none_or(|before| before.abs_diff(remaining_ms) > 250) {
                    self.broadcast(&Applied::default());
                }
            }
            PeerMessage::Clock { .. } => {}
        }
    }

    /// Sends the other nodes what is not logged, where it has changed: the spectators here and, if the
    /// clock runs here, how much time is left.
    pub(super) async fn update_peers(&mut self) {
        if self.replication.is_none() {
            return;
        }
        let deadline = self.timers.deadline(&self.room).filter(|_| self.leads);
        let (now, seq, watching) = (self.shared.clock.now(), self.room.seq, self.spectators_here());
        let Some(replication) = &mut self.replication else { return };
        let sent = replication.sent.replace((deadline, watching.clone()));
        let (old_deadline, old_watching) = sent.unwrap_or_default();
        if old_watching != watching {
            replication.peers.send(PeerMessage::Watching(watching)).await;
        }
        if let Some(at) = deadline.filter(|_| old_deadline != deadline) {
            let remaining_ms = u32::try_from(at.saturating_sub(now)).unwrap_or(u32::MAX);
            replication.peers.send(PeerMessage::Clock { seq, remaining_ms }).await;
        }
    }

    /// Says something to those who are connected through other nodes.
    pub(super) async fn send_to_peers(&self, message: PeerMessage) {
        if let Some(replication) = &self.replication {
            replication.peers.send(message).await;
        }
    }

    /// The names of spectators who are connected through other nodes.
    pub(super) fn spectators_elsewhere(&self) -> impl Iterator<Item = &String> {
        self.replication.iter().flat_map(|replication| replication.watching.values().flatten())
    }
}
