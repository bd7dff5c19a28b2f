//! Rooms on this device, behind the module's commands.

use crate::conversation::{Page, golden};
use serde_json::{Value, json};

const SEED: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const KEY: &str = "0909090909090909090909090909090909090909090909090909090909090909";

fn open(page: &mut Page, game: &str) -> Value {
    let play = json!({ "player": { "name": "Ann" }, "game": game, "level": "easy" });
    let open = json!({ "wish": { "play": play }, "now": 1000, "seed": SEED, "key": KEY });
    page.ok(json!({ "cmd": "room", "request": { "open": open } }))["opened"].take()
}

fn hello(page: &mut Page, room: &Value, seated: &Value) -> Value {
    let mut hello = seated.clone();
    hello["protocol"] = json!(room::protocol::PROTOCOL);
    let frame = json!({ "room": room, "text": json!({ "rejoin": hello }).to_string(), "now": 2000 });
    page.ok(json!({ "cmd": "room", "request": { "frame": frame } }))["outcome"].take()
}

#[test]
fn a_page_opens_a_room_and_is_shown_it() {
    let mut page = Page::default();
    let opened = open(&mut page, "euchre");
    assert!(opened["outcome"]["entries"].as_array().is_some_and(|entries| !entries.is_empty()));
    let outcome = hello(&mut page, &opened["room"], &opened["seated"]);
    let frames = outcome["frames"].as_array().unwrap();
    assert!(frames[0].as_str().unwrap().starts_with(r#"{"welcome""#), "{outcome}");
}

#[test]
fn entries_are_texts_that_a_browser_does_not_round() {
    let mut page = Page::default();
    let opened = open(&mut page, "casino");
    let entries = opened["outcome"]["entries"].clone();
    assert!(entries.as_array().unwrap().iter().all(Value::is_string), "{entries}");
    let resume = json!({ "room": opened["room"], "entries": entries, "seed": SEED, "key": KEY });
    let mut other = Page::default();
    let resumed = other.ok(json!({ "cmd": "room", "request": { "resume": resume } }));
    assert_eq!(resumed["resumed"]["summary"]["game"], "casino");
}

#[test]
fn a_game_that_is_checked_leaves_rooms_alone() {
    let mut page = Page::default();
    let opened = open(&mut page, "dutch");
    let (room, seated) = (opened["room"].clone(), opened["seated"].clone());
    // The table of the engine, which verification uses, is another one.
    page.ok(json!({ "cmd": "open", "game": "euchre", "seed": 1 }));
    page.ok(json!({ "cmd": "verify", "file": golden("euchre") }));
    page.ok(json!({ "cmd": "close" }));
    let outcome = hello(&mut page, &room, &seated);
    assert_eq!(outcome["faults"], json!([]));
    assert_eq!(outcome["ended"], false);
    let drop = json!({ "cmd": "room", "request": { "drop": { "room": room } } });
    assert_eq!(page.ok(drop), json!({ "done": {} }));
    let tick = json!({ "cmd": "room", "request": { "tick": { "room": room, "now": 3000 } } });
    assert_eq!(page.error(tick).0, "room_not_found");
}

#[test]
fn a_request_that_is_not_one_is_refused_with_its_code() {
    let mut page = Page::default();
    for request in [json!({}), json!({ "nonsense": {} }), json!([]), json!("open")] {
        assert_eq!(page.error(json!({ "cmd": "room", "request": request })).0, "bad_message");
    }
    assert_eq!(page.error(json!({ "cmd": "room" })).0, "bad_message");
    let poker = json!({ "open": { "wish": { "lesson": { "game": "poker", "player": { "name": "A" } } }, "now": 1,
        "seed": SEED, "key": KEY } });
    assert_eq!(page.error(json!({ "cmd": "room", "request": poker })).0, "unknown_game");
}
