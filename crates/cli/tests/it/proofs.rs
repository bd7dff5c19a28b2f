//! A simulated game, written down by one run of the program and checked by another.

use crate::binary::{aboveboard, stdout};
use serde_json::Value;
use std::fs;

#[test]
fn sim_writes_a_proof_that_verify_takes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    for game in catalog::ALL {
        let told = stdout(&["sim", game.name, "--games", "1", "--seed", "4", "--proof", file]);
        assert!(told.contains("1 random game"), "{told}");
        let report = stdout(&["verify", file]);
        for word in ["commitment", "chances follow", "inputs are legal", "proved:"] {
            assert!(report.contains(word), "{word}: {report}");
        }
    }
}

#[test]
fn verify_holds_a_proof_against_what_somebody_noted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    stdout(&["sim", "casino", "--games", "1", "--proof", file]);
    let proof: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let promised = proof["seal"]["commitment"].as_str().unwrap();
    let grouped = format!("{} {}", &promised[..8], promised[8..16].to_uppercase());
    for noted in [promised, &promised[..8], &grouped] {
        assert!(stdout(&["verify", file, "--commitment", noted]).contains("the one you noted"));
    }
    for (noted, says) in [("00000000", "another promise"), (&promised[..7], "too short")] {
        let output = aboveboard(&["verify", file, "--commitment", noted]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stderr).unwrap().contains(says), "{noted}");
    }
}

#[test]
fn verify_says_what_does_not_fit_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    stdout(&["sim", "euchre", "--games", "1", "--proof", file]);
    let changed = fs::read_to_string(&path).unwrap().replacen("\"SIM\"", "\"SAM\"", 1);
    fs::write(&path, changed).unwrap();

    let output = aboveboard(&["verify", file]);
    assert_eq!(output.status.code(), Some(1));
    let (told, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(told.contains("NO  digest") && told.contains("NO  luck"), "{told}");
    assert!(told.contains("(version 1)"), "{told}");
    assert!(error.contains("the file was changed after it was written"), "{error}");

    let output = aboveboard(&["verify", file, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["checks"][0]["what"], "digest");
    assert_eq!(report["checks"][0]["fits"], false);
}

#[test]
fn verify_without_a_file_and_a_proof_of_many_games_are_usage_errors() {
    let output = aboveboard(&["verify", "there-is-no-such-file.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be read"));
    let output = aboveboard(&["sim", "euchre", "--games", "2", "--proof", "never-written.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--games 1"));
}

#[test]
fn analyse_says_what_moves_cost_and_every_time_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    stdout(&["sim", "dutch", "--games", "1", "--seed", "4", "--proof", file]);
    let told = stdout(&["analyse", file]);
    for word in ["dutch, game 1 at table SIM", "costliest moves", "instead of", "Brier score"] {
        assert!(told.contains(word), "{word}: {told}");
    }
    let all: Value = serde_json::from_str(&stdout(&["analyse", file, "--json"])).unwrap();
    let own: Value = serde_json::from_str(&stdout(&["analyze", file, "--seat", "1", "--json"])).unwrap();
    let of_seat = |analysis: &Value| -> Vec<Value> {
        let reviews = analysis["reviews"].as_array().unwrap().iter();
        reviews.filter(|review| review["seat"] == 1).cloned().collect()
    };
    assert!(!of_seat(&own).is_empty());
    assert_eq!(own["reviews"].as_array(), Some(&of_seat(&all)));
}

#[test]
fn analyse_refuses_what_is_no_game_and_a_seat_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    let refused = |args: &[&str], says: &str| {
        let output = aboveboard(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(says), "{error}");
    };
    refused(&["analyse", file], "cannot be read");
    fs::write(&path, "{}").unwrap();
    refused(&["analyse", file], "is no proof of a game");
    stdout(&["sim", "casino", "--games", "1", "--proof", file]);
    refused(&["analyse", file, "--seat", "2"], "the game has seats 0 to 1");
}
