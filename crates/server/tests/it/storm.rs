//! Games go on while nodes and NATS are killed and started again, and every player moves from node to node.
//! Afterwards what each of them was shown and answered is compared with the log.

use crate::{
    cluster::{Node, Room},
    nats::Nats,
    test_server::Dice,
};
use catalog::{Json, proof::TableView};
use client::{Shown, Socket};
use serde_json::{Value, json};
use server::{
    log::{Connection, JetStreamLog, RoomLog},
    protocol::{Ask, ClientMsg, Hello, MsgId, Order, ServerMsg},
};
use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// How long nodes and NATS are killed.
const STORM: Duration = Duration::from_secs(12);
/// Timeout of an answer: after it, the message is sent again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The addresses of the nodes; some of them may be dead.
type Addresses = Arc<Mutex<Vec<SocketAddr>>>;

/// A player who goes on whatever happens.
struct Player {
    seated: Value,
    addresses: Addresses,
    over: Arc<AtomicBool>,
    dice: Dice,
    sent: u64,
    /// A message that was sent and not answered, with its id: it is sent again, byte for byte.
    unanswered: Option<(MsgId, String)>,
    seen: Record,
}

/// What a player was shown and answered.
#[derive(Default)]
struct Record {
    /// The version at which each message was accepted, by its id.
    accepted: BTreeMap<String, u64>,
    /// The table at each version, as JSON.
    tables: HashMap<u64, String>,
    last: u64,
    reconnects: u64,
}

impl Player {
    /// Plays until the storm is over, through one connection after the other.
    async fn play(mut self) -> Player {
        let hello = Hello::rejoin(&serde_json::from_value(self.seated.clone()).unwrap(), false);
        while !self.over.load(Ordering::Relaxed) || self.unanswered.is_some() {
            let address = {
                let addresses = self.addresses.lock().unwrap();
                *self.dice.pick(&addresses)
            };
            if let Ok(Ok(mut socket)) = timeout(ANSWER_TIMEOUT, Socket::connect(address)).await {
                self.seen.reconnects += 1;
                if socket.send_message(&hello).await.is_ok() {
                    self.stay(&mut socket).await;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self
    }

    /// Plays on one connection until it ends or the player goes elsewhere.
    async fn stay(&mut self, socket: &mut Socket) {
        let mut shown = Shown::default();
        // Some connections are long and some are not.
        let mut messages_left = 3 + self.dice.below(40);
        if let Some((_, message)) = &self.unanswered
            && socket.send_text(message.as_str()).await.is_err()
        {
            return;
        }
        loop {
            let over = self.over.load(Ordering::Relaxed);
            if self.unanswered.is_none() && (over || messages_left == 0) {
                return;
            }
            if self.unanswered.is_none() && !shown.legal().is_empty() {
                messages_left -= 1;
                self.sent += 1;
                let id = MsgId::try_from(format!("m{}", self.sent)).unwrap();
                let ask = Ask::Do(self.dice.pick(shown.legal()).clone());
                let order = ClientMsg::Order(Order { id: id.clone(), version: shown.seq, ask });
                let message = serde_json::to_string(&order).unwrap();
                self.unanswered = Some((id, message.clone()));
                shown.table = None;
                if socket.send_text(message).await.is_err() {
                    return;
                }
            }
            let Ok(Ok(Some(message))) = timeout(ANSWER_TIMEOUT, socket.receive()).await else { return };
            let waits_for = |id: &str| matches!(&self.unanswered, Some((sent, _)) if sent.as_str() == id);
            match message {
                ServerMsg::Update(update) => {
                    self.seen.shown(update.seq, update.table.as_ref());
                    shown.take_in(update).unwrap();
                }
                ServerMsg::Ok { id, version, .. } if waits_for(&id) => {
                    self.seen.accepted.insert(id, version);
                    self.unanswered = None;
                }
                ServerMsg::Err { id, code, .. } => {
                    // Somebody was faster, or time was up; after a fault of the log the same may be tried again.
                    if code != "internal" && id.as_deref().is_some_and(waits_for) {
                        self.unanswered = None;
                    }
                    if code == "internal" || id.is_none() {
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

impl Record {
    fn shown(&mut self, seq: u64, table: Option<&Json>) {
        assert!(seq >= self.last, "shown {seq} after {}", self.last);
        self.last = seq;
        if let Some(table) = table {
            // All of it, with its link: what is shown again is the same to the byte.
            let TableView { version, .. } = serde_json::from_str(table.get()).unwrap();
            let before = self.tables.entry(version).or_insert_with(|| table.get().to_owned());
            assert_eq!(before, table.get(), "two tables at {version}");
        }
    }
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
    assert_eq!(open.len(), catalog::ALL.len());
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
    for game in catalog::ALL {
        for seated in table(&nodes[0], game.name, game.default_seats.into()).await {
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
