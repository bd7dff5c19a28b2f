//! Killed in the middle of a hundred games, and stopped politely: nothing acknowledged is lost, nothing is done
//! twice, and everybody goes on.

use crate::test_server::*;
use client::{Shown, Socket};
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::{
    Backends, Config, Pace,
    log::{RoomLog, SqliteLog},
    protocol::{Hello, RoomState, ServerMsg},
};
use std::{
    collections::HashMap,
    io::{self, BufRead, BufReader, Lines},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::{net::TcpListener, sync::Notify};

/// Set for the process that is to be killed: where its log is.
const VICTIM: &str = "ABOVEBOARD_TEST_SERVE_UNTIL_KILLED";

/// Half of them two people at Eights, half of them one person with bots.
const ROOMS: usize = 100;

/// Not a test of its own: the server that the test below starts and kills.
#[tokio::test(flavor = "multi_thread")]
async fn serves_until_killed() {
    let Some(file) = std::env::var_os(VICTIM) else { return };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("port {}", listener.local_addr().unwrap().port());
    let ground = Backends::new(Arc::new(SqliteLog::open(file).unwrap()));
    let config = Config { pace: Pace::AtOnce, ..generous() };
    server::run(listener, ground, config, std::future::pending()).await.unwrap();
}

struct Victim {
    child: Child,
    address: String,
    /// Held, because a process that cannot print dies of it.
    _prints: Lines<BufReader<ChildStdout>>,
}

impl Victim {
    fn start(file: &Path) -> Victim {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "restart::serves_until_killed", "--nocapture"])
            .env(VICTIM, file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            // The harness may have begun the line.
            line.split_once("port ").map(|(_, port)| port.to_owned())
        });
        let address = format!("127.0.0.1:{}", port.expect("it says where it listens"));
        Victim { child, address, _prints: lines }
    }
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player who survives servers.
struct Player {
    seated: Value,
    /// Opens this player's own history.
    key: String,
    dice: Dice,
    sent: usize,
    /// The newest version this player was shown.
    newest: u64,
    /// Sent and not yet answered.
    open: Option<Value>,
    accepted: Vec<String>,
    refused: Vec<String>,
    finished: bool,
    /// How many seats the person fills and starts, as host.
    starts: Option<u8>,
}

/// How one evening ended for a player.
#[derive(Debug, PartialEq)]
enum Evening {
    Killed,
    Finished,
}

impl Player {
    fn new(seated: Value, seed: u64, starts: Option<u8>) -> Player {
        let dice = Dice::new(seed);
        let (accepted, refused) = (vec![], vec![]);
        let key = key(seed);
        Player {
            seated,
            key,
            dice,
            sent: 0,
            newest: 0,
            open: None,
            accepted,
            refused,
            finished: false,
            starts,
        }
    }
    fn id(&self) -> &str {
        self.seated["player_id"].as_str().unwrap()
    }

    /// Connects, sends again what has no answer yet, and plays until the server is gone or the game is over.
    async fn play(&mut self, address: &str, acknowledged: &Acknowledged) -> Evening {
        let Ok(mut socket) = open_socket(address).await else { return Evening::Killed };
        let hello = Hello::rejoin(&serde_json::from_value(self.seated.clone()).unwrap(), false);
        if socket.send_message(&hello).await.is_err() {
            return Evening::Killed;
        }
        let mut shown = Shown::default();
        loop {
            // After an answer, the update that belongs to it comes next.
            if shown.seq > 0 && shown.seq == self.newest && self.open.is_none() {
                if shown.is_finished() {
                    self.finished = true;
                    return Evening::Finished;
                }
                self.open = self.next(&shown);
                if let Some(message) = &self.open
                    && socket.send_text(message.to_string()).await.is_err()
                {
                    return Evening::Killed;
                }
            }
            let Ok(Some(message)) = socket.receive().await else { return Evening::Killed };
            match message {
                ServerMsg::Update(update) => {
                    let first = shown.seq == 0;
                    shown.take_in(update).unwrap();
                    assert!(shown.seq >= self.newest, "shown {} after {}", shown.seq, self.newest);
                    self.newest = shown.seq;
                    // The same message again, to the byte: it has one effect, now or before.
                    if let Some(open) = self.open.as_ref().filter(|_| first)
                        && socket.send_text(open.to_string()).await.is_err()
                    {
                        return Evening::Killed;
                    }
                }
                ServerMsg::Ok { id, version, .. } => {
                    let open = self.open.take().expect("only what was sent is answered");
                    assert_eq!(id, open["id"]);
                    self.accepted.push(id);
                    self.newest = self.newest.max(version);
                    acknowledged.one_more();
                }
                ServerMsg::Err { id, code, .. } => {
                    let open =
                        self.open.take().unwrap_or_else(|| panic!("refused without a question: {code}"));
                    let id = id.unwrap_or_else(|| panic!("{code}"));
                    assert_eq!(id, open["id"], "{code}");
                    self.refused.push(id);
                }
                _ => {}
            }
        }
    }
    /// What to do now, if there is something.
    fn next(&mut self, shown: &Shown) -> Option<Value> {
        let seats = shown.room.as_ref()?.seats.len();
        let what = match (shown.state()?, self.starts) {
            (RoomState::Lobby, Some(wanted)) if seats < usize::from(wanted) => {
                json!({ "room": { "fill": { "seats": wanted } } })
            }
            (RoomState::Lobby, Some(_)) => json!({ "room": "start" }),
            (RoomState::Playing, _) if !shown.legal().is_empty() => {
                json!({ "do": self.dice.pick(shown.legal()) })
            }
            _ => return None,
        };
        self.sent += 1;
        let mut message = what;
        message["id"] = json!(format!("n{}", self.sent));
        message["version"] = json!(self.newest);
        Some(message)
    }
}

/// How many messages were accepted, so that the murderer knows when to strike.
#[derive(Default)]
struct Acknowledged {
    count: AtomicUsize,
    more: Notify,
}

impl Acknowledged {
    fn one_more(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
        self.more.notify_one();
    }
    async fn reach(&self, enough: usize) {
        while self.count.load(Ordering::SeqCst) < enough {
            self.more.notified().await;
        }
    }
}

pub(crate) async fn open_socket(address: &str) -> io::Result<Socket> {
    Socket::connect(address.parse::<SocketAddr>().unwrap()).await
}

pub(crate) async fn post(address: &str, path: &str, body: &Value) -> Value {
    let (status, _, text) = http(address, "POST", path, "", &body.to_string()).await;
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A profile for each seed.
fn key(seed: u64) -> String {
    format!("{seed:032x}")
}

/// Every game whose end somebody has seen is in the history, once.
async fn check_the_history(address: &str, players: &[Player]) {
    for player in players.iter().filter(|player| player.finished) {
        let header = format!("authorization: Bearer {}\r\n", player.key);
        let (status, _, text) = http(address, "GET", "/api/history/games", &header, "").await;
        assert_eq!(status, 200, "{text}");
        let page: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(page["games"].as_array().unwrap().len(), 1, "{page}");
    }
}

/// All players of all rooms.
async fn seat_everybody(address: &str) -> Vec<Player> {
    let seat = async |number: usize| {
        let seed = number as u64;
        let body = json!({
            "host": { "name": "Ann", "profile": key(seed) }, "game": "eights",
            "options": { "min_players": 2, "tier": "base", "hand_size": 3, "turn_limit": 100 },
        });
        let ann = post(address, "/api/rooms", &body).await;
        if number.is_multiple_of(2) {
            let path = format!("/api/rooms/{}/join", ann["code"].as_str().unwrap());
            let bea = post(address, &path, &json!({ "name": "Bea", "profile": key(seed + 1_000) })).await;
            vec![Player::new(ann, seed, Some(2)), Player::new(bea, seed + 1_000, None)]
        } else {
            vec![Player::new(ann, seed, Some(3))]
        }
    };
    join_all((0..ROOMS).map(seat)).await.into_iter().flatten().collect()
}

/// What the log says about every message of every player.
async fn check_the_log(file: &Path, players: &[Player]) {
    let log = SqliteLog::open(file).unwrap();
    let mut written: HashMap<(String, String), usize> = HashMap::new();
    for (room, _) in log.open_rooms().await.unwrap() {
        for entry in log.read(room, 0).await.unwrap() {
            if let Some(by) = entry.by {
                *written.entry((by.player, by.id)).or_default() += 1;
            }
        }
    }
    for player in players {
        let count = |id: &str| written.get(&(player.id().to_owned(), id.to_owned())).copied().unwrap_or(0);
        for id in &player.accepted {
            assert_eq!(count(id), 1, "{id} of {} was accepted", player.id());
        }
        for id in &player.refused {
            assert_eq!(count(id), 0, "{id} of {} was refused", player.id());
        }
        if let Some(open) = &player.open {
            assert!(count(open["id"].as_str().unwrap()) <= 1);
        }
    }
    log.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_games_survive_being_killed_again_and_again() {
    let home = memory();
    let file: PathBuf = home.path().join("aboveboard.db");
    let mut victim = Victim::start(&file);
    let mut players = seat_everybody(&victim.address).await;
    let acknowledged = Arc::new(Acknowledged::default());
    let mut dice = Dice::new(std::process::id().into());
    for round in 0..4 {
        let enough = match round {
            0..3 => acknowledged.count.load(Ordering::SeqCst) + 100 + dice.below(400),
            _ => usize::MAX,
        };
        let address = victim.address.clone();
        let everybody = players.into_iter().map(|mut player| {
            let (address, acknowledged) = (address.clone(), acknowledged.clone());
            tokio::spawn(async move {
                let evening = player.play(&address, &acknowledged).await;
                (player, evening)
            })
        });
        let mut everybody = std::pin::pin!(join_all(everybody));
        let evenings = tokio::select! {
            evenings = &mut everybody => evenings,
            () = acknowledged.reach(enough) => {
                victim.kill();
                everybody.await
            }
        };
        let (came_home, evenings): (Vec<Player>, Vec<Evening>) =
            evenings.into_iter().map(Result::unwrap).unzip();
        players = came_home;
        victim.kill();
        if round < 3 {
            assert!(evenings.contains(&Evening::Killed), "it was in the middle of games");
        } else {
            assert!(
                evenings.iter().all(|evening| *evening == Evening::Finished),
                "all games come to their end"
            );
        }
        check_the_log(&file, &players).await;
        victim = Victim::start(&file);
        check_the_history(&victim.address, &players).await;
    }
    assert!(players.iter().all(|player| player.finished));
    let log = {
        victim.kill();
        SqliteLog::open(&file).unwrap()
    };
    assert_eq!(log.games(1_000, None).await.unwrap().len(), ROOMS, "every game was archived once");
}
