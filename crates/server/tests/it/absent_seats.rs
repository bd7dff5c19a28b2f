//! Seats whose players are away or idle: who plays on, and what a returning player gets.

use crate::{
    test_server::*,
    timers::{FOUR, current, eights, entry, lose, until_turn, watched},
};
use kernel::Input;
use serde_json::{Value, json};
use server::{
    Config, Pace,
    log::{Chair, Played, What},
};
use std::sync::Arc;

#[tokio::test]
async fn a_player_who_disconnects_on_their_turn_has_the_grace() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({ "grace_seconds": 40 })).await;
    house.advance(20);
    lose(&mut clients, 0).await;
    // 10 s were left of 30; the grace counts from now.
    assert_eq!(clients[0].remaining, Some(40_000));
    let before = clients[0].seq;
    house.advance(39);
    clients[0].settle().await;
    assert_eq!(clients[0].seq, before);
    house.advance(1);
    clients[0].at(before + 1).await;
    assert_eq!(current(&clients[0]), 1);
}

#[tokio::test]
async fn a_window_of_several_seats_is_not_extended_for_one() {
    let house = House::open().await;
    // In Euchre everybody looks at a finished deal for 15 s.
    let mut clients = house.playing("euchre", &FOUR, json!({ "target": 15 })).await;
    while clients[0].view.as_ref().unwrap()["open"]["phase"] != "deal_over" {
        let actor = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
        let action =
            clients[actor].legal.iter().rfind(|a| **a != json!("pass")).unwrap_or(&json!("pass")).clone();
        let seq = clients[actor].act(action).await.unwrap();
        all_at(&mut clients, seq).await;
    }
    assert_eq!(clients[0].remaining, Some(15_000));
    lose(&mut clients, 2).await;
    assert_eq!(clients[0].remaining, Some(15_000), "no grace for one of four");
    house.advance(15);
    clients[0].until(|client| client.view.as_ref().unwrap()["open"]["phase"] == "bid1").await;
}

#[tokio::test]
async fn an_absent_seat_goes_to_a_bot_which_plays_on() {
    let house = House::with(Config { pace: Pace::AtOnce, ..generous() }).await;
    let mut clients = eights(&house, &FOUR[..3], json!({ "handover_seconds": 60 })).await;
    let (_, mut watch) = watched(&house).await;
    let bea = lose(&mut clients, 1).await;
    house.advance(59);
    clients[0].settle().await;
    assert_eq!(clients[0].occupant(1)["controller"], "human");
    house.advance(1);
    let over = entry(&mut watch, |what| matches!(what, What::HandedOver { .. })).await;
    assert!(matches!(over.what, What::HandedOver { to: Chair::Bot, left: false, .. }));
    clients[0].until(|client| client.occupant(1)["controller"] == "bot").await;
    // The clock has drawn for Ann meanwhile; then the bot moves for Bea without it.
    clients[0].until(|ann| current(ann) == 2).await;
    let bea = Client::rejoin(&house, &bea).await;
    assert_eq!((bea.seat(), bea.occupant(1)["controller"].clone()), (1, json!("human")));
}

#[tokio::test]
async fn an_absent_seat_can_be_taken_out_where_the_game_allows_it() {
    let house = House::open().await;
    let settings = json!({ "absent_seat": "remove", "handover_seconds": 60 });
    let mut clients = eights(&house, &FOUR, settings).await;
    let bea = lose(&mut clients, 1).await;
    house.advance(60);
    let ann = &mut clients[0];
    ann.until(|ann| ann.occupant(1)["controller"] == "none").await;
    ann.until(|ann| ann.view.as_ref().unwrap()["open"]["removed"] == json!([1])).await;
    assert_eq!(code(Client::try_rejoin(&house, &bea).await.map(|_| ())), "seat_gone");
    let watching = Client::watch(&house, &ann.code.clone(), "Bea").await.unwrap();
    assert_eq!(watching.you, None);

    // The others go as well, and the last one wins.
    ann.until(|ann| ann.room["spectators"] == json!(["Bea"])).await;
    clients[1].command(json!("leave")).await.unwrap();
    clients[2].command(json!("leave")).await.unwrap();
    let ann = &mut clients[0];
    ann.until(|ann| ann.state() == "finished").await;
    assert_eq!(ann.room["outcome"]["reason"], "last_player");
    assert_eq!(ann.room["outcome"]["places"][0], 1);
    assert_eq!(house.log.games(10, None).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_seat_taken_out_may_play_again_in_the_rematch() {
    let house = House::open().await;
    let settings = json!({ "absent_seat": "remove", "handover_seconds": 60 });
    let mut clients = eights(&house, &FOUR, settings).await;
    let bea = lose(&mut clients, 1).await;
    house.advance(60);
    clients[0].until(|ann| ann.occupant(1)["controller"] == "none").await;
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;
    play_out(&house, &mut clients, &mut Dice::new(4)).await;
    // Now that it is over she may come back to her place, and play again.
    let mut bea = Client::rejoin(&house, &bea).await;
    assert_eq!((bea.seat(), bea.state()), (1, "finished"));
    bea.done(json!("rematch")).await;
    for client in &mut clients[1..] {
        client.done(json!("rematch")).await;
    }
    clients[0].done(json!("start")).await;
    bea.until(|bea| bea.state() == "playing").await;
    assert_eq!((bea.seat(), bea.occupant(1)["controller"].clone()), (1, json!("human")));
    assert_eq!(bea.view.as_ref().unwrap()["open"]["removed"], json!([]));
    assert_eq!(bea.view.as_ref().unwrap()["counts"], json!([7, 7, 7, 7]));
}

#[tokio::test]
async fn no_seat_can_be_taken_out_of_euchre() {
    let house = House::open().await;
    let mut ann = house.room("euchre", "Ann", json!({})).await;
    let (code, detail) = ann
        .command(json!({ "options": { "settings": { "absent_seat": "remove" } } }))
        .await
        .expect_err("four seats are needed");
    assert_eq!((code.as_str(), &detail["field"]), ("bad_options", &json!("absent_seat")));
    let body =
        json!({ "host": { "name": "Ann" }, "game": "euchre", "settings": { "absent_seat": "remove" } });
    let (status, error) = house.post("/api/rooms", &body).await;
    assert_eq!(
        (status, &error["code"], &error["detail"]["field"]),
        (400, &json!("bad_options"), &json!("absent_seat"))
    );
}

#[tokio::test]
async fn a_returning_player_has_at_least_five_seconds_and_everybody_sees_it() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    let ann = lose(&mut clients, 0).await;
    house.advance(29);
    let ann = Client::rejoin(&house, &ann).await;
    assert_eq!(ann.remaining, Some(5_000));
    clients[0].until(|bea| bea.occupant(0)["online"] == true).await;
    assert_eq!(clients[0].remaining, Some(5_000), "the others see the same time");
    let before = clients[0].seq;
    house.advance(4);
    clients[0].settle().await;
    assert_eq!(clients[0].seq, before);
    house.advance(1);
    clients[0].at(before + 1).await;
    // A player who comes back early keeps what is left.
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    let ann = lose(&mut clients, 0).await;
    house.advance(10);
    assert_eq!(Client::rejoin(&house, &ann).await.remaining, Some(20_000));
}

#[tokio::test]
async fn a_returning_player_stops_the_bot_that_was_about_to_move() {
    let house = House::open().await;
    let settings = json!({ "handover_seconds": 31, "grace_seconds": 30 });
    let mut clients = eights(&house, &FOUR[..3], settings).await;
    until_turn(&mut clients, 1).await;
    let bea = lose(&mut clients, 1).await;
    let (room, _) = watched(&house).await;
    // Her turn: the grace ends at 30 s, after that it is Cal's; he draws, then Ann, and it is hers again.
    house.advance(30);
    let before = clients[0].seq;
    clients[0].at(before + 1).await;
    house.advance(1);
    clients[0].until(|ann| ann.occupant(1)["controller"] == "bot").await;
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;
    until_turn(&mut clients, 1).await;
    // The bot has planned its move and waits. Bea comes back, and then its time passes.
    let mut bea = Client::rejoin(&house, &bea).await;
    let seq = bea.seq;
    house.advance(4);
    bea.settle().await;
    assert_eq!((bea.seq, current(&bea)), (seq, 1), "nobody has moved for her");
    let cards = house.entries(room).await.len();
    bea.act(json!("draw")).await.unwrap();
    assert_eq!(house.entries(room).await.len(), cards + 1);
}

#[tokio::test]
async fn two_decisions_that_run_out_make_idle_and_any_action_ends_it() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    for round in 0..2 {
        until_turn(&mut clients, 0).await;
        assert_eq!(
            (clients[1].remaining, &clients[1].occupant(0)["idle"]),
            (Some(30_000), &json!(false)),
            "{round}"
        );
        let seq = clients[1].seq;
        house.advance(30);
        all_at(&mut clients, seq + 1).await;
    }
    assert_eq!(clients[1].occupant(0)["idle"], true);
    until_turn(&mut clients, 0).await;
    assert_eq!(clients[1].remaining, Some(2_000), "who is idle is acted for soon");
    let seq = clients[0].act(json!("draw")).await.unwrap();
    all_at(&mut clients, seq).await;
    assert_eq!(clients[1].occupant(0)["idle"], false);
    until_turn(&mut clients, 0).await;
    assert_eq!(clients[1].remaining, Some(30_000));
}

#[tokio::test]
async fn one_decision_in_time_restarts_the_count() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    for runs_out in [true, false, true] {
        until_turn(&mut clients, 0).await;
        let seq = clients[1].seq;
        if runs_out {
            house.advance(30);
            all_at(&mut clients, seq + 1).await;
        } else {
            let seq = clients[0].act(json!("draw")).await.unwrap();
            all_at(&mut clients, seq).await;
        }
    }
    assert_eq!(clients[1].occupant(0)["idle"], false);
}

#[tokio::test]
async fn the_host_hands_over_absent_and_idle_seats_only() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    assert_eq!(code(clients[0].command(json!({ "hand_over": { "seat": 1 } })).await), "not_available");
    assert_eq!(code(clients[1].command(json!({ "hand_over": { "seat": 2 } })).await), "not_host");
    assert_eq!(code(clients[0].command(json!({ "hand_over": { "seat": 7 } })).await), "not_available");
    let cal = lose(&mut clients, 2).await;
    clients[0].done(json!({ "hand_over": { "seat": 2 } })).await;
    assert_eq!(clients[0].occupant(2)["controller"], "bot");
    assert_eq!(
        code(clients[0].command(json!({ "hand_over": { "seat": 2 } })).await),
        "not_available",
        "once is enough"
    );
    assert_eq!(Client::rejoin(&house, &cal).await.occupant(2)["controller"], "human");
}

#[tokio::test]
async fn an_idle_player_whose_seat_was_handed_over_is_back_with_the_next_action() {
    let house = House::open().await;
    let mut clients = eights(&house, &FOUR[..3], json!({})).await;
    for _ in 0..2 {
        until_turn(&mut clients, 1).await;
        let seq = clients[0].seq;
        house.advance(30);
        all_at(&mut clients, seq + 1).await;
    }
    clients[0].done(json!({ "hand_over": { "seat": 1 } })).await;
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;
    assert_eq!((clients[1].occupant(1)["controller"].clone(), clients[1].seat()), (json!("bot"), 1));
    until_turn(&mut clients, 1).await;
    // A refused action changes nothing; an accepted one takes the seat back from the bot.
    let before = clients[1].seq;
    assert_eq!(code(clients[1].act(json!("pass")).await), "wrong_phase");
    assert_eq!(clients[1].seq, before);
    let seq = clients[1].act(json!("draw")).await.unwrap();
    all_at(&mut clients, seq).await;
    assert_eq!(clients[0].occupant(1)["controller"], "human");
    assert_eq!(clients[0].occupant(1)["idle"], false);
    assert_eq!(current(&clients[0]), 2, "it counted once");
}

/// What the bot calls that takes over from Bea with a pack in this order, and her cards before and after.
async fn taken_over(order: Vec<u16>) -> (Value, Value, Value) {
    let script: server::Script = Arc::new(move |counter, luck| match (counter, luck) {
        (0, kernel::Luck::Roll { .. }) => Some(kernel::Drawn::Roll(vec![3])),
        (1, kernel::Luck::Shuffle(24)) => Some(kernel::Drawn::Shuffle(order.clone())),
        _ => None,
    });
    let config = Config { pace: Pace::AtOnce, ..generous() };
    let house = House::built(Setup { script: Some(script), config, ..Setup::default() }).await;
    let mut clients = house.playing("euchre", &FOUR, json!({ "bid_seconds": 0 })).await;
    let held = clients[1].view.as_ref().unwrap()["hand"].clone();
    let (room, _) = watched(&house).await;
    let bea = lose(&mut clients, 1).await;
    house.advance(120);
    clients[0].until(|ann| ann.occupant(1)["controller"] == "bot").await;
    let seq = clients[0].act(json!("pass")).await.unwrap();
    clients[0].at(seq + 1).await;
    let called = house.entries(room).await.into_iter().rev().find_map(|entry| match entry.what {
        What::Played(Played { input: Input::Act(seat, action), .. }) if seat.0 == 1 => {
            Some(serde_json::from_str(action.get()).unwrap())
        }
        _ => None,
    });
    let bea = Client::rejoin(&house, &bea).await;
    assert_eq!(bea.occupant(1)["controller"], "human");
    (called.expect("the bot has called for Bea"), held, bea.view.unwrap()["hand"].clone())
}

#[tokio::test]
async fn u_69_a_bot_that_takes_over_knows_what_the_seat_knows_and_the_cards_stay() {
    let order: Vec<u16> = (0..24).collect();
    // Seat 3 deals, so Bea is dealt positions 1, 5, 9 …; 20 lies face up, 21 to 23 are the kitty.
    let mut kitty = order.clone();
    kitty.swap(21, 0);
    kitty.swap(22, 2);
    let mut hands = order.clone();
    hands.swap(0, 3);
    hands.swap(6, 8);
    let (called, held, returned) = taken_over(order).await;
    assert_eq!(held.as_array().map(Vec::len), Some(5));
    assert_eq!(returned, held, "Bea has the same cards when she is back");
    for order in [kitty, hands] {
        assert_eq!(taken_over(order).await, (called.clone(), held.clone(), held.clone()));
    }
}
