//! Spectators, and players who leave.

use crate::{lobby::seats, test_server::*};
use serde_json::json;
use server::log::What;

#[tokio::test]
async fn at_most_twenty_look_on() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let room = ann.code.clone();
    let mut watching = vec![];
    for number in 0..20 {
        watching.push(Client::watch(&house, &room, &format!("Z{number}")).await.unwrap());
    }
    assert_eq!(code(Client::watch(&house, &room, "Zoe").await.map(|_| ())), "room_full");
    ann.until(|ann| ann.room["spectators"].as_array().unwrap().len() == 20).await;
    drop(watching.pop());
    ann.until(|ann| ann.room["spectators"].as_array().unwrap().len() == 19).await;
    Client::watch(&house, &room, "Zoe").await.unwrap();
}

#[tokio::test]
async fn spectators_are_checked_like_players() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let room = ann.code.clone();
    let watch = async |room: &str, name: &str| code(Client::watch(&house, room, name).await.map(|_| ()));
    assert_eq!(watch("A1", "Zoe").await, "bad_code");
    assert_eq!(watch("QQQQ", "Zoe").await, "room_not_found");
    assert_eq!(watch(&room, "  ").await, "bad_name");
    let mut zoe = Client::watch(&house, &room.to_lowercase(), "Zoe").await.unwrap();
    for refused in
        [zoe.act(json!("draw")).await, zoe.ask(json!("draw")).await, zoe.command(json!("leave")).await]
    {
        assert_eq!(code(refused), "not_seated");
    }
    // Where spectators are not allowed any more, they are disconnected.
    ann.done(json!({ "options": { "settings": { "spectators": "off" } } })).await;
    zoe.until_closed().await;
    assert!(zoe.notices.pop_back().unwrap().get("closed").is_some());
    ann.until(|ann| ann.room["spectators"] == json!([])).await;
    assert_eq!(watch(&room, "Zoe").await, "not_available");
}

#[tokio::test]
async fn a_spectator_takes_a_seat_in_the_lobby() {
    let house = House::open().await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let zoe = Client::watch(&house, &ann.code, "Zoe").await.unwrap();
    let seated = house.join(&ann.code, "Zoe").await;
    assert_eq!((zoe.you, seated.seat()), (None, 1));
}

#[tokio::test]
async fn a_player_who_leaves_a_lobby_is_gone_and_answered_once() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    ann.until(|ann| seats(ann) == 2 && ann.occupant(1)["online"] == true).await;
    let before = bea.frames.len();
    bea.command(json!("leave")).await.unwrap();
    bea.until_closed().await;
    assert_eq!(bea.frames.len(), before + 1, "one answer and nothing else: {:?}", &bea.frames[before..]);
    ann.until(|ann| seats(ann) == 1).await;
    assert_eq!(code(Client::try_rejoin(&house, &bea.seated).await.map(|_| ())), "bad_token");
}

#[tokio::test]
async fn a_player_who_leaves_a_game_leaves_the_seat_to_a_bot() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &["Ann", "Bea", "Cal"], json!({})).await;
    clients[0].command(json!("leave")).await.unwrap();
    clients[0].until_closed().await;
    let gone = clients[0].seated.clone();
    let bea = &mut clients[1];
    bea.until(|bea| bea.occupant(0)["controller"] == "bot").await;
    assert_eq!((bea.room["host"].clone(), bea.seat()), (bea.seated["player_id"].clone(), 1));
    assert_eq!(code(Client::try_rejoin(&house, &gone).await.map(|_| ())), "bad_token", "the token is void");
}

#[tokio::test]
async fn the_last_person_to_leave_closes_the_room() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    let room = house.only_room().await;
    ann.command(json!("leave")).await.unwrap();
    ann.until_closed().await;
    let entries = house.entries(room).await;
    assert!(matches!(&entries.last().unwrap().what, What::Closed { reason } if reason == "abandoned"));
    assert_eq!(house.get(&format!("/api/rooms/{}", ann.code)).await.1["code"], "room_not_found");
}

#[tokio::test]
async fn the_host_closes_the_room_for_everybody() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &["Ann", "Bea", "Cal"], json!({})).await;
    let mut zoe = Client::watch(&house, &clients[0].code.clone(), "Zoe").await.unwrap();
    clients[0].command(json!("close")).await.unwrap();
    for client in clients.iter_mut().chain([&mut zoe]) {
        client.until_closed().await;
        let notice = client.notices.pop_back().unwrap();
        assert_eq!(notice["closed"]["reason"], "closed by the host");
    }
    assert_eq!(code(Client::try_rejoin(&house, &clients[1].seated).await.map(|_| ())), "room_not_found");
}

#[tokio::test]
async fn a_player_removed_by_the_host_spectates_if_that_is_allowed() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    let mut cal = house.join(&ann.code.clone(), "Cal").await;
    ann.done(json!({ "remove": { "seat": 1 } })).await;
    bea.until(|bea| bea.you.is_none()).await;
    assert_eq!((bea.you, &bea.room["spectators"]), (None, &json!(["Bea"])));
    assert_eq!(code(bea.command(json!("leave")).await), "not_seated");
    assert_eq!(code(Client::try_rejoin(&house, &bea.seated).await.map(|_| ())), "bad_token");
    ann.done(json!({ "options": { "settings": { "spectators": "off" } } })).await;
    ann.done(json!({ "remove": { "seat": 1 } })).await;
    cal.until_closed().await;
    assert!(cal.notices.pop_back().unwrap().get("closed").is_some());
}
