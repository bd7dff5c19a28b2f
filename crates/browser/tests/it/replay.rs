//! Finished games, shown again.

use crate::{
    checking::with_bots,
    conversation::{Page, golden},
};
use catalog::proof::Proof;
use kernel::{Seat, Viewer};
use serde_json::{Value, json};

#[test]
fn the_frames_are_those_of_the_viewer() {
    for game in catalog::ALL {
        let file = golden(game.name);
        let proof = Proof::read(&file).unwrap();
        for viewer in [None, Some(1)] {
            let replay =
                Page::default().ok(json!({"cmd": "replay", "file": file, "viewer": viewer, "count": 5000}));
            let due =
                proof.replay(viewer.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)))).unwrap();
            assert_eq!(replay["total"], due.len());
            let frames = replay["frames"].as_array().unwrap();
            assert_eq!(frames.len(), due.len());
            for (frame, due) in frames.iter().zip(due) {
                assert_eq!(frame["view"], serde_json::from_str::<Value>(due.view.get()).unwrap());
                assert_eq!((&frame["version"], &frame["events"]), (&json!(due.version), &json!(due.events)));
                assert_eq!(
                    frame["acted"],
                    json!(due.acted),
                    "null where nobody did: as the server writes it"
                );
            }
        }
    }
}

#[test]
fn the_form_is_the_servers() {
    let (_, proof) = with_bots();
    let line =
        json!({"cmd": "replay", "file": proof.to_text(), "viewer": 0, "from": 2, "count": 1}).to_string();
    let answer = Page::default().module.answer(line.as_bytes());
    let names =
        ["game", "rules", "table", "number", "options", "players", "outcome", "total", "from", "frames"];
    let places: Vec<usize> = names.iter().map(|name| answer.find(&format!("\"{name}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "in the order of the server's answer");
    assert!(answer.contains(r#""players":[{"name":"#), "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let levels: Vec<&Value> =
        answer["ok"]["players"].as_array().unwrap().iter().map(|one| &one["level"]).collect();
    assert_eq!(levels, [&Value::Null, &json!("easy"), &json!("medium"), &json!("easy")]);
}

#[test]
fn parts_of_a_game_make_the_whole() {
    let (file, mut page) = (golden("roost"), Page::default());
    let mut part = |from: usize, count: usize| {
        let asked = json!({"cmd": "replay", "file": file, "from": from, "count": count});
        page.ok(asked)["frames"].as_array().unwrap().clone()
    };
    let whole = part(0, 10_000);
    assert_eq!([part(0, 50), part(50, 10_000)].concat(), whole);
    assert!(part(100_000, 10).is_empty());
    assert_eq!(page.ok(json!({"cmd": "replay", "file": file}))["frames"].as_array().unwrap().len(), 100);
    assert_eq!(page.error(json!({"cmd": "replay", "file": file, "viewer": 4})).0, "no_such_seat");
    assert_eq!(page.error(json!({"cmd": "replay", "file": "x"})).0, "not_a_proof");
}
