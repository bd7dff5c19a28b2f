//! Every way to get a request wrong has its code, and changes nothing.

use crate::driver::Driver;
use engine::LONGEST_LINE;
use serde_json::{Value, json};

/// Sends each bad request to a table in the middle of a hand.
fn all_refused(cases: impl IntoIterator<Item = (Value, &'static str, Value)>) {
    let mut driver = Driver::euchre("house");
    let before = driver.everything();
    for (request, code, detail) in cases {
        assert_eq!(driver.error(request.clone()), (code.into(), detail), "{request}");
    }
    assert_eq!(driver.everything(), before);
}

#[test]
fn lines_that_are_not_requests() {
    let mut driver = Driver::euchre("house");
    let before = driver.everything();
    let nested = "[".repeat(60_000);
    let many: Vec<_> = (0..2000).map(|i| format!("\"f{i}\":{i}")).collect();
    let many = format!("{{{}}}", many.join(","));
    for line in [
        "",
        "   ",
        "\r",
        "hello",
        "{",
        "[]",
        "null",
        "7",
        "\"hello\"",
        "{}",
        "{\"cmd\":}",
        "{\"cmd\":\"hello\"} x",
        "{\"cmd\":\"hello\",\"cmd\":\"turn\"}",
        "{\"cmd\":7}",
        "{\"cmd\":null}",
        "{\"CMD\":\"hello\"}",
        "{\"cmd\":\"hello\",\"id\":[]}",
        "{\"cmd\":\"hello\",\"id\":{}}",
        "{\"cmd\":\"hello\",\"id\":1e999}",
        "{\"cmd\":\"hello\",\"id\":\"\\ud800\"}",
        "{\"cmd\":\"\\ud800\"}",
        "\u{feff}{\"cmd\":\"hello\"}",
        &nested,
        &many,
    ] {
        assert_eq!(driver.error_line(line.as_bytes()).0, "bad_message", "{}", &line[..line.len().min(80)]);
    }
    for bytes in [&b"\xff\xfe"[..], b"{\"cmd\":\"hello\",\"id\":\"\xc3\"}", b"\0"] {
        assert_eq!(driver.error_line(bytes).0, "bad_message");
    }
    assert_eq!(driver.everything(), before);
}

#[test]
fn lines_that_are_too_long() {
    let mut driver = Driver::default();
    let padded = |length: usize| {
        let request = r#"{"cmd":"hello","id":1}"#;
        format!("{request}{}", " ".repeat(length - request.len()))
    };
    let (answer, _) = driver.line(padded(LONGEST_LINE).as_bytes());
    assert!(!answer.is_error());
    let refused = driver.error_line(padded(LONGEST_LINE + 1).as_bytes());
    assert_eq!(refused, ("too_large".into(), json!({"most": LONGEST_LINE})));
}

#[test]
fn commands_and_their_fields() {
    let field = |field: &str| json!({"field": field});
    all_refused([
        (json!({"cmd": "ponder"}), "unknown_command", json!({"cmd": "ponder", "near": []})),
        (json!({"cmd": "Turn "}), "unknown_command", json!({"cmd": "Turn ", "near": ["turn"]})),
        (json!({"cmd": "x".repeat(9000)}), "unknown_command", json!({"cmd": "x".repeat(64), "near": []})),
        (json!({"cmd": "hello", "x": 1}), "bad_message", field("x")),
        (json!({"cmd": "turn", "seat": 1}), "bad_message", field("seat")),
        (json!({"cmd": "legal"}), "bad_message", field("seat")),
        (json!({"cmd": "legal", "seat": null}), "bad_message", field("seat")),
        (json!({"cmd": "legal", "seat": "0"}), "bad_message", field("seat")),
        (json!({"cmd": "legal", "seat": -1}), "bad_message", field("seat")),
        (json!({"cmd": "legal", "seat": 0.5}), "bad_message", field("seat")),
        (json!({"cmd": "legal", "seat": 256}), "bad_message", field("seat")),
        (json!({"cmd": "view", "viewer": "everyone"}), "bad_message", field("viewer")),
        (json!({"cmd": "view", "viewer": {"seat": 0, "recall": 0}}), "bad_message", field("viewer")),
        (json!({"cmd": "act", "seat": 0}), "bad_message", field("action")),
        (json!({"cmd": "status", "seat": 0, "status": "asleep"}), "bad_message", field("status")),
        (json!({"cmd": "expire", "window": "now"}), "bad_message", field("window")),
        (json!({"cmd": "chance"}), "bad_message", json!({})),
        (json!({"cmd": "chance", "seed": 1, "drawn": {"roll": [1]}}), "bad_message", json!({})),
        (json!({"cmd": "chance", "seed": -1}), "bad_message", field("seed")),
        (json!({"cmd": "chance", "drawn": {"cut": [1]}}), "bad_message", field("drawn")),
        (json!({"cmd": "chance", "drawn": {"shuffle": [70000]}}), "bad_message", field("drawn")),
        (json!({"cmd": "open"}), "bad_message", field("game")),
        (json!({"cmd": "open", "game": "euchre", "options": []}), "bad_message", field("options")),
        (json!({"cmd": "open", "game": "euchre", "seats": 1000}), "bad_message", field("seats")),
    ]);
}

#[test]
fn tables_that_cannot_be_opened() {
    let mut driver = Driver::euchre("house");
    let before = driver.everything();
    for (request, code) in [
        (json!({"game": "chess"}), "unknown_game"),
        (json!({"game": "euchre", "preset": "chaos"}), "unknown_preset"),
        (json!({"game": "euchre", "options": {"x": 1}}), "bad_options"),
        (json!({"game": "euchre", "options": {"target": 4}}), "bad_options"),
        (json!({"game": "euchre", "options": {"target": "10"}}), "bad_options"),
        (json!({"game": "euchre", "options": {"alone": "off", "partner_alone": "on"}}), "bad_options"),
        (json!({"game": "eights", "options": {"weights": {"number": 99}}}), "bad_options"),
        (json!({"game": "euchre", "seats": 3}), "too_few_players"),
        (json!({"game": "euchre", "seats": 5}), "too_many_players"),
        (json!({"game": "euchre", "seats": 0}), "too_few_players"),
        (json!({"game": "eights", "seats": 255}), "too_many_players"),
        (json!({"game": "euchre", "host": 4}), "no_such_seat"),
        (json!({"game": "euchre", "first": 200}), "no_such_seat"),
        (json!({"game": "euchre", "rules": 0}), "unknown_rules"),
        (json!({"game": "euchre", "rules": 99}), "unknown_rules"),
    ] {
        let mut open = request.clone();
        open["cmd"] = json!("open");
        assert_eq!(driver.error(open).0, code, "{request}");
    }
    assert_eq!(driver.everything(), before);
}

#[test]
fn inputs_that_the_table_or_the_rules_refuse() {
    let act = |seat: u8, action: Value| json!({"cmd": "act", "seat": seat, "action": action});
    all_refused([
        (act(1, json!("pass")), "not_your_turn", json!({})),
        (act(9, json!("pass")), "no_such_seat", json!({"seat": 9, "seats": 4})),
        (act(0, json!({"play": {"card": "9c"}})), "wrong_phase", json!({"phase": "bid1"})),
        (act(0, json!({"play": {"card": "8c"}})), "wrong_phase", json!({"phase": "bid1"})),
        (act(0, json!({"play": {"card": "10x"}})), "bad_message", json!({})),
        (act(0, json!({"play": {"card": "10C"}})), "bad_message", json!({})),
        (act(0, json!({"play": {}})), "bad_message", json!({})),
        (act(0, json!({"name": {"suit": "x"}})), "bad_message", json!({})),
        (act(0, json!({"order": {"loudly": true}})), "bad_message", json!({})),
        (act(0, json!("PASS")), "bad_message", json!({})),
        (act(0, json!(["pass"])), "bad_message", json!({})),
        (act(0, json!(24)), "bad_message", json!({})),
        (json!({"cmd": "chance", "drawn": {"roll": [0]}}), "no_chance_due", json!({})),
        (json!({"cmd": "chance", "seed": 0}), "no_chance_due", json!({})),
        (json!({"cmd": "expire", "window": 77}), "window_closed", json!({"window": 77})),
        (json!({"cmd": "status", "seat": 0, "status": "human"}), "same_status", json!({"seat": 0})),
        (json!({"cmd": "status", "seat": 0, "status": "removed"}), "not_removable", json!({})),
        (
            json!({"cmd": "status", "seat": 4, "status": "bot"}),
            "no_such_seat",
            json!({"seat": 4, "seats": 4}),
        ),
        (json!({"cmd": "legal", "seat": 4}), "no_such_seat", json!({"seat": 4, "seats": 4})),
        (json!({"cmd": "view", "viewer": {"recall": 200}}), "no_such_seat", json!({"seat": 200, "seats": 4})),
    ]);
}

#[test]
fn luck_that_does_not_answer_what_was_asked() {
    let mut driver = Driver::at(json!({"cmd": "open", "game": "euchre"}));
    let before = driver.everything();
    let due = json!({"due": {"roll": {"below": 4, "times": 1}}});
    for drawn in [json!({"roll": [4]}), json!({"roll": []}), json!({"roll": [0, 1]}), json!({"shuffle": [0]})]
    {
        assert_eq!(
            driver.error(json!({"cmd": "chance", "drawn": drawn})),
            ("wrong_draw".into(), due.clone())
        );
    }
    assert_eq!(driver.error(json!({"cmd": "act", "seat": 0, "action": "pass"})).0, "chance_due");
    assert_eq!(driver.everything(), before);

    driver.ok(json!({"cmd": "chance", "drawn": {"roll": [0]}}));
    let mut twice: Vec<u16> = (0..24).collect();
    twice[1] = 0;
    assert_eq!(driver.error(json!({"cmd": "chance", "drawn": {"shuffle": twice}})).0, "wrong_draw");
}

#[test]
fn without_a_table_there_is_none_to_ask() {
    let mut driver = Driver::default();
    for request in [
        json!({"cmd": "turn"}),
        json!({"cmd": "legal", "seat": 0}),
        json!({"cmd": "check", "seat": 0, "action": "pass"}),
        json!({"cmd": "act", "seat": 0, "action": "pass"}),
        json!({"cmd": "chance", "seed": 1}),
        json!({"cmd": "expire", "window": 0}),
        json!({"cmd": "status", "seat": 0, "status": "bot"}),
        json!({"cmd": "view", "viewer": "spectator"}),
        json!({"cmd": "result"}),
        json!({"cmd": "log"}),
        json!({"cmd": "close"}),
    ] {
        assert_eq!(driver.error(request.clone()).0, "no_table", "{request}");
    }
}
