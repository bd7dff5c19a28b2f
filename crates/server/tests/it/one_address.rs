//! What one address may write and try, over all its tables.

use crate::test_server::*;
use serde_json::json;
use server::{Config, Pace};

#[tokio::test]
async fn four_hundred_wrong_tokens_keep_no_right_one_from_the_same_address_out() {
    let house = House::with(Config::default()).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let bea = house.join(&ann.code.clone(), "Bea").await;
    let mut wrong = ann.seated.clone();
    wrong["token"] = json!("0".repeat(32));
    let mut told = [0, 0];
    for _ in 0..400 {
        match code(Client::try_rejoin(&house, &wrong).await.map(|_| ())).as_str() {
            "bad_token" => told[0] += 1,
            "rate_limited" => told[1] += 1,
            other => panic!("{other}"),
        }
    }
    assert_eq!(told, [20, 380], "twenty guesses a minute are answered");
    // A seat that is connected already, one that was left, and one that nobody has connected yet.
    let seated = bea.seated.clone();
    drop(bea);
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
    Client::try_rejoin(&house, &seated).await.unwrap();
    let seated = ann.seated.clone();
    Client::try_rejoin(&house, &seated).await.unwrap();
    let body = json!({ "player": { "name": "Cal" }, "game": "eights" });
    let (_, seated) = house.post("/api/play-now", &body).await;
    Client::try_rejoin(&house, &seated).await.unwrap();
}

#[tokio::test]
async fn five_rooms_rejoined_in_a_loop_write_what_one_address_may() {
    // Each seat could come back without end: what its address may do is left.
    let house = House::with(Config { hello_burst: 100, hellos_per_minute: 60, ..generous() }).await;
    let mut seats = Vec::new();
    for room in 0..5 {
        let host = house.room("eights", "Ann", json!({ "max_players": 10 })).await;
        let mut here = vec![host.seated.clone()];
        for _ in 0..9 {
            let join = format!("/api/rooms/{}/join", host.code);
            here.push(house.post(&join, &json!({ "name": format!("B{room}") })).await.1);
        }
        // The host stays; the others come and go.
        seats.push((host, here.split_off(1)));
    }
    let entries = |house: &House| -> i64 {
        house.database().query_row("SELECT count(*) FROM entries", (), |row| row.get(0)).unwrap()
    };
    let before = entries(&house);
    let (mut let_in, mut refused) = (0, 0);
    for _ in 0..10 {
        for seat in seats.iter().flat_map(|(_, seats)| seats) {
            match Client::try_rejoin(&house, seat).await {
                Ok(_) => let_in += 1,
                Err((code, detail)) => {
                    assert_eq!((code.as_str(), &detail["seconds"]), ("rate_limited", &json!(1)));
                    refused += 1;
                }
            }
            house.until_connections(5).await;
        }
    }
    // A return and a loss are an entry each. Seats that nobody saw leave are let in for nothing.
    let written = entries(&house) - before;
    assert!(let_in > 100 && refused > 100, "{let_in} let in, {refused} refused");
    assert!(written <= 2 * 100, "{written} entries for {let_in} returns");
    // A minute later there are sixty more, for anybody on the address.
    house.advance(60);
    Client::try_rejoin(&house, &seats[0].1[0]).await.unwrap();
}

#[tokio::test]
async fn changes_of_all_tables_of_an_address_are_limited_together() {
    let usual = Config::default();
    let (burst, per_minute) = (usual.address_change_burst, usual.address_changes_per_minute);
    let config = Config { address_change_burst: burst, address_changes_per_minute: per_minute, ..generous() };
    let house = House::with(config).await;
    let mut hosts = Vec::new();
    for _ in 0..5 {
        hosts.push(house.room("eights", "Ann", json!({})).await);
    }
    let change = |n: u64| json!({ "options": { "options": { "turn_seconds": 10 + n % 50 } } });
    for n in 0..600 {
        hosts[n as usize % 5].command(change(n)).await.unwrap();
    }
    for host in &mut hosts {
        let (code, detail) = host.command(change(7)).await.unwrap_err();
        assert_eq!((code.as_str(), &detail["seconds"]), ("rate_limited", &json!(1)));
    }
    house.advance(1);
    hosts[0].command(change(8)).await.unwrap();
}

#[tokio::test]
async fn moves_of_an_address_are_limited_over_all_its_tables() {
    let config = Config { write_burst: 20, writes_per_minute: 60, ..generous() };
    let house = House::with(config).await;
    let options = json!({ "first_seat": "host", "tier": "base", "min_players": 2 });
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(house.playing("eights", &["Ann", "Bea"], options.clone()).await);
    }
    let mut moves = 0;
    let refused = loop {
        let table = &mut tables[moves % 3];
        let actor = table.iter().position(|client| !client.legal.is_empty()).unwrap();
        let action = table[actor].legal[0].clone();
        match table[actor].act(action).await {
            Ok(seq) => all_at(table, seq).await,
            Err(refused) => break refused,
        }
        moves += 1;
    };
    assert_eq!((refused.0.as_str(), &refused.1["seconds"]), ("rate_limited", &json!(1)));
    assert!(moves <= 17, "{moves} moves after three starts");
    // A refused message is not lost: a second later it goes through.
    house.advance(1);
    let table = &mut tables[moves % 3];
    let actor = table.iter().position(|client| !client.legal.is_empty()).unwrap();
    let action = table[actor].legal[0].clone();
    table[actor].act(action).await.unwrap();
}

#[tokio::test]
async fn a_wish_for_a_rematch_is_one_entry_however_often_it_is_sent() {
    let house = House::with(Config { pace: Pace::AtOnce, ..generous() }).await;
    let options = json!({ "hand_size": 3, "min_players": 2 });
    let mut clients = house.playing("eights", &["Ann", "Bea"], options).await;
    play_out(&house, &mut clients, &mut Dice::new(3)).await;
    let room = house.only_room().await;
    let before = house.entries(room).await.len();
    for _ in 0..100 {
        clients[1].command(json!("rematch")).await.unwrap();
    }
    assert_eq!(house.entries(room).await.len(), before + 1);
    clients[0].until(|ann| ann.occupant(1)["rematch"] == true).await;
    clients[0].command(json!("start")).await.unwrap();
    clients[1].until(|bea| bea.state() == "playing").await;
}
