//! Many from one address: people get what they came for, and one who wants everything does not.

use crate::test_server::*;
use client::{Endpoint, Http, Response};
use futures_util::{SinkExt, future::join_all};
use serde_json::{Value, json};
use server::{
    Config, Pace,
    log::{AppendError, AppendedEntry, Entry, IndexUpdate, LogFuture, RoomId, RoomLog, Seq, SqliteLog},
};
use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    sync::broadcast,
    time::timeout,
};
use tokio_tungstenite::tungstenite::Message;

const SOON: Duration = Duration::from_secs(20);

/// A server with the limits that people have, but for short timeouts.
fn impatient() -> Config {
    let within = Duration::from_millis(300);
    Config { request_within: within, write_within: within, ..Config::default() }
}

/// Everything that comes until the other side closes.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let read = timeout(SOON, stream.read_to_end(&mut all)).await;
    // A reset is an end, too.
    let _ = read.expect("the server closes a connection that takes too long");
    String::from_utf8_lossy(&all).into_owned()
}

#[tokio::test]
async fn silent_and_slow_connections_are_closed() {
    let house = House::with(impatient()).await;
    let host = house.address;
    for begin in [
        String::new(),
        "GET / HT".into(),
        format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\n"),
        format!("POST /api/rooms HTTP/1.1\r\nhost: {host}\r\ncontent-length: 100\r\n\r\n{{"),
        // An answer, and then nothing more on a connection that is kept.
        format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\n\r\n"),
    ] {
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(begin.as_bytes()).await.unwrap();
        until_closed(&mut stream).await;
    }
    // A byte at a time, each in time: the head as a whole is late.
    let mut stream = TcpStream::connect(host).await.unwrap();
    let drip = async {
        for byte in format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nx: {}", "y".repeat(1_000)).bytes() {
            if stream.write_all(&[byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the server takes a head for ever");
    };
    timeout(SOON, drip).await.expect("the server closes");
}

#[tokio::test]
async fn a_client_that_does_not_read_an_answer_is_closed() {
    let house = House::with(impatient()).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(house.address).await.unwrap();
    // Many answers, none of which is read, until neither side takes more.
    let request = format!("GET /api/games HTTP/1.1\r\nhost: {}\r\n\r\n", house.address);
    let ask = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    timeout(SOON, ask).await.expect("the server closes");
    assert_eq!(house.get("/healthz").await.0, 200);
}

#[tokio::test]
async fn an_address_has_some_connections_and_others_get_in() {
    let config = Config { connections_per_address: 5, ..Config::default() };
    let house = House::with(config).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(Client::connect(&house).await);
    }
    let mut sixth = TcpStream::connect(house.address).await.unwrap();
    assert_eq!(until_closed(&mut sixth).await, "");
    let page = get_from(&house, 2, "/metrics").await;
    assert!(page.text().contains("aboveboard_turned_away_total 1"), "{}", page.text());
    // A connection that closes makes room, also as a WebSocket.
    held.clear();
    let again = async {
        while house.raw_http("GET", "/healthz", "", "").await.0 != 200 {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, again).await.expect("the place is free again");
}

#[tokio::test]
async fn connections_are_limited_in_total() {
    let house = House::with(Config { connections: 3, ..generous() }).await;
    let held = [Client::connect(&house).await, Client::connect(&house).await, Client::connect(&house).await];
    let mut fourth = TcpStream::connect(house.address).await.unwrap();
    assert_eq!(until_closed(&mut fourth).await, "");
    drop(held);
}

#[tokio::test]
async fn a_class_of_thirty_behind_one_address_gets_thirty_games() {
    let house = House::with(Config { pace: Pace::AtOnce, ..Config::default() }).await;
    let body = json!({ "player": { "name": "Ann" }, "game": "eights" });
    // Somebody has pressed it a few times before.
    for _ in 0..5 {
        assert_eq!(house.post("/api/play-now", &body).await.0, 200);
    }
    let pressed = join_all((0..30).map(|_| house.post("/api/play-now", &body))).await;
    let mut playing = Vec::new();
    for (status, seated) in &pressed {
        assert_eq!(*status, 200, "{seated}");
        playing.push(Client::rejoin(&house, seated).await);
    }
    for client in &mut playing {
        client.until(|client| client.state() == "playing").await;
    }
}

#[tokio::test]
async fn an_address_that_opens_too_many_tables_learns_how_long_to_wait() {
    let house = House::with(Config { pace: Pace::AtOnce, ..Config::default() }).await;
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
    for table in 0..40 {
        assert_eq!(house.post("/api/rooms", &body).await.0, 200, "table {table}");
    }
    let (status, head, text) = house.raw_http("POST", "/api/rooms", "", &body.to_string()).await;
    assert!(status == 429 && head.contains("retry-after: 6"), "{head}");
    let refused: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&refused["code"], &refused["detail"]["seconds"]), (&json!("rate_limited"), &json!(6)));
    assert_eq!(refused["detail"]["rooms_per_minute"], 10);
    assert!(refused["text"].as_str().unwrap().ends_with("try again in 6 seconds"), "{refused}");
    house.advance(6);
    assert_eq!(house.post("/api/rooms", &body).await.0, 200);
    assert_eq!(house.post("/api/rooms", &body).await.0, 429, "ten a minute from then on");
}

#[tokio::test]
async fn open_tables_of_an_address_are_capped_until_one_is_closed() {
    let house = House::with(Config { open_rooms: 2, ..generous() }).await;
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
    let mut ann = house.room("eights", "Ann", json!({})).await;
    assert_eq!(house.post("/api/rooms", &body).await.0, 200);
    let (status, refused) = house.post("/api/rooms", &body).await;
    assert_eq!((status, &refused["detail"]["open"]), (429, &json!(2)));
    ann.command(json!("close")).await.unwrap();
    let opened = async {
        while house.post("/api/rooms", &body).await.0 != 200 {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, opened).await.expect("there is one less");
}

#[tokio::test]
async fn a_valid_token_is_let_in_whatever_others_on_the_address_tried() {
    let house = House::with(Config { failures_per_minute: 20, ..generous() }).await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let mut wrong = ann.seated.clone();
    wrong["token"] = json!("0".repeat(32));
    for _ in 0..20 {
        assert_eq!(code(Client::try_rejoin(&house, &wrong).await.map(|_| ())), "bad_token");
    }
    // A client that goes on guessing learns nothing any more, neither of tokens nor of codes.
    assert_eq!(code(Client::try_rejoin(&house, &wrong).await.map(|_| ())), "rate_limited");
    assert_eq!(code(Client::watch(&house, &ann.code, "Zoe").await.map(|_| ())), "rate_limited");
    Client::try_rejoin(&house, &ann.seated).await.unwrap();
}

#[tokio::test]
async fn mistakes_other_than_guesses_do_not_count() {
    let house = House::with(Config { failures_per_minute: 2, ..generous() }).await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    for _ in 0..5 {
        assert_eq!(house.post(&path, &json!({ "name": "" })).await.0, 400);
        assert_eq!(code(Client::watch(&house, &ann.code, "").await.map(|_| ())), "bad_name");
        assert_eq!(house.get("/api/rooms/1").await.0, 400);
    }
    assert_eq!(house.post(&path, &json!({ "name": "Bea" })).await.0, 200);
}

#[tokio::test]
async fn a_name_that_anybody_can_point_here_is_not_served() {
    let house = House::with(Config { host_names: vec!["tower.example".into()], ..generous() }).await;
    let status = async |host: &str| {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let request = format!("GET /api/rooms HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        until_closed(&mut stream).await.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(status("localhost:7878").await, "200");
    assert_eq!(status("192.168.7.7").await, "200");
    assert_eq!(status("tower.example:7878").await, "200");
    assert_eq!(status("evil.example:7878").await, "421");
    let house = House::with(Config { public_url: Some("https://cards.example".into()), ..generous() }).await;
    let request = house.raw_http("GET", "/api/rooms", "", "").await;
    assert_eq!(request.0, 200);
}

/// A log that counts who reads it, and how many at the same time.
#[derive(Debug)]
struct CountedReads {
    log: Arc<SqliteLog>,
    reads: Arc<AtomicUsize>,
    now: AtomicUsize,
    at_once: Arc<AtomicUsize>,
}

impl RoomLog for CountedReads {
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        self.log.append(room, expected, entry, index_update)
    }
    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>> {
        Box::pin(async move {
            self.reads.fetch_add(1, Ordering::SeqCst);
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.at_once.fetch_max(now, Ordering::SeqCst);
            // Long enough for all others to come as well.
            for _ in 0..1_000 {
                tokio::task::yield_now().await;
            }
            let read = self.log.read(room, from).await;
            self.now.fetch_sub(1, Ordering::SeqCst);
            read
        })
    }
    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<AppendedEntry>, AppendError>> {
        self.log.watch(room)
    }
    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>> {
        self.log.open_rooms()
    }
    fn is_shared(&self) -> bool {
        self.log.is_shared()
    }
}

/// Requests a page from one of the addresses that loopback has.
async fn get_from(house: &House, last: u8, path: &str) -> Response {
    let from = Some(IpAddr::from([127, 0, 0, last]));
    let mut http = Http::connect(Endpoint { address: house.address, from }).await.unwrap();
    http.get(path).await.unwrap()
}

#[tokio::test]
async fn of_a_hundred_and_fifty_who_want_a_proof_at_once_the_first_has_it_made() {
    let (reads, at_once) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counters = (reads.clone(), at_once.clone());
    let before_log = Arc::new(move |log| {
        let (reads, at_once) = counters.clone();
        Arc::new(CountedReads { log, reads, now: AtomicUsize::new(0), at_once }) as Arc<dyn RoomLog>
    });
    let config = Config { pace: Pace::AtOnce, ..generous() };
    let house = House::built(Setup { config, before_log, ..Setup::default() }).await;
    let mut records = Vec::new();
    for seed in 0..4 {
        let options = json!({ "hand_size": 3, "min_players": 2 });
        let mut clients = house.playing("eights", &["Bea", "Cal"], options).await;
        play_out(&house, &mut clients, &mut Dice::new(seed)).await;
        records.push(clients[0].room["deal"]["record"].as_str().unwrap().to_owned());
    }
    // No address asks for more than it may have at once.
    let path = format!("/api/played/{}/proof", records[0]);
    let pages = join_all((0..150).map(|n| get_from(&house, 1 + n / 30, &path))).await;
    assert!(pages.iter().all(|page| page.status == 200), "{}", pages[0].text());
    assert!(pages.iter().all(|page| page.body == pages[0].body) && pages[0].body.len() > 1_000);
    assert_eq!(reads.load(Ordering::SeqCst), 1, "the game is played again once");
    // Others are made a few at a time.
    at_once.store(0, Ordering::SeqCst);
    let paths: Vec<String> = records.iter().map(|record| format!("/api/played/{record}/proof")).collect();
    let all = join_all((0..120).map(|n: u8| get_from(&house, 1 + n / 30, &paths[usize::from(n) % 4]))).await;
    assert!(all.iter().all(|page| page.status == 200));
    assert_eq!(reads.load(Ordering::SeqCst), 4, "each once");
    assert_eq!(at_once.load(Ordering::SeqCst), 2, "two at a time");
    // One address that wants them all has to wait.
    let many =
        join_all((0..150).map(|_| house.raw_http("GET", "/api/played/0000000000000001-1/proof", "", "")));
    assert!(many.await.iter().any(|(status, ..)| *status == 429));
}

#[tokio::test]
async fn a_head_that_is_far_too_long_is_refused() {
    let house = House::open().await;
    let long = format!("origin: http://{}\r\n", "x".repeat(60_000));
    let (status, _, _) = house.raw_http("GET", "/api/rooms", &long, "").await;
    assert!(status == 431 || status == 0, "{status}");
    assert_eq!(house.get("/healthz").await.0, 200);
}

#[tokio::test]
async fn spectators_of_one_address_are_limited() {
    let house = House::with(Config::default()).await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let mut refused = 0;
    for visit in 0..80 {
        match Client::watch(&house, &ann.code, &format!("Z{visit}")).await {
            Ok(mut zoe) => {
                let _ = zoe.socket.send(Message::Close(None)).await;
            }
            Err((code, detail)) => {
                assert!(code == "rate_limited" && detail["seconds"].as_u64() > Some(0), "{code} {detail}");
                refused += 1;
            }
        }
    }
    assert!(refused >= 15, "{refused}");
}

#[tokio::test]
async fn joins_of_one_address_are_limited() {
    let house = House::with(Config::default()).await;
    let ann = house.room("eights", "Ann", json!({ "min_players": 2, "max_players": 2 })).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    // One sits down, and the others learn that it is full: they count as well.
    for join in 0..120 {
        let status = house.post(&path, &json!({ "name": "Bea" })).await.0;
        assert_eq!(status, if join == 0 { 200 } else { 409 }, "join {join}");
    }
    let (status, refused) = house.post(&path, &json!({ "name": "Bea" })).await;
    assert_eq!((status, &refused["detail"]["seconds"]), (429, &json!(1)), "{refused}");
    house.advance(1);
    assert_eq!(house.post(&path, &json!({ "name": "Bea" })).await.0, 409, "60 a minute");
}
