//! A player or spectator, who goes on whatever happens: through one connection after the other, to any node.

use crate::{
    context::{End, Phase, Role, TableContext},
    dice::Dice,
    record::{Happened, raw},
};
use client::{Ceremony, Due, Refusal, Shown, Socket};
use server::protocol::{Ask, ClientMsg, Command, MsgId, Order, RoomState, ServerMsg, lobby::Level};
use std::{collections::VecDeque, io, net::SocketAddr, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};

/// Timeout of an answer: after it, the message is sent again through another connection.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
/// Silence timeout: after it, a player tries another node.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(8);
/// Timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeout of the first update on a connection: a node may have to wait for NATS.
pub(crate) const HELLO_TIMEOUT: Duration = Duration::from_secs(5);

/// A player or spectator at a table.
#[derive(Debug)]
pub struct Player {
    who: usize,
    role: Role,
    context: TableContext,
    dice: Dice,
    /// Present if the player adds bytes to deals.
    ceremony: Option<Ceremony>,
    /// What the host does before the game.
    preparations: VecDeque<Command>,
    sent: u64,
    /// A message without an answer yet: it is sent again, byte for byte.
    pending: Option<Pending>,
    /// Since when the player is without a connection.
    away_since: Option<Instant>,
}

#[derive(Clone, Debug)]
struct Pending {
    id: String,
    text: String,
    preparation: Option<Command>,
}

/// The beginning of a connection.
#[derive(Clone, Copy)]
struct Connected {
    at: Instant,
    address: usize,
    /// Whether node and NATS were healthy.
    healthy: bool,
}

/// How a connection ended.
enum Outcome {
    /// The player tries another.
    Reconnect,
    /// The player leaves.
    End(End),
}

impl Player {
    /// Returns a player with this role.
    pub fn new(who: usize, role: Role, context: TableContext, seed: u64) -> Player {
        Player {
            who,
            role,
            context,
            dice: Dice::for_one(seed, who as u64),
            ceremony: None,
            preparations: VecDeque::new(),
            sent: 0,
            pending: None,
            away_since: None,
        }
    }

    /// Whether the player adds bytes to deals.
    pub fn sealing(mut self, seals: bool) -> Player {
        self.ceremony = seals.then(Ceremony::default);
        self
    }

    /// What the player, as host, does before the game.
    pub fn preparing(mut self, preparations: impl IntoIterator<Item = Command>) -> Player {
        self.preparations.extend(preparations);
        self
    }

    /// Plays or spectates until the game is over, or it is time to leave.
    pub async fn play(mut self) -> io::Result<End> {
        loop {
            if *self.context.phase.borrow() == Phase::Over {
                return Ok(End::Over);
            }
            let address = self.dice.below(self.context.addresses.len());
            let connected =
                Connected { at: Instant::now(), address, healthy: self.context.health.is_healthy(address) };
            if let Some(mut socket) = connect(self.context.addresses[address]).await {
                self.note(Happened::Connected(address))?;
                let outcome = self.stay(&mut socket, connected).await?;
                self.note(Happened::Lost)?;
                self.away_since = Some(Instant::now());
                if let Outcome::End(end) = outcome {
                    return Ok(end);
                }
            }
            let delay = self.dice.millis(50..=400);
            sleep(delay).await;
        }
    }

    pub(crate) fn note(&self, what: Happened) -> io::Result<()> {
        self.context.record.note(self.who, what)
    }

    async fn send(&self, socket: &mut Socket, text: String) -> io::Result<bool> {
        self.note(Happened::Sent(raw(&text)))?;
        Ok(matches!(timeout(ANSWER_TIMEOUT, socket.send_text(text)).await, Ok(Ok(()))))
    }

    pub(crate) async fn greet(&self, socket: &mut Socket) -> io::Result<bool> {
        let hello = self.role.hello(self.ceremony.is_some());
        self.send(socket, serde_json::to_string(&hello)?).await
    }

    /// Plays on one connection until it ends or the player goes elsewhere.
    async fn stay(&mut self, socket: &mut Socket, connected: Connected) -> io::Result<Outcome> {
        if !self.greet(socket).await? {
            return Ok(Outcome::Reconnect);
        }
        let mut shown = Shown::default();
        // Some connections are long and some are not.
        let mut messages_left = 3 + self.dice.below(40);
        let mut again = self.pending.clone().map(|pending| pending.text);
        let mut answer_by = Instant::now() + HELLO_TIMEOUT;
        let mut acts_at: Option<Instant> = None;
        let mut phase = self.context.phase.clone();
        loop {
            if shown.seq > 0 {
                if let Some(text) = again.take() {
                    answer_by = Instant::now() + ANSWER_TIMEOUT;
                    if !self.send(socket, text).await? {
                        return Ok(Outcome::Reconnect);
                    }
                }
                if self.pending.is_none() && acts_at.is_none() && self.has_something_to_do(&shown) {
                    acts_at = Some(Instant::now() + self.delay());
                }
            }
            let wake = match (&self.pending, acts_at) {
                _ if shown.seq == 0 => answer_by,
                (Some(_), _) => answer_by,
                (None, Some(at)) => at,
                (None, None) => Instant::now() + SILENCE_TIMEOUT,
            };
            tokio::select! {
                biased;
                () = until_over(&mut phase) => return Ok(Outcome::End(End::Over)),
                text = socket.receive_text() => {
                    let Ok(Some(text)) = text else { return Ok(Outcome::Reconnect) };
                    self.note(Happened::Received(raw(&text)))?;
                    let first = shown.seq == 0;
                    if let Some(outcome) = self.take_in(&text, &mut shown) {
                        return Ok(outcome);
                    }
                    if first && shown.seq > 0 {
                        self.is_back(connected);
                    }
                    if acts_at.is_some() && !self.has_something_to_do(&shown) {
                        acts_at = None;
                    }
                }
                () = sleep_until(wake) => {
                    let due = acts_at.take().filter(|_| self.pending.is_none() && shown.seq > 0);
                    if due.is_none() || messages_left == 0 {
                        return Ok(Outcome::Reconnect);
                    }
                    messages_left -= 1;
                    if let Some(text) = self.next_message(&shown)? {
                        answer_by = Instant::now() + ANSWER_TIMEOUT;
                        if !self.send(socket, text).await? {
                            return Ok(Outcome::Reconnect);
                        }
                    }
                }
            }
        }
    }

    /// Measures how long the player was away.
    fn is_back(&mut self, Connected { at, address, healthy }: Connected) {
        let TableContext { absences, health, .. } = &self.context;
        absences.back.add(at.elapsed());
        if healthy && health.is_healthy(address) {
            absences.back_healthy.add(at.elapsed());
        }
        if let Some(since) = self.away_since.take() {
            absences.away.add(since.elapsed());
        }
    }

    fn delay(&mut self) -> Duration {
        // Mostly short, sometimes lost in thought.
        if self.dice.one_in(20) { self.dice.millis(500..=2_500) } else { self.dice.millis(10..=250) }
    }

    /// Takes in a message of the server; returns how the connection ends, if it does.
    fn take_in(&mut self, text: &str, shown: &mut Shown) -> Option<Outcome> {
        // A message that cannot be read is found when the record is checked.
        match serde_json::from_str::<ServerMsg>(text).ok()? {
            ServerMsg::Replaced | ServerMsg::ComeBack => return Some(Outcome::Reconnect),
            ServerMsg::Closed { reason, .. } => return Some(Outcome::End(End::Gone(reason))),
            ServerMsg::Update(update) => shown.take_in(update).ok()?,
            ServerMsg::Ok { id, .. } => drop(self.pending.take_if(|pending| pending.id == id)),
            ServerMsg::Err { id, code, detail } => {
                // Rather wait for an update than repeat a stale action.
                if let Some(table) = shown.table.as_mut().filter(|_| code == "stale") {
                    table.legal.clear();
                }
                return self.refused(id.as_deref(), Refusal { code, detail });
            }
            ServerMsg::Welcome { .. }
            | ServerMsg::Said { .. }
            | ServerMsg::Shows { .. }
            | ServerMsg::Announced { .. }
            | ServerMsg::Pong(_) => {}
        }
        // A player that waits for an answer stays for it.
        (shown.is_finished() && self.pending.is_none()).then_some(Outcome::End(End::Finished))
    }

    fn refused(&mut self, id: Option<&str>, refusal: Refusal) -> Option<Outcome> {
        let Some(id) = id else {
            // The hello was refused. A node in trouble may refuse it too, so most of them are tried again.
            return Some(match refusal.code.as_str() {
                "bad_token" | "seat_gone" => Outcome::End(End::Gone(refusal.code)),
                _ => Outcome::Reconnect,
            });
        };
        // After a fault of the server the same is tried again elsewhere.
        if ["internal", "rate_limited"].contains(&refusal.code.as_str()) {
            return Some(Outcome::Reconnect);
        }
        let pending = self.pending.take_if(|pending| pending.id == id);
        match (pending.and_then(|pending| pending.preparation), refusal.code.as_str()) {
            (Some(command), "too_few_players") => self.preparations.extend([add_bot(), command]),
            (Some(command), "stale") => self.preparations.push_front(command),
            _ => {}
        }
        None
    }

    fn has_something_to_do(&self, shown: &Shown) -> bool {
        let in_lobby = shown.state() == Some(RoomState::Lobby);
        matches!(self.role, Role::Seat(_))
            && (!shown.legal().is_empty()
                || (in_lobby && (!self.preparations.is_empty() || self.due(shown).is_some())))
    }

    /// What the ceremony before a deal waits for from this seat.
    fn due(&self, shown: &Shown) -> Option<Due> {
        self.ceremony.as_ref()?.due(shown)
    }

    /// Returns the next message.
    fn next_message(&mut self, shown: &Shown) -> io::Result<Option<String>> {
        let (in_lobby, mut preparation) = (shown.state() == Some(RoomState::Lobby), None);
        let has_opening = shown.room.as_ref().is_some_and(|room| room.opening.is_some());
        let ask = if let (Some(due), Some(ceremony), true) = (self.due(shown), &mut self.ceremony, in_lobby) {
            Ask::Room(ceremony.take_part(due, || self.dice.bytes()))
        } else if in_lobby && !has_opening {
            preparation = self.preparations.pop_front();
            let Some(command) = preparation.clone() else { return Ok(None) };
            Ask::Room(command)
        } else {
            let verb = if self.dice.one_in(15) { Ask::Whether } else { Ask::Do };
            let Some(action) = self.dice.pick(shown.legal()) else { return Ok(None) };
            verb(action.clone())
        };
        self.sent += 1;
        let id = MsgId::try_from(format!("m{}", self.sent)).map_err(io::Error::other)?;
        let message = ClientMsg::Order(Order { id: id.clone(), version: shown.seq, ask });
        let text = serde_json::to_string(&message)?;
        self.pending = Some(Pending { id: id.as_str().into(), text: text.clone(), preparation });
        Ok(Some(text))
    }
}

/// The command that adds a weak bot.
pub(crate) fn add_bot() -> Command {
    Command::AddBot { level: Some(Level::Easy) }
}

async fn until_over(phase: &mut watch::Receiver<Phase>) {
    // The sender outlives every task that waits for it.
    let _ = phase.wait_for(|phase| *phase == Phase::Over).await;
}

/// Connects to a node, if it answers in time.
pub(crate) async fn connect(address: SocketAddr) -> Option<Socket> {
    timeout(CONNECT_TIMEOUT, Socket::connect(address)).await.ok()?.ok()
}
