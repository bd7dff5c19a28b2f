//! Hints, reasons and questions whether something may be done.

use crate::page::*;
use serde_json::{Value, json};

fn own_turn(page: &mut Page) {
    while page.legal().is_empty() {
        assert!(page.tick());
    }
}

#[test]
fn a_hint_is_a_legal_action_with_reasons_and_changes_nothing() {
    for game in catalog::ALL {
        let mut page = Page::open(play(game.name, "easy"), 51);
        own_turn(&mut page);
        let (entries, seq) = (page.entries.len(), page.seq);
        let answer = page.order(&json!({ "hint": "move" }));
        let note = &answer["ok"]["note"];
        assert!(note["reasons"].is_object(), "{}: {answer}", game.name);
        let chosen = &note["action"];
        assert!(chosen.is_null() || page.order(&json!({ "ask": chosen })).get("ok").is_some(), "{chosen}");
        let counted = page.order(&json!({ "hint": "count" }));
        assert!(counted["ok"]["note"].get("knowledge").is_some(), "{counted}");
        assert_eq!((page.entries.len(), page.seq), (entries, seq));
    }
}

#[test]
fn one_thought_at_a_time_for_the_person() {
    let mut page = Page::open(play("casino", "easy"), 52);
    own_turn(&mut page);
    let ask = |id: &str, seq: u64| json!({ "id": id, "version": seq, "hint": "move" }).to_string();
    assert_eq!(page.hear(&ask("one", page.seq)), Vec::<Value>::new());
    assert!(page.thinking);
    let second = page.hear(&ask("two", page.seq));
    assert_eq!(second[0]["err"]["code"], "rate_limited");
    page.tick();
    assert!(page.frames.last().unwrap().contains("\"one\""));
}

#[test]
fn where_a_table_gives_no_hints_there_are_none() {
    let wish = table("eights", &json!({ "settings": { "hints": "off" } }));
    let mut page = Page::open(wish, 53);
    page.done(&json!({ "fill": { "seats": 4 } }));
    page.done(&json!("start"));
    own_turn(&mut page);
    assert_eq!(page.order(&json!({ "hint": "move" }))["err"]["code"], "not_available");
}

#[test]
fn once_the_cards_are_revealed_a_bots_reasons_are_recomputed() {
    let mut page = Page::open(play("casino", "medium"), 54);
    page.play_out();
    let acted = |entry: &room::entry::Entry| match &entry.what {
        room::entry::What::Played(played) => match &played.input {
            kernel::Input::Act(seat, action) => Some((*seat, action.get().to_owned())),
            _ => None,
        },
        _ => None,
    };
    let moves: Vec<_> =
        page.entries.iter().enumerate().filter_map(|(at, entry)| Some((at, acted(entry)?))).collect();
    let (at, (seat, action)) = moves.iter().rev().find(|(_, (seat, _))| seat.0 != 0).unwrap();
    let answer = page.order(&json!({ "why": at + 1 }));
    let note = &answer["ok"]["note"];
    assert_eq!(note["seat"], seat.0, "{answer}");
    let did: Value = serde_json::from_str(action).unwrap();
    assert_eq!((&note["did"], &note["action"]), (&did, &did), "the same thought again");
    assert_eq!(page.order(&json!({ "why": 1 }))["err"]["code"], "not_available");
}

#[test]
fn u_63_reasons_of_a_bot_are_not_available_while_the_deal_runs() {
    // The dealer has to call: a deal that everybody passes is over at once, and its reasons are available.
    let player = json!({ "player": { "name": "Ann" }, "game": "euchre", "preset": "stick", "level": "easy", "seals": true });
    let wish = room::Wish::play_now(serde_json::from_value(player).unwrap()).unwrap();
    let mut page = Page::open(wish, 55);
    let bots = |page: &Page| {
        let acted = |entry: &room::entry::Entry| match &entry.what {
            room::entry::What::Played(played) => {
                matches!(&played.input, kernel::Input::Act(seat, _) if seat.0 != 0)
            }
            _ => false,
        };
        page.entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| acted(entry))
            .map(|(at, _)| at + 1)
            .collect::<Vec<_>>()
    };
    let mut asked = 0;
    while page.table["view"]["open"]["phase"] != "deal_over" {
        if let Some(version) = bots(&page).last() {
            let answer = page.order(&json!({ "why": version }));
            // The bots went on meanwhile, and the deal may be over by now.
            if page.table["view"]["open"]["phase"] == "deal_over" {
                break;
            }
            assert_eq!(answer["err"]["code"], "not_available", "{version} {answer}");
            asked += 1;
        }
        page.step();
    }
    assert!(asked > 5, "{asked}");
    let version = *bots(&page).last().unwrap();
    let answer = page.order(&json!({ "why": version }));
    assert!(answer["ok"]["note"]["reasons"].is_object(), "{answer}");
}

#[test]
fn a_ping_is_answered_with_its_number() {
    let mut page = Page::open(play("eights", "easy"), 56);
    let entries = page.entries.len();
    assert_eq!(page.hear(&json!({ "ping": 7 }).to_string()), [json!({ "pong": 7 })]);
    assert_eq!(page.entries.len(), entries, "it is not kept");
}

#[test]
fn the_adviser_is_the_strongest_level_and_never_slips() {
    assert_eq!(Some(&room::ADVISER), kernel::Level::ALL.last());
    for game in catalog::ALL {
        for seed in [58, 59] {
            let mut page = Page::open(play(game.name, "easy"), seed);
            own_turn(&mut page);
            let answer = page.order(&json!({ "hint": "move" }));
            let method = &answer["ok"]["note"]["reasons"]["method"];
            assert!(method.is_string() && method != "slip", "{}: {answer}", game.name);
        }
    }
}
