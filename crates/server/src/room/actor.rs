//! The task that runs a room. Its inbox is the order of play.

mod advice;
mod attendance;
mod by_itself;
mod commit;
mod elsewhere;
mod orders;

pub(crate) use attendance::new_person;
pub(crate) use elsewhere::Elsewhere;

use super::{
    bots::{Bots, Planned},
    seats::Occupant,
    state::{Applied, Room},
    timers::{Due, Timers},
};
use crate::{
    cluster::{Aside, NodeId},
    limits::Bucket,
    log::{Heard, Seq},
    outbox::Outbox,
    protocol::{
        ClientMsg, Code, Command, Controller, Hello, RoomState, ServerMsg,
        lobby::{Person as Visitor, Seated, Settings, Summary},
    },
    shared::Shared,
};
use catalog::{Fault, Json};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{broadcast::error::RecvError, mpsc, oneshot};

/// So many messages may wait for a room; who sends more waits.
const INBOX: usize = 256;
/// A replica that nobody here is connected to is kept so long: whoever reconnects finds it.
const LINGER: u64 = 30_000;
/// After the log has failed, time and bots wait so long before they try again.
const HOLD: u64 = 1_000;

/// Names a connection within its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnId(u64);

/// What a room is sent.
#[derive(Debug)]
pub(crate) enum Message {
    /// Somebody wants a seat.
    Join(Visitor, oneshot::Sender<Result<Seated, Fault>>),
    /// A connection says hello.
    Attach(Box<Hello>, Outbox, oneshot::Sender<Result<ConnId, Fault>>),
    /// A connection sends something; the text as well, for its fingerprint.
    Said(ConnId, Box<ClientMsg>, u64),
    /// A connection is gone.
    Detach(ConnId),
    /// A connection has caught up and wants to see where things are.
    Resync(ConnId),
    /// A bot has made up its mind, on what it saw after so many entries.
    Chosen(Planned, Seq, Option<Json>),
    /// The server itself acts for a player: play now.
    Command(OnBehalf, oneshot::Sender<Result<(), Fault>>),
    /// The server stops: the room rests as it is.
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
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
    /// Takes a seat.
    pub(crate) async fn join(&self, visitor: Visitor) -> Result<Seated, Fault> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Message::Join(visitor, reply)).await.map_err(|_| Code::RoomNotFound)?;
        answer.await.map_err(|_| Code::RoomNotFound)?
    }
}

/// Runs a room until it is closed, or nobody here has use for it, or the server stops.
pub(crate) fn spawn(mut room: Room, shared: Arc<Shared>, elsewhere: Option<Elsewhere>) -> Handle {
    room.script = shared.script.clone();
    let (inbox, messages) = mpsc::channel(INBOX);
    let summary = Arc::new(Mutex::new(summary(&room)));
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
        unnoted: true,
        leads: elsewhere.is_none(),
        deserted_at: now,
        broken: false,
        retired: false,
        // In a box: rooms of a node that is alone should not grow by it.
        elsewhere: elsewhere.map(Box::new),
        inbox: inbox.downgrade(),
        summary,
    };
    tokio::spawn(async move {
        actor.run(messages).await;
        if !actor.retired {
            actor.shared.forget(&actor.room);
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
    /// Nothing but people may try anything before this: the log has failed.
    held_until: u64,
    /// Whether the log may be wrong about who is connected.
    unnoted: bool,
    /// Whether time and bots run here. A node alone always leads.
    leads: bool,
    /// In a cluster: the room's replicas on other nodes.
    elsewhere: Option<Box<Elsewhere>>,
    /// Since when nobody has been connected through this node.
    deserted_at: u64,
    /// The log does not fit this program: the replica cannot go on.
    broken: bool,
    /// The server has let go of it; another may be in its place.
    retired: bool,
    /// Weak, because the room must not keep itself alive.
    inbox: mpsc::WeakSender<Message>,
    summary: Arc<Mutex<Summary>>,
}

struct Connection {
    id: ConnId,
    /// The player's public id; nobody's for who looks on.
    player: Option<String>,
    name: String,
    outbox: Outbox,
    /// Whether it has been shown everything; before that, news would mean nothing to it.
    synced: bool,
    /// How often it may show a move in the making.
    shows: Bucket,
    /// Whether it adds bytes of its own to deals.
    seals: bool,
    /// Held by whoever thinks for it: one thought at a time.
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
    Bot(Planned),
    /// Who is connected is to be noted again.
    Note,
    /// Somebody has appended an entry.
    Heard(Result<Heard, RecvError>),
    /// Another node has something to say.
    Aside(NodeId, Aside),
    /// Time and bots run here from now on, or do not.
    Leads(bool),
    /// A node has come or gone.
    Nodes,
    /// Nobody here has use for this replica.
    Retire,
}

impl Actor {
    async fn run(&mut self, mut messages: mpsc::Receiver<Message>) {
        self.begin().await;
        self.note_connections().await;
        self.plan_bots();
        while self.room.state != RoomState::Closed {
            if self.broken {
                return self.rest();
            }
            match self.wait(&mut messages).await {
                Wake::Message(Some(Message::Stop) | None) => return self.rest(),
                Wake::Message(Some(message)) => self.hear(message).await,
                Wake::Due(due) => self.time_is_up(due).await,
                Wake::Bot(planned) => self.ask_bot(planned).await,
                Wake::Note => self.note_connections().await,
                Wake::Heard(heard) => self.heard(heard).await,
                Wake::Aside(from, aside) => self.told(from, aside),
                Wake::Leads(leads) => self.lead(leads).await,
                Wake::Nodes => self.nodes_changed().await,
                Wake::Retire if self.shared.retire(&self.room, &self.inbox) => return self.retired = true,
                Wake::Retire => self.deserted_at = self.shared.clock.now(),
            }
            self.begin_sealed().await;
            self.keep_others_posted().await;
        }
    }

    /// The server stops: everything acknowledged is on the log, and people are told to come back.
    fn rest(&mut self) {
        for connection in self.connections.drain(..) {
            connection.outbox.send(&ServerMsg::ComeBack);
            connection.outbox.close();
        }
    }

    async fn wait(&mut self, messages: &mut mpsc::Receiver<Message>) -> Wake {
        let due = self.timers.next(&self.room).filter(|_| self.leads);
        let bot = self.bots.next().filter(|_| self.leads);
        let note = self.unnoted.then_some(self.held_until);
        let (clock, held_until) = (self.shared.clock.as_ref(), self.held_until);
        let sleep = async |at: Option<u64>| match at {
            Some(at) => clock.sleep_until(at.max(held_until)).await,
            None => std::future::pending().await,
        };
        let retires = self.elsewhere.is_some() && !self.leads && self.connections.is_empty();
        let retire = retires.then_some(self.deserted_at + LINGER);
        let elsewhere = async |elsewhere: Option<&mut Elsewhere>| match elsewhere {
            Some(elsewhere) => elsewhere.next().await,
            None => std::future::pending().await,
        };
        tokio::select! {
            biased;
            // What others did first, so that what people here do is judged by it.
            wake = elsewhere(self.elsewhere.as_deref_mut()) => wake,
            message = messages.recv() => Wake::Message(message),
            () = sleep(retire) => Wake::Retire,
            () = sleep(note) => Wake::Note,
            () = sleep(bot.map(|planned| planned.at)) => bot.map_or(Wake::Message(None), Wake::Bot),
            () = sleep(due.map(|(at, _)| at)) => due.map_or(Wake::Message(None), |(_, due)| Wake::Due(due)),
        }
    }

    async fn hear(&mut self, message: Message) {
        match message {
            Message::Join(visitor, reply) => {
                let seated = self.join(visitor).await;
                // Whoever asked may be gone; the seat is freed again in time.
                let _ = reply.send(seated);
            }
            Message::Attach(hello, outbox, reply) => self.attach(*hello, outbox, reply).await,
            Message::Said(id, message, body) => self.said(id, *message, body).await,
            Message::Detach(id) => self.detach(id).await,
            Message::Resync(id) => self.resync(id),
            Message::Chosen(planned, formed_on, action) => self.bot_chose(planned, formed_on, action).await,
            Message::Command(wish, reply) => {
                let done = self.command(&wish).await;
                // Whoever asked may be gone.
                let _ = reply.send(done);
            }
            Message::Stop => {}
        }
    }
}

// What the others see of it.
impl Actor {
    fn tell(&self, applied: &Applied) {
        let room = applied.room.then(|| self.room.room_view(self.spectators())).flatten();
        let now = self.shared.clock.now();
        for connection in self.connections.iter().filter(|connection| connection.synced) {
            let viewer = self.room.viewer(connection.player.as_deref());
            let update = self.room.update(viewer, applied, room.as_ref(), &self.timers, now);
            connection.outbox.send(&ServerMsg::Update(update));
        }
    }

    /// The log has failed: what goes by itself waits a moment, so that it does not try without end.
    fn hold(&mut self) {
        self.held_until = self.shared.clock.now() + HOLD;
    }
}

/// What a stranger may know of a room.
fn summary(room: &Room) -> Summary {
    let count = |is: fn(&Occupant) -> bool| room.seats.iter().filter(|occupant| is(occupant)).count() as u8;
    Summary {
        code: room.code.clone(),
        game: room.game.name.into(),
        state: room.state,
        people: count(|occupant| !occupant.is_bot()),
        bots: count(|occupant| occupant.is_bot() && occupant.controller == Controller::Bot),
        most: room.agreed.most,
        listed: room.settings.listed,
        usual: room.agreed.options == room.game.defaults()
            && Settings { listed: room.settings.listed, ..Settings::default() } == room.settings,
        spectators: room.settings.spectators,
    }
}
