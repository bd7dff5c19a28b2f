//! Nodes and NATS servers that stop, die, lag or come back.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_node_costs_time_and_nothing_else() {
    let room = Room::new();
    let mut nodes = room.nodes(3).await;
    let options = json!({ "turn_seconds": 30 });
    let mut clients = playing(&nodes, "eights", &THREE, options).await;
    let (seated, code) = (clients[0].seated.clone(), clients[0].code.clone());
    let before = clients[1].seq;
    nodes[0].kill();
    let mut others = clients.split_off(1);
    // The node that takes over the table sees that Ann's node is gone, and says so.
    for other in &mut others {
        other.until(|client| client.occupant(0)["online"] == false).await;
    }
    assert_eq!(others[0].seq, before + 1, "nothing else has happened");
    // Ann finds another door, with the same token, and nobody has lost a card.
    let hand = clients[0].view.as_ref().unwrap()["hand"].clone();
    let ann = Client::rejoin(&nodes[2], &seated).await;
    assert_eq!(ann.view.as_ref().unwrap()["hand"], hand);
    let seq = ann.seq;
    let mut all = vec![ann];
    all.extend(others);
    all_at(&mut all, seq).await;
    assert!(all.iter().all(|client| client.occupant(0)["online"] == true));
    // The clock runs again, somewhere.
    room.clock.advance(Duration::from_secs(31));
    all_at(&mut all, seq + 1).await;
    assert!(all.iter().all(timed_out));
    play_out(&nodes[1], &mut all, &mut Dice::new(5)).await;
    let (_, entries) = room.entries().await;
    assert_eq!(entries.len() as u64, all[0].seq);
    assert_ids_once(&entries);
    let joins = nodes[1].get(&format!("/api/rooms/{code}")).await;
    assert_eq!((joins.0, &joins.1["state"]), (200, &json!("finished")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_node_is_adopted() {
    let room = Room::new();
    let mut nodes = room.nodes(2).await;
    let body = json!({ "player": { "name": "Ann" }, "game": "euchre" });
    let (status, seated) = nodes[0].post("/api/play-now", &body).await;
    assert_eq!(status, 200, "{seated}");
    let ann = Client::rejoin(&nodes[0], &seated).await;
    assert_eq!(nodes[1].metric("aboveboard_rooms").await, 0.0, "nobody here has anything to do with it");
    nodes[0].kill();
    eventually("nobody took it in", async || nodes[1].metric("aboveboard_rooms").await == 1.0).await;
    drop(ann);
    // It is a table like any other: when nobody comes back, it is closed.
    eventually("Ann is still there", async || {
        let (_, entries) = room.entries().await;
        matches!(entries.last().unwrap().what, What::Connection { online: false, .. })
    })
    .await;
    room.clock.advance(Duration::from_secs(301));
    eventually("it is open for ever", async || nodes[1].metric("aboveboard_rooms").await == 0.0).await;
    assert_eq!(code(Client::try_rejoin(&nodes[1], &seated).await.map(|_| ())), "room_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_replica_is_dropped() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let mut ann = nodes[0].room("eights", "Ann", json!({})).await;
    let bea = nodes[1].join(&ann.code, "Bea").await;
    assert_eq!(nodes[1].metric("aboveboard_rooms").await, 1.0);
    drop(bea);
    ann.until(|client| {
        client.room["seats"].as_array().unwrap().len() == 2 && client.occupant(1)["online"] == false
    })
    .await;
    eventually("the replica stays", async || {
        room.clock.advance(Duration::from_secs(31));
        nodes[1].metric("aboveboard_rooms").await == 0.0
    })
    .await;
    // It is opened again for the next visitor.
    let watcher = Client::watch(&nodes[1], &ann.code, "Wim").await.unwrap();
    assert_eq!(watcher.room["host"], ann.room["host"]);
    ann.until(|client| client.room["spectators"] == json!(["Wim"])).await;
    assert_eq!(nodes[1].metric("aboveboard_rooms").await, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_taken_for_gone_recovers() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({})).await;
    // As if its node had been held up for longer than its lease: all heartbeats are deleted. A node whose next heartbeat
    // follows at once is not missed, so this is repeated until the log says that a seat's node was gone.
    let client = async_nats::connect(&room.jetstream.servers).await.unwrap();
    let bucket = format!("{}-nodes", room.jetstream.prefix);
    let heartbeats = async_nats::jetstream::new(client).get_key_value(bucket).await.unwrap();
    let mut missed = None;
    eventually("nobody was taken for gone", async || {
        let keys: Vec<String> = heartbeats.keys().await.unwrap().try_collect().await.unwrap();
        for key in keys {
            heartbeats.delete(key).await.unwrap();
        }
        let (_, entries) = room.entries().await;
        missed = entries.iter().zip(1..).find_map(|(entry, seq)| match entry.what {
            What::Connection { seat, online: false, .. } => Some((usize::from(seat.0), seq)),
            _ => None,
        });
        missed.is_some()
    })
    .await;
    let (seat, seq) = missed.unwrap();
    let other = usize::from(seat == 0);
    clients[other].until(|client| client.seq > seq && client.occupant(seat)["online"] == true).await;
    play_out(&nodes[0], &mut clients, &mut Dice::new(4)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stops_hands_over_at_once() {
    let room = Room::new();
    let mut nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({ "turn_seconds": 30 })).await;
    let seated = clients[0].seated.clone();
    nodes[0].house.stop().await;
    clients[0].until_closed().await;
    assert!(clients[0].notices.iter().any(|notice| notice == "come_back"), "{:?}", clients[0].notices);
    let mut ann = Client::rejoin(&nodes[1], &seated).await;
    eventually("nobody runs the clock", async || {
        // A returning player has some more time.
        room.clock.advance(Duration::from_secs(10));
        ann.settle().await;
        timed_out(&ann)
    })
    .await;
    clients[1].until(timed_out).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn consumers_that_deliver_nothing_are_replaced() {
    let room = Room::new();
    let mut nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({ "turn_seconds": 30 })).await;
    hush(&room.jetstream).await;
    // Which tables there are.
    let wish = json!({ "player": { "name": "Dot" }, "game": "euchre" });
    let (status, table) = nodes[0].post("/api/quick-play", &wish).await;
    assert_eq!(status, 200, "{table}");
    eventually("a new table is not heard of", async || {
        nodes[1].get("/api/rooms").await.1[0]["code"] == table["code"]
    })
    .await;
    // What happens at them.
    let acts = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
    let action = clients[acts].legal[0].clone();
    let seq = clients[acts].act(action).await.unwrap();
    all_at(&mut clients, seq).await;
    // The live nodes, and the rooms each runs.
    for node in &nodes {
        eventually("never ready again", async || node.get("/readyz").await.0 == 200).await;
    }
    hush(&room.jetstream).await;
    nodes[0].kill();
    clients[1].until(|client| client.occupant(0)["online"] == false).await;
    room.clock.advance(Duration::from_secs(31));
    clients[1].until(timed_out).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_be_away_for_a_while() {
    let room = Room::on(Arc::new(Nats::start(1)));
    let nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({})).await;
    assert_eq!(nodes[0].get("/readyz").await.0, 200);
    room.nats.kill(0);
    eventually("ready without NATS", async || nodes[0].get("/readyz").await.0 == 503).await;
    assert_eq!(nodes[0].get("/healthz").await.0, 200, "it is well, it just cannot do anything");
    // What somebody does now is neither lost nor acknowledged: it waits.
    let acts = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
    let mut actor = clients.remove(acts);
    let before = actor.seq;
    let acting = tokio::spawn(async move {
        let action = actor.legal[0].clone();
        let seq = actor.act(action).await;
        (actor, seq)
    });
    room.nats.restart(0);
    let (actor, seq) = acting.await.unwrap();
    // Nodes that received nothing from each other for a while may have noted that first.
    let seq = seq.unwrap();
    assert!(seq > before);
    let player = actor.seated["player_id"].clone();
    clients.insert(acts, actor);
    all_at(&mut clients, seq).await;
    eventually("never ready again", async || nodes[0].get("/readyz").await.0 == 200).await;
    play_out(&nodes[0], &mut clients, &mut Dice::new(2)).await;
    let (_, entries) = room.entries().await;
    assert_ids_once(&entries);
    assert_eq!(entries.len() as u64, clients[0].seq);
    let waited = &entries[seq as usize - 1];
    assert_eq!(json!(waited.by.as_ref().map(|by| &by.player)), player, "it is where it was said to be");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draining_node_reports_it_and_plays_on_meanwhile() {
    let mut room = Room::new();
    room.config.drain = Duration::from_secs(2);
    let mut nodes = room.nodes(2).await;
    let mut clients = playing(&nodes, "eights", &THREE, json!({})).await;
    let address = nodes[0].address.to_string();
    let mut leaving = nodes.remove(0);
    let stopping = tokio::spawn(async move { leaving.house.stop().await });
    eventually("still ready", async || http(&address, "GET", "/readyz", "", "").await.0 == 503).await;
    let acts = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
    let action = clients[acts].legal[0].clone();
    let seq = clients[acts].act(action).await.unwrap();
    all_at(&mut clients, seq).await;
    clients[0].until_closed().await;
    assert!(clients[0].notices.iter().any(|notice| notice == "come_back"), "{:?}", clients[0].notices);
    stopping.await.unwrap();
    let ann = Client::rejoin(&nodes[0], &clients[0].seated.clone()).await;
    assert!(ann.seq > seq);
    assert_eq!(nodes[0].metric("aboveboard_nodes").await, 1.0);
    assert!(nodes[0].metric("aboveboard_leases_taken_total").await >= 1.0, "the table is run here now");
}
