//! A table whose game nobody knows any more.

use crate::swap::Swap;
use catalog::{AnyTable, Entry, HouseRules, Json, Listing};
use kernel::{Drawn, Input, Listed, Seat, SeatStatus, Turn, Viewer, WindowId};
use serde_json::{Value, json, value::RawValue};

const SWAP: Entry = Entry::of(&Listing::<Swap>::new().with_asides());

pub(crate) fn raw(text: &str) -> Json {
    RawValue::from_string(text.into()).unwrap()
}

fn act(seat: u8, action: &str) -> Input<Json> {
    Input::Act(Seat(seat), raw(action))
}

/// Three seats that hold cards 5, 7 and 2.
fn dealt() -> Box<dyn AnyTable> {
    let mut table = SWAP.open(&HouseRules::default(), &SWAP.start(None)).unwrap();
    table.play(&Input::Chance(Drawn::Shuffle(vec![5, 7, 2, 0, 1, 3, 4, 6]))).unwrap();
    table
}

fn view(table: &dyn AnyTable, viewer: Viewer) -> Value {
    serde_json::from_str(table.view(viewer).get()).unwrap()
}

/// Everything anybody can see of a table.
pub(crate) fn everything(table: &dyn AnyTable) -> String {
    let views: Vec<_> = Viewer::all(table.seats()).map(|viewer| table.view(viewer)).collect();
    let legal: Vec<_> = Seat::all(table.seats()).map(|seat| table.legal(seat)).collect();
    let status: Vec<_> = Seat::all(table.seats()).map(|seat| table.status(seat)).collect();
    serde_json::to_string(&(table.turn(), views, legal, status, table.options())).unwrap()
}

#[test]
fn a_table_speaks_json_on_both_sides() {
    let mut table = dealt();
    assert_eq!((table.game(), table.rules(), table.seats(), table.removable()), ("swap", 2, 3, false));
    assert_eq!(table.options().get(), r#"{"cards":8,"cut":"off"}"#);
    assert_eq!(view(&*table, Viewer::Seat(Seat(1))), json!({"turn": 0, "card": 7}));
    assert_eq!(view(&*table, Viewer::Spectator), json!({"turn": 0, "card": null}));

    let legal = table.legal(Seat(0));
    assert_eq!(legal.listed, Listed::All);
    assert_eq!(legal.actions[0].get(), r#""keep""#);
    assert_eq!(legal.actions.len(), 5);
    assert!(table.legal(Seat(1)).actions.is_empty());

    for seat in 0..3 {
        table.play(&act(seat, r#""keep""#)).unwrap();
    }
    assert!(matches!(table.turn(), Turn::Over(outcome) if outcome.places.values() == [2, 1, 3]));
}

#[test]
fn an_audience_names_only_seats_that_exist() {
    let mut table = dealt();
    let sent = table.play(&act(0, r#"{"swap":{"with":1}}"#)).unwrap();
    let sent: Vec<_> = sent.iter().map(|sent| (json!(sent.to), sent.event.get())).collect();
    let hidden = r#"{"swapped":{"seat":0,"with":1,"card":null}}"#;
    let shown = r#"{"swapped":{"seat":0,"with":1,"card":7}}"#;
    assert_eq!(sent[0], (json!({"seats": [0], "spectators": false}), shown));
    assert_eq!(sent[1], (json!({"seats": [1, 2], "spectators": true}), hidden));
}

#[test]
fn an_input_is_read_once_and_logged_in_full() {
    let mut table = dealt();
    let parsed = table.parse(&act(0, r#"{"swap":{"with":2}}"#)).unwrap();
    assert!(parsed.ignores_version());
    let checked = table.check(parsed).unwrap();
    let log = json!(checked.to_json());
    assert_eq!(log, json!({"act": [0, {"swap": {"with": 2, "loudly": false}}]}));
    assert_eq!(table.commit(checked).unwrap().len(), 2);

    assert!(!table.parse(&act(1, r#""keep""#)).unwrap().ignores_version());
    assert!(!table.parse(&Input::Expire(WindowId(0))).unwrap().ignores_version());
}

#[test]
fn a_check_is_void_once_the_table_has_changed() {
    let mut table = dealt();
    let check = |input| table.parse(&input).and_then(|parsed| table.check(parsed)).unwrap();
    let (first, second) = (check(act(0, r#""keep""#)), check(act(0, r#""keep""#)));
    table.commit(first).unwrap();
    let before = everything(&*table);
    assert_eq!(table.commit(second).unwrap_err().code, "void");
    assert_eq!(everything(&*table), before);

    // Nor does another table take it, even one that looks the same.
    let (one, mut other) = (dealt(), dealt());
    let checked = one.check(one.parse(&act(0, r#""keep""#)).unwrap()).unwrap();
    assert_eq!(other.commit(checked).unwrap_err().code, "void");
}

#[test]
fn a_note_is_what_the_game_says_from_the_seats_own_recall() {
    let table = dealt();
    let said = |seat, action, hints| {
        let parsed = table.parse(&act(seat, action)).unwrap();
        table.note(Seat(seat), &parsed, hints).map(|note| note.get().to_owned())
    };
    let note = |seat, action| said(seat, action, true);
    let own = |seat| json!(table.view(Viewer::Recall(Seat(seat))))["card"].as_u64().unwrap();
    assert_eq!(note(0, r#""keep""#), Some((7 - own(0)).to_string()));
    assert_eq!(note(1, r#""keep""#), Some((7 - own(1)).to_string()));
    assert_eq!(note(0, r#"{"swap":{"with":1}}"#), None);
    assert_eq!(said(0, r#""keep""#, false), None, "the game is told whether the table gives hints");
}

#[test]
fn a_remark_is_passed_on_if_the_game_lets_it() {
    let table = dealt();
    let remark = |seat, text: &str| {
        let remark = serde_json::from_str::<Json>(text).unwrap();
        table.remark(Seat(seat), &remark).map(|said| said.get().to_owned()).map_err(|fault| fault.code)
    };
    let before = everything(&*table);
    assert_eq!(remark(0, r#" {"at": 2} "#), Ok(r#"{"at":2}"#.into()), "in the game's own form");
    assert_eq!(remark(1, r#"{"at":2}"#), Err("not_your_turn".into()));
    assert_eq!(remark(0, r#"{"at":0}"#), Err("bad_target".into()));
    assert_eq!(remark(0, r#"{"at":1,"card":7}"#), Err("bad_message".into()));
    assert_eq!(everything(&*table), before);
    // Most games have nothing of the kind.
    let euchre = catalog::find("euchre").unwrap();
    let table = euchre.open(&HouseRules::default(), &euchre.start(None)).unwrap();
    let null = serde_json::from_str::<Json>("null").unwrap();
    assert_eq!(table.remark(Seat(0), &null).unwrap_err().code, "bad_message");
}

#[test]
fn a_truncated_list_says_so() {
    let mut table = SWAP.open(&HouseRules::preset("short"), &SWAP.start(None)).unwrap();
    table.play(&Input::Chance(Drawn::Shuffle(vec![0, 1, 2]))).unwrap();
    assert_eq!(json!(table.legal(Seat(0))), json!({"actions": ["keep"], "listed": "truncated"}));
}

#[test]
fn every_refusal_has_its_code_and_changes_nothing() {
    let mut undealt = SWAP.open(&HouseRules::default(), &SWAP.start(None)).unwrap();
    let mut table = dealt();
    let keep = r#""keep""#;
    for (input, code, detail) in [
        (act(1, keep), "not_your_turn", json!({})),
        (act(0, r#"{"swap":{"with":0}}"#), "bad_target", json!({"seat": 0})),
        (act(0, r#"{"swap":{"with":200}}"#), "bad_target", json!({"seat": 200})),
        (act(0, r#"{"swap":{"with":300}}"#), "bad_message", json!({})),
        (act(0, r#"{"swap":{}}"#), "bad_message", json!({})),
        (act(0, r#"{"swap":{"with":1,"x":1}}"#), "bad_message", json!({})),
        (act(0, r#""steal""#), "bad_message", json!({})),
        (act(0, "null"), "bad_message", json!({})),
        (act(3, keep), "no_such_seat", json!({"seat": 3, "seats": 3})),
        (Input::Chance(Drawn::Shuffle(vec![])), "no_chance_due", json!({})),
        (Input::Expire(WindowId(9)), "window_closed", json!({"window": 9})),
        (Input::Status(Seat(0), SeatStatus::Human), "same_status", json!({"seat": 0})),
        (Input::Status(Seat(0), SeatStatus::Removed), "not_removable", json!({})),
    ] {
        let before = everything(&*table);
        let fault = table.play(&input).unwrap_err();
        assert_eq!((fault.code.as_str(), &fault.detail), (code, &detail), "{input:?}");
        assert!(!fault.text.is_empty());
        assert_eq!(everything(&*table), before, "{input:?}");
    }
    for (input, code) in [
        (act(0, keep), "chance_due"),
        (Input::Chance(Drawn::Shuffle(vec![0, 0, 1, 2, 3, 4, 5, 6])), "wrong_draw"),
    ] {
        let before = everything(&*undealt);
        assert_eq!(undealt.play(&input).unwrap_err().code, code);
        assert_eq!(everything(&*undealt), before);
    }
}

#[test]
fn long_nonsense_is_not_quoted_in_full() {
    let long = format!("\"{}\"", "x".repeat(60_000));
    let fault = dealt().play(&act(0, &long)).unwrap_err();
    assert_eq!(fault.code, "bad_message");
    assert!(fault.text.len() < 1000);
}

#[test]
fn random_games_are_the_same_for_the_same_seed() {
    let simulate = SWAP.simulator(&HouseRules::default(), &SWAP.start(Some(2)), None).unwrap();
    let played = simulate(7).unwrap();
    assert_eq!((played.inputs, played.actions), (3, 2));
    assert_eq!(played, simulate(7).unwrap());
    assert!((0..20).any(|seed| simulate(seed).unwrap().outcome != played.outcome));
}

#[test]
fn playouts_count_their_actions() {
    let mut playouts = SWAP.playouts(&HouseRules::default(), &SWAP.start(Some(3)), 1).unwrap();
    assert_eq!(playouts.run(2000), 6000);
}
