//! The ceremony before a deal, with a page that answers, is late, or takes no part.

use crate::page::*;
use room::entry::What;
use serde_json::{Value, json};

fn deal(page: &Page) -> &room::entry::Deal {
    let started = page.entries.iter().rev().find_map(|entry| match &entry.what {
        What::Started { deal, .. } => deal.as_ref(),
        _ => None,
    });
    started.expect("a game has begun")
}

#[test]
fn the_pages_bytes_are_in_the_deal() {
    let page = Page::open(play("euchre", "easy"), 41);
    assert_eq!(page.state(), "playing");
    assert_eq!(deal(&page).bytes, [kernel::Hex32(OWN_BYTES)]);
    let kinds: Vec<&str> = page
        .entries
        .iter()
        .filter_map(|entry| match &entry.what {
            What::DealOpened { .. } => Some("opened"),
            What::Promised { .. } => Some("promised"),
            What::DealFrozen { .. } => Some("frozen"),
            What::Shown { .. } => Some("shown"),
            What::Started { .. } => Some("started"),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["opened", "promised", "frozen", "shown", "started"]);
    assert_eq!(page.room["deal"]["secret"], Value::Null, "the secret stays a secret until the end");
}

#[test]
fn a_page_without_bytes_plays_all_the_same() {
    let wish = table("euchre", &json!({}));
    let mut page = Page::open_on(wish, device(42), false);
    page.done(&json!({ "fill": { "seats": 4 } }));
    page.done(&json!("start"));
    assert_eq!(page.state(), "playing");
    assert!(deal(&page).bytes.is_empty());
    page.done(&json!("close"));
    check(page.local.id(), 1, &page.entries);
}

#[test]
fn a_page_that_does_not_answer_is_not_waited_for_without_end() {
    // It says that it adds bytes, and does not.
    let mut page = Page::open_on(play("euchre", "easy"), device(43), false);
    assert_eq!(page.state(), "lobby");
    assert!(page.room["opening"].is_object());
    assert_eq!(page.next, Some(page.now + 3_000));
    assert!(page.tick());
    assert_eq!(page.state(), "playing");
    assert!(deal(&page).bytes.is_empty());
}

#[test]
fn promised_bytes_that_do_not_come_throw_the_deal_away_and_that_is_in_the_proof() {
    let mut page = Page::open_on(play("euchre", "easy"), device(44), false);
    let opening = page.room["opening"]["opening"].as_str().unwrap().to_owned();
    let hash = catalog::proof::hash_text(&opening);
    let promise = catalog::proof::promise(&hash, kernel::Seat(0), &OWN_BYTES);
    page.done(&json!({ "promise": { "opening": hash.to_string(), "promise": promise.to_string() } }));
    assert!(page.room["opening"]["transcript"].is_string(), "the transcript is frozen");
    assert!(page.tick(), "its time runs out");
    assert_eq!(page.state(), "playing");
    assert_eq!(deal(&page).discarded.len(), 1);
    page.done(&json!("close"));
    check(page.local.id(), 1, &page.entries);
}

#[test]
fn a_ceremony_that_was_interrupted_has_its_full_time_again() {
    let wish = play("euchre", "easy");
    let (local, seated, outcome) = room::local::LocalRoom::open(wish, device(45), 1_000).unwrap();
    let resumed = room::local::LocalRoom::resume(local.id(), outcome.entries, device(46));
    let mut resumed = resumed.unwrap();
    let rejoin = json!({ "protocol": room::protocol::PROTOCOL, "code": seated.code,
        "player_id": seated.player_id, "token": seated.token, "seals": true });
    let later = 1_000 + 60 * 60 * 1_000;
    let outcome = resumed.on_frame(&json!({ "rejoin": rejoin }).to_string(), later);
    assert!(!outcome.ended);
    assert_eq!(outcome.next, Some(later + 3_000));
    assert!(resumed.tick(later + 2_999).entries.is_empty());
    assert!(!resumed.tick(later + 3_000).entries.is_empty());
}
