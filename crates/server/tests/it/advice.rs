//! Hints for people, and the reasons of those who have acted.

use crate::test_server::{Client, House, Refused, Setup, code};
use kernel::Input;
use serde_json::{Value, json};
use server::log::{Entry, Played, What};
use std::{collections::HashMap, sync::Arc};

/// Asks for advice or reasons, and returns what was noted.
async fn note(client: &mut Client, what: (&str, Value)) -> Result<Value, Refused> {
    let message = json!({ "id": format!("n{}", client.frames.len()), "version": client.seq, what.0: what.1 });
    client.exact(&message).await?;
    let is_it = |frame: &&String| frame.contains("\"ok\"") && frame.contains("\"note\"");
    let answer = client.frames.iter().rev().find(is_it).expect("the answer has a note");
    let answer: Value = serde_json::from_str(answer).unwrap();
    assert_eq!(answer["ok"]["id"], message["id"]);
    Ok(answer["ok"]["note"].clone())
}
async fn hint(client: &mut Client, what: &str) -> Result<Value, Refused> {
    note(client, ("hint", json!(what))).await
}
async fn why(client: &mut Client, version: u64) -> Result<Value, Refused> {
    note(client, ("why", json!(version))).await
}

/// Ann and bots on the other seats, once it is Ann's turn.
async fn against_bots(house: &House, game: &str, seats: u8, options: Value) -> Client {
    let mut ann = house.room(game, "Ann", options).await;
    ann.done(json!({ "fill": { "seats": seats } })).await;
    ann.done(json!("start")).await;
    ann.until(|client| client.view.is_some()).await;
    anns_turn(house, &mut ann).await;
    ann
}
async fn anns_turn(house: &House, ann: &mut Client) {
    while ann.legal.is_empty() && ann.state() == "playing" {
        let seq = ann.seq;
        house.advance(3);
        ann.at(seq + 1).await;
    }
}

#[tokio::test]
async fn a_person_is_advised_to_do_something_legal_in_every_game() {
    for game in catalog::ALL {
        let house = House::open().await;
        let mut ann = against_bots(&house, game.name, 4, json!({})).await;
        assert_eq!(ann.room["hints"], true, "one person among bots practises");
        let before = house.entries(house.only_room().await).await.len();
        let advice = hint(&mut ann, "move").await.unwrap();
        assert!(ann.legal.contains(&advice["action"]), "{}: {advice}", game.name);
        assert!(advice["reasons"]["method"].is_string(), "{advice}");
        let counted = hint(&mut ann, "count").await.unwrap();
        assert!(counted.get("knowledge").is_some(), "{counted}");
        assert_eq!(house.entries(house.only_room().await).await.len(), before, "asking leaves no trace");
    }
}

#[tokio::test]
async fn hints_are_refused_where_the_table_gives_none() {
    for (hints, people, given) in
        [("on", 2, true), ("practice", 2, false), ("practice", 1, true), ("off", 1, false)]
    {
        let house = House::open().await;
        let mut ann = house.room("euchre", "Ann", json!({})).await;
        ann.done(json!({ "options": { "settings": { "hints": hints } } })).await;
        assert_eq!(code(hint(&mut ann, "count").await), "not_started");
        let code_of_room = ann.code.clone();
        let mut bea = match people {
            2 => Some(house.join(&code_of_room, "Bea").await),
            _ => None,
        };
        ann.done(json!({ "fill": { "seats": 4 } })).await;
        ann.done(json!("start")).await;
        let counted = hint(&mut ann, "count").await;
        assert_eq!(ann.room["hints"], given);
        match given {
            true => assert_eq!(counted.unwrap()["knowledge"]["seen"], 6, "five cards and the up-card"),
            false => {
                assert_eq!(code(counted), "not_available");
                assert_eq!(code(hint(&mut ann, "move").await), "not_available");
            }
        }
        if let Some(bea) = &mut bea {
            bea.until(|client| client.view.is_some()).await;
            assert_eq!(hint(bea, "count").await.is_ok(), given);
        }
        let mut looker = Client::watch(&house, &code_of_room, "Lu").await.unwrap();
        assert_eq!(code(hint(&mut looker, "count").await), "not_seated");
        assert_eq!(code(why(&mut looker, 1).await), "not_seated");
    }
}

#[tokio::test]
async fn a_host_turns_hints_on_for_several_people_in_every_game() {
    for game in catalog::ALL {
        let house = House::open().await;
        let mut ann = house.room(game.name, "Ann", json!({})).await;
        assert_eq!((&ann.room["settings"]["hints"], &ann.room["hints"]), (&json!("practice"), &json!(true)));
        let mut bea = house.join(&ann.code.clone(), "Bea").await;
        ann.until(|client| client.room["seats"].as_array().is_some_and(|seats| seats.len() == 2)).await;
        assert_eq!(ann.room["hints"], false, "the room says that they are off now");
        let on = json!({ "options": { "settings": { "hints": "on" } } });
        assert_eq!(code(bea.command(on.clone()).await), "not_host");
        ann.done(on).await;
        bea.until(|client| client.room["hints"] == true).await;
        ann.done(json!({ "fill": { "seats": game.default_seats } })).await;
        ann.done(json!("start")).await;
        for client in [&mut ann, &mut bea] {
            client.until(|client| client.view.is_some()).await;
            assert!(hint(client, "count").await.unwrap().get("knowledge").is_some(), "{}", game.name);
        }
        let locked = ann.command(json!({ "options": { "settings": { "hints": "off" } } })).await;
        assert_eq!(code(locked), "already_started");
    }
}

#[tokio::test]
async fn a_seat_that_is_not_to_act_gets_no_advice() {
    let house = House::open().await;
    let mut people = vec![house.room("euchre", "Ann", json!({})).await];
    people[0].done(json!({ "options": { "settings": { "hints": "on" } } })).await;
    let code_of_room = people[0].code.clone();
    for name in ["Bea", "Cem", "Dan"] {
        people.push(house.join(&code_of_room, name).await);
    }
    people[0].command(json!("start")).await.unwrap();
    for client in &mut people {
        client.until(|client| client.view.is_some()).await;
    }
    let waiting = people.iter().position(|client| client.legal.is_empty()).unwrap();
    assert_eq!(code(hint(&mut people[waiting], "move").await), "not_available");
    let counted = hint(&mut people[waiting], "count").await.unwrap();
    let whose: Vec<_> =
        counted["knowledge"]["places"].as_array().unwrap().iter().map(|p| p["name"].clone()).collect();
    assert!(!whose.contains(&json!(format!("seat {waiting}"))), "the own cards are not hidden: {whose:?}");
}

/// The hints that Ann gets with a pack in this order.
async fn panel(order: Vec<u16>) -> (Value, Vec<Value>, String) {
    let script: server::Script = Arc::new(move |counter, luck| match (counter, luck) {
        (0, kernel::Luck::Roll { .. }) => Some(kernel::Drawn::Roll(vec![3])),
        (1, kernel::Luck::Shuffle(24)) => Some(kernel::Drawn::Shuffle(order.clone())),
        _ => None,
    });
    let house = House::built(Setup { script: Some(script), ..Setup::default() }).await;
    let mut ann = against_bots(&house, "euchre", 4, json!({})).await;
    let counted = hint(&mut ann, "count").await.unwrap();
    hint(&mut ann, "move").await.unwrap();
    let advice = ann.frames.last().unwrap().clone();
    (counted, ann.view.unwrap()["hand"].as_array().unwrap().clone(), advice)
}

#[tokio::test]
async fn u_65_hidden_cards_exchanged_leave_the_panel_and_the_advice_as_they_are() {
    let order: Vec<u16> = (0..24).collect();
    // Seat 3 deals, so Ann is dealt positions 0, 4, 8 … and speaks first; 21 to 23 are the kitty.
    let mut other = order.clone();
    other.swap(21, 1);
    other.swap(22, 2);
    let mut third = order.clone();
    third.swap(1, 3);
    let (panel_of, hand, advice) = panel(order).await;
    for order in [other, third] {
        let (counted, held, said) = panel(order).await;
        assert_eq!(held, hand, "the exchange is none of Ann's own cards");
        assert_eq!(counted, panel_of);
        assert_eq!(said, advice, "byte for byte");
    }
}

/// The versions that actions led to, with who acted and what was done.
fn actions(entries: &[Entry]) -> Vec<(u64, u8, Value)> {
    let mut actions = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if let What::Played(Played { input: Input::Act(seat, action), .. }) = &entry.what {
            actions.push((index as u64 + 1, seat.0, serde_json::from_str(action.get()).unwrap()));
        }
    }
    actions
}

#[tokio::test]
async fn once_the_cards_are_revealed_bots_say_why_and_would_do_the_same_again() {
    // A bot of Roost takes more thought: one of them, a short game, and every seventh of its actions is asked about.
    let short = json!({ "length": "short" });
    for (game, seats, options, every) in
        [("euchre", 4, json!({}), 1), ("eights", 4, json!({ "match": "points" }), 1), ("roost", 2, short, 7)]
    {
        let mut house = House::open().await;
        let mut ann = against_bots(&house, game, seats, options).await;
        let room = house.only_room().await;
        let lies_open = |client: &Client| {
            let open = &client.view.as_ref().unwrap()["open"];
            open["phase"] == "deal_over" || open["phase"] == "round_over" || open["ending"].is_object()
        };
        let mut asked_early = 0;
        while !lies_open(&ann) {
            for (version, _, _) in actions(&house.entries(room).await).into_iter().rev().take(2) {
                assert_eq!(code(why(&mut ann, version).await), "not_available");
                asked_early += 1;
            }
            let action = ann.legal[ann.legal.len() / 2].clone();
            let seq = ann.act(action).await.unwrap();
            ann.at(seq).await;
            while ann.legal.is_empty() && !lies_open(&ann) {
                let seq = ann.seq;
                house.advance(3);
                ann.at(seq + 1).await;
            }
        }
        assert!(asked_early > 2);
        let played: Vec<_> = actions(&house.entries(room).await).into_iter().step_by(every).collect();
        let mut by_seat: HashMap<u8, u32> = HashMap::new();
        let mut told = Vec::new();
        for (version, seat, did) in &played {
            let why = why(&mut ann, *version).await.unwrap();
            assert_eq!(why["seat"], *seat);
            assert_eq!(why["did"], *did);
            if *seat != 0 {
                assert_eq!(why["level"], "medium");
                if why["reasons"]["stopped_early"] == false {
                    assert_eq!(why["action"], *did, "{game}: the same seed, view and level: {why}");
                }
            }
            *by_seat.entry(*seat).or_default() += 1;
            told.push(why);
        }
        assert_eq!(by_seat.len(), usize::from(seats), "everybody acted: {by_seat:?}");
        assert_eq!(code(why(&mut ann, 1).await), "not_available", "nobody acted there");
        assert_eq!(code(why(&mut ann, u64::MAX).await), "not_available");

        let seated = ann.seated.clone();
        house = house.restart().await;
        let mut ann = Client::rejoin(&house, &seated).await;
        for ((version, _, _), told) in played.iter().zip(&told) {
            let again = why(&mut ann, *version).await.unwrap();
            // A bot that ran out of time has thought as long as the machine let it.
            if told["reasons"]["stopped_early"] == false && again["reasons"]["stopped_early"] == false {
                assert_eq!(again, *told, "and after a restart");
            }
        }
    }
}

#[tokio::test]
async fn the_knowledge_of_another_person_stays_private() {
    let house = House::open().await;
    let mut people = house.playing("eights", &["Ann", "Bea", "Cem"], json!({ "match": "points" })).await;
    let mut dice = crate::test_server::Dice::new(5);
    // Whether or not the round decides the match.
    while people[0].view.as_ref().unwrap()["open"]["phase"] != "round_over" && people[0].state() == "playing"
    {
        let actor = people.iter().position(|client| !client.legal.is_empty()).unwrap();
        let action = dice.pick(&people[actor].legal).clone();
        let seq = people[actor].act(action).await.unwrap();
        crate::test_server::all_at(&mut people, seq).await;
    }
    let entries = house.entries(house.only_room().await).await;
    for (version, seat, did) in actions(&entries) {
        for client in &mut people {
            let answer = why(client, version).await;
            match client.seat() == usize::from(seat) {
                true => assert_eq!(answer.unwrap()["did"], did),
                false => assert_eq!(code(answer), "not_available"),
            }
        }
    }
}
