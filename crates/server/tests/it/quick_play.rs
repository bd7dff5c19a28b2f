//! Tables that start without a host who arranges them.

use crate::{lobby::seats, test_server::*};
use kernel::{Kind, Setting};
use serde_json::{Value, json};

#[tokio::test]
async fn quick_play_finds_the_fullest_public_lobby() {
    let house = House::open().await;
    let quick = async |name: &str| {
        let (status, seated) =
            house.post("/api/quick-play", &json!({ "player": { "name": name }, "game": "eights" })).await;
        assert_eq!(status, 200, "{seated}");
        seated
    };
    // None of these will do: private, other options, another game, under way.
    let private = house.room("eights", "P", json!({})).await;
    let mut unusual = house.room("eights", "U", json!({ "hand_size": 5 })).await;
    unusual.done(json!({ "options": { "settings": { "listed": "public" } } })).await;
    let mut strict = house.room("eights", "S", json!({})).await;
    strict.done(json!({ "options": { "settings": { "listed": "public", "spectators": "off" } } })).await;
    let mut euchre = house.room("euchre", "E", json!({})).await;
    euchre.done(json!({ "options": { "settings": { "listed": "public" } } })).await;
    let mut started = house.room("eights", "R", json!({})).await;
    started.done(json!({ "options": { "settings": { "listed": "public" } } })).await;
    started.done(json!({ "fill": { "seats": 3 } })).await;
    started.done(json!("start")).await;

    let first = quick("Ann").await;
    for other in [&private, &unusual, &strict, &euchre, &started] {
        assert_ne!(first["code"], json!(other.code));
    }
    // A lobby with the same options, chosen one by one, is as good as any, and the fuller one comes first.
    let mut usual = house.room("eights", "H", json!({ "hand_size": 7 })).await;
    usual.done(json!({ "options": { "settings": { "listed": "public" } } })).await;
    house.join(&usual.code.clone(), "I").await;
    assert_eq!(quick("Bea").await["code"], json!(usual.code));
    let (_, listed) = house.get("/api/rooms?game=eights").await;
    assert_eq!((&listed[0]["code"], &listed[0]["people"]), (&json!(usual.code), &json!(3)));
    assert!(listed.as_array().unwrap().iter().all(|room| room["code"] != json!(private.code)));
}

#[tokio::test]
async fn quick_play_starts_ten_seconds_after_the_first_person_sat_down() {
    let house = House::open().await;
    let quick = async |name: &str| {
        house.post("/api/quick-play", &json!({ "player": { "name": name }, "game": "eights" })).await.1
    };
    let mut ann = Client::rejoin(&house, &quick("Ann").await).await;
    assert_eq!((ann.state(), &ann.room["settings"]["listed"]), ("lobby", &json!("public")));
    house.advance(6);
    let bea = quick("Bea").await;
    assert_eq!(bea["code"], json!(ann.code));
    let mut bea = Client::rejoin(&house, &bea).await;
    house.clock.advance(std::time::Duration::from_millis(3_999));
    bea.settle().await;
    assert_eq!(bea.state(), "lobby");
    house.clock.advance(std::time::Duration::from_millis(1));
    ann.until(|ann| ann.state() == "playing").await;
    let kinds: Vec<&Value> = (0..seats(&ann)).map(|seat| &ann.occupant(seat)["controller"]).collect();
    assert_eq!(kinds, ["human", "human", "bot", "bot"]);
}

#[tokio::test]
async fn play_now_starts_at_once_without_a_clock() {
    let house = House::open().await;
    for game in catalog::ALL {
        let body = json!({ "player": { "name": "Ann" }, "game": game.name, "level": "easy" });
        let (status, seated) = house.post("/api/play-now", &body).await;
        assert_eq!(status, 200, "{seated}");
        let ann = Client::rejoin(&house, &seated).await;
        assert_eq!((ann.state(), seats(&ann)), ("playing", usize::from(game.default_seats)));
        assert_eq!(
            (&ann.room["settings"]["listed"], &ann.occupant(1)["level"]),
            (&json!("private"), &json!("easy"))
        );
        // Off where the game knows a zero; as usual where it needs the time.
        for field in game.fields().iter().filter(|field| field.name.ends_with("_seconds")) {
            let zero = matches!(field.kind, Kind::Number { or: Some(Setting::Number(0)), .. });
            let wanted = if zero { json!(0) } else { json!(field.default) };
            assert_eq!(ann.room["options"][field.name], wanted, "{} {}", game.name, field.name);
        }
    }
    let (status, error) =
        house.post("/api/play-now", &json!({ "player": { "name": "Ann" }, "game": "chess" })).await;
    assert_eq!((status, &error["code"]), (404, &json!("unknown_game")));
}
