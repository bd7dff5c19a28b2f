//! Whole games of everything in the catalog, by scripted clients: to the end, the archive and the rematch.

use crate::test_server::*;
use catalog::Entry;
use serde_json::{Value, json};
use server::{Config, Pace, log::What};

const NAMES: [&str; 6] = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay"];

/// Options with which a game does not take all day.
fn short(game: &Entry) -> Value {
    match game.name {
        "euchre" => json!({ "target": 5 }),
        "roost" => json!({ "length": "short" }),
        _ => json!({}),
    }
}

async fn table(house: &House, game: &Entry) -> Vec<Client> {
    house.playing(game.name, &NAMES[..usize::from(game.default_seats)], short(game)).await
}

/// The winners, as the outcome on the table says.
fn winners(outcome: &Value) -> Vec<u64> {
    outcome["places"].as_array().unwrap().iter().map(|place| u64::from(place == 1)).collect()
}

#[tokio::test]
async fn every_game_is_played_by_people_to_its_end_and_archived() {
    for game in catalog::ALL {
        let house = House::open().await;
        let mut clients = table(&house, game).await;
        let watcher = Client::watch(&house, &clients[0].code.clone(), "Zoe").await.unwrap();
        clients.push(watcher);
        let moves = play_out(&house, &mut clients, &mut Dice::new(11)).await;
        clients.pop();

        let outcome = clients[0].room["outcome"].clone();
        assert!(winners(&outcome).contains(&1), "somebody has won: {outcome}");
        for client in &clients {
            assert_eq!(client.room["outcome"], outcome, "everybody is shown the same result");
            let wins: Vec<u64> =
                (0..clients.len()).map(|s| client.occupant(s)["wins"].as_u64().unwrap()).collect();
            assert_eq!(wins, winners(&outcome));
            assert_eq!(client.legal, Vec::<Value>::new(), "nothing can be done any more");
        }

        let games = house.log.games(10, None).await.unwrap();
        assert_eq!(games.len(), 1);
        let row = &games[0].row;
        assert_eq!((row.number, row.game.as_str(), &row.outcome), (1, game.name, &outcome));
        let names: Vec<&str> =
            row.players.as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
        assert_eq!(names, NAMES[..clients.len()]);
        let entries = house.entries(games[0].room).await;
        let of_the_game = &entries[row.first as usize..=row.last as usize];
        assert!(matches!(of_the_game.first().unwrap().what, What::Started { .. }));
        assert!(of_the_game.iter().filter(|entry| matches!(entry.what, What::Played(_))).count() == moves);
        assert_eq!(entries.len() as u64, row.last + 1, "it ended with its last entry");
    }
}

#[tokio::test]
async fn those_who_come_back_learn_what_happened_before() {
    for game in catalog::ALL {
        let house = House::open().await;
        let mut stayed = table(&house, game).await;
        stayed.push(Client::watch(&house, &stayed[0].code.clone(), "Zoe").await.unwrap());
        play_out(&house, &mut stayed, &mut Dice::new(5)).await;
        let watches = stayed.pop().unwrap();
        for client in stayed {
            let back = Client::rejoin(&house, &client.seated).await;
            assert!(back.events.len() > 10, "{}: {} events", game.name, back.events.len());
            assert!(client.events.ends_with(&back.events), "{}: other events than before", game.name);
        }
        let late = Client::watch(&house, &watches.code, "Yan").await.unwrap();
        assert!(late.events.len() > 10, "{}: {} events", game.name, late.events.len());
        assert!(
            watches.events.ends_with(&late.events),
            "{}: a spectator learns what spectators do",
            game.name
        );
    }
}

#[tokio::test]
async fn every_game_is_played_with_bots_to_its_end() {
    for game in catalog::ALL {
        let house = House::with(Config { pace: Pace::AtOnce, ..generous() }).await;
        let (status, seated) =
            house.post("/api/play-now", &json!({ "player": { "name": "Ann" }, "game": game.name })).await;
        assert_eq!(status, 200, "{seated}");
        let mut ann = Client::rejoin(&house, &seated).await;
        let mut dice = Dice::new(5);
        loop {
            ann.settle().await;
            if ann.state() == "finished" {
                break;
            }
            if ann.legal.is_empty() {
                // Bots act at once; what nobody can do anything about ends with time.
                house.advance(1);
                tokio::task::yield_now().await;
                continue;
            }
            let (action, before) = (dice.pick(&ann.legal).clone(), ann.seq);
            match ann.act(action).await {
                Ok(seq) => ann.at(seq).await,
                // In a race a bot may have been faster.
                Err(refusal) => {
                    ann.settle().await;
                    assert!(ann.seq > before, "{refusal:?}");
                }
            }
        }
        let (room, entries) = (house.only_room().await, NAMES[0]);
        let acted = house.entries(room).await;
        let by_bots =
            acted.iter().filter(|entry| entry.by.is_none() && matches!(entry.what, What::Played(_)));
        assert!(by_bots.count() > 3, "{entries} has not played alone");
        assert_eq!(house.log.games(10, None).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn bots_take_their_time_and_the_clock_gives_it_to_them() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({ "turn_seconds": 0 })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    let mut dice = Dice::new(3);
    let mut paused = 0;
    for _ in 0..20 {
        if ann.state() == "finished" {
            break;
        }
        if !ann.legal.is_empty() {
            let action = dice.pick(&ann.legal).clone();
            let seq = ann.act(action).await.unwrap();
            ann.at(seq).await;
            continue;
        }
        // A bot is to move. On its level it waits at least 1.2 s and never longer than 3.
        let before = ann.seq;
        house.clock.advance(std::time::Duration::from_millis(1_199));
        ann.settle().await;
        assert_eq!(ann.seq, before, "a bot does not snap");
        house.clock.advance(std::time::Duration::from_millis(1_801));
        ann.until(|ann| ann.seq > before).await;
        paused += 1;
    }
    assert!(paused > 3);
}

#[tokio::test]
async fn a_rematch_is_played_by_those_who_agreed_and_remembers_nothing_but_wins() {
    let house = House::open().await;
    let game = catalog::find("eights").unwrap();
    let mut clients = table(&house, game).await;
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    let outcome = clients[0].room["outcome"].clone();
    let wins = winners(&outcome);
    let old_first = outcome["next_first"].as_u64().unwrap() as usize;
    let room = house.only_room().await;

    // Bea does not answer; the others agree, the host by starting.
    assert_eq!(code(clients[2].command(json!("start")).await), "not_host");
    clients[2].done(json!("rematch")).await;
    clients[3].done(json!("rematch")).await;
    let seq = clients[3].seq;
    all_at(&mut clients, seq).await;
    let asked: Vec<bool> = (0..4).map(|s| clients[0].occupant(s)["rematch"].as_bool().unwrap()).collect();
    assert_eq!(asked, [false, false, true, true]);
    clients[0].done(json!("start")).await;
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;

    let ann = &clients[0];
    assert_eq!(ann.state(), "playing");
    let names: Vec<&str> =
        ann.room["seats"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ann", "Cal", "Dot"]);
    let kept: Vec<u64> = (0..3).map(|seat| ann.occupant(seat)["wins"].as_u64().unwrap()).collect();
    assert_eq!(kept, [wins[0], wins[2], wins[3]], "wins go with their people");
    assert!((0..3).all(|seat| ann.occupant(seat)["rematch"] == false));
    assert_eq!((&ann.room["outcome"], &ann.room["games"]), (&Value::Null, &json!(2)));
    let view = ann.view.as_ref().unwrap();
    assert_eq!((&view["open"]["turn"], &view["open"]["round"]), (&json!(1), &json!(1)));
    assert_eq!(view["counts"], json!([7, 7, 7]));
    // The seat that was to begin begins, or else the next one after it that is still taken.
    let expected = match old_first {
        0 => 0,
        1 | 2 => 1,
        _ => 2,
    };
    assert_eq!(view["open"]["first"], json!(expected));

    // Bea spectates now, and sees no hand.
    let bea = &clients[1];
    assert_eq!((bea.you, bea.state()), (None, "playing"));
    assert!(bea.view.as_ref().unwrap()["hands"].as_array().unwrap().iter().all(Value::is_null));
    assert_eq!(bea.room["spectators"], json!(["Bea"]));

    let secrets: Vec<kernel::Hex32> = house
        .entries(room)
        .await
        .iter()
        .filter_map(|entry| match &entry.what {
            What::Started { deal, .. } => Some(deal.as_ref().unwrap().secret),
            _ => None,
        })
        .collect();
    assert_eq!(secrets.len(), 2);
    assert_ne!(secrets[0], secrets[1], "a new random secret");

    // And it goes on to its end.
    let bea = clients.remove(1);
    drop(bea);
    play_out(&house, &mut clients, &mut Dice::new(9)).await;
    assert_eq!(house.log.games(10, None).await.unwrap().len(), 2);
}

#[tokio::test]
async fn bots_stay_for_the_rematch() {
    let house = House::with(Config { pace: Pace::AtOnce, ..generous() }).await;
    let mut ann = finished_against_bots(&house).await;
    ann.done(json!("start")).await;
    assert_eq!((ann.state(), ann.room["seats"].as_array().unwrap().len()), ("playing", 3));
}

/// A game of Eights against two bots that is over.
async fn finished_against_bots(house: &House) -> Client {
    let mut ann = house.room("eights", "Ann", json!({ "hand_size": 3, "tier": "base" })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    let mut dice = Dice::new(1);
    loop {
        ann.until(|ann| !ann.legal.is_empty() || ann.state() == "finished").await;
        if ann.state() == "finished" {
            return ann;
        }
        let action = dice.pick(&ann.legal).clone();
        let seq = ann.act(action).await.unwrap();
        ann.at(seq).await;
    }
}

#[tokio::test]
async fn too_few_who_agree_make_no_rematch() {
    let house = House::open().await;
    let mut clients = table(&house, catalog::find("eights").unwrap()).await;
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    let before = clients[0].room.clone();
    assert_eq!(code(clients[0].command(json!("start")).await), "too_few_players");
    clients[0].settle().await;
    assert_eq!(clients[0].room, before, "nobody has lost a seat by it");
}

#[tokio::test]
async fn a_player_who_leaves_a_finished_game_does_not_move_the_others_on_the_result() {
    let house = House::open().await;
    let mut clients = table(&house, catalog::find("eights").unwrap()).await;
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    let mut dot = clients.remove(3);
    let (view, wins) = (dot.view.clone().unwrap(), dot.occupant(3)["wins"].clone());
    clients[0].command(json!("leave")).await.unwrap();
    dot.until(|dot| dot.occupant(0)["controller"] == "none").await;
    assert_eq!((dot.seat(), dot.room["seats"].as_array().unwrap().len()), (3, 4));
    assert_eq!(dot.occupant(3)["wins"], wins);
    assert_eq!(dot.room["host"], clients[1].seated["player_id"], "Bea is host now");
    // The view is still that of the player's seat.
    let dot = Client::rejoin(&house, &dot.seated.clone()).await;
    assert_eq!(dot.view, Some(view));

    // A lobby closes up the seats.
    clients[1].done(json!("reopen")).await;
    let names: Vec<&str> = clients[1].room["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert_eq!((names, clients[1].seat()), (vec!["Bea", "Cal", "Dot"], 0));
}

#[tokio::test]
async fn a_room_reopened_is_a_lobby_again() {
    let house = House::open().await;
    let mut clients = table(&house, catalog::find("eights").unwrap()).await;
    assert_eq!(code(clients[0].command(json!("reopen")).await), "already_started");
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    clients[1].done(json!("rematch")).await;
    assert_eq!(code(clients[1].command(json!("reopen")).await), "not_host");
    clients[0].done(json!("reopen")).await;
    let seq = clients[0].seq;
    all_at(&mut clients, seq).await;
    let ann = &mut clients[0];
    assert_eq!((ann.state(), &ann.room["outcome"]), ("lobby", &Value::Null));
    assert!((0..4).all(|seat| ann.occupant(seat)["rematch"] == false));
    assert_eq!(code(ann.act(json!("draw")).await), "not_started");
    // Newcomers may sit down, options may change, and a fresh look shows no cards.
    let fay = house.join(&ann.code.clone(), "Fay").await;
    assert_eq!((fay.seat(), fay.view.as_ref()), (4, None));
    ann.done(json!({ "options": { "options": { "hand_size": 5 } } })).await;
    ann.done(json!("start")).await;
    assert_eq!(ann.view.as_ref().unwrap()["counts"], json!([5, 5, 5, 5, 5]));
}

#[tokio::test]
async fn a_finished_game_is_still_there_after_a_restart() {
    let house = House::open().await;
    let mut clients = table(&house, catalog::find("eights").unwrap()).await;
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    let (seated, outcome, view) =
        (clients[2].seated.clone(), clients[2].room["outcome"].clone(), clients[2].view.clone());
    drop(clients);
    let house = house.restart().await;
    let cal = Client::rejoin(&house, &seated).await;
    assert_eq!((cal.state(), &cal.room["outcome"], &cal.view), ("finished", &outcome, &view));
}
