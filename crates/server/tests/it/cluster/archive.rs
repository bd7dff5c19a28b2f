//! Finished games in a cluster: whichever node they ended on, and whenever a node came, all have the same rows.

use crate::{
    cluster::{Node, Room, eventually},
    history::{ANN, BEA, asks, games, hosted, joined, overview, quick, to_the_end},
    jetstream::hush,
    nats::Nats,
    test_server::*,
};
use async_nats::{
    HeaderMap,
    header::NATS_MESSAGE_ID,
    jetstream::{self, consumer::pull},
};
use futures_util::{StreamExt, TryStreamExt};
use serde_json::{Value, json};
use server::{
    Config, History,
    log::{
        AppendError, AppendedEntry, Connection, Entry, IndexUpdate, JetStreamConfig, LogFuture, RoomId,
        RoomLog, Seq, SqliteLog,
    },
};
use std::{future, sync::Arc};
use tokio::sync::{Notify, broadcast};

fn room() -> Room {
    Room { config: Config { leaderboard: true, ..quick() }, ..Room::new() }
}

/// Ann through one node, Bea through another, and a bot, at Eights to the end. Returns them, and the record.
async fn three(nodes: [&Node; 2], seed: u64) -> (Vec<Client>, String) {
    let mut ann = hosted(nodes[0], "eights", "Ann", ANN, json!({ "hand_size": 3, "turn_limit": 100 })).await;
    let mut bea = joined(nodes[1], &ann.code.clone(), "Bea", BEA).await;
    ann.done(json!({ "add_bot": { "level": "easy" } })).await;
    ann.command(json!("start")).await.unwrap();
    for client in [&mut ann, &mut bea] {
        client.until(|client| client.view.is_some()).await;
    }
    let mut clients = vec![ann, bea];
    to_the_end(nodes[0], &mut clients, &mut Dice::new(seed)).await;
    let record = clients[0].room["deal"]["record"].as_str().unwrap().to_owned();
    (clients, record)
}

/// All that a node has made of the archive, line by line.
fn rows(db: &rusqlite::Connection) -> Vec<String> {
    let tables = ["history_games", "history_seats", "ratings", "board_names", "sitters", "aliases"];
    let mut lines = Vec::new();
    for table in tables {
        let mut select = db.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
        let columns = select.column_count();
        let mut rows = select.query(()).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let cells =
                (0..columns).map(|i| format!("{:?}", row.get::<_, rusqlite::types::Value>(i).unwrap()));
            lines.push(format!("{table}: {}", cells.collect::<Vec<_>>().join(" ")));
        }
    }
    lines
}

/// Everything that is in the archive, as it lies there.
async fn archived(config: &JetStreamConfig) -> Vec<String> {
    let client = async_nats::connect(&config.servers).await.unwrap();
    let stream = jetstream::new(client).get_stream(format!("{}-archive", config.prefix)).await.unwrap();
    let count = stream.get_info().await.unwrap().state.messages as usize;
    let consumer = stream.create_consumer(pull::Config::default()).await.unwrap();
    let messages = consumer.messages().await.unwrap().take(count);
    let text = |message: jetstream::Message| {
        format!("{} {}", message.subject, String::from_utf8_lossy(&message.payload))
    };
    messages.map_ok(text).try_collect().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_in_the_history_of_every_node() {
    let room = room();
    let nodes = room.nodes(2).await;
    let (_, record) = three([&nodes[0], &nodes[1]], 3).await;
    for key in [ANN, BEA] {
        let list = games(&nodes[1], key, "").await;
        assert_eq!((list.len(), &list[0]["record"]), (1, &json!(record)));
        assert_eq!(games(&nodes[0], key, "").await, list);
        let told = overview(&nodes[1], key).await;
        assert_eq!(told["games"][0]["rating"], list[0]["rating"]);
        assert!(told["games"][0]["rating"]["plus_minus"].as_u64().unwrap() < 500, "{told}");
        assert_eq!(overview(&nodes[0], key).await, told);
    }
    // And one that does not even come to its end.
    let mut ann = hosted(&nodes[0], "euchre", "Ann", ANN, json!({})).await;
    ann.done(json!({ "fill": { "seats": 4 } })).await;
    ann.done(json!("start")).await;
    ann.command(json!("close")).await.unwrap();
    ann.until_closed().await;
    assert_eq!(games(&nodes[1], ANN, "?result=given_up").await.len(), 1);
    // A node that was not there then has all of it, and can show the game and say what was good in it.
    let third = room.node().await;
    assert_eq!(games(&third, ANN, "").await, games(&nodes[1], ANN, "").await);
    assert_eq!(rows(&third.database()), rows(&nodes[0].database()));
    for what in ["replay", "proof", "analysis"] {
        assert_eq!(third.get(&format!("/api/played/{record}/{what}")).await.0, 200, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_that_delivers_nothing_is_asked_again() {
    let room = room();
    let nodes = room.nodes(2).await;
    hush(&room.jetstream).await;
    let (_, record) = three([&nodes[0], &nodes[1]], 8).await;
    for node in &nodes {
        eventually("a game is missing", async || !games(node, ANN, "").await.is_empty()).await;
        assert_eq!(games(node, ANN, "").await[0]["record"], json!(record));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nats_takes_for_known_is_archived_all_the_same() {
    let room = room();
    let node = room.node().await;
    let mut ann = hosted(&node, "euchre", "Ann", ANN, json!({})).await;
    ann.done(json!({ "fill": { "seats": 4 } })).await;
    ann.done(json!("start")).await;
    // A leader that loses its majority remembers names of messages that come to nothing, and confirms them
    // when they are repeated.
    let client = async_nats::connect(&room.jetstream.servers).await.unwrap();
    let (id, _) = room.entries().await;
    for number in 0..3 {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, format!("game.{id}.{number}"));
        let elsewhere = format!("{}.archive.elsewhere.{number}", room.jetstream.prefix);
        let context = jetstream::new(client.clone());
        context.publish_with_headers(elsewhere, headers, "".into()).await.unwrap().await.unwrap();
    }
    ann.command(json!("close")).await.unwrap();
    ann.until_closed().await;
    eventually("a game is missing", async || games(&node, ANN, "?result=given_up").await.len() == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_forgotten_on_one_node_is_forgotten_on_all() {
    let room = room();
    let nodes = room.nodes(2).await;
    let (mut clients, _) = three([&nodes[0], &nodes[1]], 4).await;
    let name = |name: Value| json!({ "name": name }).to_string();
    for (node, key, chosen) in [(0, BEA, "Bea B."), (1, ANN, "Queen Ann"), (0, ANN, "Ann the First")] {
        let put = asks(&nodes[node], "PUT", "/api/history/name", key, &name(json!(chosen))).await;
        assert_eq!(put, (200, Value::Null));
    }
    for node in &nodes {
        assert_eq!(overview(node, ANN).await["board"]["name"], "Ann the First");
        let (_, board) = node.get("/api/leaderboard").await;
        assert!(board.to_string().contains("Bea B.") && !board.to_string().contains("Queen"), "{board}");
    }
    let hers: Vec<String> = nodes[0]
        .database()
        .prepare("SELECT a.profile FROM aliases a JOIN board_names b ON b.profile = a.alias WHERE b.name = 'Bea B.'")
        .unwrap()
        .query_map((), |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(hers.len(), 1);
    assert!(archived(&room.jetstream).await.iter().any(|line| line.contains(&hers[0])));

    // The next game is under way when she has everything deleted.
    clients[1].done(json!("rematch")).await;
    let seq = clients[1].seq;
    clients[0].at(seq).await;
    clients[0].done(json!("start")).await;
    assert_eq!(asks(&nodes[1], "DELETE", "/api/history", BEA, "").await, (200, Value::Null));
    let left = archived(&room.jetstream).await;
    assert!(!left.iter().any(|line| line.contains(&hers[0]) || line.contains("Bea B.")), "{left:#?}");
    to_the_end(&nodes[0], &mut clients, &mut Dice::new(6)).await;

    let third = room.node().await;
    for node in [&nodes[0], &nodes[1], &third] {
        assert_eq!(overview(node, BEA).await["games"], json!([]));
        assert!(games(node, BEA, "").await.is_empty());
        let list = games(node, ANN, "").await;
        assert_eq!(list.len(), 2);
        for game in &list {
            assert_eq!(
                (&game["players"][0]["name"], &game["players"][1]["name"]),
                (&json!("Ann"), &Value::Null)
            );
        }
        assert!(!node.get("/api/leaderboard").await.1.to_string().contains("Bea"));
    }
    // A node that was there before knows no more than one that has come since, and rates nobody otherwise.
    let all = rows(&third.database());
    assert!(!all.iter().any(|line| line.contains(&hers[0])), "{all:#?}");
    assert_eq!(rows(&nodes[0].database()), all);
    assert_eq!(rows(&nodes[1].database()), all);
    // The same key may begin again.
    let mut bea = hosted(&nodes[0], "eights", "Bea", BEA, json!({ "hand_size": 3 })).await;
    bea.done(json!({ "fill": { "seats": 3 } })).await;
    bea.done(json!("start")).await;
    to_the_end(&nodes[0], std::slice::from_mut(&mut bea), &mut Dice::new(7)).await;
    assert_eq!(games(&third, BEA, "").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_can_be_rebuilt_from_the_archive() {
    let room = room();
    let mut nodes = room.nodes(2).await;
    for seed in 1..=3 {
        three([&nodes[seed as usize % 2], &nodes[0]], seed).await;
    }
    assert_eq!(asks(&nodes[0], "DELETE", "/api/history", BEA, "").await.0, 200);
    let all = rows(&nodes[0].database());
    assert!(all.len() > 10, "{all:#?}");
    nodes[1].house.stop().await;
    // Whatever became of them, or if there are none.
    let other = memory();
    nodes[1].database().execute_batch("DELETE FROM history_games; DELETE FROM ratings; DELETE FROM aliases; UPDATE history_seats SET name = 'Eve'").unwrap();
    let connection = Connection::open(&room.jetstream).await.unwrap();
    let files =
        [nodes[1].house.files()[0].parent().unwrap().join("aboveboard.db"), other.path().join("new.db")];
    drop(nodes.pop());
    for file in files {
        let made = async || {
            let store = Arc::new(SqliteLog::open(&file).unwrap());
            let history = History::shared(store, &connection).await.unwrap();
            history.rebuild().await.unwrap()
        };
        eventually("the database is still in use", async || SqliteLog::open(&file).is_ok()).await;
        for _ in 0..2 {
            assert_eq!(made().await, 3);
            assert_eq!(rows(&rusqlite::Connection::open(&file).unwrap()), all);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_archive_has_other_rows() {
    let room = room();
    let mut node = room.node().await;
    three([&node, &node], 2).await;
    assert_eq!(games(&node, ANN, "").await.len(), 1);
    let file = node.house.files()[0].parent().unwrap().join("aboveboard.db");
    node.house.stop().await;
    let client = async_nats::connect(&room.jetstream.servers).await.unwrap();
    jetstream::new(client).delete_stream(format!("{}-archive", room.jetstream.prefix)).await.unwrap();
    let connection = Connection::open(&room.jetstream).await.unwrap();
    let copy = memory().path().with_extension("db");
    std::fs::copy(&file, &copy).unwrap();
    let store = Arc::new(SqliteLog::open(&copy).unwrap());
    History::shared(store, &connection).await.unwrap().prepare().await.unwrap();
    assert_eq!(rows(&rusqlite::Connection::open(&copy).unwrap()), [] as [String; 0]);
    std::fs::remove_file(copy).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_nats_server_of_three_may_be_away() {
    let room = Room { config: Config { leaderboard: true, ..quick() }, ..Room::on(Arc::new(Nats::start(3))) };
    let nodes = room.nodes(2).await;
    for away in 0..3 {
        // Sooner or later it is the one that leads the archive.
        room.nats.kill(away);
        three([&nodes[away % 2], &nodes[(away + 1) % 2]], away as u64).await;
        let name = json!({ "name": format!("Ann {away}") }).to_string();
        assert_eq!(asks(&nodes[away % 2], "PUT", "/api/history/name", ANN, &name).await, (200, Value::Null));
        room.nats.bring_back(away);
    }
    let third = room.node().await;
    for node in [&nodes[0], &nodes[1], &third] {
        assert_eq!(games(node, ANN, "").await.len(), 3);
        assert_eq!(overview(node, ANN).await["board"]["name"], "Ann 2");
        assert_eq!(rows(&node.database()), rows(&nodes[0].database()));
    }
}

/// A log whose node gets no further than the entry that ends a game.
#[derive(Debug)]
struct UpToTheEnd {
    log: Arc<dyn RoomLog>,
    reached: Arc<Notify>,
}

impl RoomLog for UpToTheEnd {
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        let ends = matches!(index_update, Some(IndexUpdate::Finished(_) | IndexUpdate::GivenUp(_)));
        let appending = self.log.append(room, expected, entry, index_update);
        Box::pin(async move {
            let appended = appending.await;
            if ends && appended.is_ok() {
                self.reached.notify_one();
                future::pending::<()>().await;
            }
            appended
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
        true
    }
}

/// A node that dies when a game has ended and before anybody could write it into the archive.
async fn doomed(room: &Room) -> (Node, Arc<Notify>) {
    let reached = Arc::new(Notify::new());
    let signal = reached.clone();
    let wrap = move |log| Arc::new(UpToTheEnd { log, reached: signal.clone() }) as Arc<dyn RoomLog>;
    (room.node_on(wrap).await, reached)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_node_died_at_its_end_is_archived_by_another() {
    let room = room();
    let (mut first, reached) = doomed(&room).await;
    let second = room.node().await;
    let mut ann = hosted(&first, "eights", "Ann", ANN, json!({ "hand_size": 3 })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    // A spectator comes through another node, which therefore has the table too.
    let mut wim = Client::watch(&second, &ann.code, "Wim").await.unwrap();
    let clock = room.clock.clone();
    let playing = tokio::spawn(async move { alone(&mut ann, &clock, 1).await });
    reached.notified().await;
    wim.until(|client| client.state() == "finished").await;
    first.kill();
    playing.abort();
    eventually("the game is lost", async || games(&second, ANN, "").await.len() == 1).await;
    assert_eq!(overview(&second, ANN).await["games"][0]["played"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_at_whose_end_all_nodes_died_is_archived_by_the_next() {
    for closed in [false, true] {
        let room = room();
        let (mut node, reached) = doomed(&room).await;
        let mut ann = hosted(&node, "eights", "Ann", ANN, json!({ "hand_size": 3 })).await;
        ann.done(json!({ "fill": { "seats": 3 } })).await;
        ann.done(json!("start")).await;
        let clock = room.clock.clone();
        let playing = tokio::spawn(async move {
            match closed {
                true => drop(ann.command(json!("close")).await),
                false => alone(&mut ann, &clock, 5).await,
            }
        });
        reached.notified().await;
        node.kill();
        playing.abort();
        assert!(!archived(&room.jetstream).await.iter().any(|line| line.contains(".game.")));
        let next = room.node().await;
        eventually("the game is lost", async || games(&next, ANN, "").await.len() == 1).await;
        let game = &games(&next, ANN, "").await[0];
        assert_eq!(game["result"] == "given_up", closed, "{game}");
        // Once is enough, however often the room is taken over.
        drop(next);
        let another = room.node().await;
        assert_eq!(games(&another, ANN, "").await, std::slice::from_ref(game));
    }
}

/// Plays whatever may be played until the game is over or nobody answers any more.
async fn alone(client: &mut Client, clock: &server::clock::ManualClock, seed: u64) {
    let mut dice = Dice::new(seed);
    while client.state() != "finished" {
        client.settle().await;
        if !client.legal.is_empty() && client.state() == "playing" {
            let action = dice.pick(&client.legal).clone();
            // Somebody may have been quicker.
            let _ = client.act(action).await;
        }
        clock.advance(std::time::Duration::from_millis(100));
    }
}
