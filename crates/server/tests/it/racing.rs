//! Dutch in rooms: who is first, what comes too late, and what a slow connection costs.
//!
//! The order of a race is the order in which claims reach the room. Nothing here measures time: what is late is held
//! back until something else has arrived.

use crate::test_server::*;
use dutch::Card;
use kernel::{Drawn, Luck};
use serde_json::{Value, json};
use server::{
    Config, Pace, Script,
    log::{Entry, Played, What},
};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

const THREE: [&str; 3] = ["Ann", "Bea", "Cal"];

/// A house in which seat 0 begins and the pack lies as written: hands, first discard, draw pile.
async fn dealt(pack: &str) -> House {
    House::built(Setup { script: Some(begun_by(0, pack)), ..Setup::default() }).await
}

fn begun_by(first: u32, pack: &str) -> Script {
    let named: Vec<u16> =
        pack.split_whitespace().map(|name| name.parse::<Card>().unwrap().index().into()).collect();
    let rest = (0..u16::from(Card::COUNT)).filter(|number| !named.contains(number));
    let order: Vec<u16> = named.iter().copied().chain(rest).collect();
    Arc::new(move |_, luck| match luck {
        Luck::Roll { .. } => Some(Drawn::Roll(vec![first])),
        Luck::Shuffle(54) => Some(Drawn::Shuffle(order.clone())),
        Luck::Shuffle(_) => None,
    })
}

fn open(client: &Client) -> &Value {
    &client.view.as_ref().unwrap()["open"]
}
fn phase(client: &Client) -> &str {
    open(client)["phase"].as_str().unwrap()
}
fn cards(client: &Client, seat: usize) -> usize {
    let hand = client.view.as_ref().unwrap()["hands"][seat].as_array().unwrap();
    hand.iter().filter(|slot| !slot.is_null()).count()
}

/// Somebody acts, and everybody has seen it.
async fn act(clients: &mut [Client], seat: usize, action: Value) -> u64 {
    let seq = clients[seat].act(action.clone()).await.unwrap_or_else(|r| panic!("{seat} {action}: {r:?}"));
    all_at(clients, seq).await;
    seq
}

/// The time of the current phase runs out, and everybody has seen it.
async fn run_out(house: &House, clients: &mut [Client]) {
    let next = clients[0].seq + 1;
    house.clock.advance(Duration::from_millis(clients[0].remaining.expect("every phase has a time")));
    all_at(clients, next).await;
}

/// From the deal to the first turn: the clock looks for everybody.
async fn to_the_first_turn(house: &House, clients: &mut [Client]) {
    assert_eq!(phase(&clients[0]), "initial_peek");
    run_out(house, clients).await;
    assert_eq!(phase(&clients[0]), "drawing_card");
}

/// Draws and plays what was drawn: a window opens.
async fn play_drawn(clients: &mut [Client], seat: usize) {
    act(clients, seat, json!({ "draw": { "from": "pile" } })).await;
    act(clients, seat, json!({ "play": "drawn" })).await;
    assert_eq!(phase(&clients[0]), "same_rank_window");
}

/// The window and the pause after it.
async fn next_turn(house: &House, clients: &mut [Client]) {
    while phase(&clients[0]) != "drawing_card" {
        run_out(house, clients).await;
    }
}

fn matches(slot: u8) -> Value {
    json!({ "match": { "slot": slot } })
}
fn collect(card: &str) -> Value {
    json!({ "collect": { "card": card } })
}

/// Bea and Cal have one jack each, and Ann has just played a jack.
async fn both_can_go_out() -> (House, Vec<Client>) {
    let house = dealt("2c 3c 4c  9d 9h Jd  8d 8h Jh  5c  9c 8c 2d Jc").await;
    let options = json!({ "mode": "clear", "hand_size": 3 });
    let mut clients = house.playing("dutch", &THREE, options).await;
    to_the_first_turn(&house, &mut clients).await;
    play_drawn(&mut clients, 0).await;
    act(&mut clients, 1, matches(0)).await;
    act(&mut clients, 1, matches(1)).await;
    next_turn(&house, &mut clients).await;
    play_drawn(&mut clients, 1).await;
    act(&mut clients, 2, matches(0)).await;
    act(&mut clients, 2, matches(1)).await;
    next_turn(&house, &mut clients).await;
    play_drawn(&mut clients, 2).await;
    next_turn(&house, &mut clients).await;
    play_drawn(&mut clients, 0).await;
    assert_eq!((cards(&clients[0], 1), cards(&clients[0], 2)), (1, 1));
    (house, clients)
}

#[tokio::test]
async fn d_40_of_two_who_can_go_out_the_first_input_wins_alone() {
    let (_house, mut clients) = both_can_go_out().await;
    let before = clients[2].seq;
    let seq = clients[1].act(matches(2)).await.unwrap();
    // Cal formed his claim on the same table that Bea saw: in a room that is late. And once he has seen it, it is over.
    let late = clients[2].order(json!({ "version": before, "do": matches(2) })).await;
    assert_eq!(code(late), "stale");
    all_at(&mut clients, seq).await;
    assert_eq!(code(clients[2].act(matches(2)).await), "game_over");
    let outcome = &clients[0].room["outcome"];
    assert_eq!((&outcome["reason"], &outcome["places"][1]), (&json!("empty_hand"), &json!(1)));
    assert_ne!(outcome["places"][2], 1, "{outcome}");
}

#[tokio::test]
async fn in_a_race_exactly_one_goes_out_and_it_is_the_one_the_log_has_first() {
    let (house, mut clients) = both_can_go_out().await;
    let room = house.only_room().await;
    let mut rest = clients.split_off(1);
    let (mut bea, mut cal) = (rest.remove(0), rest.remove(0));
    let (hers, his) = tokio::join!(bea.act(matches(2)), cal.act(matches(2)));
    let winner = match (&hers, &his) {
        (Ok(_), Err((refusal, _))) | (Err((refusal, _)), Ok(_)) => {
            assert_eq!(refusal, "stale");
            if hers.is_ok() { 1 } else { 2 }
        }
        both => panic!("one of them: {both:?}"),
    };
    let entries = house.entries(room).await;
    let last = entries.iter().rev().find_map(actor).expect("somebody has acted");
    assert_eq!(last, winner);
    bea.until(|bea| bea.state() == "finished").await;
    assert_eq!(bea.room["outcome"]["places"][winner], 1);
}

/// The seat that acted, in an entry of the log that is an action.
fn actor(entry: &Entry) -> Option<usize> {
    match &entry.what {
        What::Played(Played { input: kernel::Input::Act(seat, _), .. }) => Some(seat.index()),
        _ => None,
    }
}

/// Bea and Cal both collect sixes, and a six is on top of a nine.
async fn one_six_for_two() -> (House, Vec<Client>) {
    let house = dealt("2c 3c 4c 5c  6h Kc Ks 7c  6d 10c 10s 7d  9d  6s").await;
    let mut clients = house.playing("dutch", &THREE, json!({})).await;
    to_the_first_turn(&house, &mut clients).await;
    assert_eq!(open(&clients[0])["ranks"], json!(["2", "6", "6"]));
    play_drawn(&mut clients, 0).await;
    (house, clients)
}

#[tokio::test]
async fn d_43_of_two_who_want_the_same_discard_the_first_has_it() {
    let (house, mut clients) = one_six_for_two().await;
    run_out(&house, &mut clients).await;
    assert_eq!(phase(&clients[0]), "turn_end");
    let seq = clients[1].act(collect("6s")).await.unwrap();
    let (refusal, detail) = clients[2].act(collect("6s")).await.unwrap_err();
    assert_eq!((refusal.as_str(), detail), ("discard_changed", json!({ "top": "9d" })));
    all_at(&mut clients, seq).await;
    assert_eq!((cards(&clients[0], 1), cards(&clients[0], 2)), (5, 4));
}

#[tokio::test]
async fn d_69_a_play_formed_before_the_draw_is_stale() {
    let house = dealt("").await;
    let mut clients = house.playing("dutch", &THREE, json!({})).await;
    to_the_first_turn(&house, &mut clients).await;
    let before = clients[0].seq;
    act(&mut clients, 0, json!({ "draw": { "from": "pile" } })).await;
    let early = clients[0].order(json!({ "version": before, "do": { "play": { "slot": 2 } } })).await;
    assert_eq!(code(early), "stale");
    assert_eq!(phase(&clients[0]), "playing_card", "and nothing has happened");
}

#[tokio::test]
async fn d_70_a_collect_formed_in_the_window_counts_after_it() {
    let (house, mut clients) = one_six_for_two().await;
    let in_the_window = clients[1].seq;
    run_out(&house, &mut clients).await;
    let late = clients[1].order(json!({ "version": in_the_window, "do": collect("6s") })).await;
    let seq = late.expect("it names its card, and that is still on top");
    all_at(&mut clients, seq).await;
    assert_eq!(cards(&clients[0], 1), 5);
    assert_eq!(phase(&clients[0]), "turn_end", "time goes on as if nothing had happened");
}

#[tokio::test]
async fn a_match_that_comes_after_its_window_never_counts_in_the_next_one() {
    let (house, mut clients) = one_six_for_two().await;
    let in_the_window = clients[2].seq;
    next_turn(&house, &mut clients).await;
    play_drawn(&mut clients, 1).await;
    let late = clients[2].order(json!({ "version": in_the_window, "do": matches(1) })).await;
    assert_eq!(code(late), "stale");
    // Had it counted, it would have shown a card, cost one and locked him out.
    assert_eq!((cards(&clients[2], 2), &open(&clients[2])["locked"]), (4, &json!([])));
    act(&mut clients, 2, matches(1)).await;
}

/// A connection whose owner's words are held back while the gate is shut. What the server says comes through.
struct SlowLine {
    gate: watch::Sender<bool>,
    address: std::net::SocketAddr,
}

impl SlowLine {
    async fn to(house: &House) -> SlowLine {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (gate, open) = watch::channel(true);
        let server = house.address;
        tokio::spawn(async move {
            let (near, _) = listener.accept().await.unwrap();
            let far = TcpStream::connect(server).await.unwrap();
            let ((mut from_near, mut to_near), (mut from_far, mut to_far)) =
                (near.into_split(), far.into_split());
            tokio::spawn(async move { tokio::io::copy(&mut from_far, &mut to_near).await });
            relay(&mut from_near, &mut to_far, open).await;
        });
        SlowLine { gate, address }
    }
    async fn rejoin(&self, house: &House, seated: &Value) -> Client {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let mut client = Client::over(house, stream).await.greet(&rejoin(seated)).await.unwrap();
        client.seated = seated.clone();
        client
    }
    fn shut(&self) {
        self.gate.send_replace(false);
    }
    fn open(&self) {
        self.gate.send_replace(true);
    }
}

async fn relay(
    from: &mut (impl AsyncReadExt + Unpin),
    to: &mut (impl AsyncWriteExt + Unpin),
    mut open: watch::Receiver<bool>,
) {
    let mut buffer = [0; 4096];
    while let Ok(n @ 1..) = from.read(&mut buffer).await {
        if open.wait_for(|open| *open).await.is_err() || to.write_all(&buffer[..n]).await.is_err() {
            return;
        }
    }
}

/// Cal comes back over a slow line.
async fn slow_cal(house: &House, clients: &mut Vec<Client>) -> SlowLine {
    let line = SlowLine::to(house).await;
    let seated = clients.pop().unwrap().seated.clone();
    clients[0].until(|ann| ann.occupant(2)["online"] == false).await;
    let cal = line.rejoin(house, &seated).await;
    let seq = cal.seq;
    clients.push(cal);
    all_at(clients, seq).await;
    line
}

#[tokio::test]
async fn the_arrival_of_a_claim_counts_not_its_sending() {
    let (house, mut clients) = one_six_for_two().await;
    let line = slow_cal(&house, &mut clients).await;
    run_out(&house, &mut clients).await;
    // Cal is first to press, but his line is slow; Bea presses later and is there first.
    line.shut();
    let version = clients[2].seq;
    let claim = json!({ "id": "slow", "version": version, "do": collect("6s") });
    clients[2].send_text(&claim.to_string()).await;
    act(&mut clients[..2], 1, collect("6s")).await;
    line.open();
    clients[2].until(|cal| cal.frames.iter().any(|frame| frame.contains(r#""id":"slow""#))).await;
    let answer = clients[2].frames.iter().find(|frame| frame.contains(r#""id":"slow""#)).unwrap();
    assert!(answer.contains("discard_changed"), "{answer}");
    assert_eq!((cards(&clients[2], 1), cards(&clients[2], 2)), (5, 4));
}

#[tokio::test]
async fn a_slow_line_costs_only_its_owner_and_never_more_than_the_claim() {
    let (house, mut clients) = one_six_for_two().await;
    let line = slow_cal(&house, &mut clients).await;
    line.shut();
    let version = clients[2].seq;
    let claim = json!({ "id": "slow", "version": version, "do": matches(1) });
    clients[2].send_text(&claim.to_string()).await;
    // Nobody waits for him: the window closes by the clock, and the others play on.
    next_turn(&house, &mut clients).await;
    play_drawn(&mut clients, 1).await;
    line.open();
    clients[2].until(|cal| cal.frames.iter().any(|frame| frame.contains(r#""id":"slow""#))).await;
    let answer = clients[2].frames.iter().find(|frame| frame.contains(r#""id":"slow""#)).unwrap();
    assert!(answer.contains(r#""stale""#), "{answer}");
    // It was a wrong card: in the window it was meant for it would have cost him one more.
    assert_eq!((cards(&clients[2], 2), &open(&clients[2])["locked"]), (4, &json!([])));
}

/// What the bot on seat 1 decides from its first look to its first play.
async fn first_turn_of_a_bot(pack: &str) -> Vec<String> {
    let config = Config { pace: Pace::AtOnce, ..generous() };
    let script = Some(begun_by(1, pack));
    let house = House::built(Setup { config, script, ..Setup::default() }).await;
    let mut ann = house.room("dutch", "Ann", json!({})).await;
    ann.done(json!({ "add_bot": { "level": "medium" } })).await;
    ann.done(json!("start")).await;
    ann.until(|ann| ann.view.is_some() && open(ann)["confirmed"] == json!([1])).await;
    // For Ann the clock looks; then it is the bot's turn.
    house.clock.advance(Duration::from_millis(ann.remaining.unwrap()));
    ann.until(|ann| phase(ann) == "same_rank_window").await;
    let entries = house.entries(house.only_room().await).await;
    let action = |entry: &Entry| match &entry.what {
        What::Played(Played { input: kernel::Input::Act(_, action), .. }) => Some(action.get().to_owned()),
        _ => None,
    };
    entries.iter().filter(|entry| actor(entry) == Some(1)).filter_map(action).collect()
}

#[tokio::test]
async fn d_79_cards_that_a_bot_has_not_seen_change_nothing_in_what_it_does() {
    // The bot's own cards, Ann's collection, the first discard and what it draws are the same; nothing else is.
    let bots = "Qs 2h 7d 10c";
    let known = "5c  9s";
    let one = first_turn_of_a_bot(&format!("Ac 2c 3c 4c  {bots}  {known}")).await;
    let other = first_turn_of_a_bot(&format!("Ac Ks X1 Jd  {bots}  {known}  Qd Ah 8h 8d")).await;
    assert!(one.len() >= 5, "two looks, their end, a draw and a play: {one:?}");
    assert_eq!(one, other);
}
