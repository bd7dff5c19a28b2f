//! The task that runs a room. Its inbox is the order of play.

use super::{
    answers::Seen,
    bots::{Bots, Planned},
    judge::{Verdict, closed},
    names::{PHRASES, clean_avatar, clean_name},
    seats::Occupant,
    state::{Applied, Room},
    timers::{Due, Timers},
};
use crate::{
    entropy::{hex, random, token_fits, token_hash},
    log::{Entry, Person, Sender, What},
    outbox::Outbox,
    protocol::{
        Ask, ClientMsg, Code, Command, Controller, Hello, Order, PROTOCOL, RoomState, ServerMsg,
        lobby::{Person as Visitor, Seated, Settings, Summary},
    },
    shared::Shared,
};
use catalog::{Fault, Json};
use kernel::{Seat, Viewer};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// So many messages may wait for a room; who sends more waits.
const INBOX: usize = 256;
/// So many may look on.
const SPECTATORS: usize = 20;
/// Quick play starts so long after the first person sat down.
const QUICK_START: u64 = 10_000;
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
    /// A bot has made up its mind.
    Chosen(Planned, Option<Json>),
    /// The server itself acts for a player: play now.
    Command(String, Command, oneshot::Sender<Result<(), Fault>>),
    /// The server stops: the room rests as it is.
    Stop,
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

/// Runs a room until it is closed or the server stops.
pub(crate) fn spawn(mut room: Room, shared: Arc<Shared>, quick: bool) -> Handle {
    room.script = shared.script.clone();
    let (inbox, messages) = mpsc::channel(INBOX);
    let summary = Arc::new(Mutex::new(summary(&room)));
    let handle = Handle { inbox: inbox.clone(), summary: summary.clone() };
    let now = shared.clock.now();
    let mut timers = Timers::default();
    timers.observe(&room, now);
    timers.quick_start = quick.then_some(now + QUICK_START);
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
        inbox: inbox.downgrade(),
        summary,
    };
    tokio::spawn(async move {
        actor.run(messages).await;
        actor.shared.forget(&actor.room.code, actor.room.id);
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
}

impl Actor {
    async fn run(&mut self, mut messages: mpsc::Receiver<Message>) {
        self.note_connections().await;
        self.plan_bots();
        while self.room.state != RoomState::Closed {
            match self.wait(&mut messages).await {
                Wake::Message(Some(Message::Stop) | None) => return self.rest(),
                Wake::Message(Some(message)) => self.hear(message).await,
                Wake::Due(due) => self.time_is_up(due).await,
                Wake::Bot(planned) => self.ask_bot(planned).await,
                Wake::Note => self.note_connections().await,
            }
        }
    }

    /// The server stops: everything acknowledged is on the log, and people are told to come back.
    fn rest(&mut self) {
        for connection in self.connections.drain(..) {
            connection.outbox.send(&ServerMsg::ComeBack);
            connection.outbox.close();
        }
    }

    async fn wait(&self, messages: &mut mpsc::Receiver<Message>) -> Wake {
        let due = self.timers.next(&self.room);
        let bot = self.bots.next();
        let note = self.unnoted.then_some(self.held_until);
        let clock = self.shared.clock.as_ref();
        let sleep = async |at: Option<u64>| match at {
            Some(at) => clock.sleep_until(at.max(self.held_until)).await,
            None => std::future::pending().await,
        };
        tokio::select! {
            biased;
            message = messages.recv() => Wake::Message(message),
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
            Message::Chosen(planned, action) => self.bot_chose(planned, action).await,
            Message::Command(player, command, reply) => {
                let done = self.command(&player, &command).await;
                // Whoever asked may be gone.
                let _ = reply.send(done);
            }
            Message::Stop => {}
        }
    }
}

// Coming and going.
impl Actor {
    async fn join(&mut self, visitor: Visitor) -> Result<Seated, Fault> {
        let name = clean_name(&visitor.name)?;
        let taken = |avatar: &str| self.room.seats.iter().any(|occupant| occupant.avatar == avatar);
        let avatar = clean_avatar(visitor.avatar.as_deref(), taken)?.to_owned();
        let (person, token) = new_person(&self.shared, name, avatar);
        let player_id = person.id.clone();
        let verdict = self.room.judge_join(person)?;
        self.commit(None, verdict).await?;
        Ok(Seated { code: self.room.code.clone(), player_id, token })
    }

    async fn attach(&mut self, hello: Hello, outbox: Outbox, reply: oneshot::Sender<Result<ConnId, Fault>>) {
        let (player, name) = match self.recognize(&hello) {
            Ok(who) => who,
            Err(fault) => {
                let _ = reply.send(Err(fault));
                return;
            }
        };
        let id = ConnId(self.next_connection);
        self.next_connection += 1;
        if reply.send(Ok(id)).is_err() {
            return;
        }
        if let Some(player) = &player {
            self.replace_older(player);
        }
        outbox.send_with_next(&ServerMsg::Welcome { protocol: PROTOCOL, player_id: player.clone() });
        let seat = player.as_deref().and_then(|player| self.room.seat_of(player));
        let returns = seat.filter(|seat| {
            self.room.occupant(*seat).is_some_and(|o| !o.is_online() || o.controller == Controller::Bot)
        });
        let watching = player.is_none();
        self.connections.push(Connection { id, player, name, outbox, synced: false });
        match returns {
            Some(seat) => {
                // Before anybody is told, so that everybody is told the same time.
                self.timers.welcome_back(self.shared.clock.now());
                self.connection_changed(seat, true).await;
            }
            None if watching => self.tell(&Applied { room: true, ..Applied::default() }),
            None => {}
        }
        self.resync(id);
    }

    /// Whether a connection is who it says.
    fn recognize(&self, hello: &Hello) -> Result<(Option<String>, String), Fault> {
        match hello {
            Hello::Rejoin { player_id, token, .. } => {
                let seat = self.room.seat_of(player_id).ok_or(Code::BadToken)?;
                let occupant = self.room.occupant(seat).ok_or(Code::BadToken)?;
                let human = occupant.as_human().ok_or(Code::BadToken)?;
                if !token_fits(token, &human.token_hash) {
                    return Err(Code::BadToken.into());
                }
                if occupant.controller == Controller::None && self.room.state == RoomState::Playing {
                    return Err(Code::SeatGone.into());
                }
                Ok((Some(player_id.clone()), occupant.name.clone()))
            }
            Hello::Watch { name, .. } => {
                let name = clean_name(name)?;
                if self.watching() >= SPECTATORS {
                    return Err(Code::RoomFull.into());
                }
                if !self.room.settings.spectators.is_on() {
                    return Err(Code::NotAvailable.into());
                }
                Ok((None, name))
            }
        }
    }

    fn replace_older(&mut self, player: &str) {
        self.connections.retain(|connection| {
            let same = connection.is_of(player);
            if same {
                connection.outbox.send(&ServerMsg::Replaced);
                connection.outbox.close();
            }
            !same
        });
    }

    async fn detach(&mut self, id: ConnId) {
        let Some(index) = self.connections.iter().position(|connection| connection.id == id) else { return };
        let gone = self.connections.remove(index);
        match gone.player {
            Some(player) => {
                let seat = self.room.seat_of(&player);
                let online = seat.and_then(|seat| self.room.occupant(seat)).is_some_and(Occupant::is_online);
                if let (Some(seat), true) = (seat, online) {
                    self.connection_changed(seat, false).await;
                }
            }
            None => self.tell(&Applied { room: true, ..Applied::default() }),
        }
    }

    async fn connection_changed(&mut self, seat: Seat, online: bool) {
        let noted = match self.room.judge_connection(seat, online, self.shared.clock.now()) {
            Ok(verdict) => self.commit(None, verdict).await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = noted {
            tracing::error!(room = %self.room.id, code = fault.code, "a connection was not noted");
            self.unnoted = true;
            self.hold();
        }
    }

    /// Makes the log say who is connected, where it does not.
    async fn note_connections(&mut self) {
        self.unnoted = false;
        for seat in (0..self.room.seats.len()).map(|seat| Seat(seat as u8)) {
            let Some(human) = self.room.occupant(seat).and_then(Occupant::as_human) else { continue };
            let connected = self.connections.iter().any(|connection| connection.is_of(&human.id));
            if human.online != connected {
                self.connection_changed(seat, connected).await;
            }
        }
    }

    /// Whoever has no seat any more looks on, if that is allowed, or is shown out; `left` goes by the own wish.
    fn show_out(&mut self, left: Option<&str>) {
        let on = self.room.settings.spectators.is_on();
        let mut watching = if on { self.watching() } else { SPECTATORS };
        let room = &self.room;
        self.connections.retain_mut(|connection| {
            match &connection.player {
                Some(player) if room.seat_of(player).is_some() => return true,
                None if on => return true,
                Some(player) if left == Some(player.as_str()) => {}
                Some(_) if watching < SPECTATORS => {
                    connection.player = None;
                    watching += 1;
                    return true;
                }
                _ => connection.outbox.send(&ServerMsg::Closed { reason: "nobody may look on here".into() }),
            }
            connection.outbox.close();
            false
        });
    }

    fn watching(&self) -> usize {
        self.connections.iter().filter(|connection| connection.player.is_none()).count()
    }

    /// Shows a connection everything.
    fn resync(&mut self, id: ConnId) {
        let room = self.room.room_view(self.spectators());
        let Some(connection) = self.connections.iter_mut().find(|connection| connection.id == id) else {
            return;
        };
        connection.synced = true;
        let viewer = self.room.viewer(connection.player.as_deref());
        let now = self.shared.clock.now();
        let update = self.room.snapshot(viewer, room.as_ref(), &self.timers, now);
        connection.outbox.send(&ServerMsg::Update(update));
    }
}

// What connections send.
impl Actor {
    async fn said(&mut self, id: ConnId, message: ClientMsg, body: u64) {
        let Some(connection) = self.connections.iter().find(|connection| connection.id == id) else { return };
        let outbox = connection.outbox.clone();
        let player = connection.player.clone();
        let order = match message {
            ClientMsg::Order(order) => order,
            ClientMsg::Say(phrase) => return self.remark(player.as_deref(), &phrase, &outbox),
        };
        let message_id = order.id.clone();
        let answer = match player.as_deref().and_then(|player| self.room.seat_of(player)) {
            None => Err(self.room.not_seated(&order.ask)),
            Some(seat) => match self.seen(seat, order.id.as_str(), body) {
                Seen::Answered(answer) => return outbox.send(&answer),
                Seen::Reused => Err(Code::IdReused.into()),
                Seen::New => self.order(seat, order, body, &outbox).await,
            },
        };
        if let Err(fault) = answer {
            self.shared.metrics.refused(&fault.code);
            let refusal = ServerMsg::Err {
                id: Some(message_id.as_str().into()),
                code: fault.code.clone(),
                detail: fault.detail,
            };
            // An id that was used stands for its first message, and after a fault of ours it may be tried again.
            let kept = ![Code::IdReused.as_str(), Code::Internal.as_str()].contains(&fault.code.as_str());
            let seat = player.as_deref().and_then(|player| self.room.seat_of(player));
            if let Some(seat) = seat.filter(|_| kept) {
                self.room.keep_answer(seat, message_id.as_str(), body, refusal.clone());
            }
            outbox.send(&refusal);
        }
    }

    fn seen(&self, seat: Seat, id: &str, body: u64) -> Seen {
        let human = self.room.occupant(seat).and_then(|occupant| occupant.as_human());
        human.map_or(Seen::New, |human| human.answers.look_up(id, body))
    }

    async fn order(&mut self, seat: Seat, order: Order, body: u64, outbox: &Outbox) -> Result<(), Fault> {
        let now = self.shared.clock.now();
        let player = self.room.occupant(seat).and_then(|o| o.as_human()).map(|human| human.id.clone());
        let sender = Sender { player: player.ok_or(Code::NotSeated)?, id: order.id.as_str().into(), body };
        let verdicts = match order.ask {
            Ask::Do(action) => {
                if self.room.occupant(seat).is_some_and(|o| o.controller == Controller::Bot) {
                    self.take_back(seat, order.version, action.clone()).await?;
                }
                vec![self.room.judge_action(seat, order.version, action, now)?]
            }
            Ask::Whether(action) => {
                self.room.judge_action(seat, order.version, action, now)?;
                self.answer(seat, &sender, outbox);
                return Ok(());
            }
            Ask::Room(command) => {
                let entropy = random(self.shared.entropy.as_ref());
                let verdicts = self.room.judge_command(seat, &command, entropy, now)?;
                if order.version > self.room.seq {
                    return Err(Code::Stale.into());
                }
                verdicts
            }
        };
        self.shared.metrics.input();
        let last = verdicts.len().saturating_sub(1);
        let id = sender.id.clone();
        let mut sender = Some(sender);
        for (index, verdict) in verdicts.into_iter().enumerate() {
            let by = if index == last { sender.take() } else { None };
            self.commit_for(by, verdict, Some((outbox, id.as_str())).filter(|_| index == last)).await?;
        }
        if let Some(sender) = sender {
            // Nothing was to be done, and it is done.
            self.answer(seat, &sender, outbox);
        }
        Ok(())
    }

    /// Says yes to something that changes nothing.
    fn answer(&mut self, seat: Seat, sender: &Sender, outbox: &Outbox) {
        let answer = ServerMsg::Ok { id: sender.id.clone(), version: self.room.seq, note: None };
        outbox.send(&answer);
        self.room.keep_answer(seat, &sender.id, sender.body, answer);
    }

    /// Somebody who is connected acts on a seat that was given to a bot for want of action: with an action that
    /// goes, it is theirs again.
    async fn take_back(&mut self, seat: Seat, version: u64, action: Json) -> Result<(), Fault> {
        let now = self.shared.clock.now();
        self.room.judge_action(seat, version, action, now)?;
        let verdict = self.room.judge_connection(seat, true, now)?;
        self.commit(None, verdict).await
    }

    async fn command(&mut self, player: &str, command: &Command) -> Result<(), Fault> {
        let seat = self.room.seat_of(player).ok_or(Code::NotSeated)?;
        let entropy = random(self.shared.entropy.as_ref());
        for verdict in self.room.judge_command(seat, command, entropy, self.shared.clock.now())? {
            self.commit(None, verdict).await?;
        }
        Ok(())
    }

    fn remark(&self, player: Option<&str>, phrase: &str, outbox: &Outbox) {
        let seat = player.and_then(|player| self.room.seat_of(player));
        let refuse = |code: Code| {
            outbox.send(&ServerMsg::Err {
                id: None,
                code: code.as_str().into(),
                detail: serde_json::json!({}),
            });
        };
        match (seat, PHRASES.into_iter().find(|known| *known == phrase)) {
            (None, _) => refuse(Code::NotSeated),
            (_, None) => refuse(Code::BadMessage),
            (Some(seat), Some(phrase)) => {
                for connection in &self.connections {
                    connection.outbox.send(&ServerMsg::Said { seat: seat.0, phrase: phrase.into() });
                }
            }
        }
    }
}

// What time and bots do.
impl Actor {
    async fn time_is_up(&mut self, due: Due) {
        let now = self.shared.clock.now();
        let verdict = match due {
            Due::Expire(window) => self.room.judge_expiry(window, now),
            Due::HandOver(seat) => self.room.judge_hand_over(seat, false, now),
            Due::Free(seat) => self.room.leave(seat, now),
            Due::QuickStart => return self.quick_start().await,
            Due::Close => Ok(closed("abandoned")),
        };
        match verdict {
            Ok(verdict) => self.commit_or_complain(verdict).await,
            Err(fault) => {
                // The rules refuse what the clock says: a fault of ours. The room must not spin on it.
                tracing::error!(room = %self.room.id, code = fault.code, ?due, "the clock was refused");
                self.commit_or_complain(closed("internal")).await;
            }
        }
    }

    /// Ten seconds after the first person sat down at a public table: bots on the free seats, and off we go.
    async fn quick_start(&mut self) {
        self.timers.quick_start = None;
        let host = self.room.host.clone();
        let fill = Command::Fill { seats: self.room.game.usual_seats() };
        for command in [fill, Command::Start] {
            if let Err(fault) = self.command(&host, &command).await {
                tracing::info!(room = %self.room.id, code = fault.code, "quick play did not start");
                if fault.code == Code::Internal.as_str() {
                    self.timers.quick_start = Some(self.shared.clock.now());
                }
            }
        }
    }

    /// A bot is given what its chair is given: the seat's recall and its legal actions.
    async fn ask_bot(&mut self, planned: Planned) {
        self.bots.take(planned);
        if let Some(lesson) = &self.room.lesson {
            let scripted = lesson.scripted(planned.seat);
            return match scripted {
                Some(action) => self.bot_chose(planned, Some(action)).await,
                None => self.plan_bots(),
            };
        }
        let Some(play) = self.room.playing() else { return };
        let view = play.table.view(Viewer::Recall(planned.seat));
        let legal = play.table.legal(planned.seat).actions;
        let seed = u64::from_be_bytes(random(self.shared.entropy.as_ref()));
        let inbox = self.inbox.clone();
        self.shared.pool.choose(view, legal, seed, move |action| async move {
            if let Some(inbox) = inbox.upgrade() {
                // A room that is gone needs no answer.
                let _ = inbox.send(Message::Chosen(planned, action)).await;
            }
        });
    }

    async fn bot_chose(&mut self, planned: Planned, action: Option<Json>) {
        let plays = self.room.occupant(planned.seat).is_some_and(|o| o.controller == Controller::Bot);
        let present = self.room.playing().is_some_and(|play| play.window == Some(planned.window));
        if !plays || !present || self.room.is_frozen() || !self.room.due().contains(planned.seat) {
            return self.plan_bots();
        }
        let now = self.shared.clock.now();
        let verdict = match action {
            Some(action) => self.room.judge_action(planned.seat, self.room.seq, action, now),
            None => self.room.judge_expiry(planned.window, now),
        };
        match verdict {
            Ok(verdict) => {
                self.shared.metrics.input();
                self.commit_or_complain(verdict).await;
            }
            Err(fault) => {
                tracing::error!(room = %self.room.id, code = fault.code, "a bot's choice was refused");
                self.plan_bots();
            }
        }
    }

    fn plan_bots(&mut self) {
        let entropy = self.shared.entropy.clone();
        let now = self.shared.clock.now();
        self.bots.observe(&self.room, now, self.shared.pace, || u64::from_be_bytes(random(entropy.as_ref())));
    }
}

// The one way in which a room changes.
impl Actor {
    async fn commit_or_complain(&mut self, verdict: Verdict) {
        if let Err(fault) = self.commit(None, verdict).await {
            tracing::error!(room = %self.room.id, code = fault.code, "an entry was not written");
            // A bot whose choice was lost must choose again.
            self.plan_bots();
        }
    }

    async fn commit(&mut self, by: Option<Sender>, verdict: Verdict) -> Result<(), Fault> {
        self.commit_for(by, verdict, None).await
    }

    /// Append, commit, tell. Nothing is shown that is not on disk.
    async fn commit_for(
        &mut self,
        by: Option<Sender>,
        verdict: Verdict,
        answer: Option<(&Outbox, &str)>,
    ) -> Result<(), Fault> {
        let entry = Entry { at: self.shared.clock.now(), by, what: verdict.what };
        let appended = self.shared.append(self.room.id, self.room.seq, &entry, verdict.mark).await;
        if let Err(error) = appended {
            tracing::error!(room = %self.room.id, %error, "the log refused an entry");
            self.hold();
            return Err(Code::Internal.into());
        }
        let applied = self.room.apply(&entry, verdict.staged)?;
        if let Some((outbox, id)) = answer {
            outbox.send_with_next(&ServerMsg::Ok { id: id.into(), version: self.room.seq, note: None });
        }
        self.timers.observe(&self.room, entry.at);
        self.plan_bots();
        if matches!(
            entry.what,
            What::Freed { .. }
                | What::HandedOver { left: true, .. }
                | What::Started { .. }
                | What::OptionsSet { .. }
        ) {
            self.show_out(entry.by.as_ref().map(|by| by.player.as_str()));
        }
        self.tell(&applied);
        if applied.room {
            *self.summary.lock().unwrap_or_else(PoisonError::into_inner) = summary(&self.room);
        }
        if let What::Closed { reason } = &entry.what {
            // Nobody who was told of the end finds the room any more.
            self.shared.forget(&self.room.code, self.room.id);
            for connection in self.connections.drain(..) {
                connection.outbox.send(&ServerMsg::Closed { reason: reason.clone() });
                connection.outbox.close();
            }
        }
        Ok(())
    }

    fn tell(&self, applied: &Applied) {
        let room = applied.room.then(|| self.room.room_view(self.spectators())).flatten();
        let now = self.shared.clock.now();
        for connection in self.connections.iter().filter(|connection| connection.synced) {
            let viewer = self.room.viewer(connection.player.as_deref());
            let update = self.room.update(viewer, applied, room.as_ref(), &self.timers, now);
            connection.outbox.send(&ServerMsg::Update(update));
        }
    }

    fn spectators(&self) -> Vec<String> {
        let watching = self.connections.iter().filter(|connection| connection.player.is_none());
        watching.map(|connection| connection.name.clone()).collect()
    }

    /// The log has failed: what goes by itself waits a moment, so that it does not try without end.
    fn hold(&mut self) {
        self.held_until = self.shared.clock.now() + HOLD;
    }
}

/// A person who is new here, and the token that nobody else is told.
pub(crate) fn new_person(shared: &Shared, name: String, avatar: String) -> (Person, String) {
    let token = hex(&random::<16>(shared.entropy.as_ref()));
    let id = hex(&random::<8>(shared.entropy.as_ref()));
    let token_hash = token_hash(&token);
    (Person { id, name, avatar, token_hash }, token)
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
