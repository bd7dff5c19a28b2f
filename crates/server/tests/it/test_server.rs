//! A real server on a real socket, with a clock that tests move by hand, and clients for it.

use catalog::proof::ServerKey;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{
    Backends, Config, History, Script,
    clock::{Clock, ManualClock},
    cluster::Cluster,
    entropy::{Entropy, Purpose},
    log::{Connection, Entry, RoomId, RoomLog, SqliteLog},
};
use std::{
    collections::VecDeque,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

/// How long a test waits for something that should come at once, before it says that it did not.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Numbers that look random and are the same in every run.
#[derive(Debug, Default)]
pub(crate) struct Counting(AtomicU64);

impl Entropy for Counting {
    fn fill(&self, _: Purpose, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let n = self.0.fetch_add(1, Ordering::SeqCst);
            let mixed = (n + 1)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(23)
                .wrapping_mul(0xBF58_476D_1CE4_E5B9);
            chunk.copy_from_slice(&(mixed ^ mixed >> 29).to_le_bytes()[..chunk.len()]);
        }
    }
}

/// A server that runs.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) log: Arc<SqliteLog>,
    folder: Arc<tempfile::TempDir>,
    stop: Option<oneshot::Sender<()>>,
    served: Option<JoinHandle<std::io::Result<()>>>,
    setup: Setup,
}

/// What a test may want to be different.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) config: Config,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) script: Option<Script>,
    /// In a cluster: what its history is shared through.
    pub(crate) connection: Option<Connection>,
    /// Stands between the server and its log.
    pub(crate) before_log: Arc<BeforeLog>,
    /// The other nodes, where there are any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// A clock that others have too.
    pub(crate) clock: Option<Arc<ManualClock>>,
    /// How many connections there were, also before a restart. Its own: two runs of one game must be alike.
    pub(crate) connections: Arc<AtomicU64>,
}

type BeforeLog = dyn Fn(Arc<SqliteLog>) -> Arc<dyn RoomLog> + Send + Sync;

impl Default for Setup {
    fn default() -> Self {
        Setup {
            config: generous(),
            entropy: Arc::new(Counting::default()),
            script: None,
            connection: None,
            before_log: Arc::new(|log| log),
            cluster: None,
            clock: None,
            connections: Arc::default(),
        }
    }
}

/// Limits that never get into a test's way.
pub(crate) fn generous() -> Config {
    Config {
        rooms_per_minute: 10_000,
        room_burst: 10_000,
        open_rooms: 10_000,
        hellos_per_minute: 10_000,
        hello_burst: 10_000,
        returns_per_minute: 10_000,
        return_burst: 10_000,
        changes_per_minute: 10_000,
        change_burst: 10_000,
        address_changes_per_minute: 10_000,
        address_change_burst: 10_000,
        writes_per_minute: 1_000_000,
        write_burst: 1_000_000,
        failures_per_minute: 10_000,
        history_per_minute: 10_000,
        messages_per_second: 10_000,
        message_burst: 10_000,
        ..Config::default()
    }
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(generous()).await
    }
    pub(crate) async fn with(config: Config) -> House {
        House::built(Setup { config, ..Setup::default() }).await
    }
    pub(crate) async fn built(setup: Setup) -> House {
        let folder = Arc::new(memory());
        let clock = setup.clock.clone().unwrap_or_else(|| Arc::new(ManualClock::at(1_000_000_000)));
        House::start(folder, clock, setup).await
    }
    /// A server on a database with these bytes; or why it cannot be opened at all.
    pub(crate) async fn on(database: &[u8], setup: Setup) -> Result<House, String> {
        let folder = Arc::new(memory());
        let file = file_in(folder.path());
        std::fs::write(&file, database).unwrap();
        SqliteLog::open(&file).map_err(|error| error.to_string())?.close().await;
        Ok(House::start(folder, Arc::new(ManualClock::at(1_000_000_000)), setup).await)
    }
    async fn start(folder: Arc<tempfile::TempDir>, clock: Arc<ManualClock>, setup: Setup) -> House {
        let log = Arc::new(open_log(&file_in(folder.path())).await);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let history = match &setup.connection {
            Some(connection) => History::shared(log.clone(), connection).await.unwrap(),
            None => History::of(log.clone()),
        };
        let ground = Backends {
            history: Some(history),
            log: (setup.before_log)(log.clone()),
            clock: clock.clone() as Arc<dyn Clock>,
            entropy: setup.entropy.clone(),
            server_key: ServerKey::new(&[7; 32]),
            cluster: setup.cluster.clone(),
            script: setup.script.clone(),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async move {
            let _ = stopped.await;
        };
        let served = tokio::spawn(server::run(listener, ground, setup.config.clone(), shutdown));
        House { address, clock, log, folder, stop: Some(stop), served: Some(served), setup }
    }
    /// Stops the server and starts it again on the same data.
    pub(crate) async fn restart(mut self) -> House {
        self.stop().await;
        let (folder, clock, setup) = (self.folder.clone(), self.clock.clone(), self.setup.clone());
        drop(self);
        House::start(folder, clock, setup).await
    }
    /// The same with other settings, and a clock that has gone on by some seconds meanwhile.
    pub(crate) async fn restart_with(mut self, config: Config, seconds: u64) -> House {
        self.stop().await;
        self.setup.config = config;
        self.clock.advance(Duration::from_secs(seconds));
        self.restart().await
    }
    /// Stops the server, and waits until it says that it has.
    pub(crate) async fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(served) = self.served.take() {
            served.await.unwrap().unwrap();
        }
    }
    pub(crate) fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.http("GET", path, None).await
    }
    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.http("POST", path, Some(body.to_string())).await
    }
    /// A request, its status and its JSON (or its text).
    pub(crate) async fn http(&self, method: &str, path: &str, body: Option<String>) -> (u16, Value) {
        let (status, _, text) = self.raw_http(method, path, "", body.as_deref().unwrap_or_default()).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }
    pub(crate) async fn raw_http(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String, String) {
        http(&self.address.to_string(), method, path, headers, body).await
    }

    /// Stops the server and returns its database, with everything in one file.
    pub(crate) async fn into_database(mut self) -> Vec<u8> {
        self.stop().await;
        self.log.close().await;
        std::fs::read(file_in(self.folder.path())).unwrap()
    }

    /// What is in the data folder.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.folder.path()).unwrap().map(|file| file.unwrap().path()).collect()
    }
    /// A look into the tables, past the server.
    pub(crate) fn database(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(file_in(self.folder.path())).unwrap()
    }

    /// What a room's log says. There must be only one room that is open.
    pub(crate) async fn only_room(&self) -> RoomId {
        let mut open = self.log.open_rooms().await.unwrap();
        assert_eq!(open.len(), 1, "open rooms");
        open.remove(0).0
    }
    pub(crate) async fn entries(&self, room: RoomId) -> Vec<Entry> {
        self.log.read(room, 0).await.unwrap()
    }
    /// The value of a metric without labels.
    /// Waits until the server has so many connections: then every room has heard of those that are gone.
    pub(crate) async fn until_connections(&self, count: usize) {
        let counted = async {
            while self.metric("aboveboard_connections").await != count as f64 {
                tokio::task::yield_now().await;
            }
        };
        let counted = tokio::time::timeout(Duration::from_secs(20), counted).await;
        counted.unwrap_or_else(|_| panic!("there are not {count} connections"));
    }
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        let (_, page) = self.get("/metrics").await;
        let page = page.as_str().unwrap();
        let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
    }

    /// A new room of `game`, and its host on seat 0, connected.
    pub(crate) async fn room(&self, game: &str, host: &str, options: Value) -> Client {
        let body = json!({ "host": { "name": host }, "game": game, "options": options });
        let (status, seated) = self.post("/api/rooms", &body).await;
        assert_eq!(status, 200, "{seated}");
        Client::rejoin(self, &seated).await
    }
    /// Somebody joins a room and connects.
    pub(crate) async fn join(&self, code: &str, name: &str) -> Client {
        let (status, seated) = self.post(&format!("/api/rooms/{code}/join"), &json!({ "name": name })).await;
        assert_eq!(status, 200, "{seated}");
        Client::rejoin(self, &seated).await
    }
    /// A room of `game` with people on all of `names`' seats, started.
    pub(crate) async fn playing(&self, game: &str, names: &[&str], options: Value) -> Vec<Client> {
        let mut clients = vec![self.room(game, names[0], options).await];
        let code = clients[0].code.clone();
        for name in &names[1..] {
            clients.push(self.join(&code, name).await);
        }
        clients[0].command(json!("start")).await.unwrap();
        for client in &mut clients {
            client.until(|client| client.view.is_some()).await;
        }
        clients
    }
}

/// A request by hand: its status, its headers in lower case, its body.
pub(crate) async fn http(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    // A client that is refused early may find the connection closed before everything is sent.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_ascii_lowercase(), text.to_owned())
}

/// A folder in memory, where there is one: a disk would be slower, and these tests do not cut the power.
pub(crate) fn memory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Opens a log that may just have been closed. Where other tests start programs, one that is only half started holds every
/// lock of this process for a moment.
pub(crate) async fn open_log(file: &Path) -> SqliteLog {
    let began = Instant::now();
    loop {
        match SqliteLog::open(file) {
            Ok(log) => return log,
            Err(error) => {
                let busy = error.to_string().contains("another server");
                assert!(busy && began.elapsed() < TIMEOUT, "{error}");
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("aboveboard.db")
}

/// A browser, more or less.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) code: String,
    pub(crate) seated: Value,
    pub(crate) you: Option<u64>,
    pub(crate) seq: u64,
    pub(crate) room: Value,
    pub(crate) view: Option<Value>,
    /// The version of the table that was shown last.
    pub(crate) shown: u64,
    pub(crate) legal: Vec<Value>,
    pub(crate) remaining: Option<u64>,
    pub(crate) events: Vec<Value>,
    /// Messages that are neither updates nor answers that somebody waited for.
    pub(crate) notices: VecDeque<Value>,
    /// Every frame received, as it came.
    pub(crate) frames: Vec<String>,
    /// Which connection of the house it is: one person's ids must differ after coming back.
    number: u64,
    sent: u64,
}

/// A refusal: its code and detail.
pub(crate) type Refused = (String, Value);

impl Client {
    /// Connects with what the lobby gave.
    pub(crate) async fn rejoin(house: &House, seated: &Value) -> Client {
        Client::try_rejoin(house, seated).await.unwrap_or_else(|refused| panic!("{refused:?}"))
    }
    pub(crate) async fn try_rejoin(house: &House, seated: &Value) -> Result<Client, Refused> {
        let mut client = Client::hello(house, &rejoin(seated)).await?;
        client.seated = seated.clone();
        Ok(client)
    }
    pub(crate) async fn watch(house: &House, code: &str, name: &str) -> Result<Client, Refused> {
        Client::hello(house, &json!({ "watch": { "protocol": 2, "code": code, "name": name } })).await
    }
    pub(crate) async fn connect(house: &House) -> Client {
        Client::over(house, TcpStream::connect(house.address).await.unwrap()).await
    }
    /// The same over a connection of the test's own making.
    pub(crate) async fn over(house: &House, stream: TcpStream) -> Client {
        let url = format!("ws://{}/ws", house.address);
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        Client {
            socket,
            code: String::new(),
            seated: Value::Null,
            you: None,
            seq: 0,
            room: Value::Null,
            view: None,
            shown: 0,
            legal: vec![],
            remaining: None,
            events: vec![],
            notices: VecDeque::new(),
            frames: vec![],
            number: house.setup.connections.fetch_add(1, Ordering::Relaxed),
            sent: 0,
        }
    }
    pub(crate) async fn hello(house: &House, hello: &Value) -> Result<Client, Refused> {
        Client::connect(house).await.greet(hello).await
    }
    pub(crate) async fn greet(self, hello: &Value) -> Result<Client, Refused> {
        let mut client = self;
        client.send_text(&hello.to_string()).await;
        loop {
            let message = client.receive().await.expect("the server answers a hello");
            if message.get("err").is_some() {
                return Err(refusal(&message));
            }
            if message.get("update").is_some() && client.room != Value::Null {
                client.code = client.room["code"].as_str().unwrap().to_owned();
                return Ok(client);
            }
        }
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }
    /// The next message, taken in; `None` when the connection is over.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(TIMEOUT, self.socket.next()).await.expect("nothing came");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.take_in(&message);
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }
    fn take_in(&mut self, message: &Value) {
        let Some(update) = message.get("update") else {
            if message.get("ok").is_none() && message.get("err").is_none() {
                self.notices.push_back(message.clone());
            }
            return;
        };
        self.seq = update["seq"].as_u64().unwrap();
        if let Some(room) = update.get("room") {
            self.room = room.clone();
            self.you = update.get("you").and_then(Value::as_u64);
        }
        if let Some(table) = update.get("table") {
            self.view = Some(table["view"].clone());
            self.legal = table["legal"].as_array().unwrap().clone();
            let version = table["version"].as_u64().unwrap();
            // What was shown before a reconnect is shown again.
            if version > self.shown {
                self.events.extend(table["events"].as_array().cloned().unwrap());
            }
            self.shown = version;
        }
        self.remaining = update.get("remaining_ms").and_then(Value::as_u64);
    }
    /// Receives until something is so.
    pub(crate) async fn until(&mut self, mut so: impl FnMut(&Client) -> bool) {
        while !so(self) {
            self.receive().await.expect("the connection is over before it came to that");
        }
    }
    /// Receives until it has been shown that version.
    pub(crate) async fn at(&mut self, seq: u64) {
        self.until(|client| client.seq >= seq).await;
    }
    /// Receives until the server has closed the connection.
    pub(crate) async fn until_closed(&mut self) {
        while self.receive().await.is_some() {}
    }

    /// Does something formed on what is seen now.
    pub(crate) async fn act(&mut self, action: Value) -> Result<u64, Refused> {
        let version = self.seq;
        self.order(json!({ "version": version, "do": action })).await
    }
    /// The same, but only asks whether it could be done.
    pub(crate) async fn ask(&mut self, action: Value) -> Result<u64, Refused> {
        let version = self.seq;
        self.order(json!({ "version": version, "ask": action })).await
    }
    /// A command, and then everything up to what it led to.
    pub(crate) async fn done(&mut self, command: Value) {
        let seq = self.command(command).await.unwrap_or_else(|refused| panic!("{refused:?}"));
        self.at(seq).await;
    }
    /// Asks something that changes nothing, so that everything sent before the answer has been received.
    pub(crate) async fn settle(&mut self) {
        let version = u64::MAX;
        self.order(json!({ "version": version, "room": "start" })).await.expect_err("no such version yet");
    }
    pub(crate) async fn command(&mut self, command: Value) -> Result<u64, Refused> {
        let version = self.seq;
        self.order(json!({ "version": version, "room": command })).await
    }
    /// Sends a message under a fresh id and waits for its answer.
    pub(crate) async fn order(&mut self, mut message: Value) -> Result<u64, Refused> {
        self.sent += 1;
        let id =
            format!("m{}-{}-{}", self.sent, self.number, self.seated["player_id"].as_str().unwrap_or("x"));
        message["id"] = json!(&id[..id.len().min(36)]);
        self.exact(&message).await
    }
    /// Sends a message as it is and waits for its answer.
    pub(crate) async fn exact(&mut self, message: &Value) -> Result<u64, Refused> {
        self.send_text(&message.to_string()).await;
        loop {
            let answer = self.receive().await.expect("the server answers every message");
            if answer["ok"]["id"] == message["id"] && answer.get("ok").is_some() {
                return Ok(answer["ok"]["version"].as_u64().unwrap());
            }
            if answer.get("err").is_some()
                && (answer["err"]["id"] == message["id"] || answer["err"]["id"].is_null())
            {
                return Err(refusal(&answer));
            }
        }
    }
    pub(crate) fn seat(&self) -> usize {
        self.you.expect("this client has a seat") as usize
    }
    pub(crate) fn occupant(&self, seat: usize) -> &Value {
        &self.room["seats"][seat]
    }
    pub(crate) fn state(&self) -> &str {
        self.room["state"].as_str().unwrap()
    }
}

fn refusal(message: &Value) -> Refused {
    (message["err"]["code"].as_str().unwrap().to_owned(), message["err"]["detail"].clone())
}

/// The hello of somebody who has a seat.
pub(crate) fn rejoin(seated: &Value) -> Value {
    json!({ "rejoin": {
        "protocol": 2, "code": seated["code"], "player_id": seated["player_id"], "token": seated["token"],
    } })
}

/// Everybody has seen version `seq`.
pub(crate) async fn all_at(clients: &mut [Client], seq: u64) {
    for client in clients {
        client.at(seq).await;
    }
}

/// Numbers that are the same in every run, for choices of tests.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Any legal actions until the game is over; returns how many. Where nobody can do anything, time passes.
pub(crate) async fn play_out(house: &House, clients: &mut [Client], dice: &mut Dice) -> usize {
    for moves in 0.. {
        if clients.iter().all(|client| client.state() == "finished") {
            return moves;
        }
        let Some(actor) = clients.iter().position(|client| !client.legal.is_empty()) else {
            let left = clients[0].remaining.expect("somebody can act, or time runs");
            let next = clients[0].seq + 1;
            house.clock.advance(Duration::from_millis(left));
            all_at(clients, next).await;
            continue;
        };
        let action = dice.pick(&clients[actor].legal).clone();
        let seq =
            clients[actor].act(action.clone()).await.unwrap_or_else(|r| panic!("{action} is listed: {r:?}"));
        all_at(clients, seq).await;
    }
    unreachable!("a game ends")
}

/// Just the code of a refusal.
pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, Refused>) -> String {
    outcome.expect_err("this should be refused").0
}
