//! Games go on while nodes and NATS are killed and started again under them, and every player wanders from node to node.
//! Afterwards the messages that each of them received are compared with the log.

use crate::{
    cluster::{Node, Room},
    nats::Nats,
    test_server::{Dice, rejoin},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::log::{Connection, JetStreamLog, RoomLog};
use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

/// How long it blows.
const STORM: Duration = Duration::from_secs(12);
/// A game and who plays it.
const TABLES: [(&str, usize); 5] = [("eights", 3), ("euchre", 4), ("dutch", 3), ("casino", 2), ("roost", 2)];
/// A message without an answer by then is sent again.
const ANSWER: Duration = Duration::from_secs(5);

/// Where the nodes are just now; some of them may be dead.
type Addresses = Arc<Mutex<Vec<SocketAddr>>>;

/// One who plays whatever happens.
struct Player {
    seated: Value,
    addresses: Addresses,
    over: Arc<AtomicBool>,
    dice: Dice,
    sent: u64,
    /// A message that was sent and not answered: it is sent again, as it was.
    unanswered: Option<Value>,
    seen: Record,
}

/// The messages that a player received.
#[derive(Default)]
struct Record {
    /// The version at which each message was accepted, by its id.
    accepted: BTreeMap<String, u64>,
    /// The table at each version.
    views: HashMap<u64, Value>,
    last: u64,
    reconnects: u64,
}

impl Player {
    /// Plays until the storm is over, through one connection after the other.
    async fn play(mut self) -> Player {
        while !self.over.load(Ordering::Relaxed) || self.unanswered.is_some() {
            let address = {
                let addresses = self.addresses.lock().unwrap();
                *self.dice.pick(&addresses)
            };
            if let Some(mut socket) = connect(address).await {
                self.seen.reconnects += 1;
                let hello = Message::text(rejoin(&self.seated).to_string());
                if socket.send(hello).await.is_ok() {
                    self.sit(&mut socket).await;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self
    }

    /// One connection, until it ends or the player goes elsewhere.
    async fn sit(&mut self, socket: &mut WebSocketStream<TcpStream>) {
        let (mut seq, mut legal) = (0, Vec::new());
        // Some stay for long and some do not.
        let mut patience = 3 + self.dice.below(40);
        if let Some(message) = &self.unanswered
            && socket.send(Message::text(message.to_string())).await.is_err()
        {
            return;
        }
        loop {
            if self.unanswered.is_none() && !legal.is_empty() && !self.over.load(Ordering::Relaxed) {
                if patience == 0 {
                    return;
                }
                patience -= 1;
                self.sent += 1;
                let id = format!("m{}", self.sent);
                let message = json!({ "id": id, "version": seq, "do": self.dice.pick(&legal) });
                self.unanswered = Some(message.clone());
                legal.clear();
                if socket.send(Message::text(message.to_string())).await.is_err() {
                    return;
                }
            }
            if self.over.load(Ordering::Relaxed) && self.unanswered.is_none() {
                return;
            }
            let Ok(Some(Ok(Message::Text(text)))) = timeout(ANSWER, socket.next()).await else { return };
            let said: Value = serde_json::from_str(&text).unwrap();
            if let Some(update) = said.get("update") {
                seq = update["seq"].as_u64().unwrap();
                assert!(seq >= self.seen.last, "shown {seq} after {}", self.seen.last);
                self.seen.last = seq;
                if let Some(table) = update.get("table") {
                    // The whole of it, with its link: what is shown again is the same to the byte.
                    let version = table["version"].as_u64().unwrap();
                    let before = self.seen.views.insert(version, table.clone());
                    assert!(before.is_none_or(|before| before == *table), "two truths at {version}");
                    legal = table["legal"].as_array().cloned().unwrap_or_default();
                }
            }
            let waits_for = self.unanswered.as_ref().map(|message| message["id"].clone());
            if let Some(ok) = said.get("ok").filter(|ok| Some(&ok["id"]) == waits_for.as_ref()) {
                let id = ok["id"].as_str().unwrap().to_owned();
                self.seen.accepted.insert(id, ok["version"].as_u64().unwrap());
                self.unanswered = None;
            }
            if let Some(err) = said.get("err") {
                // Somebody was quicker, or time was; after a fault of the log the same may be tried again.
                if err["code"] != "internal" && Some(&err["id"]) == waits_for.as_ref() {
                    self.unanswered = None;
                }
                if err["code"] == "internal" || err["id"].is_null() {
                    return;
                }
            }
        }
    }
}

async fn connect(address: SocketAddr) -> Option<WebSocketStream<TcpStream>> {
    let stream = TcpStream::connect(address).await.ok()?;
    let url = format!("ws://{address}/ws");
    let opening = tokio_tungstenite::client_async(url, stream);
    Some(timeout(ANSWER, opening).await.ok()?.ok()?.0)
}

/// A table with people on all its seats, under way.
async fn table(node: &Node, game: &str, people: usize) -> Vec<Value> {
    let host = json!({ "host": { "name": "Ann" }, "game": game });
    let (status, first) = node.post("/api/rooms", &host).await;
    assert_eq!(status, 200, "{first}");
    let mut seats = vec![first];
    for _ in 1..people {
        let path = format!("/api/rooms/{}/join", seats[0]["code"].as_str().unwrap());
        let (status, next) = node.post(&path, &json!({ "name": "Bea" })).await;
        assert_eq!(status, 200, "{next}");
        seats.push(next);
    }
    let mut host = crate::test_server::Client::rejoin(node, &seats[0]).await;
    host.command(json!("start")).await.unwrap_or_else(|refused| panic!("{game}: {refused:?}"));
    seats
}

/// Kills nodes and NATS servers for a while; returns how often.
async fn kill_servers(room: &Room, nodes: &mut [Node], addresses: &Addresses) -> u32 {
    let began = Instant::now();
    let mut dice = Dice::new(99);
    let mut kills = 0_u32;
    while began.elapsed() < STORM {
        // Time goes on for the games too.
        for _ in 0..10 {
            room.clock.advance(Duration::from_millis(100));
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        kills += 1;
        match dice.below(4) {
            0 => {
                room.nats.kill(0);
                room.nats.restart(0);
            }
            n => {
                nodes[n - 1].kill();
                let node = room.node().await;
                addresses.lock().unwrap()[n - 1] = node.address;
                nodes[n - 1] = node;
            }
        }
    }
    kills
}

/// Compares what every player was shown with the log. Returns how many messages were acknowledged, and how often players
/// reconnected.
async fn compare_with_log(room: &Room, told: &[Player]) -> (usize, u64) {
    let connection = Connection::open(&room.jetstream).await.unwrap();
    let log = JetStreamLog::open(&connection).await.unwrap();
    let open: HashMap<_, _> =
        log.open_rooms().await.unwrap().into_iter().map(|(room, code)| (code, room)).collect();
    assert_eq!(open.len(), TABLES.len());
    let mut logs = HashMap::new();
    for (code, room) in open {
        logs.insert(code, log.read(room, 0).await.unwrap());
    }
    let (mut acknowledged, mut reconnects) = (0, 0);
    for Player { seated, seen, .. } in told {
        let entries = &logs[seated["code"].as_str().unwrap()];
        let mine = |by: &&server::log::Sender| seated["player_id"] == *by.player;
        let mut places: HashMap<&str, Vec<u64>> = HashMap::new();
        for (entry, seq) in entries.iter().zip(1..) {
            if let Some(by) = entry.by.as_ref().filter(mine) {
                places.entry(&by.id).or_default().push(seq);
            }
        }
        for (id, version) in &seen.accepted {
            assert_eq!(places.get(id.as_str()), Some(&vec![*version]), "{id} of {seated}");
        }
        assert!(places.values().all(|places| places.len() == 1), "{seated}: {places:?}");
        assert!(seen.last <= entries.len() as u64, "shown what is on no log");
        acknowledged += seen.accepted.len();
        reconnects += seen.reconnects;
    }
    (acknowledged, reconnects)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_and_nothing_happens_twice() {
    let room = Room::on(Arc::new(Nats::start(1)));
    let mut nodes = room.nodes(3).await;
    let addresses: Addresses = Arc::new(Mutex::new(nodes.iter().map(|node| node.address).collect()));
    let over = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for (game, people) in TABLES {
        for seated in table(&nodes[0], game, people).await {
            let player = Player {
                seated,
                addresses: addresses.clone(),
                over: over.clone(),
                dice: Dice::new(players.len() as u64),
                sent: 0,
                unanswered: None,
                seen: Record::default(),
            };
            players.push(tokio::spawn(player.play()));
        }
    }

    let kills = kill_servers(&room, &mut nodes, &addresses).await;
    over.store(true, Ordering::Relaxed);
    let mut told = Vec::new();
    for player in players {
        told.push(timeout(Duration::from_secs(60), player).await.expect("a player hangs").unwrap());
    }

    let (acknowledged, reconnects) = compare_with_log(&room, &told).await;
    println!("{acknowledged} acknowledged, {reconnects} connections, {kills} kills, none lost, none doubled");
    assert!(kills > 3 && acknowledged > 50 && reconnects > 20, "that was no storm");
}
