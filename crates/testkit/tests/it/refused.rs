//! Refused games: each file must tell the truth, and every reason must be shown.

use crate::toy::Toy;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};
use testkit::{refused_games, try_refused_games};

/// Seat 0 has the jacks of clubs, diamonds and hearts, seat 1 Js Qc Qd.
fn dealt() -> Value {
    json!({ "chance": { "shuffle": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] } })
}

/// A mistake after the deal.
fn mistake(refused: &Value, because: &Value) -> Value {
    json!({ "why": "It is so.", "inputs": [dealt()], "refused": refused, "because": because })
}

/// With some fields changed; `null` takes one away.
fn with(mut file: Value, fields: &Value) -> Value {
    let changed = file.as_object_mut().expect("a file is an object");
    for (name, value) in fields.as_object().expect("fields are an object") {
        changed.insert(name.clone(), value.clone());
    }
    changed.retain(|_, value| !value.is_null());
    file
}

/// A true file for each of the toy's reasons, for some of the table's, and for a message that is not an action.
fn honest() -> Vec<(&'static str, Value)> {
    let act = |seat: u8, action: &str| json!({ "act": [seat, action] });
    let draws = (0..6).map(|turn| act(turn % 2, "draw"));
    let all_drawn: Vec<Value> = [dealt()].into_iter().chain(draws).collect();
    let play = json!({ "act": [0, { "play": { "card": "Kc" } }] });
    let many = json!({ "too_many_cards": { "held": 3 } });
    let [king, nobody, alone] = [
        json!({ "not_in_hand": { "card": "Kc", "holder": null } }),
        json!({ "no_such_seat": { "seat": 2, "seats": 2 } }),
        json!({ "bad_seats": { "seats": 1 } }),
    ];
    [
        ("short", "start".into(), "bad_options".into(), json!({ "inputs": null, "options": { "turns": 3 } })),
        ("alone", "start".into(), alone, json!({ "inputs": null, "start": { "seats": 1 } })),
        ("out-of-turn", act(1, "draw"), "not_your_turn".into(), json!({ "sees": { "open": { "turn": 0 } } })),
        ("peeks", act(1, "peek"), "no_peek".into(), json!({ "options": { "peek": "off" } })),
        (
            "peeks-twice",
            act(1, "peek"),
            "already_peeked".into(),
            json!({ "inputs": [dealt(), act(1, "peek")] }),
        ),
        ("nothing-left", act(0, "draw"), "stock_empty".into(), json!({ "inputs": all_drawn })),
        ("not-in-hand", play, king, json!({})),
        ("calls-early", act(0, "call"), many, json!({})),
        (
            "over",
            act(0, "draw"),
            "not_now".into(),
            json!({ "inputs": [dealt(), { "status": [0, "removed"] }] }),
        ),
        ("before-the-deal", act(0, "draw"), "chance_due".into(), json!({ "inputs": null })),
        ("no-such-seat", act(2, "draw"), nobody, json!({})),
        (
            "sings",
            Value::Null,
            "unknown variant `sing`".into(),
            json!({ "inputs": null, "unreadable": "sing" }),
        ),
    ]
    .map(|(name, refused, because, fields)| (name, with(mistake(&refused, &because), &fields)))
    .into()
}

/// Writes a folder: the honest files and one more, if there is one.
fn folder(test: &str, added: Option<(&str, &str)>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refused").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (name, file) in honest() {
        fs::write(folder.join(format!("{name}.json")), file.to_string()).expect("a file can be written");
    }
    if let Some((name, text)) = added {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    folder
}

/// The problems of the honest folder with one more file in it.
fn complaint(test: &str, file: &Value) -> String {
    complaint_of_text(test, &file.to_string())
}

fn complaint_of_text(test: &str, text: &str) -> String {
    let folder = folder(test, Some(("it.json", text)));
    let problems = try_refused_games::<Toy>(&folder).expect_err("the file is not true");
    let path = folder.join("it.json").display().to_string();
    problems.strip_prefix(&path).unwrap_or_else(|| panic!("{problems}")).to_owned()
}

#[test]
fn a_true_folder_passes() {
    let folder = folder("true", None);
    assert_eq!(try_refused_games::<Toy>(&folder), Ok(12));
    refused_games::<Toy>(folder);
}

#[test]
#[should_panic(expected = "no game is refused because of `stock_empty`")]
fn every_reason_must_be_shown() {
    let folder = folder("unshown", None);
    fs::remove_file(folder.join("nothing-left.json")).expect("it is there");
    refused_games::<Toy>(folder);
}

#[test]
fn an_empty_folder_proves_nothing() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refused/empty");
    fs::create_dir_all(&folder).expect("a folder can be made");
    assert!(try_refused_games::<Toy>(&folder).unwrap_err().ends_with("holds no refused game"));
    assert!(try_refused_games::<Toy>("no such folder").unwrap_err().contains("cannot be read"));
}

#[test]
fn a_file_is_named_after_the_mistake() {
    let folder = folder("name", Some(("Notes.txt", "")));
    let problems = try_refused_games::<Toy>(folder).unwrap_err();
    assert!(problems.contains("Notes.txt: a refused game is named after the mistake"), "{problems}");
}

#[test]
fn an_accepted_mistake_is_none() {
    let what = complaint("accepted", &mistake(&json!({ "act": [0, "draw"] }), &json!("not_your_turn")));
    assert_eq!(what, r#": {"act":[0,"draw"]} is accepted"#);
    let start = json!({ "why": "No.", "refused": "start", "because": "bad_options" });
    assert_eq!(complaint("opened", &start), ": the table is opened");
    let readable = json!({ "why": "No.", "unreadable": "draw", "because": "variant" });
    assert_eq!(complaint("readable", &readable), ": the message can be read: Draw");
}

#[test]
fn a_wrong_reason_is_found() {
    let what = complaint("reason", &mistake(&json!({ "act": [1, "draw"] }), &json!("not_now")));
    assert_eq!(what, r#": it is refused because of "not_your_turn", not of "not_now""#);
    // The number counts too.
    let four = json!({ "too_many_cards": { "held": 4 } });
    let what = complaint("number", &mistake(&json!({ "act": [0, "call"] }), &four));
    assert!(what.contains(r#"because of {"too_many_cards":{"held":3}}, not"#), "{what}");
    let what = complaint("words", &json!({ "why": "No.", "unreadable": "sing", "because": "too loud" }));
    assert!(what.starts_with(": the message is unreadable because: unknown variant `sing`"), "{what}");
}

#[test]
fn a_game_that_does_not_come_to_its_mistake_is_found() {
    let early = json!({ "inputs": [dealt(), { "act": [0, "call"] }] });
    let what = complaint("early", &with(mistake(&json!({ "act": [0, "draw"] }), &json!("not_now")), &early));
    assert_eq!(what, r#": input 2, {"act":[0,"call"]}, is refused: TooManyCards { held: 3 }"#);
    let crowd = json!({ "start": { "seats": 4 } });
    let what = complaint("crowd", &with(mistake(&json!({ "act": [0, "draw"] }), &json!("not_now")), &crowd));
    assert_eq!(what, ": the table is refused: BadSeats { seats: 4 }");
}

#[test]
fn cards_listed_as_visible_are_visible() {
    let seen = |sees: Value| {
        let file = mistake(&json!({ "act": [1, "draw"] }), &json!("not_your_turn"));
        complaint("sees", &with(file, &json!({ "sees": sees })))
    };
    assert_eq!(seen(json!({ "open": { "turn": 1 } })), ": `sees.open.turn` is 0, not 1");
    assert_eq!(seen(json!({ "me": 1, "hat": "red" })), r#": `sees.hat` is null, not "red""#);
    assert!(seen(json!({ "faces": [] })).starts_with(": `sees.faces` is [null,null,null,\"Js\","));
}

#[test]
fn a_refusal_that_changes_something_is_found() {
    let grudge = json!({ "options": { "fault": "grudge" } });
    let draw = mistake(&json!({ "act": [1, "draw"] }), &json!("not_your_turn"));
    assert!(complaint("grudge", &with(draw, &grudge)).ends_with("is refused, but something has changed"));
}

#[test]
fn a_refused_action_that_is_listed_is_found() {
    let listed = json!({ "options": { "fault": "listed_but_refused" } });
    let call = mistake(&json!({ "act": [0, "call"] }), &json!({ "too_many_cards": { "held": 3 } }));
    assert!(complaint("listed", &with(call, &listed)).ends_with("is refused, but listed"));
}

#[test]
fn a_malformed_file_is_named_with_its_reason() {
    let draw = mistake(&json!({ "act": [1, "draw"] }), &json!("not_your_turn"));
    for (fields, words) in [
        (json!({ "mood": "bad" }), "is not a refused game: unknown field `mood`"),
        (json!({ "start": { "chairs": 2 } }), "is not a refused game: unknown field `chairs`"),
        (json!({ "inputs": [{ "act": [0, "sing"] }] }), "is not a refused game: unknown variant `sing`"),
        (json!({ "options": { "colour": "red" } }), "cannot be read: unknown field `colour`"),
        (json!({ "why": null }), "missing field `why`"),
        (json!({ "why": " " }), "`why` says nothing"),
        (json!({ "because": null }), "missing field `because`"),
        (json!({ "refused": null }), "either `refused` or `unreadable`"),
        (json!({ "unreadable": "sing" }), "either `refused` or `unreadable`"),
        (json!({ "refused": { "act": [1, "sing"] } }), "neither an input nor \"start\": unknown variant"),
        (json!({ "refused": "start" }), "at a refused start nothing happens before"),
        (json!({ "refused": null, "unreadable": "sing" }), "unreadable is so at any time"),
        (
            json!({ "refused": null, "unreadable": "sing", "inputs": null, "because": 3 }),
            "must be words of the complaint",
        ),
    ] {
        let what = complaint("malformed", &with(draw.clone(), &fields));
        assert!(what.contains(words), "{fields}: {what}");
    }
    assert!(complaint_of_text("cut", "{ \"why\": \"It is").contains("is not a refused game: EOF"));
}
