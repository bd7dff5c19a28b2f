//! A table that its only person arranges.

use crate::page::*;
use room::Wish;
use serde_json::json;

#[test]
fn the_host_arranges_a_table_and_bots_of_every_level() {
    let wish = table("eights", &json!({ "options": { "turn_seconds": 0 }, "settings": { "hints": "off" } }));
    let mut page = Page::open(wish, 31);
    assert_eq!((page.state(), page.room["settings"]["hints"].as_str()), ("lobby", Some("off")));
    page.done(&json!({ "add_bot": {} }));
    page.done(&json!({ "fill": { "seats": 4 } }));
    for (seat, level) in [(1, "easy"), (2, "hard"), (3, "expert")] {
        page.done(&json!({ "bot_level": { "seat": seat, "level": level } }));
    }
    page.done(&json!({ "move": { "from": 0, "to": 2 } }));
    page.done(&json!({ "options": { "options": { "turn_seconds": 30 } } }));
    assert_eq!(page.room["options"]["turn_seconds"], 30);
    page.done(&json!({ "remove": { "seat": 3 } }));
    let levels: Vec<_> = (0..3).map(|seat| page.room["seats"][seat]["level"].clone()).collect();
    assert_eq!(levels, [json!("easy"), json!("hard"), json!(null)]);
    page.done(&json!("start"));
    assert_eq!(page.state(), "playing");
    for _ in 0..20 {
        page.step();
    }
    page.done(&json!("close"));
    check(page.local.id(), 1, &page.entries);
}

#[test]
fn presets_of_every_game_can_be_played() {
    for game in catalog::ALL {
        let presets = serde_json::to_value(game).unwrap()["presets"].clone();
        for preset in presets.as_array().unwrap() {
            let mut page = Page::open(table(game.name, &json!({ "preset": preset["name"] })), 32);
            let seats = page.room["usual_seats"].clone();
            page.done(&json!({ "options": { "settings": { "bot_level": "easy" } } }));
            page.done(&json!({ "fill": { "seats": seats } }));
            page.done(&json!("start"));
            for _ in 0..10 {
                if page.state() == "playing" {
                    page.step();
                }
            }
            page.done(&json!("close"));
            assert!(page.ended);
        }
    }
}

#[test]
fn a_seat_that_was_given_to_a_bot_is_taken_back_by_acting() {
    let mut page = Page::open(table("eights", &json!({ "options": { "turn_seconds": 15 } })), 33);
    page.done(&json!({ "fill": { "seats": 3 } }));
    page.done(&json!("start"));
    while page.room["seats"][0]["idle"] != true {
        assert!(page.tick());
    }
    page.done(&json!({ "hand_over": { "seat": 0 } }));
    assert_eq!(page.room["seats"][0]["controller"], "bot");
    while page.legal().is_empty() {
        assert!(page.tick());
    }
    let answer = page.order(&json!({ "do": page.legal()[0] }));
    assert!(answer.get("ok").is_some(), "{answer}");
    assert_eq!(page.room["seats"][0]["controller"], "human");
    page.done(&json!("close"));
    check(page.local.id(), 1, &page.entries);
}

#[test]
fn phrases_are_echoed_and_the_summary_is_the_lobbys() {
    let mut page = Page::open(play("euchre", "easy"), 34);
    let frames = page.hear(r#"{"say":"hello"}"#);
    assert_eq!(frames, [json!({ "said": { "seat": 0, "phrase": "hello" } })]);
    let summary = page.local.summary();
    assert_eq!((summary.people, summary.bots, summary.game.as_str()), (1, 3, "euchre"));
    assert_eq!(summary.code, page.seated.code);
}

#[test]
fn play_now_uses_the_named_set_of_rules_that_was_chosen() {
    let wish = |preset: Option<&str>| {
        let play = json!({ "player": { "name": "Ann" }, "game": "eights", "preset": preset, "seals": true });
        Wish::play_now(serde_json::from_value(play).unwrap())
    };
    for (preset, tier) in [(None, "insane"), (Some("base"), "base"), (Some("chaos"), "chaos")] {
        let page = Page::open(wish(preset).unwrap(), 57);
        assert_eq!(page.room["options"]["tier"], tier);
        assert_eq!(page.room["options"]["turn_seconds"], 0, "nobody is hurried");
    }
    assert_eq!(wish(Some("calm")).err().unwrap().code, "unknown_preset");
}
