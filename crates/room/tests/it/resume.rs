//! A room goes on from its entries, whichever of them was the last that was stored.

use crate::page::*;
use room::{Pace, local::LocalRoom};
use serde_json::{Value, json};

/// A frame without how much time is left, which begins again.
fn timeless(frame: &str) -> Value {
    let mut frame: Value = serde_json::from_str(frame).unwrap();
    if let Some(update) = frame.get_mut("update").and_then(Value::as_object_mut) {
        update.remove("remaining_ms");
    }
    frame
}

/// What a page does next is decided by what it sees alone, so that two of them do the same.
fn go_on(page: &mut Page, steps: usize) -> Vec<Value> {
    let from = page.frames.len();
    for _ in 0..steps {
        if page.state() == "finished" {
            break;
        }
        let legal = page.legal();
        if !page.tick() {
            let action = legal.first().unwrap_or_else(|| panic!("nobody can go on: {}", page.room)).clone();
            let answer = page.order(&json!({ "do": action }));
            assert!(answer.get("ok").is_some(), "{answer}");
        }
    }
    let updates = page.frames[from..].iter().map(|frame| timeless(frame));
    updates.filter(|frame| frame.get("update").is_some()).collect()
}

#[test]
fn a_resumed_room_shows_the_same_and_goes_on_in_the_same_way() {
    for game in catalog::ALL {
        let mut page = Page::open(play(game.name, "easy"), 11);
        go_on(&mut page, 30);
        for upto in 1..=page.entries.len() {
            let mut here = page.resumed(upto, device(12));
            here.hello();
            assert!(!here.ended, "{} after {upto} entries", game.name);
            // The state of the table is what the log says, and nothing is lost or shown twice.
            let mut again =
                room::ReplayedRoom::open(page.local.id(), &page.entries[0], key().public()).unwrap();
            here.entries[1..].iter().for_each(|entry| again.go_on(entry).unwrap());
            let update =
                serde_json::to_value(again.update(again.viewer(Some(&page.seated.player_id)))).unwrap();
            assert_eq!(here.seq, update["seq"]);
            assert_eq!(here.room, update["room"], "{} after {upto}", game.name);
            assert_eq!(here.table, update.get("table").cloned().unwrap_or_default());
        }
    }
}

#[test]
fn going_on_and_resuming_lead_to_the_same_frames() {
    for game in catalog::ALL {
        let mut page = Page::open(play(game.name, "easy"), 13);
        go_on(&mut page, 15);
        for _ in 0..6 {
            let mut here = page.resumed(page.entries.len(), device(14));
            here.hello();
            let [resumed, gone_on] = [&mut here, &mut page].map(|page| go_on(page, 7));
            let common = resumed.len().min(gone_on.len());
            assert!(common > 0 || page.state() == "finished");
            assert_eq!(resumed[..common], gone_on[..common], "{}", game.name);
        }
    }
}

#[test]
fn a_message_repeated_after_a_crash_has_no_second_effect() {
    let mut page = Page::open(play("euchre", "easy"), 15);
    while page.legal().is_empty() {
        assert!(page.tick());
    }
    let message = json!({ "id": "once", "version": page.seq, "do": page.legal()[0] }).to_string();
    page.hear(&message);
    let mut here = page.resumed(page.entries.len(), device(16));
    here.hello();
    let before = here.entries.len();
    let answers = here.hear(&message);
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["ok"]["id"], "once");
    assert_eq!(here.entries.len(), before);
    let other = message.replace("\"version\":", "\"version\": ");
    assert_eq!(here.hear(&other)[0]["err"]["code"], "id_reused");
}

#[test]
fn without_a_connection_the_table_stands_still() {
    let mut wish = device(17);
    wish.pace = Pace::Human;
    let mut page = Page::open_on(play("eights", "easy"), wish, true);
    while page.next.is_none() {
        if !page.tick() {
            page.step();
        }
    }
    let (before, at) = (page.entries.len(), page.now);
    page.local.disconnect();
    let outcome = page.local.tick(at + 48 * 60 * 60 * 1000);
    assert!(outcome.entries.is_empty() && outcome.frames.is_empty() && outcome.next.is_none());
    assert_eq!(page.local.entries().len(), before);
    // Two days later it goes on, and bots take their pauses from then.
    page.now = at + 48 * 60 * 60 * 1000;
    page.hello();
    assert_eq!(page.state(), "playing");
    assert_eq!(page.entries.len(), before, "being away is no entry");
    while page.thinking {
        page.tick();
    }
    assert!(page.next.is_none_or(|next| next > page.now), "a bot does not snap");
    page.play_out();
    check(page.local.id(), 1, &page.entries);
}

#[test]
fn entries_that_do_not_fit_are_refused() {
    let page = Page::open(play("eights", "easy"), 18);
    let id = page.local.id();
    assert_eq!(LocalRoom::resume(id, Vec::new(), device(1)).unwrap_err().code, "room_not_found");
    let without_first = page.entries[1..].to_vec();
    assert_eq!(LocalRoom::resume(id, without_first, device(1)).unwrap_err().code, "internal");
    let mut twice = page.entries.clone();
    twice.push(twice[0].clone());
    assert_eq!(LocalRoom::resume(id, twice, device(1)).unwrap_err().code, "internal");
}
