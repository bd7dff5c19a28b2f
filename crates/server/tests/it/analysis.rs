//! What each move of a finished game was worth, over a real socket: progress, the analysis, and who may ask.

use crate::test_server::*;
use client::{Http, Lines};
use serde_json::{Value, json};
use server::{
    Config, Pace,
    log::{Entry, IndexUpdate, RoomId, RoomLog, What},
    protocol::AnalysisNews,
};

const NAMES: [&str; 6] = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay"];

fn record(client: &Client) -> String {
    client.room["deal"]["record"].as_str().unwrap().to_owned()
}

/// A game that random people have played to its end.
async fn played(house: &House, game: &str, options: Value) -> String {
    let seats = usize::from(catalog::find(game).unwrap().usual);
    let mut clients = house.playing(game, &NAMES[..seats], options).await;
    play_out(house, &mut clients, &mut Dice::new(11)).await;
    record(&clients[0])
}

/// Every line of an answer.
async fn lines(house: &House, record: &str) -> Result<Vec<Value>, (u16, Value)> {
    let (status, head, text) = house.raw_http("GET", &format!("/api/played/{record}/analysis"), "", "").await;
    if status != 200 {
        return Err((status, serde_json::from_str(&text).unwrap()));
    }
    assert!(head.contains("content-type: application/x-ndjson"), "{head}");
    for line in text.lines() {
        let news: AnalysisNews = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&news).unwrap(), line, "it fits the types");
    }
    Ok(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Requests an analysis and waits for its first progress; dropping the lines hangs up.
async fn progressing(house: &House, record: &str) -> Lines {
    let http = Http::connect(house.address).await.unwrap();
    let (_, mut lines) = http.lines(&format!("/api/played/{record}/analysis")).await.unwrap();
    while !lines.next().await.unwrap().expect("the answer goes on").starts_with("{\"progress\":") {}
    lines
}

#[tokio::test]
async fn a_finished_game_is_analysed_with_progress_and_every_time_the_same() {
    let house = House::open().await;
    let mut clients = house.playing("euchre", &NAMES[..4], json!({ "target": 5 })).await;
    let record = record(&clients[0]);
    let (status, refused) = lines(&house, &record).await.unwrap_err();
    assert_eq!((status, refused["code"].as_str().unwrap()), (409, "not_available"), "not while it goes on");
    play_out(&house, &mut clients, &mut Dice::new(11)).await;

    let heard = lines(&house, &record).await.unwrap();
    let (last, progress) = heard.split_last().unwrap();
    let done: Vec<u64> = progress.iter().map(|line| line["progress"]["done"].as_u64().unwrap()).collect();
    assert!(!done.is_empty() && done.is_sorted(), "{done:?}");
    let reviews = last["analysis"]["reviews"].as_array().unwrap();
    assert!(reviews.len() > 20, "{}", reviews.len());
    assert!(reviews.iter().any(|review| review["seat"] == 3), "everybody's decisions");

    let again = lines(&house, &record).await.unwrap();
    assert_eq!(again, std::slice::from_ref(last), "who asks again has it at once");
    let house = house.restart().await;
    let anew = lines(&house, &record).await.unwrap();
    assert_eq!(anew.last(), Some(last), "and a server that has forgotten it finds the same");
}

#[tokio::test]
async fn nobody_guesses_a_record() {
    let house = House::with(Config { failures_per_minute: 3, ..generous() }).await;
    for name in ["0000000000000000-1", "nonsense", "0-1"] {
        let (status, refused) = lines(&house, name).await.unwrap_err();
        assert_eq!(status, 404, "{name}: {refused}");
    }
    let (status, _) = lines(&house, "0000000000000001-1").await.unwrap_err();
    assert_eq!(status, 429, "nor tries for long");
}

#[tokio::test]
async fn an_address_has_one_analysis_under_way_and_hanging_up_ends_it() {
    let house = House::with(Config { pace: Pace::AtOnce, ..generous() }).await;
    // The longest game there is, and a short one.
    let long = played(&house, "roost", json!({})).await;
    let short = played(&house, "euchre", json!({ "target": 5 })).await;
    let asked = progressing(&house, &long).await;

    let (status, refused) = lines(&house, &short).await.unwrap_err();
    assert_eq!((status, refused["code"].as_str().unwrap()), (429, "rate_limited"));
    let along = progressing(&house, &long).await;

    drop(asked);
    let (status, _) = lines(&house, &short).await.unwrap_err();
    assert_eq!(status, 429, "somebody waits for it still");
    drop(along);
    // That nobody waits any more is noticed soon.
    while lines(&house, &short).await.is_err() {
        tokio::task::yield_now().await;
    }
}

/// Puts the entries of a finished game into a new room, as an older program would have written them.
async fn by_older_rules(house: &House, room: RoomId, rules: u32) -> String {
    let old = RoomId(room.0 ^ 1);
    for (number, entry) in house.entries(room).await.into_iter().enumerate() {
        let mut entry: Entry = entry;
        if let What::Started { start, .. } = &mut entry.what {
            start.rules = rules;
        }
        let mark = (number == 0).then(|| IndexUpdate::Opened { code: "OLDY".into() });
        house.log.append(old, number as u64, &entry, mark).await.unwrap();
    }
    format!("{old}-1")
}

#[tokio::test]
async fn a_game_by_rules_that_are_gone_is_answered_honestly() {
    let house = House::open().await;
    played(&house, "casino", json!({})).await;
    let rules = catalog::find("casino").unwrap().rules + 7;
    let record = by_older_rules(&house, house.only_room().await, rules).await;
    for what in ["replay", "proof", "analysis"] {
        let (status, refused) = house.get(&format!("/api/played/{record}/{what}")).await;
        assert_eq!((status, refused["code"].as_str()), (400, Some("unknown_rules")), "{what}: {refused}");
        assert_eq!(refused["detail"]["asked"], rules, "{what} says by which rules it was played: {refused}");
    }
}
