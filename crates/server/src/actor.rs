//! The task that runs a room. Its inbox is the order of play.

mod advice;
mod attendance;
mod automation;
mod client_messages;
mod commit;
mod drops;
mod operator;
mod replication;

pub(crate) use operator::Intervention;
pub(crate) use replication::Replication;

use crate::{
    cluster::{NodeId, PeerMessage},
    entropy::{Purpose, random},
    limits::Bucket,
    lock::lock,
    log::AppendedEntry,
    outbox::Outbox,
    protocol::{
        ClientMsg, Code, Command, Hello, RoomState, ServerMsg,
        lobby::{Person as Visitor, Seated, Summary},
    },
    shared::Shared,
};
use attendance::Origin;
use catalog::{Answer, Deliberation, Fault};
use drops::Drops;
use futures_util::FutureExt;
use room::{Applied, Bots, Decided, Due, Means, Question, Room, Schedule, Timers};
use std::{
    collections::HashMap,
    net::IpAddr,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex},
};
use tokio::{
    sync::{broadcast::error::RecvError, mpsc, oneshot},
    time::{Instant, sleep_until},
};

/// Capacity of a room's inbox. Senders wait while it is full.
const INBOX: usize = 256;
/// How long a replica without connections is kept, so that clients who reconnect find it.
const IDLE_REPLICA_TTL: u64 = 30_000;
/// After the log has failed, timers and bots wait for this time.
const BACKOFF_AFTER_LOG_FAILURE: u64 = 1_000;

/// Names a connection within its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnId(u64);

/// What a room is sent.
#[derive(Debug)]
pub(crate) enum Message {
    /// Somebody wants a seat.
    Join(Visitor, IpAddr, oneshot::Sender<Result<Seated, Fault>>),
    /// A connection says hello.
    Attach(Box<Hello>, IpAddr, Outbox, oneshot::Sender<Result<ConnId, Fault>>),
    /// A connection sends something; the text as well, for its fingerprint.
    FromClient(ConnId, Box<ClientMsg>, u64),
    /// A connection is gone.
    Detach(ConnId),
    /// A connection has caught up and wants to see where things are.
    Resync(ConnId),
    /// A bot has decided; `None`: it has found no answer.
    Chosen(Question, Option<Answer>),
    /// What a bot knew was found in the log.
    Traced(Question, Box<Deliberation>),
    /// The server itself acts for a player: play now.
    Command(OnBehalf, oneshot::Sender<Result<(), Fault>>),
    /// The operator does something about the room.
    Operator(Intervention),
    /// The server stops: the room stays as it is.
    Stop,
}

/// What the server does for a player who is not connected yet.
#[derive(Debug)]
pub(crate) struct OnBehalf {
    /// The public id.
    pub(crate) player: String,
    pub(crate) command: Command,
    /// Whether the browser to come adds to the deal.
    pub(crate) seals: bool,
}

/// Where to send to.
pub(crate) type Inbox = mpsc::Sender<Message>;

/// A room that runs.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    /// For everything that happens to it.
    pub(crate) inbox: Inbox,
    /// What a stranger may know.
    pub(crate) summary: Arc<Mutex<Summary>>,
}

impl Handle {
    /// What a stranger may know now.
    pub(crate) fn summary(&self) -> Summary {
        lock(&self.summary).clone()
    }
    /// Takes a seat.
    pub(crate) async fn join(&self, visitor: Visitor, address: IpAddr) -> Result<Seated, Fault> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Message::Join(visitor, address, reply)).await.map_err(|_| Code::RoomNotFound)?;
        answer.await.map_err(|_| Code::RoomNotFound)?
    }
}

/// Runs a room until it is closed, is not needed on this node any more, or the server stops.
pub(crate) fn spawn(mut room: Room, shared: Arc<Shared>, replication: Option<Replication>) -> Handle {
    room.script = shared.script.clone();
    let (inbox, messages) = mpsc::channel(INBOX);
    let summary = Arc::new(Mutex::new(room.summary()));
    let handle = Handle { inbox: inbox.clone(), summary: summary.clone() };
    let now = shared.clock.now();
    let mut timers = Timers::default();
    timers.observe(&room, now);
    let mut actor = Actor {
        room,
        shared,
        timers,
        bots: Bots::default(),
        connections: Vec::new(),
        next_connection: 0,
        held_until: 0,
        // After a restart nobody is connected, whatever the log says.
        presence_dirty: true,
        leads: replication.is_none(),
        empty_since: now,
        broken: false,
        retired: false,
        drops: Drops::default(),
        origins: HashMap::new(),
        kept_out: Vec::new(),
        spectators_announced: None,
        spectators_due: None,
        // In a box: rooms of a node that is alone should not grow by it.
        replication: replication.map(Box::new),
        inbox: inbox.downgrade(),
        summary,
    };
    tokio::spawn(async move {
        // A bug ends this room and no other.
        let ended = AssertUnwindSafe(actor.run(messages)).catch_unwind().await;
        actor.shared.limits.ended(actor.room.id);
        match ended {
            Ok(()) if actor.retired => {}
            Ok(()) => actor.shared.forget(&actor.room),
            Err(_) => {
                let (shared, id, code) = (actor.shared.clone(), actor.room.id, actor.room.code.clone());
                let place = actor.room.progress();
                // Its connections end with it, and the clients reconnect.
                drop(actor);
                shared.panicked(id, code, place).await;
            }
        }
    });
    handle
}

struct Actor {
    room: Room,
    shared: Arc<Shared>,
    timers: Timers,
    bots: Bots,
    connections: Vec<Connection>,
    next_connection: u64,
    /// Until then only requests of people are tried, because the log has failed.
    held_until: u64,
    /// Whether the log may be wrong about who is connected.
    presence_dirty: bool,
    /// Whether time and bots run here. A node alone always leads.
    leads: bool,
    /// In a cluster: the room's replicas on other nodes.
    replication: Option<Box<Replication>>,
    /// Since when nobody has been connected through this node.
    empty_since: u64,
    /// The log does not fit this program: the replica cannot go on.
    broken: bool,
    /// The server has dropped it; another may be in its place.
    retired: bool,
    /// Connections that were lost lately.
    drops: Drops,
    /// Where those came from who sat down through this node, by public id.
    origins: HashMap<String, Origin>,
    /// Those whom the host has removed.
    kept_out: Vec<Origin>,
    /// When spectators were last announced. By the machine's own clock, since this limits traffic.
    spectators_announced: Option<Instant>,
    /// When they are to be announced again.
    spectators_due: Option<Instant>,
    /// Weak, because the room must not keep itself alive.
    inbox: mpsc::WeakSender<Message>,
    summary: Arc<Mutex<Summary>>,
}

struct Connection {
    id: ConnId,
    /// The player's public id; nothing for a spectator.
    player: Option<String>,
    name: String,
    /// Where it comes from, as limits count it.
    address: IpAddr,
    outbox: Outbox,
    /// Whether it has received its first full update; before that, later updates are not sent to it.
    synced: bool,
    /// The allowance for move previews.
    shows: Bucket,
    /// Whether it adds bytes of its own to deals.
    seals: bool,
    /// Held by the task that thinks for it: one thought at a time.
    thinking: Arc<()>,
}

impl Connection {
    fn is_of(&self, player: &str) -> bool {
        self.player.as_deref() == Some(player)
    }
}

enum Wake {
    Message(Option<Message>),
    Due(Due),
    /// A bot acts.
    Bot(Decided),
    /// The log's record of connections has to be updated.
    Note,
    /// Somebody whose connection is lost has not come back.
    Drop,
    /// Somebody has appended an entry.
    AppendedEntry(Result<AppendedEntry, RecvError>),
    /// Another node has something to say.
    Peer(NodeId, PeerMessage),
    /// Time and bots run here from now on, or do not.
    Leads(bool),
    /// A node has come or gone.
    Nodes,
    /// Nobody here has use for this replica.
    Retire,
    /// Spectators have come or gone a while ago.
    Spectators,
}

impl Actor {
    async fn run(&mut self, mut messages: mpsc::Receiver<Message>) {
        self.begin().await;
        self.note_connections().await;
        self.plan_bots(false);
        while self.room.state != RoomState::Closed {
            if self.broken {
                return self.rest();
            }
            match self.wait(&mut messages).await {
                Wake::Message(Some(Message::Stop) | None) => return self.rest(),
                Wake::Message(Some(message)) => self.on_message(message).await,
                Wake::Due(due) => self.time_is_up(due).await,
                Wake::Bot(decided) => self.bot_acts(decided).await,
                Wake::Note => self.note_connections().await,
                Wake::Drop => self.note_drops().await,
                Wake::AppendedEntry(appended) => self.on_log_entry(appended).await,
                Wake::Peer(from, message) => self.on_peer(from, message),
                Wake::Leads(leads) => self.lead(leads).await,
                Wake::Nodes => self.nodes_changed().await,
                Wake::Retire if self.shared.retire(&self.room, &self.inbox) => return self.retired = true,
                Wake::Retire => self.empty_since = self.shared.clock.now(),
                Wake::Spectators => self.announce_spectators(),
            }
            self.go_on_with_ceremony().await;
            self.update_peers().await;
        }
    }

    /// The server stops: everything acknowledged is on the log, and clients are asked to reconnect.
    fn rest(&mut self) {
        for connection in self.connections.drain(..) {
            connection.outbox.send(&ServerMsg::ComeBack);
            connection.outbox.close();
        }
    }

    async fn wait(&mut self, messages: &mut mpsc::Receiver<Message>) -> Wake {
        let Schedule { bot, due } = match self.leads {
            true => Schedule::of(&self.room, &self.bots, &self.timers),
            false => Schedule::default(),
        };
        let bot_at = bot.as_ref().map(|(at, _)| *at);
        let drops = self.drops.next();
        let note = self.presence_dirty.then_some(self.held_until);
        let (clock, held_until) = (self.shared.clock.as_ref(), self.held_until);
        let sleep = async |at: Option<u64>| match at {
            Some(at) => clock.sleep_until(at.max(held_until)).await,
            None => std::future::pending().await,
        };
        let retires = self.replication.is_some() && !self.leads && self.connections.is_empty();
        let retire = retires.then_some(self.empty_since + IDLE_REPLICA_TTL);
        let spectators_due = self.spectators_due;
        let spectators = async || match spectators_due {
            Some(at) => sleep_until(at).await,
            None => std::future::pending().await,
        };
        let replication = async |replication: Option<&mut Replication>| match replication {
            Some(replication) => replication.next().await,
            None => std::future::pending().await,
        };
        tokio::select! {
            biased;
            // What others did first, so that what people here do is judged by it.
            wake = replication(self.replication.as_deref_mut()) => wake,
            message = messages.recv() => Wake::Message(message),
            () = sleep(retire) => Wake::Retire,
            () = spectators() => Wake::Spectators,
            () = sleep(note) => Wake::Note,
            () = sleep(drops) => Wake::Drop,
            () = sleep(bot_at) => bot.map_or(Wake::Message(None), |(_, bot)| Wake::Bot(bot)),
            () = sleep(due.map(|(at, _)| at)) => due.map_or(Wake::Message(None), |(_, due)| Wake::Due(due)),
        }
    }

    async fn on_message(&mut self, message: Message) {
        match message {
            Message::Join(visitor, address, reply) => {
                let seated = self.join(visitor, address).await;
                // The client may be gone; then its seat is freed in time.
                let _ = reply.send(seated);
            }
            Message::Attach(hello, address, outbox, reply) => {
                self.attach(*hello, address, outbox, reply).await;
            }
            Message::FromClient(id, message, body) => self.on_client(id, *message, body).await,
            Message::Detach(id) => self.detach(id).await,
            Message::Resync(id) => self.resync(id),
            Message::Chosen(question, answer) => self.bot_answered(question, answer),
            Message::Traced(question, deliberation) => self.think(question, *deliberation),
            Message::Command(wish, reply) => {
                let done = self.command(&wish).await;
                // The client may be gone.
                let _ = reply.send(done);
            }
            Message::Operator(intervention) => self.on_operator(intervention).await,
            Message::Stop => {}
        }
    }
}

// What the others see of it.
impl Actor {
    fn broadcast(&self, applied: &Applied) {
        let room = applied
            .room
            .then(|| self.room.room_view(&self.shared.server_public, self.spectators()))
            .flatten();
        let now = self.shared.clock.now();
        for connection in self.connections.iter().filter(|connection| connection.synced) {
            let viewer = self.room.viewer(connection.player.as_deref());
            let update = self.room.update(viewer, applied, room.as_ref(), &self.timers, now);
            connection.outbox.send(&ServerMsg::Update(update));
        }
    }

    /// What a game that begins now needs; `coming`: a player whose browser adds to the deal and is not connected yet.
    fn means(&self, coming: Option<&str>) -> Means<'_> {
        let secret = random(self.shared.entropy.as_ref(), Purpose::DealSecret);
        let mut sealers = self.sealers();
        sealers.extend(coming.map(str::to_owned));
        Means { secret, server: &self.shared.server_key, sealers }
    }

    /// The log has failed: timers and bots wait a moment, so that they do not retry without end.
    fn hold(&mut self) {
        self.held_until = self.shared.clock.now() + BACKOFF_AFTER_LOG_FAILURE;
    }
}
