//! A real server on a real socket with a manual clock, and clients for it.

mod connection;

pub(crate) use connection::*;

use catalog::proof::ServerKey;
use client::Http;
use serde_json::{Value, json};
use server::{
    Backends, Config, History, Script,
    clock::{Clock, ManualClock},
    cluster::Cluster,
    entropy::{Entropy, Purpose},
    log::{Connection, Entry, RoomId, RoomLog, SqliteLog},
};
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

/// Timeout for something that should come at once.
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

/// Limits that no test reaches.
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
    /// Waits until it has ended without being told to.
    pub(crate) async fn ended(&mut self) {
        let served = self.served.take().unwrap();
        tokio::time::timeout(TIMEOUT, served).await.expect("it goes on").unwrap().unwrap();
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

    /// The files of the data folder.
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
    /// Waits until the server has this number of connections: then every room knows of those that are gone.
    pub(crate) async fn until_connections(&self, count: usize) {
        let counted = async {
            while self.metric("aboveboard_connections").await != count as f64 {
                tokio::task::yield_now().await;
            }
        };
        let counted = tokio::time::timeout(Duration::from_secs(20), counted).await;
        counted.unwrap_or_else(|_| panic!("there are not {count} connections"));
    }
    /// The value of a metric without labels.
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

/// A request: its status (0 if there was no answer), its headers in lower case, its body.
pub(crate) async fn http(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String, String) {
    let given = headers.lines().filter_map(|line| line.split_once(':'));
    let headers: Vec<_> =
        given.map(|(name, value)| (name, value.trim())).chain([("connection", "close")]).collect();
    let (method, body) = (method.parse().unwrap(), body.to_owned());
    let response = async {
        let mut http = Http::connect(address.parse::<SocketAddr>().unwrap()).await?;
        http.request(method, path, &headers, body).await
    };
    let Ok(response) = response.await else { return (0, String::new(), String::new()) };
    let head = response.headers.iter().map(|(name, value)| format!("{name}: {}\n", value.to_str().unwrap()));
    (response.status, head.collect::<String>().to_ascii_lowercase(), response.text().into_owned())
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
