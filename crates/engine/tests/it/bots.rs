//! Bots through the engine.

use crate::driver::Driver;
use serde_json::{Value, json};

#[test]
fn a_bot_chooses_for_a_seat_and_says_why() {
    let mut engine = Driver::euchre("house");
    let plain = engine.ok(json!({"cmd": "choose", "seat": 0, "level": "hard", "seed": 7}));
    assert!(plain["action"] == json!("pass") || plain["action"].is_object(), "{plain}");
    assert!(plain.get("reasons").is_none() && plain["after_ms"].as_u64().is_some_and(|ms| ms >= 500));
    let asked = json!({"cmd": "choose", "seat": 0, "level": "hard", "seed": 7, "explain": true});
    let explained = engine.ok(asked.clone());
    assert_eq!(explained["action"], plain["action"], "explaining changes nothing");
    assert_eq!(explained, engine.ok(asked));
    let reasons = &explained["reasons"];
    assert!(reasons["candidates"].as_array().is_some_and(|list| list.len() >= 3), "{reasons}");
    assert_eq!(reasons["knowledge"]["cards"].as_array().map(Vec::len), Some(18));
    // The only hand in it is the seat's own, and not even that: it is what is *not* known.
    assert!(!reasons.to_string().contains("\"hands\""));
    // A seat that is not asked does nothing.
    assert_eq!(engine.ok(json!({"cmd": "choose", "seat": 2}))["action"], Value::Null);
}

#[test]
fn u_63_the_engine_gives_the_record_of_the_seat_it_drives_while_the_deal_runs() {
    let open = json!({"cmd": "open", "game": "euchre", "options": {"reasons": "after_deal"}});
    let mut engine = Driver::at(open);
    engine.ok(json!({"cmd": "chance", "drawn": {"roll": [3]}}));
    engine.ok(json!({"cmd": "chance", "drawn": {"shuffle": (0..24).collect::<Vec<_>>()}}));
    engine.ok(json!({"cmd": "act", "seat": 0, "action": "pass"}));
    let choice = engine.ok(json!({"cmd": "choose", "seat": 1, "level": "hard", "seed": 3, "explain": true}));
    assert!(choice["reasons"]["candidates"].as_array().is_some_and(|list| list.len() > 1), "{choice}");
}

#[test]
fn a_bot_chooses_for_a_view_from_elsewhere() {
    let mut engine = Driver::euchre("house");
    let here = engine.ok(json!({"cmd": "choose", "seat": 0, "seed": 7}));
    let view = engine.ok(json!({"cmd": "view", "viewer": {"recall": 0}}))["view"].clone();
    let options = engine.ok(json!({"cmd": "log"}))["options"].clone();
    engine.ok(json!({"cmd": "close"}));
    let ask =
        json!({"cmd": "choose", "game": "euchre", "options": options, "view": view, "seat": 0, "seed": 7});
    assert_eq!(engine.ok(ask), here);
    assert_eq!(engine.error(json!({"cmd": "choose", "seat": 0})).0, "no_table");
}

#[test]
fn a_bot_plays_a_seat_for_a_whole_game() {
    let mut engine = Driver::at(json!({"cmd": "open", "game": "euchre", "seed": 4}));
    for seat in 0..3 {
        engine.ok(json!({"cmd": "bot", "seat": seat, "level": "easy", "seed": 1}));
    }
    // The last seat completes the table: everything that is left happens at once.
    let change = engine.ok(json!({"cmd": "bot", "seat": 3, "level": "medium", "seed": 1}));
    assert!(change["acted"].as_array().is_some_and(|acted| acted.len() > 50), "{}", change["turn"]);
    assert!(engine.ok(json!({"cmd": "result"}))["outcome"].is_object());
    assert_eq!(engine.error(json!({"cmd": "bot", "seat": 4, "level": "easy"})).0, "no_such_seat");
}

#[test]
fn a_seat_can_be_taken_back_from_its_bot() {
    let mut engine = Driver::euchre("house");
    let change = engine.ok(json!({"cmd": "bot", "seat": 0, "level": "easy"}));
    assert_eq!(change["acted"][0]["seat"], 0);
    let change = engine.ok(json!({"cmd": "bot", "seat": 0, "level": null}));
    assert!(change.get("acted").is_none());
}

#[test]
fn the_panel_of_a_seat_is_there_for_programs() {
    let mut engine = Driver::euchre("house");
    let panel = engine.ok(json!({"cmd": "knowledge", "seat": 1}))["knowledge"].clone();
    assert_eq!(panel["places"].as_array().map(Vec::len), Some(4));
    assert_eq!(panel["cards"].as_array().map(Vec::len), Some(18));
    assert_eq!(engine.error(json!({"cmd": "knowledge", "seat": 9})).0, "no_such_seat");
}
