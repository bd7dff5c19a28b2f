//! Bad input is refused with a code, and changes nothing.

use crate::page::*;
use room::{Wish, local::LocalRoom, protocol::lobby::NewRoom};
use serde_json::{Value, json};

fn refused(wish: &Value) -> String {
    let wish: NewRoom = serde_json::from_value(wish.clone()).unwrap();
    Wish::table(wish).unwrap_err().code
}

#[test]
fn a_wish_is_checked_before_a_room_is_there() {
    let host = json!({ "name": "Ann" });
    assert_eq!(refused(&json!({ "host": host, "game": "poker" })), "unknown_game");
    assert_eq!(refused(&json!({ "host": { "name": "" }, "game": "euchre" })), "bad_name");
    assert_eq!(refused(&json!({ "host": { "name": "Ann", "avatar": "x" }, "game": "euchre" })), "bad_avatar");
    assert_eq!(
        refused(&json!({ "host": { "name": "Ann", "profile": "x" }, "game": "euchre" })),
        "bad_profile"
    );
    let options = json!({ "host": host, "game": "euchre", "settings": { "grace_seconds": 1 } });
    assert_eq!(refused(&options), "bad_options");
    let play = serde_json::from_value(json!({ "player": host, "game": "poker" })).unwrap();
    assert_eq!(Wish::play_now(play).unwrap_err().code, "unknown_game");
}

#[test]
fn a_hello_must_be_the_persons() {
    let (mut local, seated, _) = LocalRoom::open(play("euchre", "easy"), device(61), 5).unwrap();
    let entries = local.entries().len();
    let rejoin = |protocol: u32, code: &str, player: &str, token: &str| {
        json!({ "rejoin": { "protocol": protocol, "code": code, "player_id": player, "token": token } })
            .to_string()
    };
    let (code, player, token) = (&seated.code, &seated.player_id, &seated.token);
    let protocol = room::protocol::PROTOCOL;
    let watch = json!({ "watch": { "protocol": protocol, "code": code, "name": "Zoe" } }).to_string();
    for (hello, error) in [
        ("rubbish".to_owned(), "bad_message"),
        ("{}".to_owned(), "bad_message"),
        (rejoin(protocol + 1, code, player, token), "bad_message"),
        (rejoin(protocol, "1", player, token), "bad_code"),
        (rejoin(protocol, "ZZZZ", player, token), "room_not_found"),
        (rejoin(protocol, code, "nobody", token), "bad_token"),
        (rejoin(protocol, code, player, "guess"), "bad_token"),
        (watch, "not_available"),
    ] {
        let outcome = local.on_frame(&hello, 6);
        assert!(outcome.ended, "{hello}");
        assert_eq!(outcome.frames.len(), 1);
        let frame: Value = serde_json::from_str(&outcome.frames[0]).unwrap();
        assert_eq!((&frame["err"]["code"], &frame["err"]["id"]), (&json!(error), &Value::Null), "{hello}");
        assert_eq!(local.entries().len(), entries);
    }
    assert!(!local.on_frame(&rejoin(protocol, code, player, token), 7).ended, "the right one is let in");
}

#[test]
fn messages_that_cannot_be_are_refused_and_change_nothing() {
    let mut page = Page::open(play("euchre", "easy"), 62);
    while page.legal().is_empty() {
        assert!(page.tick());
    }
    let (entries, seq, table) = (page.entries.len(), page.seq, page.table.clone());
    for (text, error) in [
        ("rubbish".to_owned(), "bad_message"),
        (json!({ "id": "a", "version": seq }).to_string(), "bad_message"),
        (json!({ "id": "a b", "version": seq, "do": "pass" }).to_string(), "bad_message"),
        (json!({ "id": "b", "version": seq, "do": { "fly": 1 } }).to_string(), "bad_message"),
        (json!({ "id": "c", "version": seq + 9, "do": page.legal()[0] }).to_string(), "stale"),
        (json!({ "id": "d", "version": seq, "room": "start" }).to_string(), "already_started"),
        (json!({ "id": "e", "version": seq, "room": "rematch" }).to_string(), "already_started"),
        (
            json!({ "id": "f", "version": seq, "room": { "fill": { "seats": 6 } } }).to_string(),
            "already_started",
        ),
        (
            json!({ "id": "g", "version": seq, "room": { "hand_over": { "seat": 0 } } }).to_string(),
            "not_available",
        ),
        (json!({ "id": "h", "version": seq, "why": seq + 1 }).to_string(), "not_available"),
        (
            json!({ "id": "i", "version": seq, "room": { "read": { "step": 1 } } }).to_string(),
            "not_available",
        ),
        (json!({ "say": "insult" }).to_string(), "bad_message"),
        (json!({ "show": { "cards": [] } }).to_string(), "bad_message"),
    ] {
        let frames = page.hear(&text);
        assert_eq!(frames.len(), 1, "{text}: {frames:?}");
        assert_eq!(frames[0]["err"]["code"], error, "{text}");
        // The same again is answered in the same way.
        assert_eq!(page.hear(&text), frames);
    }
    assert_eq!((page.entries.len(), page.seq), (entries, seq));
    assert_eq!(page.table, table);
    assert!(!page.ended);
}

#[test]
fn an_illegal_action_is_refused_by_the_rules() {
    let mut page = Page::open(play("euchre", "easy"), 63);
    while page.legal().is_empty() {
        assert!(page.tick());
    }
    let entries = page.entries.len();
    let answer = page.order(&json!({ "do": { "name": { "suit": "c" } } }));
    assert!(answer["err"]["code"].is_string(), "{answer}");
    assert!(page.order(&json!({ "ask": { "name": { "suit": "c" } } })).get("err").is_some());
    assert_eq!(page.entries.len(), entries);
}

#[test]
fn a_closed_room_says_nothing_more() {
    let mut page = Page::open(play("euchre", "easy"), 64);
    page.done(&json!("leave"));
    assert!(page.frames.last().unwrap().contains("\"closed\""));
    let entries = page.entries.len();
    for outcome in [page.local.on_frame("{}", page.now), page.local.tick(page.now + 1_000_000)] {
        assert!(outcome.ended && outcome.frames.is_empty() && outcome.entries.is_empty());
    }
    assert_eq!(page.local.entries().len(), entries);
}
