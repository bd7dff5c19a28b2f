//! Before a game: who gets in, who sits where, what is to be played, and how it starts.

use crate::test_server::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::{Config, log::RoomLog};

/// The names on the seats, in order.
pub(crate) fn names(client: &Client) -> Vec<&str> {
    client.room["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect()
}

pub(crate) fn seats(client: &Client) -> usize {
    client.room["seats"].as_array().unwrap().len()
}

/// The code of a refusal and the field it names.
fn blamed(outcome: Result<u64, Refused>) -> (String, Value) {
    let (code, detail) = outcome.expect_err("this should be refused");
    (code, detail["field"].clone())
}

#[tokio::test]
async fn options_are_set_by_preset_and_one_by_one() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    assert_eq!((&ann.room["options"]["tier"], &ann.room["preset"]), (&json!("insane"), &Value::Null));
    ann.done(json!({ "options": { "options": { "hand_size": 5 } } })).await;
    ann.done(json!({ "options": { "options": { "turn_seconds": 60 } } })).await;
    assert_eq!(
        (&ann.room["options"]["hand_size"], &ann.room["options"]["turn_seconds"]),
        (&json!(5), &json!(60))
    );
    // A preset replaces what was chosen before.
    ann.done(json!({ "options": { "preset": "chaos", "options": { "skip_count": 3 } } })).await;
    assert_eq!((&ann.room["preset"], &ann.room["options"]["tier"]), (&json!("chaos"), &json!("chaos")));
    assert_eq!(
        (&ann.room["options"]["hand_size"], &ann.room["options"]["skip_count"]),
        (&json!(7), &json!(3))
    );
    // Settings stay where they are if they are not mentioned.
    ann.done(json!({ "options": { "settings": { "grace_seconds": 20 } } })).await;
    ann.done(json!({ "options": { "options": { "skip_count": 4 } } })).await;
    assert_eq!(
        (&ann.room["settings"]["grace_seconds"], &ann.room["options"]["skip_count"]),
        (&json!(20), &json!(4))
    );
}

#[tokio::test]
async fn options_that_do_not_go_are_refused_with_the_field() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let before = ann.room.clone();
    for (options, field) in [
        (json!({ "options": { "hand_size": 11 } }), "hand_size"),
        (json!({ "options": { "hand_size": "many" } }), "hand_size"),
        (json!({ "options": { "hand_sice": 7 } }), "hand_sice"),
        (json!({ "options": { "turn_seconds": 9 } }), "turn_seconds"),
        (json!({ "options": { "min_players": 3, "max_players": 2 } }), "max_players"),
        (json!({ "settings": { "grace_seconds": 9 } }), "grace_seconds"),
        (json!({ "settings": { "grace_seconds": 121 } }), "grace_seconds"),
        (json!({ "settings": { "handover_seconds": 601 } }), "handover_seconds"),
        (json!({ "settings": { "grace_seconds": 60, "handover_seconds": 60 } }), "handover_seconds"),
    ] {
        let refused = blamed(ann.command(json!({ "options": options })).await);
        assert_eq!(refused, ("bad_options".into(), json!(field)), "{options}");
    }
    for unreadable in [
        json!({ "settings": { "listed": "maybe" } }),
        json!({ "settings": { "colour": "red" } }),
        json!({ "settings": { "grace_seconds": -1 } }),
        json!({ "optoins": {} }),
    ] {
        assert_eq!(code(ann.command(json!({ "options": unreadable })).await), "bad_message", "{unreadable}");
    }
    let unknown = ann.command(json!({ "options": { "preset": "nonsense" } })).await;
    assert!(["bad_options", "unknown_preset"].contains(&code(unknown).as_str()));
    ann.settle().await;
    assert_eq!(ann.room, before);
}

#[tokio::test]
async fn a_room_that_cannot_be_is_not_opened() {
    let house = House::open().await;
    let host = json!({ "name": "Ann" });
    for (body, expected) in [
        (json!({ "host": { "name": "" }, "game": "eights" }), "bad_name"),
        (json!({ "host": { "name": "Ann", "avatar": "x" }, "game": "eights" }), "bad_avatar"),
        (json!({ "host": host, "game": "eights", "options": { "hand_size": 99 } }), "bad_options"),
        (json!({ "host": host, "game": "eights", "settings": { "grace_seconds": 1 } }), "bad_options"),
        (json!({ "host": host }), "bad_message"),
        (json!({ "host": host, "game": "eights", "extra": 1 }), "bad_message"),
    ] {
        let (status, error) = house.post("/api/rooms", &body).await;
        assert_eq!((status, &error["code"]), (400, &json!(expected)), "{body}");
    }
    assert_eq!(house.log.open_rooms().await.unwrap(), vec![]);
}

#[tokio::test]
async fn bots_are_added_filled_in_levelled_and_removed() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    ann.done(json!({ "options": { "settings": { "bot_level": "hard" } } })).await;
    ann.done(json!({ "add_bot": {} })).await;
    ann.done(json!({ "add_bot": { "level": "easy" } })).await;
    assert_eq!((&ann.occupant(1)["level"], &ann.occupant(2)["level"]), (&json!("hard"), &json!("easy")));
    assert_eq!(
        (&ann.occupant(1)["controller"], &ann.occupant(1)["player_id"]),
        (&json!("bot"), &Value::Null)
    );
    ann.done(json!({ "bot_level": { "seat": 2, "level": "expert" } })).await;
    assert_eq!(ann.occupant(2)["level"], "expert");
    assert_eq!(
        code(ann.command(json!({ "bot_level": { "seat": 0, "level": "easy" } })).await),
        "not_available"
    );
    ann.done(json!({ "remove": { "seat": 1 } })).await;
    assert_eq!((seats(&ann), &ann.occupant(1)["level"]), (2, &json!("expert")));
    ann.done(json!({ "fill": { "seats": 6 } })).await;
    assert_eq!(seats(&ann), 6);
    let mut different = names(&ann);
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 6, "every bot has a name of its own");
    assert_eq!(code(ann.command(json!({ "add_bot": {} })).await), "room_full");
    assert_eq!(code(ann.command(json!({ "fill": { "seats": 7 } })).await), "room_full");
    assert_eq!(seats(&ann), 6);
    // Nothing to fill is not a mistake, and has no second effect either.
    let message = json!({ "id": "again", "version": ann.seq, "room": { "fill": { "seats": 3 } } });
    assert_eq!(ann.exact(&message).await.unwrap(), ann.exact(&message).await.unwrap());
    let other = json!({ "id": "again", "version": ann.seq, "room": { "fill": { "seats": 2 } } });
    assert_eq!(code(ann.exact(&other).await), "id_reused");
    assert_eq!(code(ann.command(json!({ "remove": { "seat": 0 } })).await), "not_available", "not the host");
    assert_eq!(code(ann.command(json!({ "remove": { "seat": 9 } })).await), "not_available");
}

#[tokio::test]
async fn seats_are_reordered_by_the_host() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    let _cal = house.join(&ann.code.clone(), "Cal").await;
    ann.done(json!({ "move": { "from": 0, "to": 2 } })).await;
    assert_eq!((names(&ann), ann.seat()), (vec!["Bea", "Cal", "Ann"], 2));
    let seq = ann.seq;
    bea.at(seq).await;
    assert_eq!(bea.seat(), 0, "everybody is told the own seat");
    assert_eq!(ann.room["host"], ann.seated["player_id"], "the host is host on every seat");
    assert_eq!(code(ann.command(json!({ "move": { "from": 0, "to": 3 } })).await), "not_available");
    assert_eq!(code(bea.command(json!({ "move": { "from": 0, "to": 1 } })).await), "not_host");
}

#[tokio::test]
async fn a_newcomer_gets_the_seat_of_the_bot_that_came_last() {
    let house = House::open().await;
    let mut ann = house.room("euchre", "Ann", json!({})).await;
    ann.done(json!({ "fill": { "seats": 4 } })).await;
    // The last bot sits first among the bots now.
    ann.done(json!({ "move": { "from": 3, "to": 1 } })).await;
    let last = names(&ann)[1].to_owned();
    let bea = house.join(&ann.code.clone(), "Bea").await;
    assert_eq!((bea.seat(), seats(&bea)), (1, 4));
    assert!(!names(&bea).contains(&last.as_str()));
    for name in ["Cal", "Dot"] {
        house.join(&ann.code.clone(), name).await;
    }
    let (status, error) =
        house.post(&format!("/api/rooms/{}/join", ann.code), &json!({ "name": "Eve" })).await;
    assert_eq!((status, &error["code"]), (409, &json!("room_full")));
}

#[tokio::test]
async fn full_comes_before_started_and_names_before_both() {
    let house = House::open().await;
    let clients = house.playing("euchre", &["Ann", "Bea", "Cal", "Dot"], json!({})).await;
    let path = format!("/api/rooms/{}/join", clients[0].code);
    let join = async |body: Value| house.post(&path, &body).await.1["code"].clone();
    assert_eq!(join(json!({ "name": "Eve" })).await, "room_full");
    assert_eq!(join(json!({ "name": "", "avatar": "x" })).await, "bad_name");
    assert_eq!(join(json!({ "name": "Eve", "avatar": "x" })).await, "bad_avatar");
    assert_eq!(join(json!({ "nome": "Eve" })).await, "bad_message");
}

#[tokio::test]
async fn equal_names_are_allowed_and_avatars_differ_by_themselves() {
    let house = House::open().await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let other = house.join(&ann.code, "Ann").await;
    assert_eq!(names(&other), ["Ann", "Ann"]);
    assert_eq!((&other.occupant(0)["avatar"], &other.occupant(1)["avatar"]), (&json!("😀"), &json!("😎")));
    let path = format!("/api/rooms/{}/join", ann.code);
    house.post(&path, &json!({ "name": "Cal", "avatar": "👻" })).await;
    house.post(&path, &json!({ "name": "Dot", "avatar": "👻" })).await;
    let eve = house.join(&ann.code, "Eve").await;
    let avatars: Vec<&Value> = (0..5).map(|seat| &eve.occupant(seat)["avatar"]).collect();
    assert_eq!(
        avatars,
        ["😀", "😎", "👻", "👻", "🤖"],
        "equal ones are allowed, the first unused is the default"
    );
}

#[tokio::test]
async fn a_start_needs_the_right_number_of_seats() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let (refused, detail) = ann.command(json!("start")).await.unwrap_err();
    assert_eq!((refused.as_str(), &detail["needed"]), ("too_few_players", &json!(3)));
    ann.done(json!({ "fill": { "seats": 6 } })).await;
    ann.done(json!({ "options": { "options": { "max_players": 4 } } })).await;
    let (refused, detail) = ann.command(json!("start")).await.unwrap_err();
    assert_eq!((refused.as_str(), &detail["most"]), ("too_many_players", &json!(4)));
    ann.done(json!({ "remove": { "seat": 5 } })).await;
    ann.done(json!({ "remove": { "seat": 4 } })).await;
    ann.done(json!("start")).await;
    assert_eq!(ann.state(), "playing");
    for command in [
        json!("start"),
        json!({ "add_bot": {} }),
        json!({ "options": {} }),
        json!({ "remove": { "seat": 1 } }),
    ] {
        assert_eq!(code(ann.command(command).await), "already_started", "options and seats are frozen");
    }
}

#[tokio::test]
async fn a_game_started_is_refused_before_the_host_is_asked_for() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &["Ann", "Bea", "Cal"], json!({})).await;
    assert_eq!(code(clients[1].command(json!("start")).await), "already_started");
    assert_eq!(code(clients[1].command(json!({ "add_bot": {} })).await), "already_started");
    assert_eq!(code(clients[1].command(json!("close")).await), "not_host");
}

#[tokio::test]
async fn an_action_in_the_lobby_is_read_before_it_is_refused() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    assert_eq!(code(ann.act(json!("draw")).await), "not_started");
    assert_eq!(code(ann.ask(json!("draw")).await), "not_started");
    assert_eq!(code(ann.act(json!("jump")).await), "bad_message");
}

#[tokio::test]
async fn a_table_of_an_unknown_game_is_refused_by_its_name() {
    let house = House::open().await;
    let body = json!({ "host": { "name": "Ann" }, "game": "poker" });
    let (status, error) = house.post("/api/rooms", &body).await;
    assert_eq!(
        (status, &error["code"], &error["detail"]["game"]),
        (404, &json!("unknown_game"), &json!("poker"))
    );
}

#[tokio::test]
async fn the_rooms_an_address_opens_are_limited_on_every_endpoint() {
    let house = House::with(Config { room_burst: 5, rooms_per_minute: 5, ..generous() }).await;
    let player = json!({ "name": "Ann" });
    // What opens no room does not count.
    for _ in 0..10 {
        let (status, _) =
            house.post("/api/rooms", &json!({ "host": { "name": "" }, "game": "eights" })).await;
        assert_eq!(status, 400);
    }
    for _ in 0..2 {
        assert_eq!(house.post("/api/play-now", &json!({ "player": player, "game": "eights" })).await.0, 200);
        assert_eq!(house.post("/api/rooms", &json!({ "host": player, "game": "eights" })).await.0, 200);
    }
    // The first opens a room, the others only join it.
    for _ in 0..4 {
        assert_eq!(
            house.post("/api/quick-play", &json!({ "player": player, "game": "eights" })).await.0,
            200
        );
    }
    for (path, body) in [
        ("/api/rooms", json!({ "host": player, "game": "eights" })),
        ("/api/play-now", json!({ "player": player, "game": "eights" })),
        ("/api/quick-play", json!({ "player": player, "game": "euchre" })),
    ] {
        let (status, error) = house.post(path, &body).await;
        assert_eq!((status, &error["code"]), (429, &json!("rate_limited")), "{path}");
    }
    let joins = house.post("/api/quick-play", &json!({ "player": player, "game": "eights" })).await;
    assert_eq!(joins.0, 200, "who opens no room is not held up");
    house.advance(60);
    assert_eq!(house.post("/api/rooms", &json!({ "host": player, "game": "eights" })).await.0, 200);
}

#[tokio::test]
async fn many_who_join_at_once_get_different_seats_or_none() {
    let house = House::open().await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let path = format!("/api/rooms/{}/join", ann.code);
    let joins = (0..30).map(async |n| house.post(&path, &json!({ "name": format!("N{n}") })).await);
    let answers = join_all(joins).await;
    let seated: Vec<&Value> =
        answers.iter().filter(|(status, _)| *status == 200).map(|(_, seated)| seated).collect();
    assert_eq!(seated.len(), 5, "six seats, one of them Ann's");
    assert!(answers.iter().filter(|(s, _)| *s != 200).all(|(_, error)| error["code"] == "room_full"));
    let mut places = vec![];
    for one in seated {
        places.push(Client::rejoin(&house, one).await.seat());
    }
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4, 5]);
}
