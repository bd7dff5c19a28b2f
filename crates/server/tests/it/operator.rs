//! What an operator does about a running server, and the options for a whole card room.

use crate::{history::*, test_server::*};
use serde_json::{Value, json};
use server::{
    Config,
    operator::{AskError, BanTarget, Reply, Request, RoomReport, ask},
};
use std::path::PathBuf;
use tempfile::TempDir;

/// A server whose operator can reach it.
struct Operated {
    house: House,
    folder: TempDir,
}

impl Operated {
    async fn open() -> Operated {
        Operated::with(generous()).await
    }
    async fn with(config: Config) -> Operated {
        let folder = memory();
        let house = House::with(Config { operator: Some(folder.path().into()), ..config }).await;
        // Once it answers it is open, and so is its socket.
        house.get("/readyz").await;
        Operated { house, folder }
    }
    async fn asks(&self, request: Request) -> Result<Reply, String> {
        ask_at(self.folder.path().into(), request).await.map_err(|error| error.to_string())
    }
    async fn does(&self, request: Request) {
        self.asks(request).await.unwrap();
    }
    async fn rooms(&self) -> Vec<RoomReport> {
        match self.asks(Request::Rooms).await.unwrap() {
            Reply::Rooms(rooms) => rooms,
            other => panic!("{other:?}"),
        }
    }
    async fn reaches(&self, request: Request) -> usize {
        match self.asks(request).await.unwrap() {
            Reply::Reached(count) => count,
            other => panic!("{other:?}"),
        }
    }
}

async fn ask_at(folder: PathBuf, request: Request) -> Result<Reply, AskError> {
    tokio::task::spawn_blocking(move || ask(&folder, &request)).await.unwrap()
}

/// Reads until the connection ends; returns the reason that was given.
async fn dismissed(client: &mut Client) -> Option<String> {
    client.until_closed().await;
    let closed = client.frames.iter().filter_map(|frame| serde_json::from_str::<Value>(frame).ok());
    closed.rev().find_map(|message| message["closed"]["reason"].as_str().map(String::from))
}

#[tokio::test]
async fn rooms_are_listed_with_their_people() {
    let operated = Operated::open().await;
    assert!(operated.rooms().await.is_empty());
    let pair = operated.house.playing("casino", &["Ann", "Bea"], json!({})).await;
    operated.house.advance(90);
    let _second = operated.house.room("euchre", "Cal", json!({})).await;
    let rooms = operated.rooms().await;
    let told: Vec<_> =
        rooms.iter().map(|room| (room.game.as_str(), room.age_seconds, room.connections)).collect();
    assert_eq!(told, [("casino", 90, 2), ("euchre", 0, 1)], "the oldest first");
    let names: Vec<_> = rooms[0].seats.iter().map(|seat| (seat.name.as_str(), seat.online)).collect();
    assert_eq!(names, [("Ann", true), ("Bea", true)]);
    assert_eq!(rooms[0].seats[0].address, Some("127.0.0.1".parse().unwrap()));
    let only = operated.asks(Request::Room { code: pair[0].code.to_lowercase() }).await.unwrap();
    assert!(matches!(only, Reply::Rooms(rooms) if rooms.len() == 1));
    match operated.asks(Request::Stats).await.unwrap() {
        Reply::Stats(stats) => {
            assert_eq!((stats.rooms, stats.playing, stats.people, stats.connections), (2, 1, 3, 3));
            assert!(!stats.draining && stats.free_bytes.is_some());
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_room_is_closed_and_its_people_learn_why() {
    let operated = Operated::open().await;
    let mut pair = operated.house.playing("casino", &["Ann", "Bea"], json!({})).await;
    operated.does(Request::Close { code: pair[0].code.clone() }).await;
    for client in &mut pair {
        assert_eq!(dismissed(client).await.as_deref(), Some("closed by the operator"));
    }
    assert!(operated.rooms().await.is_empty());
    let refused = operated.asks(Request::Close { code: pair[0].code.clone() }).await.unwrap_err();
    assert!(refused.contains("no room with this code"), "{refused}");
    assert!(
        operated.asks(Request::Close { code: "X".into() }).await.unwrap_err().contains("four or six letters")
    );
}

#[tokio::test]
async fn a_player_is_removed_in_the_lobby_and_in_the_middle_of_a_game() {
    let operated = Operated::open().await;
    let house = &operated.house;
    let mut ann = house.room("casino", "Ann", json!({})).await;
    let code = ann.code.clone();
    let mut bea = house.join(&code, "Bea").await;
    ann.until(|ann| ann.room["seats"].as_array().is_some_and(|seats| seats.len() == 2)).await;
    operated.does(Request::Kick { code: code.clone(), seat: 1 }).await;
    assert_eq!(dismissed(&mut bea).await.as_deref(), Some("removed by the operator"));
    ann.until(|ann| ann.room["seats"].as_array().is_some_and(|seats| seats.len() == 1)).await;
    let (status, refused) = house.post(&format!("/api/rooms/{code}/join"), &json!({ "name": "Bea" })).await;
    assert_eq!((status, &refused["code"]), (409, &json!("lobby_locked")), "kept out");

    let mut three = house.playing("eights", &["Cal", "Dee", "Eli"], json!({})).await;
    let code = three[0].code.clone();
    operated.does(Request::Kick { code: code.clone(), seat: 0 }).await;
    assert_eq!(dismissed(&mut three[0]).await.as_deref(), Some("removed by the operator"));
    three[1].until(|dee| dee.occupant(0)["controller"] == "bot").await;
    assert_eq!(three[1].state(), "playing", "the others play on, also without their host");
    let bot = operated.asks(Request::Kick { code, seat: 9 }).await.unwrap_err();
    assert!(bot.contains("has no person"), "{bot}");
}

#[tokio::test]
async fn a_banned_address_is_removed_and_stays_out_until_its_time_is_over() {
    let operated = Operated::open().await;
    let house = &operated.house;
    let target: BanTarget = "127.0.0.1".parse().unwrap();
    let mut pair = house.playing("casino", &["Ann", "Bea"], json!({})).await;
    let table = pair[0].code.clone();
    assert_eq!(operated.reaches(Request::Ban { target: target.clone(), hours: 1 }).await, 2);
    for client in &mut pair {
        client.until_closed().await;
    }
    let seated = pair[0].seated.clone();
    assert_eq!(code_of_open(house).await, (403, json!("banned")));
    assert_eq!(code_of(house.get(&format!("/api/rooms/{table}")).await), (403, json!("banned")));
    assert_eq!(
        code_of(house.post("/api/play-now", &json!({ "player": { "name": "A" }, "game": "euchre" })).await).1,
        "banned"
    );
    assert_eq!(code(Client::try_rejoin(house, &seated).await.map(drop)), "banned");
    assert_eq!(house.get("/healthz").await.0, 200, "an operator's tools are not people");

    let operated = Operated { house: operated.house.restart().await, ..operated };
    assert_eq!(code_of_open(&operated.house).await, (403, json!("banned")), "after a restart too");
    operated.house.advance(3_600);
    assert_eq!(code_of_open(&operated.house).await.0, 200, "the hour is over");
    operated.does(Request::Ban { target: target.clone(), hours: 1 }).await;
    assert_eq!(code_of_open(&operated.house).await.0, 403);
    assert!(matches!(operated.asks(Request::Bans).await, Ok(Reply::Bans(bans)) if bans[0].target == target));
    operated.does(Request::Unban { target: target.clone() }).await;
    assert_eq!(code_of_open(&operated.house).await.0, 200);
    let twice = operated.asks(Request::Unban { target }).await.unwrap_err();
    assert!(twice.contains("this ban does not exist"), "{twice}");
}

#[tokio::test]
async fn a_banned_profile_stays_out_and_its_neighbours_do_not() {
    let operated = Operated::open().await;
    let house = &operated.house;
    let ann = house.room("casino", "Ann", json!({})).await;
    let join = format!("/api/rooms/{}/join", ann.code);
    let bea = json!({ "name": "Bea", "profile": BEA });
    let (_, seated) = house.post(&join, &bea).await;
    let mut client = Client::rejoin(house, &seated).await;
    let profile = operated.rooms().await[0].seats[1].profile.clone().unwrap();
    assert!(!profile.contains(BEA), "the key itself is a secret");
    let target: BanTarget = profile.parse().unwrap();
    assert_eq!(operated.reaches(Request::Ban { target, hours: 1 }).await, 1);
    assert_eq!(dismissed(&mut client).await.as_deref(), Some("removed by the operator"));
    assert_eq!(code_of(house.post(&join, &bea).await), (403, json!("banned")));
    let room = json!({ "host": { "name": "Bea", "profile": BEA }, "game": "euchre" });
    assert_eq!(code_of(house.post("/api/rooms", &room).await), (403, json!("banned")));
    assert_eq!(code_of_open(house).await.0, 200, "somebody else from the same address");
}

#[tokio::test]
async fn everybody_at_a_table_reads_an_announcement() {
    let operated = Operated::open().await;
    let mut pair = operated.house.playing("casino", &["Ann", "Bea"], json!({})).await;
    let _idle = operated.house.room("euchre", "Cal", json!({})).await;
    let text = "The server restarts at ten.";
    assert_eq!(operated.reaches(Request::Announce { text: format!(" {text} ") }).await, 3);
    for client in &mut pair {
        client.until(|client| client.notices.iter().any(|notice| notice["announced"]["text"] == text)).await;
    }
    for bad in [" ", "two\nlines", &"x".repeat(201)] {
        let refused = operated.asks(Request::Announce { text: bad.into() }).await.unwrap_err();
        assert!(refused.contains("1 to 200 characters"), "{refused}");
    }
}

#[tokio::test]
async fn a_server_that_drains_opens_no_tables_and_ends_after_the_last_game() {
    let mut operated = Operated::open().await;
    let mut pair = operated.house.playing("casino", &["Ann", "Bea"], json!({})).await;
    operated.does(Request::Drain { cancel: false }).await;
    assert_eq!(operated.house.get("/readyz").await.0, 503);
    assert_eq!(code_of_open(&operated.house).await, (409, json!("not_available")));
    operated.does(Request::Drain { cancel: true }).await;
    assert_eq!(code_of_open(&operated.house).await.0, 200);
    operated.does(Request::Drain { cancel: false }).await;
    pair[0].ask(json!(null)).await.unwrap_err();
    assert_eq!(pair[0].state(), "playing", "people play on");
    pair[0].done(json!("close")).await;
    operated.house.ended().await;
    let gone = ask_at(operated.folder.path().into(), Request::Stats).await.unwrap_err();
    assert!(matches!(gone, AskError::NotRunning { .. }), "{gone}");
}

#[tokio::test]
async fn behind_a_door_code_nothing_is_seen_without_it() {
    let code = "mind the step";
    let house =
        House::with(Config { door_code: Some(code.into()), failures_per_minute: 3, ..generous() }).await;
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(house.get(path).await.0, 200, "{path}");
    }
    for path in ["/api/games", "/api/rooms", "/ws", "/api/rooms/ABCD"] {
        assert_eq!(code_of(house.get(path).await), (403, json!("door_closed")), "{path}");
    }
    let (status, head, page) = house.raw_http("GET", "/t/ABCD", "", "").await;
    assert!(status == 403 && page.contains("<form") && page.contains("Türcode"), "{page}");
    assert!(head.contains("form-action 'self'") && head.contains("referrer-policy: same-origin"), "{head}");
    let knock = async |form: &str| {
        house.raw_http("POST", "/t/ABCD", "content-type: application/x-www-form-urlencoded", form).await
    };
    let (status, head, page) = knock("door=open").await;
    assert!(status == 403 && page.contains("not the code") && !head.contains("set-cookie"), "{page}");
    let (status, head, _) = knock("door=mind+the%20step").await;
    assert!(status == 303 && head.contains("location: /t/abcd"), "{head}");
    assert!(head.contains("httponly") && head.contains("samesite=lax") && !head.contains("step"), "{head}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let games = async |header: String| house.raw_http("GET", "/api/games", &header, "").await.0;
    assert_eq!(games(format!("cookie: a=b; {cookie}")).await, 200);
    assert_eq!(games(format!("x-door-code: {code}")).await, 200, "programs");
    assert_eq!(games("cookie: aboveboard-door=0".into()).await, 403);
    for _ in 0..3 {
        knock("door=guess").await;
    }
    let (_, _, page) = knock("door=mind+the+step").await;
    assert!(page.contains("Too many tries"), "guesses are limited: {page}");
}

#[tokio::test]
async fn without_public_tables_every_table_is_private() {
    let house = House::with(Config { public_tables: false, ..generous() }).await;
    let public = json!({ "host": { "name": "Ann" }, "game": "euchre", "settings": { "listed": "public" } });
    for (path, body) in [
        ("/api/rooms", &public),
        ("/api/quick-play", &json!({ "player": { "name": "Ann" }, "game": "euchre" })),
    ] {
        assert_eq!(code_of(house.post(path, body).await), (409, json!("not_available")), "{path}");
    }
    let mut ann = house.room("euchre", "Ann", json!({})).await;
    let listed = ann.command(json!({ "options": { "settings": { "listed": "public" } } })).await;
    assert_eq!(code(listed), "not_available");
    ann.done(json!({ "options": { "settings": { "listed": "private", "spectators": "off" } } })).await;
}

#[tokio::test]
async fn without_spectators_nobody_watches() {
    let house = House::with(Config { spectators: false, ..generous() }).await;
    let ann = house.room("euchre", "Ann", json!({})).await;
    let refused = Client::watch(&house, &ann.code, "Eve").await;
    assert_eq!(code(refused.map(drop)), "not_available");
    assert_eq!(house.get(&format!("/api/rooms/{}", ann.code)).await.1["spectators"], "off");
}

#[tokio::test]
async fn a_card_room_has_so_many_tables_and_no_more() {
    let house = House::with(Config { rooms: 2, ..generous() }).await;
    let mut first = house.room("euchre", "Ann", json!({})).await;
    let _second = house.room("euchre", "Bea", json!({})).await;
    let (status, refused) =
        house.post("/api/rooms", &json!({ "host": { "name": "Cal" }, "game": "euchre" })).await;
    assert_eq!((status, &refused["code"]), (409, &json!("not_available")));
    assert!(refused["text"].as_str().unwrap().contains("2 open tables"), "{refused}");
    first.done(json!("close")).await;
    assert_eq!(code_of_open(&house).await.0, 200);
}

#[tokio::test]
async fn only_names_on_the_list_may_be_on_the_leaderboard() {
    let names = vec!["Ann".into()];
    let house = House::with(Config { leaderboard: true, leaderboard_names: names, ..quick() }).await;
    let put = async |name: Value| {
        asks(&house, "PUT", "/api/history/name", ANN, &json!({ "name": name }).to_string()).await
    };
    assert_eq!(put(json!("Ann")).await.0, 200);
    assert_eq!(code_of(put(json!("Rude Word")).await), (409, json!("not_available")));
    assert_eq!(put(Value::Null).await.0, 200, "leaving is always allowed");
}

#[tokio::test]
async fn a_socket_that_was_left_behind_is_replaced() {
    let folder = memory();
    let path = folder.path().join("operator.sock");
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    assert!(matches!(ask_at(folder.path().into(), Request::Stats).await, Err(AskError::NotRunning { .. })));
    let mut house = House::with(Config { operator: Some(folder.path().into()), ..generous() }).await;
    house.get("/readyz").await;
    ask_at(folder.path().into(), Request::Stats).await.unwrap();
    let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    house.stop().await;
    assert!(!path.exists());
}

fn code_of((status, answer): (u16, Value)) -> (u16, Value) {
    (status, answer["code"].clone())
}

async fn code_of_open(house: &House) -> (u16, Value) {
    code_of(house.post("/api/rooms", &json!({ "host": { "name": "Zoe" }, "game": "euchre" })).await)
}
