//! Somebody at a table, who plays or looks on whatever happens: through one connection after the other, to any node.

use crate::{
    dice::Dice,
    health::Health,
    record::{Happened, Recorder, raw},
    times::Times,
};
use catalog::proof::{hash_text, promise};
use futures_util::{SinkExt, StreamExt};
use kernel::{Hex32, Seat};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use server::protocol::{PROTOCOL, lobby::Seated};
use std::{
    collections::{HashMap, VecDeque},
    io,
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// What was not answered by then is sent again, through another connection.
const ANSWER: Duration = Duration::from_secs(4);
/// Silence timeout: after it, a player tries another node.
const SILENCE: Duration = Duration::from_secs(8);
/// So long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(2);
/// So long a hello may take to be answered: a node may have to wait for NATS.
pub(crate) const HELLO: Duration = Duration::from_secs(5);

/// What everybody is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Play; tables that are over are followed by others.
    Storm,
    /// Play to the end.
    Calm,
    /// Go.
    Over,
}

/// How it ended for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over.
    Finished,
    /// The room was closed, or the seat given away.
    Gone(String),
    /// It was time to go.
    Over,
}

/// The viewer that a player is.
#[derive(Clone, Debug)]
pub enum Role {
    /// A player's.
    Seat(Seated),
    /// Those of somebody who looks on.
    Spectator {
        /// Where.
        code: String,
        /// Under which name.
        name: String,
    },
}

/// How long clients were away.
#[derive(Debug, Default)]
pub struct Absences {
    /// From the end of a connection until something was shown on the next, all attempts included.
    pub away: Times,
    /// From a connection that came about until something was shown on it.
    pub back: Times,
    /// The same where node and NATS were well all the while.
    pub back_well: Times,
}

/// What everybody at a table shares.
#[derive(Clone, Debug)]
pub struct TableContext {
    /// Where to connect.
    pub addresses: Arc<[SocketAddr]>,
    /// What they write down.
    pub record: Arc<Recorder>,
    /// What they are to do.
    pub phase: watch::Receiver<Phase>,
    /// How long they were away.
    pub absences: Arc<Absences>,
    /// Whether what they connect to is well.
    pub health: Arc<Health>,
}

/// Somebody at a table.
#[derive(Debug)]
pub struct Player {
    who: usize,
    role: Role,
    context: TableContext,
    dice: Dice,
    /// Whether bytes are added to deals.
    seals: bool,
    /// What the host does before the game.
    wishes: VecDeque<Value>,
    sent: u64,
    /// What was sent and not answered: it is sent again as it was.
    pending: Option<Pending>,
    /// The bytes that were promised to each opening, by its hash.
    bytes: HashMap<String, Contribution>,
    since: Option<Instant>,
}

#[derive(Clone, Debug)]
struct Pending {
    id: String,
    text: String,
    wish: Option<Value>,
}

/// What is shown now.
#[derive(Debug, Default)]
struct Shown {
    seq: u64,
    you: Option<u64>,
    legal: Vec<Box<RawValue>>,
    state: String,
    /// The ceremony before a deal, and this player's seat in the coming game.
    opening: Option<(Value, u8)>,
}

/// What a server says, as far as it matters for going on.
#[derive(Deserialize)]
struct Heard {
    update: Option<News>,
    ok: Option<Answer>,
    err: Option<Refusal>,
    closed: Option<Value>,
}

#[derive(Deserialize)]
struct News {
    seq: u64,
    you: Option<u64>,
    room: Option<Value>,
    table: Option<Table>,
}

#[derive(Deserialize)]
struct Table {
    legal: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Answer {
    id: String,
}

#[derive(Deserialize)]
struct Refusal {
    id: Option<String>,
    code: String,
}

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// When and where somebody connected, and whether all was well there.
#[derive(Clone, Copy)]
struct Connected {
    at: Instant,
    address: usize,
    well: bool,
}

/// Why a connection ended.
enum Why {
    /// It did, or it was time to try another.
    Next,
    /// For good.
    End(End),
}

impl Player {
    /// A player with this role.
    pub fn new(who: usize, role: Role, context: TableContext, seed: u64) -> Player {
        Player {
            who,
            role,
            context,
            dice: Dice::for_one(seed, who as u64),
            seals: false,
            wishes: VecDeque::new(),
            sent: 0,
            pending: None,
            bytes: HashMap::new(),
            since: None,
        }
    }

    /// Adds bytes to deals.
    pub fn sealing(mut self, seals: bool) -> Player {
        self.seals = seals;
        self
    }

    /// Does this before the game.
    pub fn wishing(mut self, wishes: impl IntoIterator<Item = Value>) -> Player {
        self.wishes.extend(wishes);
        self
    }

    /// Plays or looks on until the game is over, or it is time to go.
    pub async fn play(mut self) -> io::Result<End> {
        loop {
            if *self.context.phase.borrow() == Phase::Over {
                return Ok(End::Over);
            }
            let address = self.dice.below(self.context.addresses.len());
            let connected =
                Connected { at: Instant::now(), address, well: self.context.health.is_clear_over(address) };
            if let Some(mut socket) = connect(self.context.addresses[address]).await {
                self.note(Happened::Connected(address))?;
                let why = self.sit(&mut socket, connected).await?;
                self.note(Happened::Lost)?;
                self.since = Some(Instant::now());
                if let Why::End(end) = why {
                    return Ok(end);
                }
            }
            let pause = self.dice.millis(50..=400);
            sleep(pause).await;
        }
    }

    pub(crate) fn note(&self, what: Happened) -> io::Result<()> {
        self.context.record.note(self.who, what)
    }

    pub(crate) async fn send(&self, socket: &mut Socket, text: String) -> io::Result<bool> {
        self.note(Happened::Sent(raw(&text)))?;
        Ok(matches!(timeout(ANSWER, socket.send(Message::text(text))).await, Ok(Ok(()))))
    }

    pub(crate) fn hello(&self) -> Value {
        match &self.role {
            Role::Seat(Seated { code, player_id, token }) => json!({ "rejoin": {
                "protocol": PROTOCOL, "code": code, "player_id": player_id, "token": token, "seals": self.seals,
            } }),
            Role::Spectator { code, name } => {
                json!({ "watch": { "protocol": PROTOCOL, "code": code, "name": name } })
            }
        }
    }

    /// One connection, until it ends or somebody goes elsewhere.
    async fn sit(&mut self, socket: &mut Socket, connected: Connected) -> io::Result<Why> {
        if !self.send(socket, self.hello().to_string()).await? {
            return Ok(Why::Next);
        }
        let mut shown = Shown::default();
        // Some stay for long and some do not.
        let mut patience = 3 + self.dice.below(40);
        let mut again = self.pending.clone().map(|pending| pending.text);
        let mut answer_by = Instant::now() + HELLO;
        let mut acts_at: Option<Instant> = None;
        let mut phase = self.context.phase.clone();
        loop {
            if shown.seq > 0 {
                if let Some(text) = again.take() {
                    answer_by = Instant::now() + ANSWER;
                    if !self.send(socket, text).await? {
                        return Ok(Why::Next);
                    }
                }
                if self.pending.is_none() && acts_at.is_none() && self.has_something_to_do(&shown) {
                    acts_at = Some(Instant::now() + self.pause());
                }
            }
            let wake = match (&self.pending, acts_at) {
                _ if shown.seq == 0 => answer_by,
                (Some(_), _) => answer_by,
                (None, Some(at)) => at,
                (None, None) => Instant::now() + SILENCE,
            };
            tokio::select! {
                biased;
                () = until_over(&mut phase) => return Ok(Why::End(End::Over)),
                message = socket.next() => {
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        _ => return Ok(Why::Next),
                    };
                    self.note(Happened::Heard(raw(&text)))?;
                    let first = shown.seq == 0;
                    if let Some(why) = self.hear(&text, &mut shown) {
                        return Ok(why);
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
                    if due.is_none() || patience == 0 {
                        return Ok(Why::Next);
                    }
                    patience -= 1;
                    if let Some(text) = self.form(&shown) {
                        answer_by = Instant::now() + ANSWER;
                        if !self.send(socket, text).await? {
                            return Ok(Why::Next);
                        }
                    }
                }
            }
        }
    }

    /// Something is shown.
    fn is_back(&mut self, Connected { at, address, well }: Connected) {
        let TableContext { absences, health, .. } = &self.context;
        absences.back.add(at.elapsed());
        if well && health.is_clear_over(address) {
            absences.back_well.add(at.elapsed());
        }
        if let Some(since) = self.since.take() {
            absences.away.add(since.elapsed());
        }
    }

    fn pause(&mut self) -> Duration {
        // Mostly quick, sometimes lost in thought.
        if self.dice.one_in(20) { self.dice.millis(500..=2_500) } else { self.dice.millis(10..=250) }
    }

    /// Takes in what was said.
    fn hear(&mut self, text: &str, shown: &mut Shown) -> Option<Why> {
        match text {
            "\"replaced\"" | "\"come_back\"" => return Some(Why::Next),
            _ => {}
        }
        // What cannot be read is found when the record is checked.
        let Ok(heard) = serde_json::from_str::<Heard>(text) else { return None };
        if let Some(closed) = heard.closed {
            return Some(Why::End(End::Gone(closed["reason"].as_str().unwrap_or_default().into())));
        }
        let mut finished = false;
        if let Some(news) = heard.update {
            shown.seq = news.seq;
            if let Some(room) = news.room {
                shown.you = news.you;
                shown.state = room["state"].as_str().unwrap_or_default().into();
                shown.opening =
                    coming_seat(&room, news.you).and_then(|seat| Some((room.get("opening")?.clone(), seat)));
                finished = shown.state == "finished";
            }
            if let Some(table) = news.table {
                shown.legal = table.legal;
            }
        }
        if let Some(answer) = heard.ok {
            self.pending.take_if(|pending| pending.id == answer.id);
        }
        if let Some(refusal) = heard.err {
            // What was refused may have been overtaken: better to wait for news than to say it again and again.
            shown.legal.retain(|_| refusal.code != "stale");
            return self.refused(&refusal);
        }
        // A player that still waits for an answer stays for it.
        (finished && self.pending.is_none()).then_some(Why::End(End::Finished))
    }

    fn refused(&mut self, refusal: &Refusal) -> Option<Why> {
        let lasting = !["internal", "rate_limited"].contains(&refusal.code.as_str());
        match &refusal.id {
            // The hello was refused. A node that has lost its way says so too, so most of them are tried again.
            None if ["bad_token", "seat_gone"].contains(&refusal.code.as_str()) => {
                Some(Why::End(End::Gone(refusal.code.clone())))
            }
            None => Some(Why::Next),
            Some(id) => {
                let pending = self.pending.take_if(|pending| lasting && pending.id == *id);
                match pending.and_then(|pending| pending.wish) {
                    Some(wish) if refusal.code == "too_few_players" => {
                        self.wishes.extend([json!({ "add_bot": { "level": "easy" } }), wish]);
                    }
                    Some(wish) if refusal.code == "stale" => self.wishes.push_front(wish),
                    _ => {}
                }
                // After a fault of the server the same is tried again elsewhere.
                (!lasting).then_some(Why::Next)
            }
        }
    }

    fn has_something_to_do(&self, shown: &Shown) -> bool {
        matches!(self.role, Role::Seat(_))
            && (!shown.legal.is_empty()
                || (shown.state == "lobby" && (!self.wishes.is_empty() || self.due(shown).is_some())))
    }

    /// What the ceremony before a deal waits for from this seat.
    fn due(&self, shown: &Shown) -> Option<Due> {
        let (view, seat) = shown.opening.as_ref().filter(|_| self.seals)?;
        let named = |list: &str| view[list].as_array().is_some_and(|seats| seats.contains(&json!(seat)));
        let opening = hash_text(view["opening"].as_str()?);
        let kept = self.bytes.get(&opening.to_string());
        match view["transcript"].as_str() {
            None if named("asked") && !named("promised") => Some(Due::Promise { opening, seat: Seat(*seat) }),
            Some(transcript) if named("promised") && kept.is_some_and(|kept| !kept.shown) => {
                Some(Due::Bytes { opening, transcript: hash_text(transcript) })
            }
            _ => None,
        }
    }

    /// The next message.
    fn form(&mut self, shown: &Shown) -> Option<String> {
        let mut wish = None;
        let (verb, what) = if let Some(due) = self.due(shown).filter(|_| shown.state == "lobby") {
            ("room", raw(&self.take_part(due).to_string()))
        } else if shown.state == "lobby" && shown.opening.is_none() {
            let next = self.wishes.pop_front()?;
            let text = next.to_string();
            wish = Some(next);
            ("room", raw(&text))
        } else {
            let verb = if self.dice.one_in(15) { "ask" } else { "do" };
            (verb, self.dice.pick(&shown.legal)?.clone())
        };
        self.sent += 1;
        let id = format!("m{}", self.sent);
        let text = format!(r#"{{"id":"{id}","version":{},"{verb}":{}}}"#, shown.seq, what.get());
        self.pending = Some(Pending { id, text: text.clone(), wish });
        Some(text)
    }

    fn take_part(&mut self, due: Due) -> Value {
        match due {
            Due::Promise { opening, seat } => {
                let fresh = Contribution { bytes: self.dice.bytes(), shown: false };
                let bytes = self.bytes.entry(opening.to_string()).or_insert(fresh).bytes;
                json!({ "promise": { "opening": opening, "promise": promise(&opening, seat, &bytes) } })
            }
            Due::Bytes { opening, transcript } => {
                let kept = self.bytes.get_mut(&opening.to_string());
                let bytes = kept.map(|kept| {
                    kept.shown = true;
                    Hex32(kept.bytes)
                });
                json!({ "reveal": { "transcript": transcript, "bytes": bytes } })
            }
        }
    }
}

/// What a ceremony waits for.
#[derive(Clone, Copy, Debug)]
enum Due {
    Promise { opening: Hex32, seat: Seat },
    Bytes { opening: Hex32, transcript: Hex32 },
}

/// Bytes that were promised.
#[derive(Clone, Copy, Debug)]
struct Contribution {
    bytes: [u8; 32],
    /// Whether they were sent.
    shown: bool,
}

/// The seat that the player on seat `you` has in the coming game.
fn coming_seat(room: &Value, you: Option<u64>) -> Option<u8> {
    let staying = room["next"]["seats"].as_array()?;
    staying.iter().position(|seat| seat.as_u64() == you).map(|place| place as u8)
}

async fn until_over(phase: &mut watch::Receiver<Phase>) {
    // The sender of the end signal outlives every task that waits for it.
    let _ = phase.wait_for(|phase| *phase == Phase::Over).await;
}

pub(crate) async fn connect(address: SocketAddr) -> Option<Socket> {
    let opening = async {
        let stream = TcpStream::connect(address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        Some(client_async(format!("ws://{address}/ws"), stream).await.ok()?.0)
    };
    timeout(CONNECT, opening).await.ok()?
}
