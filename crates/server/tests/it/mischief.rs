//! Those who play by the protocol, but against the others: nobody can stop a clock, fill a log or keep a seat by it.

use crate::test_server::*;
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::{
    Config, Script,
    log::{Entry, What},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio_tungstenite::tungstenite::Message;

/// Eights with ten seconds for a decision; the first seat begins.
async fn table(house: &House, names: &[&str]) -> Vec<Client> {
    let options = json!({ "tier": "base", "first_seat": "host", "turn_seconds": 10, "min_players": 2 });
    house.playing("eights", names, options).await
}

fn current(client: &Client) -> u64 {
    client.view.as_ref().unwrap()["open"]["current"].as_u64().unwrap()
}

/// Lets a player who has just hung up reconnect and hang up; two others stay connected.
async fn flap(house: &House, watcher: &mut Client, seated: &Value, off_ms: u64, on_ms: u64) {
    house.until_connections(2).await;
    house.clock.advance(Duration::from_millis(off_ms));
    let back = Client::rejoin(house, seated).await;
    house.clock.advance(Duration::from_millis(on_ms));
    watcher.settle().await;
    drop(back);
}

/// How long the decision of the first seat stands while `seat` comes and goes, in milliseconds.
async fn stands(seat: usize, off_ms: u64, on_ms: u64) -> u64 {
    let house = House::open().await;
    let mut clients = table(&house, &["Ann", "Bea", "Cal"]).await;
    let seated = clients[seat].seated.clone();
    let mut watcher = clients.remove(2);
    let other = clients.remove(1 - seat);
    drop(clients);
    let mut passed = 0;
    while current(&watcher) == 0 && watcher.occupant(0)["controller"] == "human" && passed < 300_000 {
        flap(&house, &mut watcher, &seated, off_ms, on_ms).await;
        passed += off_ms + on_ms;
    }
    drop(other);
    passed
}

#[tokio::test]
async fn nobody_stops_a_clock_by_reconnecting() {
    // Ten seconds, five more after coming back once, and what is left of the last round.
    for (off_ms, on_ms) in [(200, 3_500), (200, 300), (100, 4_900)] {
        let stood = stands(0, off_ms, on_ms).await;
        assert!(stood <= 21_000, "{off_ms} ms off, {on_ms} ms on: {stood} ms");
    }
}

#[tokio::test]
async fn nobody_stops_the_clock_of_another_seat() {
    for (off_ms, on_ms) in [(200, 3_500), (3_000, 100)] {
        let stood = stands(1, off_ms, on_ms).await;
        assert!(stood <= 14_000, "{off_ms} ms off, {on_ms} ms on: {stood} ms");
    }
}

#[tokio::test]
async fn staying_away_in_pieces_is_staying_away() {
    // Away for eight seconds and back for a moment, again and again: grace is half a minute in all.
    let stood = stands(0, 8_000, 200).await;
    assert!(stood <= 60_000, "{stood} ms");
}

#[tokio::test]
async fn a_returning_player_is_given_more_time_a_limited_number_of_times() {
    let house = House::open().await;
    let mut clients = table(&house, &["Ann", "Bea"]).await;
    let mut given = 0;
    for _ in 0..10 {
        while current(&clients[1]) != 0 {
            let seq = clients[1].act(json!("draw")).await.unwrap();
            all_at(&mut clients, seq).await;
        }
        // Ann lets nine of her ten seconds pass and loses her line for a moment.
        house.clock.advance(Duration::from_millis(9_000));
        let seated = clients.remove(0).seated.clone();
        house.until_connections(1).await;
        let ann = Client::rejoin(&house, &seated).await;
        given += usize::from(ann.remaining == Some(5_000));
        clients.insert(0, ann);
        let seq = clients[0].act(json!("draw")).await.unwrap();
        all_at(&mut clients, seq).await;
        house.advance(1);
        clients[0].settle().await;
    }
    assert_eq!(given, 6, "a quota for each game");
}

#[tokio::test]
async fn a_client_that_reconnects_in_a_loop_writes_next_to_nothing() {
    let house = House::open().await;
    let mut clients = table(&house, &["Ann", "Bea"]).await;
    let room = house.only_room().await;
    let before = house.entries(room).await.len();
    let seated = clients.remove(0).seated.clone();
    for _ in 0..100 {
        house.until_connections(1).await;
        house.clock.advance(Duration::from_millis(20));
        // A client with the token of a seat is let in each time.
        drop(Client::try_rejoin(&house, &seated).await.unwrap());
    }
    house.until_connections(1).await;
    let bea = &mut clients[0];
    bea.settle().await;
    let connections = |entries: &[Entry]| {
        entries.iter().filter(|entry| matches!(entry.what, What::Connection { .. })).count()
    };
    let written = connections(&house.entries(room).await[before..]);
    assert!(written <= 10, "{written} entries for 100 connections");
    // Somebody who stays away is noted after a while all the same.
    assert_eq!(bea.occupant(0)["online"], true);
    house.advance(10);
    bea.until(|bea| bea.occupant(0)["online"] == false).await;
    // Bea, on the same address, loses her line for the first time: everybody sees it at once.
    let mut ann = Client::rejoin(&house, &seated).await;
    drop(clients);
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
}

#[tokio::test]
async fn a_seat_comes_back_some_times_a_minute() {
    let house = House::with(Config { return_burst: 4, returns_per_minute: 10, ..generous() }).await;
    let mut clients = table(&house, &["Ann", "Bea"]).await;
    let seated = clients.remove(0).seated.clone();
    let bea = &mut clients[0];
    // Everybody has come once already.
    for _ in 0..3 {
        bea.until(|bea| bea.occupant(0)["online"] == false).await;
        drop(Client::try_rejoin(&house, &seated).await.unwrap());
        bea.until(|bea| bea.occupant(0)["online"] == true).await;
    }
    bea.until(|bea| bea.occupant(0)["online"] == false).await;
    let (code, detail) = Client::try_rejoin(&house, &seated).await.map(drop).unwrap_err();
    assert_eq!((code.as_str(), &detail["seconds"]), ("rate_limited", &json!(6)));
    house.advance(6);
    Client::try_rejoin(&house, &seated).await.unwrap();
    // Bea, on the same address, comes and goes as she likes.
    let seated = clients.remove(0).seated.clone();
    Client::try_rejoin(&house, &seated).await.unwrap();
}

#[tokio::test]
async fn options_change_some_times_a_minute() {
    let usual = Config::default();
    let config = Config {
        change_burst: usual.change_burst,
        changes_per_minute: usual.changes_per_minute,
        ..generous()
    };
    let house = House::with(config).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let change = |seconds: u64| json!({ "options": { "options": { "turn_seconds": 10 + seconds % 50 } } });
    for n in 0..60 {
        ann.command(change(n)).await.unwrap();
    }
    let (code, detail) = ann.command(change(7)).await.unwrap_err();
    assert_eq!((code.as_str(), &detail["seconds"]), ("rate_limited", &json!(2)));
    house.advance(2);
    ann.command(change(8)).await.unwrap();
    // A game is not held up by it.
    ann.command(json!("leave")).await.unwrap();
}

#[tokio::test]
async fn the_entries_of_a_room_are_limited() {
    let house = House::with(Config { room_entries: 30, ..generous() }).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let room = house.only_room().await;
    for number in 0..40 {
        let change = json!({ "options": { "options": { "turn_seconds": 10 + number } } });
        let order = json!({ "id": format!("o{number}"), "version": 0, "room": change });
        // The server may have closed already.
        let _ = ann.socket.send(Message::text(order.to_string())).await;
    }
    ann.until_closed().await;
    let accepted = ann.frames.iter().filter(|frame| frame.starts_with("{\"ok\"")).count();
    assert_eq!(accepted, 28, "what was not done is not acknowledged");
    let entries = house.entries(room).await;
    assert_eq!(entries.len(), 31);
    assert!(matches!(&entries[30].what, What::Closed { reason } if reason == "too long"));
}

#[tokio::test]
async fn a_seat_whose_owner_never_connects_is_soon_free_again() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({ "min_players": 2, "max_players": 2 })).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    assert_eq!(house.post(&path, &json!({ "name": "Squatter" })).await.0, 200);
    assert_eq!(house.post(&path, &json!({ "name": "Bea" })).await.0, 409, "it is full");
    house.advance(15);
    ann.until(|ann| ann.room["seats"].as_array().unwrap().len() == 1).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    // A player who has been there has the usual time.
    let seated = bea.seated.clone();
    bea.settle().await;
    drop(bea);
    ann.until(|ann| ann.room["seats"][1]["online"] == false).await;
    house.advance(100);
    Client::rejoin(&house, &seated).await;
}

#[tokio::test]
async fn the_host_locks_the_lobby() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    ann.done(json!({ "options": { "settings": { "locked": "on" } } })).await;
    let (status, refused) = house.post(&path, &json!({ "name": "Bea" })).await;
    assert_eq!((status, &refused["code"]), (409, &json!("lobby_locked")));
    ann.done(json!({ "options": { "settings": { "locked": "off" } } })).await;
    house.join(&ann.code.clone(), "Bea").await;
}

#[tokio::test]
async fn whom_the_host_removes_stays_out() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    let bea = json!({ "name": "Bea", "profile": "00112233445566778899aabbccddeeff" });
    assert_eq!(house.post(&path, &bea).await.0, 200);
    ann.until(|ann| ann.room["seats"].as_array().unwrap().len() == 2).await;
    ann.done(json!({ "remove": { "seat": 1 } })).await;
    let (status, refused) = house.post(&path, &bea).await;
    assert_eq!((status, &refused["code"]), (409, &json!("lobby_locked")));
    assert_eq!(house.post(&path, &json!({ "name": "Anonymous" })).await.0, 409, "nor without a key");
    // Somebody else behind the same address has a key of their own.
    let cal = json!({ "name": "Cal", "profile": "ffeeddccbbaa99887766554433221100" });
    assert_eq!(house.post(&path, &cal).await.0, 200);
}

#[tokio::test]
async fn spectators_who_come_and_go_do_not_keep_players_busy() {
    let house = House::with(Config { limits: false, ..generous() }).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let before = ann.frames.len();
    for visit in 0..200 {
        let mut zoe = Client::watch(&house, &ann.code, &format!("Z{visit}")).await.unwrap();
        let _ = zoe.socket.send(Message::Close(None)).await;
    }
    ann.until(|ann| ann.room["spectators"] == json!([])).await;
    ann.settle().await;
    let updates = ann.frames.len() - before;
    assert!(updates < 150, "{updates} updates for 400 changes");
    // Somebody who stays is seen.
    let _zoe = Client::watch(&house, &ann.code, "Zoe").await.unwrap();
    ann.until(|ann| ann.room["spectators"] == json!(["Zoe"])).await;
}

/// A script that panics in chances from a number on, some times.
fn panics(left: usize) -> (Script, Arc<AtomicUsize>) {
    let left = Arc::new(AtomicUsize::new(left));
    let counter = left.clone();
    let script: Script = Arc::new(move |number, _| {
        if number >= 1
            && counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok()
        {
            panic!("a planted fault");
        }
        None
    });
    (script, left)
}

#[tokio::test]
async fn a_fault_ends_one_table_and_not_the_server() {
    let (script, left) = panics(1);
    let house = House::built(Setup { script: Some(script), ..Setup::default() }).await;
    let mut other = house.room("casino", "Zoe", json!({})).await;
    let mut ann = house.room("casino", "Ann", json!({})).await;
    ann.done(json!({ "fill": { "seats": 2 } })).await;
    let seated = ann.seated.clone();
    // The start is refused by no rule: it fails, and so does the task of the room.
    ann.send_text(&json!({ "id": "s", "version": ann.seq, "room": "start" }).to_string()).await;
    ann.until_closed().await;
    other.settle().await;
    assert_eq!(other.state(), "lobby");
    // The room goes on from its log.
    let back = async {
        loop {
            match Client::try_rejoin(&house, &seated).await {
                Ok(ann) => return ann,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    let mut ann = tokio::time::timeout(Duration::from_secs(20), back).await.unwrap();
    assert_eq!(ann.room["seats"].as_array().unwrap().len(), 2);
    if left.load(Ordering::SeqCst) == 0 {
        ann.done(json!("start")).await;
    }
    assert_eq!(house.metric("aboveboard_panics_total").await, 1.0);
    assert_eq!(house.get("/healthz").await.0, 200);
}

#[tokio::test]
async fn after_two_faults_at_the_same_entry_a_room_is_set_aside_with_its_log() {
    let (script, _) = panics(usize::MAX);
    let house = House::built(Setup { script: Some(script), ..Setup::default() }).await;
    let mut ann = house.room("casino", "Ann", json!({})).await;
    ann.done(json!({ "fill": { "seats": 2 } })).await;
    let room = house.only_room().await;
    let seated = ann.seated.clone();
    drop(ann);
    let aside = async {
        while house.metric("aboveboard_rooms_set_aside").await == 0.0 {
            if let Ok(mut again) = Client::try_rejoin(&house, &seated).await {
                again
                    .send_text(&json!({ "id": "x", "version": again.seq, "room": "start" }).to_string())
                    .await;
                again.until_closed().await;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), aside).await.expect("it is set aside");
    assert_eq!(house.metric("aboveboard_panics_total").await, 2.0);
    assert!(house.entries(room).await.len() >= 3, "its log is whole");
    assert_eq!(code(Client::try_rejoin(&house, &seated).await.map(|_| ())), "not_available");
    let (_, health) = house.get("/healthz").await;
    assert!(health.as_str().unwrap().contains(&room.to_string()[..8]), "{health}");
}
