//! What time does to a room. The clock is moved by hand.

use crate::test_server::*;
use kernel::Input;
use serde_json::{Value, json};
use server::{
    entropy::{Entropy, Purpose},
    log::{AppendedEntry, Entry, Played, RoomId, RoomLog, What},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::sync::broadcast::Receiver;

pub(crate) const FOUR: [&str; 4] = ["Ann", "Bea", "Cal", "Dot"];

/// The seat whose turn it is in Eights.
pub(crate) fn current(client: &Client) -> usize {
    client.view.as_ref().unwrap()["open"]["current"].as_u64().unwrap() as usize
}

/// Eights with these settings of the room, started, with nobody's turn skipped: the base tier has numbers only.
pub(crate) async fn eights(house: &House, names: &[&str], settings: Value) -> Vec<Client> {
    let mut clients =
        vec![house.room("eights", names[0], json!({ "tier": "base", "first_seat": "host" })).await];
    clients[0].done(json!({ "options": { "settings": settings } })).await;
    let room = clients[0].code.clone();
    for name in &names[1..] {
        clients.push(house.join(&room, name).await);
    }
    clients[0].done(json!("start")).await;
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;
    clients
}

/// Draws until it is that seat's turn.
pub(crate) async fn until_turn(clients: &mut [Client], seat: usize) {
    while current(&clients[0]) != seat {
        let turn = current(&clients[0]);
        let actor = clients.iter_mut().find(|client| client.seat() == turn).expect("this seat is here");
        let seq = actor.act(json!("draw")).await.unwrap();
        all_at(clients, seq).await;
    }
}

/// Somebody's connection breaks, and the others have seen it.
pub(crate) async fn lose(clients: &mut Vec<Client>, seat: usize) -> Value {
    let index = clients.iter().position(|client| client.seat() == seat).unwrap();
    let seated = clients.remove(index).seated.clone();
    for client in clients {
        client.until(|client| client.occupant(seat)["online"] == false).await;
    }
    seated
}

/// The next entry of a room that is of some kind.
pub(crate) async fn entry(watch: &mut Receiver<AppendedEntry>, is: impl Fn(&What) -> bool) -> Entry {
    let wait = async {
        loop {
            let entry = watch.recv().await.unwrap().entry().unwrap();
            if is(&entry.what) {
                return entry;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("no such entry")
}

pub(crate) fn expiries(entries: &[Entry]) -> usize {
    let expired =
        |entry: &&Entry| matches!(&entry.what, What::Played(Played { input: Input::Expire(_), .. }));
    entries.iter().filter(expired).count()
}

pub(crate) async fn watched(house: &House) -> (RoomId, Receiver<AppendedEntry>) {
    let room = house.only_room().await;
    (room, house.log.watch(room).await.unwrap())
}

#[tokio::test]
async fn a_decision_runs_out_by_the_clock_and_not_before() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    assert_eq!(clients[0].remaining, Some(30_000));
    let (room, _) = watched(&house).await;
    house.clock.advance(Duration::from_millis(29_999));
    clients[0].settle().await;
    assert_eq!(expiries(&house.entries(room).await), 0);
    let before = clients[0].seq;
    house.clock.advance(Duration::from_millis(1));
    all_at(&mut clients, before + 1).await;
    assert_eq!(current(&clients[0]), 1, "the clock has drawn for Ann");
    assert_eq!(clients[0].remaining, Some(30_000), "and Bea has all her time");
    assert!(clients[1].events.contains(&json!({ "timed_out": { "seat": 0 } })));
    assert_eq!(expiries(&house.entries(room).await), 1);
}

#[tokio::test]
async fn an_expiry_that_comes_late_hits_nothing() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    let (room, _) = watched(&house).await;
    house.clock.advance(Duration::from_millis(29_999));
    // Ann acts in the last moment; then the time at which her turn would have run out passes.
    let seq = clients[0].act(json!("draw")).await.unwrap();
    all_at(&mut clients, seq).await;
    house.clock.advance(Duration::from_millis(10));
    clients[1].settle().await;
    assert_eq!((clients[1].seq, current(&clients[1])), (seq, 1));
    assert_eq!(expiries(&house.entries(room).await), 0);
}

#[tokio::test]
async fn a_turn_without_a_limit_waits_for_as_long_as_somebody_is_there() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &FOUR[..3], json!({ "turn_seconds": 0 })).await;
    assert_eq!(clients[0].remaining, None);
    let before = clients[0].seq;
    house.advance(23 * 3600);
    clients[0].settle().await;
    assert_eq!((clients[0].seq, clients[0].state()), (before, "playing"));
}

#[tokio::test]
async fn a_frozen_table_has_its_full_time_again() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({ "first_seat": "host" })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    let (room, mut watch) = watched(&house).await;
    house.advance(12);
    ann.settle().await;
    let seated = ann.seated.clone();
    drop(ann);
    entry(&mut watch, |what| matches!(what, What::Connection { online: false, .. })).await;
    let before = house.entries(room).await.len();
    house.advance(290);
    let ann = Client::rejoin(&house, &seated).await;
    assert_eq!(house.entries(room).await.len(), before + 1, "nothing but the return");
    assert_eq!((ann.remaining, ann.occupant(0)["controller"].clone()), (Some(30_000), json!("human")));
}

#[tokio::test]
async fn bots_at_a_frozen_table_stand_still_and_go_on_afterwards() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({ "first_seat": "host", "tier": "base" })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    let seq = ann.act(json!("draw")).await.unwrap();
    ann.at(seq).await;
    let (room, mut watch) = watched(&house).await;
    let seated = ann.seated.clone();
    drop(ann);
    entry(&mut watch, |what| matches!(what, What::Connection { online: false, .. })).await;
    let before = house.entries(room).await.len();
    house.advance(120);
    let mut ann = Client::rejoin(&house, &seated).await;
    assert_eq!((house.entries(room).await.len(), current(&ann)), (before + 1, 1));
    let seq = ann.seq;
    // As long as a bot of its level thinks at most.
    house.advance(3);
    ann.at(seq + 1).await;
}

#[tokio::test]
async fn a_table_without_people_is_closed_after_five_minutes() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({ "handover_seconds": 600 })).await;
    let room = clients[0].code.clone();
    // A spectator does not keep a table alive, and gets a message when it ends.
    let mut zoe = Client::watch(&house, &room, "Zoe").await.unwrap();
    let (_, mut watch) = watched(&house).await;
    clients.clear();
    for _ in 0..3 {
        entry(&mut watch, |what| matches!(what, What::Connection { online: false, .. })).await;
    }
    house.advance(299);
    assert_eq!(house.get(&format!("/api/rooms/{room}")).await.0, 200);
    house.advance(1);
    let closed = entry(&mut watch, |what| matches!(what, What::Closed { .. })).await;
    assert!(matches!(closed.what, What::Closed { reason } if reason == "abandoned"));
    zoe.until_closed().await;
    assert_eq!(zoe.notices.pop_back().unwrap()["closed"]["reason"], "abandoned");
    assert_eq!(house.log.open_rooms().await.unwrap(), vec![]);
}

#[tokio::test]
async fn a_room_in_which_nothing_happens_is_closed_after_a_day() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    house.advance(24 * 3600 - 1);
    ann.settle().await;
    ann.done(json!({ "add_bot": {} })).await;
    house.advance(24 * 3600 - 1);
    ann.settle().await;
    house.advance(1);
    ann.until_closed().await;
    assert_eq!(ann.notices.pop_back(), Some(json!({ "closed": { "reason": "abandoned" } })));
}

#[tokio::test]
async fn an_absent_players_seat_in_a_lobby_is_freed() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let bea = house.join(&ann.code.clone(), "Bea").await;
    let cal = house.join(&ann.code.clone(), "Cal").await;
    ann.until(|ann| ann.occupant(2)["online"] == true).await;
    let gone = bea.seated.clone();
    drop(bea);
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
    house.advance(119);
    ann.settle().await;
    assert_eq!(ann.room["seats"].as_array().unwrap().len(), 3);
    house.advance(1);
    ann.until(|ann| ann.room["seats"].as_array().unwrap().len() == 2).await;
    assert_eq!(ann.occupant(1)["name"], "Cal");
    assert_eq!(code(Client::try_rejoin(&house, &gone).await.map(|_| ())), "bad_token", "the token is void");
    drop(cal);
}

#[tokio::test]
async fn a_player_who_never_connects_loses_the_seat_as_well() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    let (status, _) = house.post(&path, &json!({ "name": "Bea" })).await;
    assert_eq!(status, 200);
    ann.until(|ann| ann.room["seats"].as_array().unwrap().len() == 2).await;
    assert_eq!(ann.occupant(1)["online"], false);
    house.advance(120);
    ann.until(|ann| ann.room["seats"].as_array().unwrap().len() == 1).await;
}

#[tokio::test]
async fn after_a_disconnect_the_host_passes_to_somebody_who_is_there() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR, json!({})).await;
    // Bea came before Cal, but is offline herself when Ann's seat is handed over.
    lose(&mut clients, 0).await;
    house.advance(60);
    lose(&mut clients, 1).await;
    house.advance(60);
    let cal = &mut clients[0];
    let id = cal.seated["player_id"].clone();
    cal.until(|cal| cal.occupant(0)["controller"] == "bot").await;
    assert_eq!(cal.room["host"], id);
}

#[tokio::test]
async fn a_former_host_who_returns_is_a_guest() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    let ann = lose(&mut clients, 0).await;
    house.advance(120);
    clients[0].until(|bea| bea.occupant(0)["controller"] == "bot").await;
    let ann = Client::rejoin(&house, &ann).await;
    assert_eq!(ann.room["host"], clients[0].seated["player_id"]);
}

#[tokio::test]
async fn a_table_is_never_without_a_host() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    // Bea and Cal are handed over to bots; then the host leaves for good.
    let bea = lose(&mut clients, 1).await;
    lose(&mut clients, 2).await;
    clients[0].done(json!({ "hand_over": { "seat": 1 } })).await;
    clients[0].done(json!({ "hand_over": { "seat": 2 } })).await;
    clients[0].command(json!("leave")).await.unwrap();
    let bea = Client::rejoin(&house, &bea).await;
    assert_eq!(bea.room["host"], bea.seated["player_id"]);
    assert_eq!(bea.state(), "playing");
}

/// Always the same bytes for codes; everything else differs.
#[derive(Debug, Default)]
struct OneCode(AtomicU64);

impl Entropy for OneCode {
    fn fill(&self, purpose: Purpose, bytes: &mut [u8]) {
        let n = self.0.fetch_add(1, Ordering::SeqCst);
        match purpose {
            Purpose::RoomCode => bytes.fill(0),
            _ => bytes.iter_mut().zip(n.to_le_bytes().iter().cycle()).for_each(|(byte, n)| *byte = *n),
        }
    }
}

#[tokio::test]
async fn a_code_rests_for_an_hour_after_its_room_closed() {
    let house = House::built(Setup { entropy: Arc::new(OneCode::default()), ..Setup::default() }).await;
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
    let mut ann = house.room("eights", "Ann", json!({})).await;
    assert_eq!(ann.code, "AAAAAA");
    assert_ne!(house.post("/api/rooms", &body).await.0, 200, "the only code is taken");
    ann.command(json!("close")).await.unwrap();
    ann.until_closed().await;
    assert_eq!(house.get("/api/rooms/AAAAAA").await.1["code"], "room_not_found");
    house.advance(3_599);
    assert_ne!(house.post("/api/rooms", &body).await.0, 200, "it rests");
    house.advance(1);
    assert_eq!(house.post("/api/rooms", &body).await.1["code"], "AAAAAA");
}
