//! Several nodes, one card room: real servers on one real NATS, each with a runtime of its own so that it can be killed.

mod access;

mod archive;
mod failures;

mod pruning;

mod takeover;

mod versions;

use crate::{ceremony::Page, jetstream::hush, nats::Nats, test_server::*};
use futures_util::TryStreamExt;
use kernel::Hex32;
use serde_json::{Value, json};
use server::{
    Config, Pace,
    clock::ManualClock,
    cluster::{Cluster, ClusterConfig},
    entropy::OsEntropy,
    log::{Connection, Entry, JetStreamConfig, JetStreamLog, RoomId, RoomLog, What},
};
use std::{
    collections::HashSet,
    ops::Deref,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::{self, Runtime};

/// Long enough for a slow machine to send its heartbeats, short enough to wait for.
const LEASE: Duration = Duration::from_secs(2);

/// How long a test waits for something that takes a moment.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The nodes of a card room.
pub(crate) struct Room {
    /// Lives as long as the room.
    pub(crate) nats: Arc<Nats>,
    pub(crate) jetstream: JetStreamConfig,
    pub(crate) cluster: ClusterConfig,
    pub(crate) config: Config,
    pub(crate) clock: Arc<ManualClock>,
}

/// One of them.
pub(crate) struct Node {
    pub(crate) house: House,
    runtime: Option<Runtime>,
}

impl Deref for Node {
    type Target = House;
    fn deref(&self) -> &House {
        &self.house
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Node {
    /// From one moment to the next nothing of it is there.
    pub(crate) fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Room {
    pub(crate) fn new() -> Room {
        Room::on(Nats::shared(1))
    }
    pub(crate) fn on(nats: Arc<Nats>) -> Room {
        Room {
            jetstream: nats.config(),
            nats,
            cluster: ClusterConfig { lease: LEASE, ..ClusterConfig::default() },
            config: generous(),
            clock: Arc::new(ManualClock::at(1_000_000_000)),
        }
    }

    pub(crate) async fn node(&self) -> Node {
        self.node_on(|log| log).await
    }

    /// A node with something between it and the log.
    pub(crate) async fn node_on(
        &self,
        wrap: impl Fn(Arc<dyn RoomLog>) -> Arc<dyn RoomLog> + Send + Sync + 'static,
    ) -> Node {
        let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (jetstream, cluster, config, clock) =
            (self.jetstream.clone(), self.cluster, self.config.clone(), self.clock.clone());
        let house = runtime.spawn(async move {
            let connection = Connection::open(&jetstream).await.unwrap();
            let log: Arc<dyn RoomLog> = Arc::new(JetStreamLog::open(&connection).await.unwrap());
            let cluster = Cluster::join(&connection, cluster).await.unwrap();
            House::built(Setup {
                config,
                entropy: Arc::new(OsEntropy),
                before_log: Arc::new(move |_| wrap(log.clone())),
                connection: Some(connection),
                cluster: Some(cluster),
                clock: Some(clock),
                ..Setup::default()
            })
            .await
        });
        Node { house: house.await.unwrap(), runtime: Some(runtime) }
    }

    pub(crate) async fn nodes(&self, count: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(self.node().await);
        }
        nodes
    }

    /// The log of the only open room, read by a node that has seen none of it.
    async fn entries(&self) -> (RoomId, Vec<Entry>) {
        let connection = Connection::open(&self.jetstream).await.unwrap();
        let log = JetStreamLog::open(&connection).await.unwrap();
        let open = log.open_rooms().await.unwrap();
        assert_eq!(open.len(), 1, "{open:?}");
        (open[0].0, log.read(open[0].0, 0).await.unwrap())
    }
}

/// A table of `game` whose players come in through one node after the other.
async fn playing(nodes: &[Node], game: &str, names: &[&str], options: Value) -> Vec<Client> {
    let mut clients = vec![nodes[0].room(game, names[0], options).await];
    let code = clients[0].code.clone();
    for (name, node) in names[1..].iter().zip(nodes.iter().cycle().skip(1)) {
        clients.push(node.join(&code, name).await);
    }
    clients[0].command(json!("start")).await.unwrap();
    for client in &mut clients {
        client.until(|client| client.view.is_some()).await;
    }
    clients
}

const THREE: [&str; 3] = ["Ann", "Bea", "Cal"];

/// Whether somebody has been seen to let a decision run out.
fn timed_out(client: &Client) -> bool {
    client.events.iter().any(|event| event.get("timed_out").is_some())
}

/// Asks again until it is so.
pub(crate) async fn eventually(what: &str, mut so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !so().await {
        assert!(began.elapsed() < TIMEOUT, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Every message that was accepted is on the log once.
fn assert_ids_once(entries: &[Entry]) {
    let mut seen = HashSet::new();
    for by in entries.iter().filter_map(|entry| entry.by.as_ref()) {
        assert!(seen.insert((by.player.clone(), by.id.clone())), "{by:?} twice");
    }
}

/// What the person on a seat of a table that has just ended would see on a node that has never had it open.
async fn seen_afresh(room: &Room, code: &str) -> Value {
    let node = room.node().await;
    let watcher = Client::watch(&node, code, "Wim").await.unwrap();
    json!([watcher.view, watcher.room["outcome"], watcher.seq])
}

#[tokio::test(flavor = "multi_thread")]
async fn any_node_serves_any_player() {
    for game in ["eights", "euchre", "casino", "dutch"] {
        let room = Room::new();
        let nodes = room.nodes(3).await;
        let names = ["Ann", "Bea", "Cal", "Dot"];
        let mut clients = playing(&nodes, game, &names, json!({})).await;
        let mut watcher = Client::watch(&nodes[2], &clients[0].code, "Wim").await.unwrap();
        let moves = play_out(&nodes[0], &mut clients, &mut Dice::new(7)).await;
        assert!(moves > 4, "{game}");
        let last = clients[0].seq;
        watcher.at(last).await;
        for client in &clients {
            assert_eq!((client.seq, &client.room["outcome"]), (last, &clients[0].room["outcome"]), "{game}");
        }
        let (_, entries) = room.entries().await;
        assert_eq!(entries.len() as u64, last);
        assert_ids_once(&entries);
        assert_eq!(
            json!([watcher.view, watcher.room["outcome"], watcher.seq]),
            seen_afresh(&room, &clients[0].code).await,
            "{game}: the log says what everybody saw"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_that_both_believe_to_lead_cannot_harm_a_game() {
    let mut room = Room::new();
    room.cluster.believes_to_lead = true;
    room.config.pace = Pace::AtOnce;
    let nodes = room.nodes(2).await;
    let mut conflicts = 0.0;
    for game in ["eights", "euchre", "dutch"] {
        let mut ann = nodes[0].room(game, "Ann", json!({})).await;
        let mut bea = nodes[1].join(&ann.code, "Bea").await;
        ann.done(json!({ "fill": { "seats": 4 } })).await;
        ann.command(json!("start")).await.unwrap();
        let mut dice = Dice::new(3);
        // Both act whenever they can; bots and the clock are run twice over.
        while ann.state() != "finished" || bea.state() != "finished" {
            for client in [&mut ann, &mut bea] {
                if !client.legal.is_empty() && client.state() == "playing" {
                    let action = dice.pick(&client.legal).clone();
                    match client.act(action.clone()).await {
                        Ok(seq) => client.at(seq).await,
                        // A bot was quicker, and the list is an old one.
                        Err((code, _)) => {
                            assert_ne!(code, "internal");
                            client.settle().await;
                        }
                    }
                } else {
                    client.settle().await;
                }
            }
            if ann.legal.is_empty() && bea.legal.is_empty() && ann.state() == "playing" {
                room.clock.advance(Duration::from_millis(ann.remaining.unwrap_or(500).min(500)));
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        let seq = ann.seq.max(bea.seq);
        ann.at(seq).await;
        bea.at(seq).await;
        assert_eq!(ann.room["outcome"], bea.room["outcome"]);
        let (_, entries) = room.entries().await;
        assert_ids_once(&entries);
        let anew = seen_afresh(&room, &ann.code).await;
        assert_eq!(anew[1], ann.room["outcome"], "{game}: the log alone gives the same game");
        ann.command(json!("close")).await.unwrap();
        ann.until_closed().await;
        bea.until_closed().await;
        conflicts = nodes[0].metric("aboveboard_conflicts_total").await
            + nodes[1].metric("aboveboard_conflicts_total").await;
    }
    assert!(conflicts > 0.0, "they were never in each other's way, so this has shown nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn r_08_a_second_tab_on_another_node_replaces_the_first() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({})).await;
    let second = Client::rejoin(&nodes[1], &clients[0].seated.clone()).await;
    let mut first = std::mem::replace(&mut clients[0], second);
    first.until_closed().await;
    assert!(first.notices.iter().any(|notice| notice == "replaced"), "{:?}", first.notices);
    // The first tab's end is not taken for an absence.
    for client in &mut clients {
        client.settle().await;
    }
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;
    assert!(clients.iter().all(|client| client.seq == seq && client.occupant(0)["online"] == true));
    play_out(&nodes[0], &mut clients, &mut Dice::new(11)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r_09_a_repeated_message_is_known_on_every_node() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({})).await;
    let acts = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
    let ann = &mut clients[acts];
    let message = json!({ "id": "a1", "version": ann.seq, "do": ann.legal[0] });
    let seq = ann.exact(&message).await.unwrap();
    // Through the node that it was not.
    let mut again = Client::rejoin(&nodes[(acts + 1) % 2], &ann.seated.clone()).await;
    let before = again.seq;
    assert_eq!(again.exact(&message).await.unwrap(), seq, "the same answer");
    let other = json!({ "id": "a1", "version": seq, "do": { "draw": {} } });
    assert_eq!(code(again.exact(&other).await), "id_reused");
    assert_eq!(again.seq, before, "and no second effect");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_at_once_through_every_node() {
    let room = Room::new();
    let nodes = room.nodes(3).await;
    // All of them owe a look at their cards, and all look at the same time.
    let clients = playing(&nodes, "dutch", &["Ann", "Bea", "Cal", "Dot"], json!({})).await;
    let began = clients[0].seq;
    let acts = clients.into_iter().map(|mut client| {
        tokio::spawn(async move {
            let mut acknowledged = Vec::new();
            while let Some(action) = client.legal.first().cloned() {
                match client.act(action).await {
                    Ok(seq) => {
                        acknowledged.push(seq);
                        client.at(seq).await;
                    }
                    Err(refused) => panic!("{refused:?}"),
                }
                if acknowledged.len() == 2 {
                    break;
                }
            }
            (client, acknowledged)
        })
    });
    let mut acknowledged = Vec::new();
    let mut clients = Vec::new();
    for act in acts.collect::<Vec<_>>() {
        let (client, seqs) = act.await.unwrap();
        clients.push(client);
        acknowledged.extend(seqs);
    }
    acknowledged.sort_unstable();
    let count = acknowledged.len() as u64;
    assert!(count >= 4 && acknowledged.iter().copied().eq(began + 1..=began + count), "{acknowledged:?}");
    all_at(&mut clients, began + count).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_is_the_same_on_all_nodes() {
    let room = Room::new();
    let nodes = room.nodes(3).await;
    // A room is found by its code through every node, at once.
    let ann = nodes[0].room("euchre", "Ann", json!({})).await;
    for node in &nodes {
        let (status, summary) = node.get(&format!("/api/rooms/{}", ann.code)).await;
        assert_eq!((status, &summary["people"]), (200, &json!(1)));
    }
    assert_eq!(nodes[1].get("/api/rooms").await.1, json!([]), "it is private");
    // Quick play brings people together, through whichever node they come.
    let wish = |name: &str| json!({ "player": { "name": name }, "game": "eights" });
    let (status, first) = nodes[0].post("/api/quick-play", &wish("Bea")).await;
    assert_eq!(status, 200, "{first}");
    for node in &nodes[1..] {
        eventually("the public table is not listed", async || {
            node.get("/api/rooms").await.1[0]["code"] == first["code"]
        })
        .await;
    }
    let (_, second) = nodes[1].post("/api/quick-play", &wish("Cal")).await;
    assert_eq!(first["code"], second["code"]);
    let mut bea = Client::rejoin(&nodes[2], &first).await;
    let mut cal = Client::rejoin(&nodes[0], &second).await;
    // And it starts automatically.
    room.clock.advance(Duration::from_secs(11));
    bea.until(|client| client.view.is_some()).await;
    cal.until(|client| client.view.is_some()).await;
    // A closed room is gone everywhere.
    let mut ann = ann;
    ann.command(json!("close")).await.unwrap();
    for node in &nodes {
        eventually("a closed room is found", async || {
            node.get(&format!("/api/rooms/{}", ann.code)).await.0 == 404
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_on_different_nodes_make_one_deal() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let (_, ann) = nodes[0].post("/api/rooms", &json!({ "host": { "name": "Ann" }, "game": "euchre" })).await;
    let path = format!("/api/rooms/{}/join", ann["code"].as_str().unwrap());
    let (_, bea) = nodes[1].post(&path, &json!({ "name": "Bea" })).await;
    let mut pages = Vec::new();
    for ((seated, node), bytes) in [ann, bea].iter().zip(&nodes).zip(1..) {
        pages.push(Page::open(node, seated, bytes).await);
    }
    pages[0].client.until(|client| client.room["seats"][1]["online"] == true).await;
    pages[0].client.done(json!({ "fill": { "seats": 4 } })).await;
    pages[0].client.command(json!("start")).await.unwrap();
    // Whose browser takes part is known on both nodes, and the game begins when the last bytes are there.
    for page in &mut pages {
        page.promises().await.unwrap();
    }
    for page in &mut pages {
        page.keeps_its_promise().await;
    }
    for page in &mut pages {
        page.plays().await;
    }
    let (_, entries) = room.entries().await;
    let deal = entries.iter().find_map(|entry| match &entry.what {
        What::Started { deal, .. } => deal.clone(),
        _ => None,
    });
    assert_eq!(deal.unwrap().bytes, [Hex32([1; 32]), Hex32([2; 32])]);
    assert_eq!(pages[0].client.room["server"], pages[1].client.room["server"], "all nodes sign with one key");
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_are_unique_over_all_nodes() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let mut codes = HashSet::new();
    for n in 0..20 {
        let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
        let (status, seated) = nodes[n % 2].post("/api/rooms", &body).await;
        assert_eq!(status, 200, "{seated}");
        assert!(codes.insert(seated["code"].to_string()));
    }
    let connection = Connection::open(&room.jetstream).await.unwrap();
    let open = JetStreamLog::open(&connection).await.unwrap().open_rooms().await.unwrap();
    assert_eq!(open.len(), 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_are_not_logged_reach_other_nodes_too() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({ "turn_seconds": 30 })).await;
    let mut watcher = Client::watch(&nodes[1], &clients[0].code, "Wim").await.unwrap();
    // Ann's node learns who spectates through Bea's.
    clients[0].until(|client| client.room["spectators"] == json!(["Wim"])).await;
    // Phrases arrive everywhere.
    clients[0].send_text(&json!({ "say": "well_played" }).to_string()).await;
    let heard = |client: &Client| client.notices.iter().any(|notice| notice.get("said").is_some());
    clients[1].until(heard).await;
    watcher.until(heard).await;
    // A player who joins in the middle of a decision learns how much time is left.
    room.clock.advance(Duration::from_secs(12));
    let third = room.node().await;
    let mut late = Client::watch(&third, &clients[0].code, "Zoe").await.unwrap();
    late.until(|client| client.remaining == Some(18_000)).await;
    drop(watcher);
    clients[0].until(|client| client.room["spectators"] == json!(["Zoe"])).await;
}
