//! The proof of a finished game: for those who were there, and not before its end.

use crate::test_server::*;
use catalog::{
    Json,
    proof::{Proof, Step, Verdict, commitment, verify},
};
use kernel::Seat;
use serde::Deserialize;
use serde_json::{Value, json};
use server::{Config, Pace};

const NAMES: [&str; 6] = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay"];

pub(crate) fn record(client: &Client) -> String {
    client.room["deal"]["record"].as_str().unwrap().to_owned()
}

/// The file, if there is one.
pub(crate) async fn fetch(house: &House, record: &str) -> Result<String, (u16, Value)> {
    let (status, head, text) = house.raw_http("GET", &format!("/api/played/{record}/proof"), "", "").await;
    if status == 200 {
        assert!(head.contains("content-type: application/json"), "{head}");
        assert!(head.contains("attachment; filename="), "{head}");
        return Ok(text);
    }
    Err((status, serde_json::from_str(&text).unwrap()))
}

pub(crate) fn proved(text: &str) -> Proof {
    let report = verify(text.as_bytes());
    assert_eq!(report.verdict, Verdict::Consistent, "{report}");
    Proof::read(text).unwrap()
}

/// Asserts that each action of a bot is the one that its level chooses from what its seat knew.
pub(crate) fn assert_every_bot_recomputed(text: &str) {
    let mut report = verify(text.as_bytes());
    report.recompute_bots(&mut |_| {});
    assert!(report.is_consistent(), "{report}");
    let found = report.checks.iter().find(|check| check.what == "bots").unwrap();
    let words: Vec<&str> = found.text.split(' ').take(3).collect();
    assert_eq!((words[0], words[1]), (words[2], "of"), "{report}");
}

/// Entries by which a person went or returned, each just before an action of a bot that was asked earlier: what the bot
/// knew when it was asked is found further back in the log.
pub(crate) fn returns_before_bots(proof: &Proof) -> impl Iterator<Item = usize> {
    let first = |at: usize| proof.log[at].steps.first();
    (1..proof.log.len() - 1).filter(move |at| {
        matches!(first(*at), Some(Step::Status(..)))
            && matches!(first(at + 1), Some(Step::Act(seat, _)) if *seat != Seat(0))
    })
}

/// What a client was sent, byte for byte.
#[derive(Deserialize)]
struct Sent {
    update: Option<SentUpdate>,
}
#[derive(Deserialize)]
struct SentUpdate {
    table: Option<SentTable>,
}
#[derive(Deserialize)]
struct SentTable {
    version: u64,
    acted: Option<Seat>,
    view: Json,
    events: Vec<Json>,
}

fn sent(client: &Client) -> Vec<SentTable> {
    let read = |frame: &String| serde_json::from_str::<Sent>(frame).ok()?.update?.table;
    client.frames.iter().filter_map(read).collect()
}

/// What the replay shows.
#[derive(Deserialize)]
struct Shown {
    total: usize,
    players: Vec<Value>,
    frames: Vec<Again>,
}
#[derive(Deserialize)]
struct Again {
    version: u64,
    acted: Option<Seat>,
    view: Json,
    events: Vec<Json>,
}

/// A whole game as a viewer had it, part by part; `None` for spectators.
async fn replay(house: &House, record: &str, viewer: Option<usize>) -> Vec<Again> {
    let viewer = viewer.map(|seat| format!("viewer={seat}&")).unwrap_or_default();
    let mut frames = Vec::new();
    loop {
        let path = format!("/api/played/{record}/replay?{viewer}from={}", frames.len());
        let (status, _, text) = house.raw_http("GET", &path, "", "").await;
        assert_eq!(status, 200, "{text}");
        let part: Shown = serde_json::from_str(&text).unwrap();
        assert!(!part.players.is_empty());
        let some = part.frames.len();
        frames.extend(part.frames);
        if frames.len() == part.total {
            return frames;
        }
        assert!(some > 0, "there is more");
    }
}

fn assert_same(live: &SentTable, again: &Again) {
    assert_eq!(live.view.get(), again.view.get());
    assert_eq!(live.acted, again.acted);
    let texts = |events: &[Json]| events.iter().map(|event| event.get().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&live.events), texts(&again.events));
}

#[tokio::test]
async fn every_game_is_proved_and_shown_again_step_by_step_as_it_was_sent() {
    for game in catalog::ALL {
        let house = House::open().await;
        let options = if game.name == "euchre" { json!({ "target": 5 }) } else { json!({}) };
        let mut clients = house.playing(game.name, &NAMES[..usize::from(game.default_seats)], options).await;
        let record = record(&clients[0]);
        let (status, refused) = fetch(&house, &record).await.unwrap_err();
        assert_eq!(
            (status, refused["code"].as_str().unwrap()),
            (409, "not_available"),
            "not while it goes on"
        );
        let (status, refused) = house.get(&format!("/api/played/{record}/replay?viewer=1")).await;
        assert_eq!((status, refused["code"].as_str().unwrap()), (409, "not_available"));
        assert_eq!(refused.as_object().unwrap().len(), 3, "a code, a detail and a text: {refused}");
        play_out(&house, &mut clients, &mut Dice::new(11)).await;

        let proof = proved(&fetch(&house, &record).await.unwrap());
        assert_eq!(proof.players, NAMES[..clients.len()]);
        assert_eq!(clients[0].room["deal"]["secret"], proof.secret.to_string());
        assert_eq!(serde_json::to_value(&proof.outcome).unwrap(), clients[0].room["outcome"]);
        for (seat, client) in clients.iter().enumerate() {
            let frames = replay(&house, &record, Some(seat)).await;
            let live = sent(client);
            assert_eq!(live.len(), frames.len(), "{}", game.name);
            for (live, again) in live.iter().zip(&frames) {
                assert_eq!(live.version, again.version);
                assert_same(live, again);
            }
        }
    }
}

#[tokio::test]
async fn games_with_bots_absent_players_and_spectators_are_proved() {
    for game in catalog::ALL {
        let house = House::with(Config { pace: Pace::AtOnce, ..generous() }).await;
        let wish = json!({ "player": { "name": "Ann" }, "game": game.name });
        let (_, seated) = house.post("/api/play-now", &wish).await;
        let mut ann = Client::rejoin(&house, &seated).await;
        let mut zoe = Client::watch(&house, &ann.code.clone(), "Zoe").await.unwrap();
        let mut dice = Dice::new(5);
        for step in 0.. {
            ann.settle().await;
            if ann.state() == "finished" {
                break;
            }
            if step == 5 {
                // Gone and back: the table learns of both.
                drop(ann);
                house.advance(1);
                ann = Client::rejoin(&house, &seated).await;
                continue;
            }
            if ann.legal.is_empty() {
                house.advance(1);
                tokio::task::yield_now().await;
                continue;
            }
            let action = dice.pick(&ann.legal).clone();
            // A bot may have been quicker.
            let _ = ann.act(action).await;
        }
        zoe.until(|zoe| zoe.state() == "finished").await;
        let proof = proved(&fetch(&house, &record(&ann)).await.unwrap());
        assert!(proof.players.contains(&"Ann".to_owned()));
        let frames = replay(&house, &record(&ann), None).await;
        for live in sent(&zoe).iter().skip(1) {
            let again = frames.iter().find(|frame| frame.version == live.version).unwrap();
            assert_same(live, again);
        }
    }
}

/// After a restart the table has gone on since a bot was asked, by the people who have come back: what the bot knew then is
/// found in the log.
#[tokio::test]
async fn bots_that_were_asked_before_a_restart_do_what_they_do_when_they_are_recomputed() {
    let mut looked_back = Vec::new();
    for game in catalog::ALL {
        let mut house = House::open().await;
        let options = if game.name == "euchre" { json!({ "target": 5 }) } else { json!({}) };
        let body = json!({ "host": { "name": "Ann" }, "game": game.name, "options": options });
        let (_, seated) = house.post("/api/rooms", &body).await;
        let mut ann = Client::rejoin(&house, &seated).await;
        for _ in 1..game.default_seats.max(2) {
            ann.done(json!({ "add_bot": { "level": "easy" } })).await;
        }
        ann.command(json!("start")).await.unwrap();
        ann.until(|ann| ann.view.is_some()).await;
        let (record, mut dice, mut restarts) = (record(&ann), Dice::new(3), 0);
        for step in 0..400 {
            ann.settle().await;
            if ann.state() == "finished" {
                break;
            }
            if !ann.legal.is_empty() {
                let action = dice.pick(&ann.legal).clone();
                // A bot may have been quicker.
                let _ = ann.act(action).await;
                continue;
            }
            // A bot is asked, and pauses like a person.
            if restarts < 6 && step % 3 == 0 {
                restarts += 1;
                drop(ann);
                house = house.restart().await;
                ann = Client::rejoin(&house, &seated).await;
                continue;
            }
            house.advance(1);
            tokio::task::yield_now().await;
        }
        if ann.state() != "finished" {
            ann.command(json!("close")).await.unwrap();
            ann.until_closed().await;
        }
        let text = fetch(&house, &record).await.unwrap();
        let proof = proved(&text);
        assert_every_bot_recomputed(&text);
        looked_back.extend(returns_before_bots(&proof).map(|_| game.name));
    }
    println!("bots that acted after their player's table had gone on: {looked_back:?}");
    assert!(looked_back.len() > 3, "{looked_back:?}");
}

#[tokio::test]
async fn a_game_that_was_given_up_is_proved_up_to_there() {
    let house = House::open().await;
    let mut clients = house.playing("euchre", &NAMES[..4], json!({})).await;
    let record = record(&clients[0]);
    let actor = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
    let action = clients[actor].legal[0].clone();
    clients[actor].act(action).await.unwrap();
    clients[0].command(json!("close")).await.unwrap();
    clients[1].until_closed().await;
    let proof = proved(&fetch(&house, &record).await.unwrap());
    assert_eq!(proof.outcome, None);
    assert_eq!(proof.log.len(), 2);
    let told = clients[1].notices.back().unwrap()["closed"]["secret"].clone();
    assert_eq!(told, proof.secret.to_string());
}

#[tokio::test]
async fn a_rematch_starts_afresh_and_the_first_proof_outlives_it_and_a_restart() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &NAMES[..3], json!({})).await;
    let first = record(&clients[0]);
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    for client in &mut clients {
        client.command(json!("rematch")).await.unwrap();
    }
    clients[0].command(json!("start")).await.unwrap();
    for client in &mut clients {
        client.until(|client| client.room["games"] == 2).await;
    }
    let second = record(&clients[0]);
    assert_ne!(first, second);
    let secret = proved(&fetch(&house, &first).await.unwrap()).secret;
    let transcript = clients[0].room["deal"]["transcript"].as_str().unwrap();
    assert!(!transcript.contains(&format!("commitment {}", commitment(&secret.0))));
    assert!(clients[0].room["deal"]["secret"].is_null());
    assert_eq!(fetch(&house, &second).await.unwrap_err().0, 409);

    let text = fetch(&house, &first).await.unwrap();
    let house = house.restart().await;
    assert_eq!(fetch(&house, &first).await.unwrap(), text);
}

#[tokio::test]
async fn nobody_finds_a_game_without_its_name() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &NAMES[..3], json!({})).await;
    let (name, code) = (record(&clients[0]), clients[0].code.clone());
    play_out(&house, &mut clients, &mut Dice::new(2)).await;
    let room = name.strip_suffix("-1").unwrap();
    let wrong = [
        code.clone(),
        format!("{code}-1"),
        format!("{room}-2"),
        format!("{room}-0"),
        format!("{room}-01"),
        format!("{}-1", room.to_uppercase().replace(|c: char| c.is_ascii_digit(), "A")),
        "0000000000000000-1".into(),
        format!("{room}-99999999999"),
    ];
    for wrong in wrong {
        let (status, refused) = fetch(&house, &wrong).await.unwrap_err();
        assert_eq!((status, refused["code"].as_str().unwrap()), (404, "room_not_found"), "{wrong}");
    }
    for (asked, status) in [("viewer=3", 400), ("viewer=x", 400), ("from=-1", 400), ("from=4000000000", 200)]
    {
        let (answer, body) = house.get(&format!("/api/played/{name}/replay?{asked}")).await;
        assert_eq!(answer, status, "{asked}: {body}");
    }
    let (_, seated) =
        house.post("/api/lessons", &json!({ "player": { "name": "Ann" }, "game": "euchre" })).await;
    let ann = Client::rejoin(&house, &seated).await;
    assert!(ann.room.get("lesson").is_some() && ann.view.is_some(), "{}", ann.room);
    assert!(ann.room.get("deal").is_none(), "a lesson's cards are written down");
}
