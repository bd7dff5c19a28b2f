//! Acceptance cases of rooms, over real sockets.

use crate::test_server::*;
use serde_json::{Value, json};
use server::{
    Config,
    log::{RoomLog, What},
};

const FOUR: [&str; 4] = ["Ann", "Bea", "Cal", "Dot"];

/// The seat whose decision it is in Euchre.
fn turn(client: &Client) -> usize {
    client.view.as_ref().unwrap()["open"]["turn"].as_u64().unwrap() as usize
}

/// Everybody has seen version `seq`.
async fn settle(clients: &mut [Client], seq: u64) {
    for client in clients {
        client.until(|client| client.seq >= seq).await;
    }
}

/// A short game of Euchre in which the calls have no time limit.
async fn euchre(house: &House) -> Vec<Client> {
    house.playing("euchre", &FOUR, json!({})).await
}

#[tokio::test]
async fn r_01_a_code_may_be_typed_carelessly() {
    let house = House::open().await;
    let host = house.room("eights", "Ann", json!({})).await;
    let typed = format!("%20{}%20", host.code.to_ascii_lowercase());
    let (status, seated) = house.post(&format!("/api/rooms/{typed}/join"), &json!({ "name": "Bea" })).await;
    assert_eq!((status, &seated["code"]), (200, &json!(host.code)));
}

#[tokio::test]
async fn r_02_a_code_has_four_or_six_letters() {
    let house = House::open().await;
    for bad in ["KX1T", "KXM", "KXMTA", "KXMTABC"] {
        let (status, error) = house.post(&format!("/api/rooms/{bad}/join"), &json!({ "name": "Bea" })).await;
        assert_eq!((status, &error["code"]), (400, &json!("bad_code")), "{bad}");
    }
    for nobodys in ["ZZZZ", "ZZZZZZ"] {
        let (status, error) = house.get(&format!("/api/rooms/{nobodys}")).await;
        assert_eq!((status, &error["code"]), (404, &json!("room_not_found")), "{nobodys}");
    }
}

#[tokio::test]
async fn private_tables_have_codes_that_are_hard_to_guess() {
    let house = House::open().await;
    let person = json!({ "name": "Ann" });
    let opened =
        async |path: &str, body: Value| house.post(path, &body).await.1["code"].as_str().unwrap().len();
    let public = json!({ "host": person, "game": "eights", "settings": { "listed": "public" } });
    assert_eq!(opened("/api/rooms", public).await, 4);
    assert_eq!(opened("/api/quick-play", json!({ "player": person, "game": "euchre" })).await, 4);
    assert_eq!(opened("/api/rooms", json!({ "host": person, "game": "eights" })).await, 6);
    assert_eq!(opened("/api/play-now", json!({ "player": person, "game": "eights" })).await, 6);
    assert_eq!(opened("/api/lessons", json!({ "player": person, "game": "eights" })).await, 6);
}

#[tokio::test]
async fn r_03_names_have_one_to_twenty_characters() {
    let house = House::open().await;
    let host = house.room("eights", "Ann", json!({})).await;
    let join = async |name: String| {
        let (_, answer) =
            house.post(&format!("/api/rooms/{}/join", host.code), &json!({ "name": name })).await;
        answer["code"].clone()
    };
    assert_eq!(join("x".repeat(20)).await, json!(host.code));
    assert_eq!(join("x".repeat(21)).await, "bad_name");
    assert_eq!(join("   ".into()).await, "bad_name");
    let (_, error) =
        house.post(&format!("/api/rooms/{}/join", host.code), &json!({ "name": "x", "avatar": "🐉" })).await;
    assert_eq!(error["code"], "bad_avatar");
}

#[tokio::test]
async fn r_04_the_host_passes_to_the_player_who_joined_first() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let code = ann.code.clone();
    let mut bea = house.join(&code, "Bea").await;
    let _cal = house.join(&code, "Cal").await;
    ann.command(json!("leave")).await.unwrap();
    let id = bea.seated["player_id"].clone();
    bea.until(|bea| bea.room["host"] == id).await;
    assert_eq!(bea.seat(), 0, "those who stay move up");
}

#[tokio::test]
async fn r_05_a_short_disconnect_does_not_move_the_host() {
    let house = House::open().await;
    let mut clients = euchre(&house).await;
    let ann = clients.remove(0);
    let id = ann.seated["player_id"].clone();
    drop(ann);
    let bea = &mut clients[0];
    bea.until(|bea| bea.occupant(0)["online"] == false).await;
    house.advance(40);
    let before = bea.seq;
    // Something happens at 40 s, and Ann is still host.
    bea.until(|bea| bea.seq > before || bea.room["host"] == id).await;
    assert_eq!(bea.room["host"], id);
    house.advance(81);
    let follower = bea.seated["player_id"].clone();
    bea.until(|bea| bea.room["host"] == follower).await;
    assert_eq!(bea.occupant(0)["controller"], "bot");
}

#[tokio::test]
async fn r_06_a_wrong_token_changes_nothing() {
    let house = House::open().await;
    let mut clients = euchre(&house).await;
    let bea = clients.remove(1);
    let mut seated = bea.seated.clone();
    drop(bea);
    let ann = &mut clients[0];
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
    let (seq, remaining) = (ann.seq, ann.remaining);
    house.advance(5);
    seated["token"] = json!("0".repeat(32));
    assert_eq!(code(Client::try_rejoin(&house, &seated).await.map(|_| ())), "bad_token");
    seated["player_id"] = json!("nobody");
    assert_eq!(code(Client::try_rejoin(&house, &seated).await.map(|_| ())), "bad_token");
    assert_eq!((ann.seq, ann.remaining), (seq, remaining));
}

#[tokio::test]
async fn r_07_a_returning_player_takes_the_seat_back_from_the_bot() {
    let house = House::open().await;
    let mut clients = euchre(&house).await;
    let bea = clients.remove(1);
    let (seated, hand) = (bea.seated.clone(), bea.view.as_ref().unwrap()["hand"].clone());
    drop(bea);
    let ann = &mut clients[0];
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
    // Nobody else moves while the others wait without a clock: only the handover is due.
    house.advance(130);
    ann.until(|ann| ann.occupant(1)["controller"] == "bot").await;
    let bea = Client::rejoin(&house, &seated).await;
    assert_eq!(bea.occupant(1)["controller"], "human");
    let now = bea.view.as_ref().unwrap();
    let counts = now["counts"][1].as_u64().unwrap() as usize;
    let held = now["hand"].as_array().unwrap();
    assert_eq!(held.len(), counts);
    // The same deal, unless the clock has played cards of it meanwhile.
    if now["open"]["deal"] == 1 {
        assert!(
            held.iter().all(|card| hand.as_array().unwrap().contains(card) || now["open"]["dealer"] == 1)
        );
    }
}

#[tokio::test]
async fn r_08_a_second_tab_replaces_the_first() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut second = Client::rejoin(&house, &ann.seated.clone()).await;
    ann.until_closed().await;
    assert_eq!(ann.notices.pop_back(), Some(json!("replaced")));
    second.command(json!({ "add_bot": {} })).await.unwrap();
    second.until(|client| client.room["seats"].as_array().unwrap().len() == 2).await;
    assert_eq!(second.occupant(0)["online"], true);
}

#[tokio::test]
async fn r_09_a_repeated_message_has_one_effect() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let message = json!({ "id": "a1", "version": ann.seq, "room": { "add_bot": {} } });
    let first = ann.exact(&message).await.unwrap();
    let second = ann.exact(&message).await.unwrap();
    assert_eq!(first, second);
    ann.until(|ann| ann.seq >= first).await;
    assert_eq!(ann.room["seats"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn r_09_also_after_a_restart() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let seated = ann.seated.clone();
    let message = json!({ "id": "a1", "version": ann.seq, "room": { "add_bot": {} } });
    let first = ann.exact(&message).await.unwrap();
    drop(ann);
    let house = house.restart().await;
    let mut ann = Client::rejoin(&house, &seated).await;
    assert_eq!(ann.exact(&message).await.unwrap(), first);
    assert_eq!(ann.room["seats"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn r_10_an_id_stands_for_one_message() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    ann.exact(&json!({ "id": "a1", "version": ann.seq, "room": { "add_bot": {} } })).await.unwrap();
    let other = json!({ "id": "a1", "version": ann.seq, "room": { "remove": { "seat": 1 } } });
    assert_eq!(code(ann.exact(&other).await), "id_reused");
}

#[tokio::test]
async fn r_11_only_the_current_decision_takes_actions() {
    let house = House::open().await;
    let mut clients = euchre(&house).await;
    // A connection that goes and one that comes move the version, not the decision.
    let fence = clients[0].seq;
    let watcher = Client::watch(&house, &clients[0].code, "Zoe").await.unwrap();
    drop(watcher);
    let gone = clients.pop().unwrap();
    drop(gone);
    clients[0].until(|client| client.occupant(3)["online"] == false).await;
    let seq = clients[0].seq;
    assert!(seq > fence);
    settle(&mut clients, seq).await;
    let seat = turn(&clients[0]);
    if seat == 3 {
        return; // The absent seat is to act: the other seats of this case do not apply.
    }
    let client = &mut clients[seat];
    for (version, expected) in [(fence - 1, "stale"), (seq + 1, "stale")] {
        let outcome = client.order(json!({ "version": version, "do": "pass" })).await;
        assert_eq!(code(outcome), expected, "version {version}");
    }
    client.order(json!({ "version": fence, "do": "pass" })).await.unwrap();
    let again = client.order(json!({ "version": fence, "do": "pass" })).await;
    assert_eq!(code(again), "stale", "the decision is over");
}

#[tokio::test]
async fn r_12_a_stranger_may_watch_a_game_but_not_join_it() {
    let house = House::open().await;
    // Three of six seats are taken, so the room is not full.
    let clients = house.playing("eights", &FOUR[..3], json!({})).await;
    let room = clients[0].code.clone();
    let (status, error) = house.post(&format!("/api/rooms/{room}/join"), &json!({ "name": "Eve" })).await;
    assert_eq!((status, &error["code"]), (409, &json!("already_started")));
    let mut eve = Client::watch(&house, &room, "Eve").await.unwrap();
    let view = eve.view.clone().unwrap();
    assert_eq!(view["seat"], Value::Null);
    assert!(view["hands"].as_array().unwrap().iter().all(Value::is_null));
    assert_eq!(eve.legal, Vec::<Value>::new());
    assert_eq!(eve.you, None);
    assert_eq!(code(eve.act(json!("draw")).await), "not_seated");
    assert_eq!(eve.room["spectators"], json!(["Eve"]));
}

#[tokio::test]
async fn r_13_only_the_host_starts() {
    let house = House::open().await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code, "Bea").await;
    for command in [json!("start"), json!({ "add_bot": {} }), json!("close"), json!({ "options": {} })] {
        assert_eq!(code(bea.command(command).await), "not_host");
    }
}

#[tokio::test]
async fn r_16_a_deserted_table_stands_still() {
    let house = House::open().await;
    let body = json!({ "player": { "name": "Ann" }, "game": "euchre" });
    let (status, seated) = house.post("/api/play-now", &body).await;
    assert_eq!(status, 200, "{seated}");
    let ann = Client::rejoin(&house, &seated).await;
    assert_eq!((ann.state(), ann.seat()), ("playing", 0));
    let (room, _) = house.log.open_rooms().await.unwrap().remove(0);
    let entries = async || house.log.read(room, 0).await.unwrap().len();
    let mut watch = house.log.watch(room).await.unwrap();
    drop(ann);
    loop {
        let entry = watch.recv().await.unwrap().entry().unwrap();
        if matches!(entry.what, What::Connection { online: false, .. }) {
            break;
        }
    }
    let before = entries().await;
    house.advance(60);
    // Nothing can be seen of nothing happening; the log shows that nothing did.
    let ann = Client::rejoin(&house, &seated).await;
    assert_eq!(entries().await, before + 1, "only the return was noted");
    assert_eq!(ann.state(), "playing");
}

/// Euchre with a clock of 30 s, in which the seat named is offline for `away` seconds when its decision
/// begins. Returns the others, and the index among them of one who watches.
async fn absent_decision(house: &House, away: u64) -> Vec<Client> {
    let mut clients = house.playing("euchre", &FOUR, json!({ "bid_seconds": 30 })).await;
    let first = turn(&clients[0]);
    let absent = (first + 1) % 4;
    let id = clients[absent].seated["player_id"].clone();
    drop(clients.remove(absent));
    for client in &mut clients {
        client.until(|client| client.occupant(absent)["online"] == false).await;
    }
    house.advance(away);
    let actor = clients.iter_mut().find(|client| client.seat() == first).unwrap();
    let seq = actor.act(json!("pass")).await.unwrap();
    settle(&mut clients, seq).await;
    assert_eq!(turn(&clients[0]), absent);
    assert_ne!(clients[0].seated["player_id"], id);
    clients
}

#[tokio::test]
async fn r_14_a_short_absence_leaves_the_normal_time() {
    let house = House::open().await;
    let clients = absent_decision(&house, 5).await;
    // 30 s from now is later than 30 s after the disconnect.
    assert_eq!(clients[0].remaining, Some(30_000));
}

#[tokio::test]
async fn r_15_a_long_absence_is_acted_for_after_two_seconds() {
    let house = House::open().await;
    // Longer than the others' time as well, were it not theirs to act at once.
    let mut clients = absent_decision(&house, 29).await;
    assert_eq!(clients[0].remaining, Some(30_000), "still within the grace of 30 s");
    let house = House::open().await;
    let mut options = json!({ "bid_seconds": 0 });
    options["play_seconds"] = json!(0);
    let mut four = house.playing("euchre", &FOUR, options).await;
    let first = turn(&four[0]);
    let absent = (first + 1) % 4;
    drop(four.remove(absent));
    for client in &mut four {
        client.until(|client| client.occupant(absent)["online"] == false).await;
    }
    house.advance(60);
    let actor = four.iter_mut().find(|client| client.seat() == first).unwrap();
    let seq = actor.act(json!("pass")).await.unwrap();
    settle(&mut four, seq).await;
    assert_eq!(four[0].remaining, Some(2_000));
    house.advance(2);
    four[0].until(|client| turn(client) != absent).await;
    clients.clear();
}

#[tokio::test]
async fn r_17_an_address_opens_forty_rooms_at_once_and_ten_a_minute() {
    let usual = Config::default();
    let (room_burst, rooms_per_minute) = (usual.room_burst, usual.rooms_per_minute);
    let house = House::with(Config { room_burst, rooms_per_minute, ..generous() }).await;
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
    for _ in 0..40 {
        assert_eq!(house.post("/api/rooms", &body).await.0, 200);
    }
    let (status, error) = house.post("/api/rooms", &body).await;
    assert_eq!((status, &error["code"]), (429, &json!("rate_limited")));
    house.advance(60);
    for _ in 0..10 {
        assert_eq!(house.post("/api/rooms", &body).await.0, 200);
    }
    assert_eq!(house.post("/api/rooms", &body).await.0, 429);
}

#[tokio::test]
async fn r_18_a_name_is_text() {
    let house = House::open().await;
    let ann = house.room("eights", "<b>x</b>", json!({})).await;
    assert_eq!(ann.occupant(0)["name"], "<b>x</b>");
}
