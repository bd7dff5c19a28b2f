//! Whose games they were: for those who have the key, and for nobody else.

use crate::{history_rebuild::rebuilt, test_server::*};
use serde_json::{Value, json};
use server::{Config, Pace};
use std::time::Duration;

pub(crate) const ANN: &str = "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1";

pub(crate) const BEA: &str = "b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2";

/// The answer to a request with a key.
pub(crate) async fn asks(house: &House, method: &str, path: &str, key: &str, body: &str) -> (u16, Value) {
    let header = format!("authorization: Bearer {key}\r\n");
    let (status, head, text) = house.raw_http(method, path, &header, body).await;
    assert!(head.contains("cache-control: no-store"), "{head}");
    (status, serde_json::from_str(&text).unwrap())
}

pub(crate) async fn overview(house: &House, key: &str) -> Value {
    let (status, overview) = asks(house, "GET", "/api/history", key, "").await;
    assert_eq!(status, 200, "{overview}");
    overview
}

pub(crate) async fn games(house: &House, key: &str, which: &str) -> Vec<Value> {
    let (status, page) = asks(house, "GET", &format!("/api/history/games{which}"), key, "").await;
    assert_eq!(status, 200, "{page}");
    page["games"].as_array().unwrap().clone()
}

/// A room with somebody who has a key as its host.
pub(crate) async fn hosted(house: &House, game: &str, name: &str, key: &str, options: Value) -> Client {
    let body = json!({ "host": { "name": name, "profile": key }, "game": game, "options": options });
    let (status, seated) = house.post("/api/rooms", &body).await;
    assert_eq!(status, 200, "{seated}");
    Client::rejoin(house, &seated).await
}

pub(crate) async fn joined(house: &House, code: &str, name: &str, key: &str) -> Client {
    let body = json!({ "name": name, "profile": key });
    let (status, seated) = house.post(&format!("/api/rooms/{code}/join"), &body).await;
    assert_eq!(status, 200, "{seated}");
    Client::rejoin(house, &seated).await
}

pub(crate) fn quick() -> Config {
    Config { pace: Pace::AtOnce, ..generous() }
}

/// People play any legal action until the game is over; bots act on their own.
pub(crate) async fn to_the_end(house: &House, clients: &mut [Client], dice: &mut Dice) {
    while clients.iter().any(|client| client.state() != "finished") {
        for client in clients.iter_mut() {
            client.settle().await;
            if let (Some(action), "playing") = (pick(client, dice), client.state()) {
                // Somebody may have been quicker.
                let _ = client.act(action).await;
            }
        }
        house.clock.advance(Duration::from_millis(100));
    }
}

fn pick(client: &Client, dice: &mut Dice) -> Option<Value> {
    (!client.legal.is_empty()).then(|| dice.pick(&client.legal).clone())
}

/// Two people and a bot at Eights, to the end. Returns them, and the record.
pub(crate) async fn three(house: &House) -> (Vec<Client>, String) {
    let mut ann = hosted(house, "eights", "Ann", ANN, json!({ "hand_size": 3 })).await;
    let mut bea = joined(house, &ann.code.clone(), "Bea", BEA).await;
    ann.done(json!({ "add_bot": { "level": "easy" } })).await;
    ann.command(json!("start")).await.unwrap();
    for client in [&mut ann, &mut bea] {
        client.until(|client| client.view.is_some()).await;
    }
    let mut clients = vec![ann, bea];
    to_the_end(house, &mut clients, &mut Dice::new(3)).await;
    let record = clients[0].room["deal"]["record"].as_str().unwrap().to_owned();
    (clients, record)
}

#[tokio::test]
async fn a_finished_game_is_in_the_history_of_everybody_who_played_it() {
    let house = House::with(quick()).await;
    let (clients, record) = three(&house).await;
    let outcome = clients[0].room["outcome"].clone();
    for (seat, key) in [ANN, BEA].into_iter().enumerate() {
        let list = games(&house, key, "").await;
        let [game] = list.as_slice() else { panic!("{list:?}") };
        assert_eq!(game["record"], record.as_str());
        assert_eq!((&game["game"], &game["seat"]), (&json!("eights"), &json!(seat)));
        assert_eq!(game["options"]["hand_size"], 3);
        assert_eq!(
            game["ended_at"].as_u64(),
            Some(house.entries(house.only_room().await).await.last().unwrap().at)
        );
        let players = game["players"].as_array().unwrap();
        let of = |field: &str| players.iter().map(|player| player[field].clone()).collect::<Vec<_>>();
        assert_eq!(of("place"), *outcome["places"].as_array().unwrap());
        assert_eq!(of("points"), *outcome["points"].as_array().unwrap());
        assert_eq!(of("level"), [Value::Null, Value::Null, json!("easy")]);
        assert_eq!(&of("name")[..2], ["Ann", "Bea"]);
        let place = outcome["places"][seat].as_u64().unwrap();
        assert_eq!(game["result"], if place == 1 { "won" } else { "lost" });

        let told = overview(&house, key).await;
        let summary = &told["games"][0];
        assert_eq!(told["games"].as_array().unwrap().len(), 1);
        assert_eq!((&summary["game"], &summary["played"]), (&json!("eights"), &json!(1)));
        assert_eq!(summary["won"], u64::from(place == 1));
        assert_eq!(summary["places"][place as usize - 1], 1);
        assert_eq!(summary["average_points"], outcome["points"][seat].as_f64().unwrap());
        assert_eq!(summary["rating"], game["rating"]);
        assert_eq!(summary["line"], json!([game["rating"]["rating"]]));
        let change = game["rating"]["rating"].as_i64().unwrap() - 1500;
        assert!((change - game["change"].as_i64().unwrap()).abs() <= 1);
        assert!(if place == 1 { change > 0 } else { place == 2 || change < 0 }, "{change} for place {place}");
        assert!(summary["rating"]["plus_minus"].as_u64().unwrap() < 500, "a game teaches something");
    }
    // The record leads to the replay and the proof.
    let (status, _) = house.get(&format!("/api/played/{record}/replay")).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn the_history_says_whether_a_game_had_hints() {
    let mut house = House::with(quick()).await;
    three(&house).await;
    assert_eq!(games(&house, ANN, "").await[0]["hints"], false, "two people at the table");
    let mut ann = hosted(&house, "eights", "Ann", ANN, json!({ "hand_size": 3 })).await;
    let mut bea = joined(&house, &ann.code.clone(), "Bea", BEA).await;
    ann.done(json!({ "options": { "settings": { "hints": "on" } } })).await;
    ann.done(json!({ "add_bot": { "level": "easy" } })).await;
    ann.command(json!("start")).await.unwrap();
    for client in [&mut ann, &mut bea] {
        client.until(|client| client.view.is_some()).await;
    }
    to_the_end(&house, &mut [ann, bea], &mut Dice::new(4)).await;
    let mut alone = hosted(&house, "eights", "Ann", ANN, json!({ "hand_size": 3 })).await;
    alone.done(json!({ "fill": { "seats": 3 } })).await;
    alone.command(json!("start")).await.unwrap();
    alone.until(|client| client.view.is_some()).await;
    to_the_end(&house, &mut [alone], &mut Dice::new(5)).await;
    let hints = async |house: &House| -> Vec<Value> {
        games(house, ANN, "").await.iter().map(|game| game["hints"].clone()).collect()
    };
    assert_eq!(hints(&house).await, [true, true, false], "the latest first");
    house = house.restart().await;
    assert_eq!(hints(&house).await, [true, true, false]);
}

#[tokio::test]
async fn a_key_is_sent_to_nobody_and_stored_nowhere() {
    let mut house = House::with(quick()).await;
    let (mut clients, record) = three(&house).await;
    let code = clients[0].code.clone();
    let mut zoe = Client::watch(&house, &code, "Zoe").await.unwrap();
    zoe.settle().await;
    clients.push(zoe);
    let room = house.only_room().await;
    let mut seen: Vec<String> = clients.iter().flat_map(|client| client.frames.clone()).collect();
    for path in [
        format!("/api/played/{record}/proof"),
        format!("/api/played/{record}/replay"),
        format!("/api/rooms/{code}"),
        "/metrics".into(),
    ] {
        seen.push(house.raw_http("GET", &path, "", "").await.2);
    }
    seen.extend(house.entries(room).await.iter().map(|entry| serde_json::to_string(entry).unwrap()));
    seen.push(serde_json::to_string(&games(&house, BEA, "").await).unwrap());
    assert!(seen.len() > 30);
    // The server's hash of a key must not be seen either: it would link two tables of one person.
    let hashes = hashes(&house);
    assert_eq!(hashes.len(), 2);
    for secret in [ANN, BEA].into_iter().chain(hashes.iter().map(String::as_str)) {
        assert!(!seen.iter().any(|text| text.contains(secret)), "{secret}");
    }
    house.stop().await;
    for file in house.files() {
        let bytes = std::fs::read(&file).unwrap();
        for key in [ANN, BEA] {
            assert!(!bytes.windows(key.len()).any(|part| part == key.as_bytes()), "{}", file.display());
        }
    }
}

/// All profiles that the server knows.
pub(crate) fn hashes(house: &House) -> Vec<String> {
    let db = house.database();
    let mut select = db.prepare("SELECT DISTINCT profile FROM sitters WHERE profile IS NOT NULL").unwrap();
    select.query_map((), |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn a_guessed_key_finds_nothing_and_rubbish_is_refused() {
    let house = House::with(quick()).await;
    three(&house).await;
    let guess = "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3";
    assert_eq!(overview(&house, guess).await["games"], json!([]));
    assert!(games(&house, guess, "").await.is_empty());
    let long = "a".repeat(5_000);
    for rubbish in ["", "x", &ANN[1..], &ANN.to_uppercase(), "' OR 1=1 --", &long, "null"] {
        for (method, path) in
            [("GET", "/api/history"), ("GET", "/api/history/games"), ("DELETE", "/api/history")]
        {
            let (status, refused) = asks(&house, method, path, rubbish, "").await;
            assert_eq!((status, &refused["code"]), (401, &json!("bad_profile")), "{rubbish} {path}");
        }
        let person = json!({ "name": "Eve", "profile": rubbish });
        let open = json!({ "host": person, "game": "eights" });
        let (status, refused) = house.post("/api/rooms", &open).await;
        assert_eq!((status, &refused["code"]), (401, &json!("bad_profile")), "{rubbish}");
    }
    let (status, _, text) = house.raw_http("GET", "/api/history", "", "").await;
    assert_eq!((status, text.contains("bad_profile")), (401, true), "without a key");
    for query in ["?result=drawn", "?since=yesterday", "?colour=red", "?before=x"] {
        let (status, refused) = asks(&house, "GET", &format!("/api/history/games{query}"), ANN, "").await;
        assert_eq!((status, &refused["code"]), (400, &json!("bad_message")), "{query}");
    }
    assert_eq!(games(&house, ANN, "").await.len(), 1, "nothing of it did any harm");
}

#[tokio::test]
async fn the_questions_of_an_address_are_limited_per_minute() {
    let house = House::with(Config { history_per_minute: 3, ..generous() }).await;
    for _ in 0..3 {
        overview(&house, ANN).await;
    }
    for path in ["/api/history", "/api/history/games", "/api/leaderboard"] {
        let (status, refused) = asks(&house, "GET", path, ANN, "").await;
        assert_eq!((status, &refused["code"]), (429, &json!("rate_limited")), "{path}");
    }
    house.advance(61);
    overview(&house, ANN).await;
    // Malformed keys count as failed attempts to get in.
    let house = House::with(Config { failures_per_minute: 2, ..generous() }).await;
    for status in [401, 401, 429] {
        assert_eq!(asks(&house, "GET", "/api/history", "rubbish", "").await.0, status);
    }
}

#[tokio::test]
async fn a_list_is_filtered_and_comes_in_pages() {
    let house = House::with(quick()).await;
    let mut ann = hosted(&house, "eights", "Ann", ANN, json!({ "hand_size": 3, "min_players": 2 })).await;
    let bea = joined(&house, &ann.code.clone(), "Béa", BEA).await;
    ann.done(json!("start")).await;
    let mut clients = vec![ann, bea];
    let mut dice = Dice::new(8);
    const GAMES: usize = 23;
    for game in 1..=GAMES {
        to_the_end(&house, &mut clients, &mut dice).await;
        house.advance(3600);
        if game < GAMES {
            clients[1].done(json!("rematch")).await;
            clients[0].done(json!("start")).await;
        }
    }
    let (_, first) = asks(&house, "GET", "/api/history/games", ANN, "").await;
    let newest = first["games"].as_array().unwrap();
    assert_eq!(newest.len(), 20);
    assert!(newest.is_sorted_by(|a, b| a["ended_at"].as_u64() > b["ended_at"].as_u64()), "the latest first");
    let (_, rest) =
        asks(&house, "GET", &format!("/api/history/games?before={}", first["next"]), ANN, "").await;
    assert_eq!((rest["games"].as_array().unwrap().len(), &rest["next"]), (3, &Value::Null));
    let mut records: Vec<&Value> =
        newest.iter().chain(rest["games"].as_array().unwrap()).map(|g| &g["record"]).collect();
    records.dedup();
    assert_eq!(records.len(), GAMES);

    let summary = overview(&house, ANN).await["games"][0].clone();
    let (won, played) = (summary["won"].as_u64().unwrap(), summary["played"].as_u64().unwrap());
    assert_eq!(played, GAMES as u64);
    assert_eq!(summary["line"].as_array().unwrap().len(), GAMES);
    let count = async |which: &str| {
        let mut n = 0;
        let mut before = String::new();
        loop {
            let path = format!("/api/history/games?{which}{before}");
            let (_, page) = asks(&house, "GET", &path, ANN, "").await;
            n += page["games"].as_array().unwrap().len() as u64;
            match page["next"].as_i64() {
                Some(next) => before = format!("&before={next}"),
                None => return n,
            }
        }
    };
    assert_eq!(count("result=won").await, won);
    assert_eq!(count("result=lost").await, played - won);
    assert_eq!((count("result=left").await, count("result=given_up").await), (0, 0));
    assert_eq!((count("game=eights").await, count("game=euchre").await), (played, 0));
    assert_eq!(
        (count("with=B%C3%89").await, count("with=ann").await, count("with=%25").await),
        (played, 0, 0)
    );
    let at = newest[4]["ended_at"].as_u64().unwrap();
    assert_eq!((count(&format!("since={at}")).await, count(&format!("until={at}")).await), (5, played - 5));
}

#[tokio::test]
async fn a_player_who_goes_has_left_the_game_to_a_bot() {
    let house = House::with(quick()).await;
    let mut ann = hosted(&house, "eights", "Ann", ANN, json!({ "hand_size": 3 })).await;
    let mut bea = joined(&house, &ann.code.clone(), "Bea", BEA).await;
    ann.done(json!({ "add_bot": { "level": "hard" } })).await;
    ann.command(json!("start")).await.unwrap();
    for client in [&mut ann, &mut bea] {
        client.until(|client| client.view.is_some()).await;
    }
    bea.command(json!("leave")).await.unwrap();
    to_the_end(&house, std::slice::from_mut(&mut ann), &mut Dice::new(4)).await;
    let list = games(&house, BEA, "").await;
    assert_eq!(list[0]["result"], "left");
    assert_eq!(list[0]["players"][1]["away"], true);
    assert_eq!(list[0]["players"][1]["name"], "Bea", "who began the game, not who ended it");
    assert!(list[0]["change"].as_i64().unwrap() <= 0, "a bot plays for nobody's rating");
    let summary = &overview(&house, BEA).await["games"][0];
    assert_eq!((&summary["played"], &summary["left"], &summary["won"]), (&json!(1), &json!(1), &json!(0)));
    let hers = &games(&house, ANN, "").await[0];
    assert_ne!(hers["result"], "left");
    assert_eq!(hers["players"][0]["away"], false);
}

#[tokio::test]
async fn a_player_who_is_back_before_the_end_has_played_it() {
    let house = House::with(quick()).await;
    let mut ann = hosted(&house, "eights", "Ann", ANN, json!({})).await;
    let bea = joined(&house, &ann.code.clone(), "Bea", BEA).await;
    ann.done(json!({ "add_bot": {} })).await;
    ann.done(json!("start")).await;
    let seated = bea.seated.clone();
    drop(bea);
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
    ann.done(json!({ "hand_over": { "seat": 1 } })).await;
    assert_eq!(ann.occupant(1)["controller"], "bot");
    let bea = Client::rejoin(&house, &seated).await;
    to_the_end(&house, &mut [ann, bea], &mut Dice::new(5)).await;
    let game = &games(&house, BEA, "").await[0];
    assert_ne!(game["result"], "left");
    assert_eq!(game["players"][1]["away"], false);
}

#[tokio::test]
async fn a_game_that_is_given_up_is_listed_and_counts_for_nobody() {
    let house = House::with(quick()).await;
    let wish = json!({ "player": { "name": "Ann", "profile": ANN }, "game": "euchre" });
    for how in ["leave", "close"] {
        let (_, seated) = house.post("/api/play-now", &wish).await;
        let mut ann = Client::rejoin(&house, &seated).await;
        ann.command(json!(how)).await.unwrap();
        ann.until_closed().await;
    }
    let list = games(&house, ANN, "?result=given_up").await;
    assert_eq!(list.len(), 2);
    for game in &list {
        assert_eq!(
            (&game["rating"], &game["change"], &game["players"][0]["place"]),
            (&Value::Null, &Value::Null, &Value::Null)
        );
        assert_eq!(
            house.get(&format!("/api/played/{}/replay", game["record"].as_str().unwrap())).await.0,
            200
        );
    }
    let told = overview(&house, ANN).await;
    let summary = &told["games"][0];
    assert_eq!((&summary["played"], &summary["given_up"]), (&json!(0), &json!(2)));
    assert_eq!((&summary["rating"], &summary["average_points"]), (&Value::Null, &Value::Null));
    // A lobby that is closed is not a game, and neither is a lesson.
    let mut ann = hosted(&house, "dutch", "Ann", ANN, json!({})).await;
    ann.command(json!("close")).await.unwrap();
    let learn = json!({ "player": { "name": "Ann", "profile": ANN }, "game": "dutch" });
    let (status, seated) = house.post("/api/lessons", &learn).await;
    assert_eq!(status, 200, "{seated}");
    let mut learner = Client::rejoin(&house, &seated).await;
    learner.command(json!("leave")).await.unwrap();
    assert_eq!(games(&house, ANN, "").await.len(), 2);
}

#[tokio::test]
async fn deleting_leaves_the_others_their_games_with_a_nameless_seat() {
    let house = House::with(Config { leaderboard: true, ..quick() }).await;
    let (mut clients, _) = three(&house).await;
    assert_eq!(
        asks(&house, "PUT", "/api/history/name", BEA, &json!({ "name": "Bea B." }).to_string()).await.0,
        200
    );
    // The next game is under way when she has everything deleted.
    clients[1].done(json!("rematch")).await;
    clients[0].done(json!("start")).await;
    let before = games(&house, ANN, "").await;
    assert_eq!(asks(&house, "DELETE", "/api/history", BEA, "").await, (200, Value::Null));
    to_the_end(&house, &mut clients, &mut Dice::new(6)).await;

    let check = async |house: &House| {
        assert_eq!(overview(house, BEA).await, json!({ "games": [], "board": { "on": true, "name": null } }));
        assert!(games(house, BEA, "").await.is_empty());
        let list = games(house, ANN, "").await;
        assert_eq!(list.len(), 2);
        for game in &list {
            let nameless = &game["players"][1];
            assert_eq!((&nameless["name"], &nameless["avatar"]), (&Value::Null, &Value::Null));
            assert_eq!(game["players"][0]["name"], "Ann");
        }
        assert!(games(house, ANN, "?with=bea").await.is_empty());
        assert_eq!(list[1]["players"][1]["place"], before[0]["players"][1]["place"], "the result stays");
        let (_, board) = house.get("/api/leaderboard").await;
        assert!(!board.to_string().contains("Bea"), "{board}");
        assert_eq!(hashes(house).len(), 1, "nothing leads to her any more");
    };
    check(&house).await;
    // Deleted games stay deleted after a rebuild.
    let house = rebuilt(house).await;
    check(&house).await;
}

#[tokio::test]
async fn a_profile_with_two_seats_at_one_table_has_one_game() {
    let house = House::with(quick()).await;
    let mut ann = hosted(&house, "eights", "Ann", ANN, json!({ "hand_size": 3, "min_players": 2 })).await;
    let other = joined(&house, &ann.code.clone(), "Ann too", ANN).await;
    ann.command(json!("start")).await.unwrap();
    let mut clients = vec![ann, other];
    for client in &mut clients {
        client.until(|client| client.view.is_some()).await;
    }
    to_the_end(&house, &mut clients, &mut Dice::new(1)).await;
    assert_eq!(games(&house, ANN, "").await.len(), 1);
    let summary = overview(&house, ANN).await["games"][0].clone();
    assert_eq!(
        (&summary["played"], &summary["rating"]["rating"]),
        (&json!(1), &json!(1500)),
        "against oneself nothing is won"
    );
}
