//! The lesson of every game, in a local room.

use crate::page::*;
use kernel::Beat;
use room::{Wish, protocol::lobby::Learn};
use serde_json::{Value, json};

fn learn(game: &str) -> Page {
    let wish: Learn = serde_json::from_value(json!({ "player": { "name": "Ann" }, "game": game })).unwrap();
    Page::open(Wish::lesson(wish).unwrap(), 21)
}

/// What the script accepts at each of the learner's tries, by the name of its text.
fn wanted(game: &str) -> Vec<(&'static str, Value)> {
    let script = catalog::find(game).unwrap().lesson().unwrap();
    let tries = script.beats.into_iter().filter_map(|beat| match beat {
        Beat::Try { text, mut accepts, .. } => Some((text, accepts.remove(0))),
        Beat::Move(..) | Beat::TimeUp | Beat::Read { .. } => None,
    });
    tries.collect()
}

/// Does what the lesson asks for next; returns whether it goes on.
fn follow(page: &mut Page, tries: &[(&'static str, Value)]) -> bool {
    let told = page.room["lesson"]["told"].as_array().unwrap().clone();
    match page.room["lesson"]["now"].as_str().unwrap() {
        "read" => page.done(&json!({ "read": { "step": told.len() } })),
        "watch" => assert!(page.tick(), "somebody is to act"),
        "try" => {
            let (_, action) = tries.iter().find(|(text, _)| told.last().unwrap() == text).unwrap();
            let answer = page.order(&json!({ "do": action }));
            assert!(answer.get("ok").is_some(), "{answer}");
        }
        _ => return false,
    }
    true
}

#[test]
fn the_lesson_of_every_game_can_be_played() {
    for game in catalog::ALL.iter().filter(|game| game.lesson().is_some()) {
        let mut page = learn(game.name);
        let tries = wanted(game.name);
        assert_eq!(page.state(), "playing");
        while follow(&mut page, &tries) {}
        let lesson = &page.room["lesson"];
        assert_eq!(json!(lesson["told"].as_array().unwrap().len()), lesson["steps"], "{}", game.name);
        assert!(page.games.is_empty(), "a lesson is not a game that counts");
        let record = format!("{}-1", page.local.id()).parse().unwrap();
        let refused = room::Finished::prove(record, &page.entries).unwrap_err();
        assert_eq!(refused.code, "not_available", "its cards are written down: there is nothing to prove");
    }
}

#[test]
fn a_lesson_goes_on_after_a_crash_at_any_step() {
    let tries = wanted("euchre");
    let mut page = learn("euchre");
    while follow(&mut page, &tries) {}
    let begun = page.entries.iter().position(|entry| matches!(entry.what, room::entry::What::Started { .. }));
    for upto in (begun.unwrap() + 1..page.entries.len()).step_by(5) {
        let mut here = page.resumed(upto, device(22));
        here.hello();
        while follow(&mut here, &tries) {}
        assert_eq!(here.room["lesson"], page.room["lesson"]);
        assert_eq!(here.table["view"], page.table["view"]);
    }
}

#[test]
fn an_action_outside_the_lesson_changes_nothing() {
    let tries = wanted("euchre");
    let mut page = learn("euchre");
    while page.room["lesson"]["now"] != "try" {
        follow(&mut page, &tries);
    }
    let before = page.entries.len();
    let answer = page.order(&json!({ "do": "pass" }));
    assert_eq!(answer["err"]["code"], "off_script");
    assert_eq!(answer["err"]["detail"]["hint"], "take-it");
    assert_eq!(page.entries.len(), before);
}
