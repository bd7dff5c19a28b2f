//! From a name, a preset and some options to a table, or to the reason why not.

use crate::swap::Swap;
use catalog::{Entry, Fault, HouseRules, Listing};
use kernel::{Seat, Start};
use serde_json::json;

const SWAP: Entry = Entry::of(&Listing::<Swap>::new().with_asides());

fn options(rules: &HouseRules) -> Result<String, Fault> {
    SWAP.open(rules, &SWAP.start(None)).map(|table| table.options().get().into())
}

#[test]
fn single_options_lie_over_the_preset_and_the_preset_over_the_defaults() {
    let plain = HouseRules::default();
    assert_eq!(options(&plain).unwrap(), r#"{"cards":8,"cut":"off"}"#);
    assert_eq!(options(&HouseRules::preset("plain")).unwrap(), r#"{"cards":8,"cut":"off"}"#);
    assert_eq!(options(&HouseRules::preset("short")).unwrap(), r#"{"cards":3,"cut":"on"}"#);
    assert_eq!(options(&HouseRules::preset("short").with("cards", 9)).unwrap(), r#"{"cards":9,"cut":"on"}"#);
    assert_eq!(options(&plain.with("cut", "on")).unwrap(), r#"{"cards":8,"cut":"on"}"#);
}

#[test]
fn bad_options_name_the_option_at_fault() {
    let bad = |field: &str, value: serde_json::Value| {
        let fault = options(&HouseRules::preset("short").with("cut", "off").with(field, value)).unwrap_err();
        assert_eq!(fault.code, "bad_options");
        assert_eq!(fault.detail["field"], field, "{fault:?}");
        fault
    };
    bad("cards", json!("many"));
    bad("cards", json!(null));
    bad("cards", json!(-1));
    bad("cards", json!(1.5));
    bad("cut", json!("maybe"));
    assert!(bad("card", json!(3)).text.contains("“cards”"), "suggests what was meant");
    // What the rules refuse looks the same from outside.
    bad("cards", json!(1));
}

#[test]
fn a_preset_that_does_not_exist_suggests_one_that_does() {
    let fault = options(&HouseRules::preset("shorty")).unwrap_err();
    assert_eq!(fault.code, "unknown_preset");
    assert_eq!(
        fault.detail,
        json!({
            "game": "swap", "preset": "shorty", "near": ["short"], "known": ["plain", "short"],
        })
    );
    assert_eq!(fault.text, "swap has no preset “shorty”; did you mean “short”?");
}

#[test]
fn a_game_that_does_not_exist_suggests_one_that_does() {
    for (name, near) in [("euchr", json!(["euchre"])), ("Eights", json!(["eights"])), ("chess", json!([]))] {
        let fault = catalog::find(name).unwrap_err();
        assert_eq!(fault.code, "unknown_game");
        assert_eq!(fault.detail["near"], near, "{name}");
        assert_eq!(fault.detail["game"], name);
    }
    assert!(catalog::find(&"e".repeat(100_000)).unwrap_err().text.len() < 1000);
}

#[test]
fn the_start_is_checked_by_the_rules_and_by_the_table() {
    let start = |start: Start| SWAP.open(&HouseRules::default(), &start).map(|_| ()).map_err(|f| f.code);
    let usual = SWAP.start(None);
    assert_eq!(usual, Start { seats: 3, host: Seat(0), first: None, rules: 2 });
    assert_eq!(start(usual), Ok(()));
    assert_eq!(start(Start { rules: 1, ..usual }), Ok(()));
    assert_eq!(start(Start { rules: 3, ..usual }), Err("unknown_rules".into()));
    assert_eq!(start(Start { rules: 0, ..usual }), Err("unknown_rules".into()));
    assert_eq!(start(Start { seats: 1, ..usual }), Err("too_few_players".into()));
    assert_eq!(start(Start { host: Seat(3), ..usual }), Err("no_such_seat".into()));
    assert_eq!(start(Start { first: Some(Seat(9)), ..usual }), Err("no_such_seat".into()));
}

#[test]
fn without_a_number_a_table_has_the_games_default_seats() {
    let seats = |game: &str, rules: HouseRules| catalog::find(game).unwrap().start_by(&rules, None).seats;
    let plain = HouseRules::default;
    let usual: Vec<(&str, u8)> = catalog::ALL.iter().map(|entry| (entry.name, entry.default_seats)).collect();
    assert_eq!(usual, [("casino", 2), ("dutch", 4), ("eights", 4), ("euchre", 4), ("roost", 2)]);
    for (game, usual) in usual {
        assert_eq!(seats(game, plain()), usual, "{game}");
    }
    // As near to it as the house rules allow; what they forbid outright, opening the table says.
    assert_eq!(seats("casino", plain().with("teams", "on")), 4);
    assert_eq!(seats("eights", plain().with("max_players", 3)), 3);
    assert_eq!(seats("casino", plain().with("teams", "perhaps")), 2);
    assert_eq!(catalog::find("casino").unwrap().start_by(&plain(), Some(3)).seats, 3);
}
