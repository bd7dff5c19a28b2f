//! A simulated game, written down by one run of the program and checked by another.

use crate::binary::{aboveboard, stdout};
use catalog::Json;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs};

/// A simulated game in a folder of its own.
struct Written {
    folder: tempfile::TempDir,
    file: String,
}

impl Written {
    fn new(game: &str) -> Written {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.json").to_str().unwrap().to_owned();
        stdout(&["sim", game, "--games", "1", "--seed", "4", "--proof", &file]);
        Written { folder, file }
    }
    fn json(&self) -> Value {
        serde_json::from_slice(&fs::read(&self.file).unwrap()).unwrap()
    }
    fn beside(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
    /// Writes a witness, with the actions in the very form in which the file has them.
    fn write_witness(&self, name: &str, witness: &Value) -> String {
        #[derive(serde::Deserialize)]
        struct File {
            log: Vec<Happened>,
        }
        #[derive(serde::Deserialize)]
        struct Happened {
            version: u64,
            steps: Vec<BTreeMap<String, Json>>,
        }
        let file: File = serde_json::from_slice(&fs::read(&self.file).unwrap()).unwrap();
        let own = format!("[{},", witness["seat"]);
        let acts = file.log.iter().filter_map(|Happened { version, steps }| {
            let act = steps.first()?.get("act")?.get().strip_prefix(&own)?;
            Some(format!("[{version},{act}"))
        });
        let acts = format!("[{}]", acts.collect::<Vec<_>>().join(","));
        self.beside(name, &witness.to_string().replace("\"ACTS\"", &acts))
    }
    /// What the page on a seat kept, but for its actions.
    fn witness(&self, seat: usize) -> Value {
        let file = self.json();
        let log = file["log"].as_array().unwrap();
        let (first, last) = (&log[0]["version"], &log.last().unwrap()["version"]);
        let seen: String = log.iter().map(|entry| entry["shown"][seat].as_str().unwrap()).collect();
        json!({
            "aboveboard": "witness 2", "transcript": file["transcript"], "signature": file["signature"],
            "seat": seat, "bytes": file["bytes"][seat], "k": 0, "since": 1_789_000_000_000_u64, "earlier": [],
            "acts": "ACTS", "seen": [[first, seen]], "lines": [[first, last]], "away": [],
            "outcome": file["outcome"],
        })
    }
}

fn code_and_error(args: &[&str]) -> (Option<i32>, String) {
    let output = aboveboard(args);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn sim_writes_a_proof_that_verify_takes() {
    for game in catalog::ALL {
        let written = Written::new(game.name);
        let report = stdout(&["verify", &written.file, "--bots"]);
        for word in ["signed by the server", "chances follow", "inputs are legal", "no bot has done anything"]
        {
            assert!(report.contains(word), "{word}: {report}");
        }
        assert!(report.lines().last().unwrap().starts_with("Consistent, not witnessed"), "{report}");
    }
}

/// A game in which bots act, as the tests of the proofs hold it.
#[test]
fn verify_recomputes_the_moves_of_bots() {
    let held = concat!(env!("CARGO_MANIFEST_DIR"), "/../catalog/tests/mutants.json");
    let held: Value = serde_json::from_slice(&fs::read(held).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    fs::write(&path, held["file"].as_str().unwrap()).unwrap();
    let file = path.to_str().unwrap();
    let found = |args: &[&str]| -> Option<String> {
        let report: Value = serde_json::from_str(&stdout(args)).unwrap();
        assert_eq!(report["verdict"], "consistent", "{report}");
        let checks = report["checks"].as_array().unwrap();
        let bots = checks.iter().find(|check| check["what"] == "bots")?;
        Some(bots["text"].as_str().unwrap().to_owned())
    };
    assert_eq!(found(&["verify", file, "--json"]), None, "only where somebody asks for it");
    let text = found(&["verify", file, "--bots", "--json"]).unwrap();
    let (count, rest) = text.split_once(" of ").unwrap();
    let count: u32 = count.parse().unwrap();
    assert!(count > 10, "{text}");
    assert_eq!(rest, format!("{count} bot actions are what the bots decide when they are recomputed"));
}

#[test]
fn verify_compares_a_proof_with_what_somebody_noted() {
    let written = Written::new("casino");
    let (file, proof) = (written.file.as_str(), written.json());
    let transcript = proof["transcript"].as_str().unwrap();
    let promised = transcript.lines().find_map(|line| line.strip_prefix("commitment ")).unwrap();
    let grouped = format!("{} {}", &promised[..8], promised[8..40].to_uppercase());
    for noted in [promised, &promised[..32], &grouped] {
        assert!(stdout(&["verify", file, "--commitment", noted]).contains("it is the one that was noted"));
    }
    let own = format!("1:{}", proof["bytes"][1].as_str().unwrap());
    let told = stdout(&["verify", file, "--own", &own]);
    assert!(told.contains("the bytes of seat 1 are those that were noted"), "{told}");
    assert!(told.contains("Consistent, not witnessed"), "notes are not a witness: {told}");
    for (option, noted) in [
        ("--commitment", "0".repeat(32)),
        ("--transcript", "0".repeat(64)),
        ("--own", own.replace("1:", "0:")),
    ] {
        let (code, error) = code_and_error(&["verify", file, option, &noted]);
        assert_eq!(code, Some(1), "{option}");
        assert!(error.contains("Broken") && error.contains("noted"), "{error}");
    }
    for (option, noted) in [
        ("--commitment", "zz"),
        ("--commitment", &promised[..31]),
        ("--transcript", "12"),
        ("--own", "1"),
        ("--own", "x:00"),
    ] {
        let (code, error) = code_and_error(&["verify", file, option, noted]);
        assert_eq!(code, Some(2), "{option} {noted}");
        assert!(error.contains("hexadecimal digits"), "{error}");
    }
}

#[test]
fn verify_with_witnesses_verifies_for_their_seats_or_fails() {
    let written = Written::new("casino");
    let file = written.file.as_str();
    let [one, two] =
        [0, 1].map(|seat| written.write_witness(&format!("{seat}.json"), &written.witness(seat)));
    let told = stdout(&["verify", file, "--witness", &two]);
    assert!(told.ends_with("Verified for seat 1.\n") && told.contains("the witness says"), "{told}");
    let told = stdout(&["verify", file, "--witness", &one, "--witness", &two, "--json"]);
    let report: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(report["verdict"], json!({"verified": {"seats": [0, 1], "thrown_away": 0}}));
    let changed = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut witness = written.witness(1);
        change(&mut witness);
        written.write_witness(name, &witness)
    };
    let best = changed("best.json", &|witness| witness["k"] = json!(2));
    assert!(stdout(&["verify", file, "--witness", &best]).contains("Verified for seat 1, best of 3"));
    let other = changed("other.json", &|witness| witness["bytes"] = json!("0".repeat(64)));
    let (code, error) = code_and_error(&["verify", file, "--witness", &one, "--witness", &other]);
    assert_eq!(code, Some(1));
    assert!(error.contains("Broken (witness): the witness says that seat 1 added 0000"), "{error}");
    let blind = changed("blind.json", &|witness| witness["seen"] = json!([]));
    let (code, error) = code_and_error(&["verify", file, "--witness", &blind]);
    assert_eq!(code, Some(1), "a witness that saw nothing does not verify");
    assert!(error.contains("Consistent, not witnessed"), "{error}");
    let foreign = changed("foreign.json", &|witness| {
        witness["transcript"] =
            json!(witness["transcript"].as_str().unwrap().replace("\ngame 1\n", "\ngame 2\n"));
    });
    let nothing = written.beside("nothing.json", "{}");
    for (witness, says) in [
        (foreign.as_str(), "another game"),
        (&nothing, "cannot be read as a witness"),
        ("no-such-file", "cannot be read"),
    ] {
        let (code, error) = code_and_error(&["verify", file, "--witness", witness]);
        assert_eq!(code, Some(2), "{witness}: {error}");
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn verify_says_what_does_not_fit_and_fails() {
    let written = Written::new("euchre");
    let file = written.file.as_str();
    let changed = fs::read_to_string(file).unwrap().replacen("table SIM", "table SAM", 1);
    fs::write(file, changed).unwrap();
    let output = aboveboard(&["verify", file]);
    assert_eq!(output.status.code(), Some(1));
    let (told, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(
        told.contains("NO  digest") && told.contains("NO  luck") && told.contains("NO  signatures"),
        "{told}"
    );
    assert!(error.contains("the file was changed after it was written"), "{error}");

    let output = aboveboard(&["verify", file, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "broken");
    assert_eq!(report["checks"][0]["what"], "digest");
    assert_eq!(report["checks"][0]["fits"], false);
}

#[test]
fn verify_without_a_proof_and_a_proof_of_many_games_are_usage_errors() {
    let written = Written::new("casino");
    let nothing = written.beside("nothing.json", "{}");
    for (file, says) in [("there-is-no-such-file.json", "cannot be read"), (&nothing, "not a proof file")] {
        let (code, error) = code_and_error(&["verify", file]);
        assert_eq!(code, Some(2));
        assert!(error.contains(says) && error.contains(file), "{error}");
    }
    let (code, error) = code_and_error(&["sim", "euchre", "--games", "2", "--proof", "never-written.json"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--games 1"));
    let (code, error) =
        code_and_error(&["sim", "euchre", "--games", "1", "--proof", "/no-such-folder/game.json"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("/no-such-folder/game.json: cannot be written"), "{error}");
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
fn analyse_refuses_other_files_and_unknown_seats() {
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
    refused(&["analyse", file], "not a proof file");
    stdout(&["sim", "casino", "--games", "1", "--proof", file]);
    refused(&["analyse", file, "--seat", "2"], "the game has seats 0 to 1");
}
