//! What the commands of the engine do.

use crate::driver::Driver;
use kernel::DealKey;
use serde_json::{Value, json};

#[test]
fn hello_names_the_program_and_its_version() {
    let hello = Driver::default().ok(json!({"cmd": "hello"}));
    assert_eq!(hello, json!({"engine": "aboveboard", "version": env!("CARGO_PKG_VERSION"), "protocol": 1}));
}

#[test]
fn games_lists_what_open_takes() {
    let mut driver = Driver::default();
    let games = driver.ok(json!({"cmd": "games"}));
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), catalog::ALL.len());
    for game in games {
        for preset in game["presets"].as_array().unwrap() {
            let open = |options: &Value| json!({"cmd": "open", "game": game["name"], "options": options});
            let by_options = driver.ok(open(&preset["options"]));
            let by_name = driver.ok(json!({"cmd": "open", "game": game["name"], "preset": preset["name"]}));
            assert_eq!(by_options, by_name);
        }
    }
}

#[test]
fn an_id_is_echoed_exactly_as_it_was_written() {
    let mut driver = Driver::default();
    for id in ["1", "-0.50", "12345678901234567890123", "\"a\\u0062\"", "true", "null"] {
        let (answer, _) = driver.line(format!(r#"{{"cmd":"hello","id":{id}}}"#).as_bytes());
        assert!(answer.to_string().starts_with(&format!(r#"{{"id":{id},"ok":"#)), "{answer}");
        let (answer, _) = driver.line(format!(r#"{{"id": {id},"cmd":"nonsense"}}"#).as_bytes());
        assert!(answer.to_string().starts_with(&format!(r#"{{"id":{id},"error":"#)), "{answer}");
    }
    let (_, answer) = driver.line(br#"{"cmd":"hello"}"#);
    assert_eq!(answer["id"], Value::Null);
}

#[test]
fn a_hand_from_a_given_deal() {
    let mut driver = Driver::euchre("openspiel");
    let turn = driver.ok(json!({"cmd": "turn"}));
    assert_eq!(turn["turn"]["seats"]["must"], json!([0]));
    assert_eq!(turn["turn"]["seats"]["window"]["lasts_ms"], 20_000);
    assert_eq!(driver.legal(0), [json!("pass"), json!({"order": {"alone": false}})]);

    let done = driver.ok(json!({"cmd": "act", "seat": 0, "action": {"order": {}}}));
    assert_eq!(
        done["events"][0],
        json!({
            "to": {"seats": [0, 1, 2, 3], "spectators": true},
            "event": {"ordered": {"seat": 0, "alone": false}},
        })
    );
    assert_eq!(done["turn"]["seats"]["must"], json!([3]));
    // The engine never plays on its own: one seat acts, one step follows.
    let mut steps = 0;
    while let [seat] = driver.must()[..] {
        let action = driver.legal(seat).swap_remove(0);
        driver.ok(json!({"cmd": "act", "seat": seat, "action": action}));
        steps += 1;
    }
    assert!(steps > 15, "{steps}");
    let view = driver.ok(json!({"cmd": "view", "viewer": "spectator"}));
    assert_eq!(view["view"]["open"]["phase"], "deal_over");
}

#[test]
fn a_forced_single_action_is_a_step_of_its_own() {
    let mut driver = Driver::euchre("openspiel");
    let mut forced = 0;
    while let [seat] = driver.must()[..] {
        let mut legal = driver.legal(seat);
        forced += usize::from(legal.len() == 1);
        let before = driver.ok(json!({"cmd": "log"}))["inputs"].as_array().unwrap().len();
        driver.ok(json!({"cmd": "act", "seat": seat, "action": legal.swap_remove(0)}));
        let after = driver.ok(json!({"cmd": "log"}))["inputs"].as_array().unwrap().len();
        assert_eq!(after, before + 1);
    }
    assert!(forced >= 3, "the last trick alone is three or four forced cards");
}

#[test]
fn check_judges_and_changes_nothing() {
    let mut driver = Driver::euchre("house");
    let before = driver.everything();
    let checked = driver.ok(json!({"cmd": "check", "seat": 0, "action": {"order": {}}}));
    assert_eq!(checked, json!({"action": {"order": {"alone": false}}}));
    let refused = driver.error(json!({"cmd": "check", "seat": 1, "action": "pass"}));
    assert_eq!(refused.0, "not_your_turn");
    assert_eq!(driver.everything(), before);
}

#[test]
fn with_a_seed_the_engine_answers_all_luck_at_once() {
    let mut driver = Driver::default();
    let opened = driver.ok(json!({"cmd": "open", "game": "euchre", "seed": 7}));
    let key = DealKey::from_seed(7);
    let drawn = [(0, json!({"roll": {"below": 4, "times": 1}})), (1, json!({"shuffle": 24}))]
        .map(|(counter, luck)| key.answer(counter, serde_json::from_value(luck).unwrap()));
    assert_eq!(opened["drawn"], json!(drawn));
    assert!(!opened["events"].as_array().unwrap().is_empty());
    assert!(opened["turn"]["seats"].is_object());
    assert_eq!(driver.error(json!({"cmd": "chance", "seed": 7})).0, "no_chance_due");

    // The same by single chances: they count.
    let mut single = Driver::at(json!({"cmd": "open", "game": "euchre"}));
    for drawn in drawn {
        assert_eq!(single.ok(json!({"cmd": "chance", "seed": 7}))["drawn"], json!([drawn]));
    }
    assert_eq!(single.everything(), driver.everything());
}

#[test]
fn a_log_replays_to_the_same_table() {
    let mut driver = Driver::at(json!({"cmd": "open", "game": "eights", "preset": "chaos", "seed": 3}));
    for _ in 0..60 {
        let [seat] = driver.must()[..] else { break };
        let mut legal = driver.legal(seat);
        let action = legal.swap_remove(legal.len() / 2);
        driver.ok(json!({"cmd": "act", "seat": seat, "action": action}));
    }
    let window = driver.ok(json!({"cmd": "turn"}))["turn"]["seats"]["window"]["id"].clone();
    driver.ok(json!({"cmd": "expire", "window": window}));
    driver.ok(json!({"cmd": "status", "seat": 1, "status": "offline"}));

    let log = driver.ok(json!({"cmd": "log"}));
    let mut replay = Driver::at(json!({"cmd": "open", "game": log["game"], "options": log["options"]}));
    for input in log["inputs"].as_array().unwrap() {
        let (kind, input) = input.as_object().unwrap().iter().next().unwrap();
        replay.ok(match kind.as_str() {
            "chance" => json!({"cmd": "chance", "drawn": input}),
            "act" => json!({"cmd": "act", "seat": input[0], "action": input[1]}),
            "expire" => json!({"cmd": "expire", "window": input}),
            "status" => json!({"cmd": "status", "seat": input[0], "status": input[1]}),
            kind => panic!("unknown input {kind}"),
        });
    }
    assert_eq!(replay.everything(), driver.everything());
}

#[test]
fn a_whole_game_has_a_result() {
    let mut driver =
        Driver::at(json!({"cmd": "open", "game": "euchre", "seed": 1, "options": {"target": 5}}));
    assert_eq!(driver.ok(json!({"cmd": "result"})), json!({"outcome": null}));
    while let Some(&seat) = driver.must().first() {
        let action = driver.legal(seat).swap_remove(0);
        driver.ok(json!({"cmd": "act", "seat": seat, "action": action}));
    }
    let result = driver.ok(json!({"cmd": "result"}));
    assert_eq!(result["outcome"]["reason"], "target");
    assert_eq!(driver.ok(json!({"cmd": "turn"}))["turn"], json!({"over": result["outcome"]}));
}

#[test]
fn only_a_table_that_opens_replaces_the_old_one() {
    let mut driver = Driver::euchre("house");
    let before = driver.everything();
    for bad in [json!({"cmd": "open", "game": "chess"}), json!({"cmd": "open", "game": "euchre", "seats": 3})]
    {
        driver.error(bad);
        assert_eq!(driver.everything(), before);
    }
    driver.ok(json!({"cmd": "open", "game": "eights"}));
    assert_ne!(driver.everything(), before);
    assert_eq!(driver.ok(json!({"cmd": "close"})), json!({}));
    assert_eq!(driver.error(json!({"cmd": "close"})).0, "no_table");
}
