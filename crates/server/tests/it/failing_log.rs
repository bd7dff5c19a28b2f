//! A log that fails: nothing is shown that is not on it, and the room goes on afterwards.

use crate::{
    abuse::{THREE, until_metric},
    secret_logs::Listener,
    test_server::*,
};
use serde_json::json;
use server::{
    Config, Pace,
    log::{AppendError, AppendedEntry, Entry, IndexUpdate, LogFuture, RoomId, RoomLog, Seq, SqliteLog},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    sync::{Semaphore, broadcast},
};

/// A log that fails or waits on command.
#[derive(Debug)]
struct FailingLog {
    log: Arc<SqliteLog>,
    failures: Arc<Failures>,
}

#[derive(Debug)]
pub(crate) struct Failures {
    pub(crate) fails: AtomicBool,
    attempts: AtomicUsize,
    /// An append needs one of these.
    permits: Semaphore,
}

impl RoomLog for FailingLog {
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        let entry = entry.clone();
        Box::pin(async move {
            self.failures.attempts.fetch_add(1, Ordering::SeqCst);
            let _permit = self.failures.permits.acquire().await.unwrap();
            if self.failures.fails.load(Ordering::SeqCst) {
                return Err(AppendError::Failed("no space left on this device".into()));
            }
            self.log.append(room, expected, &entry, index_update).await
        })
    }
    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>> {
        self.log.read(room, from)
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

pub(crate) async fn failing_log() -> (House, Arc<Failures>) {
    let failures = Arc::new(Failures {
        fails: AtomicBool::new(false),
        attempts: AtomicUsize::new(0),
        permits: Semaphore::new(100),
    });
    let given = failures.clone();
    let before_log =
        Arc::new(move |log| Arc::new(FailingLog { log, failures: given.clone() }) as Arc<dyn RoomLog>);
    let config = Config { pace: Pace::AtOnce, ..generous() };
    (House::built(Setup { config, before_log, ..Setup::default() }).await, failures)
}

#[tokio::test]
async fn a_log_that_fails_shows_nothing_and_is_tried_again() {
    let (house, failures) = failing_log().await;
    let mut clients = house.playing("eights", &THREE, json!({ "first_seat": "host", "tier": "base" })).await;
    let seq = clients[0].seq;
    failures.fails.store(true, Ordering::SeqCst);
    let message = json!({ "id": "lost", "version": seq, "do": "draw" });
    assert_eq!(code(clients[0].exact(&message).await), "internal");
    assert_eq!(code(clients[1].command(json!("leave")).await), "internal");
    for client in &mut clients {
        client.settle().await;
        assert_eq!(client.seq, seq, "nobody is shown what is not on disk");
    }
    // The clock strikes, and a connection breaks: both are tried again, but not without end.
    let before = failures.attempts.load(Ordering::SeqCst);
    house.advance(30);
    let cal = clients.pop().unwrap().seated.clone();
    while failures.attempts.load(Ordering::SeqCst) < before + 2 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    for _ in 0..30 {
        assert_eq!(house.get("/healthz").await.0, 200);
        clients[0].settle().await;
    }
    let attempts = failures.attempts.load(Ordering::SeqCst) - before;
    assert!(attempts <= 4, "{attempts} attempts at a log that fails");

    failures.fails.store(false, Ordering::SeqCst);
    house.advance(2);
    clients[0].until(|ann| ann.occupant(2)["online"] == false && ann.seq >= seq + 2).await;
    let timed_out = json!({ "timed_out": { "seat": 0 } });
    assert!(clients[0].events.contains(&timed_out));
    // Bea has not left, and Ann's message that was lost is judged again.
    clients[1].settle().await;
    assert_eq!((clients[1].occupant(1)["controller"].clone(), clients[1].seat()), (json!("human"), 1));
    assert_eq!(code(clients[0].exact(&message).await), "stale");
    Client::rejoin(&house, &cal).await;
}

#[tokio::test]
async fn a_disk_that_fails_is_not_filled_with_the_words_about_it() {
    let listener: &'static Listener = Box::leak(Box::default());
    let _heard = tracing::subscriber::set_default(listener);
    let (house, failures) = failing_log().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    failures.fails.store(true, Ordering::SeqCst);
    let began = std::time::Instant::now();
    let body = json!({ "host": { "name": "Bea" }, "game": "eights" });
    for _ in 0..200 {
        assert_eq!(code(ann.command(json!({ "fill": { "seats": 2 } })).await), "internal");
        assert_eq!(house.post("/api/rooms", &body).await.0, 500);
    }
    let seconds = began.elapsed().as_secs() as usize;
    let text = listener.0.lock().unwrap().clone();
    for kind in ["the log refused an entry", "a room cannot be opened"] {
        let lines = text.matches(kind).count();
        assert!(lines <= seconds + 2, "{lines} lines in {seconds} s: {kind}");
    }
}

#[tokio::test]
async fn a_bot_whose_move_was_lost_moves_again() {
    let (house, failures) = failing_log().await;
    let mut ann = house.room("eights", "Ann", json!({ "first_seat": "host", "tier": "base" })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    // Ann's own draw goes through; what comes after it fails.
    failures.permits.forget_permits(100);
    let message = json!({ "id": "d", "version": ann.seq, "do": "draw" });
    ann.send_text(&message.to_string()).await;
    let before = failures.attempts.load(Ordering::SeqCst);
    while failures.attempts.load(Ordering::SeqCst) == before {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    failures.permits.add_permits(1);
    ann.until(|ann| ann.legal.is_empty()).await;
    failures.fails.store(true, Ordering::SeqCst);
    failures.permits.add_permits(99);
    let seq = ann.seq;
    let before = failures.attempts.load(Ordering::SeqCst);
    let tried = async {
        while failures.attempts.load(Ordering::SeqCst) == before && ann.seq == seq {
            ann.settle().await;
        }
    };
    tried.await;
    failures.fails.store(false, Ordering::SeqCst);
    house.advance(2);
    ann.until(|ann| !ann.legal.is_empty() || ann.state() == "finished").await;
}

#[tokio::test]
async fn a_room_whose_opener_hangs_up_is_there_all_the_same() {
    let (house, failures) = failing_log().await;
    failures.permits.forget_permits(100);
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" }).to_string();
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n{body}",
        house.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    while failures.attempts.load(Ordering::SeqCst) == 0 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    drop(stream);
    for _ in 0..10 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    failures.permits.add_permits(100);
    let room = house.room("eights", "Bea", json!({})).await;
    assert_eq!(house.log.open_rooms().await.unwrap().len(), 2);
    assert_eq!(house.metric("aboveboard_rooms").await, 2.0, "both run");
    // Nobody comes to the first: it is closed in time, and not for ever in the way.
    house.advance(120);
    until_metric(&house, "aboveboard_rooms", 1.0).await;
    assert_eq!(house.log.open_rooms().await.unwrap(), vec![(house.only_room().await, room.code.clone())]);
}
