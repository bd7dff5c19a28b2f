//! A measurement of rooms, as short as it can be: that it runs and what it prints, not how fast anything is.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

fn bench(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_aboveboard"))
        .args(["bench", "rooms", "--rooms", "2", "--seconds", "0.3"])
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn figures(args: &[&str]) -> Value {
    let output = bench(args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "nothing but progress goes to stderr, and nobody looks: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn rooms_are_played_on_a_real_server() {
    let folder = tempfile::tempdir().unwrap();
    let figures = figures(&["--seats", "4", "--json", "--data-dir", folder.path().to_str().unwrap()]);
    assert_eq!(
        (&figures["rooms"], &figures["seats"], &figures["game"]),
        (&2.into(), &4.into(), &"euchre".into())
    );
    let positive = ["moves", "moves_per_second", "p50_ms", "p99_ms", "sync_p50_ms"];
    for figure in positive {
        assert!(figures[figure].as_f64().unwrap() > 0.0, "{figure}: {figures}");
    }
    // Empty where the system does not say, or where it was too little to count.
    for figure in ["moves_per_server_cpu_second", "rss_kb_per_room"] {
        assert!(figures.get(figure).is_some_and(|f| f.is_null() || f.is_number()), "{figure}: {figures}");
    }
    assert!(figures["p50_ms"].as_f64() <= figures["p99_ms"].as_f64());
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn rooms_can_be_paced_and_reported_in_words() {
    let figures = figures(&["--rate", "10", "--game", "eights", "--seats", "3", "--json"]);
    let moves = figures["moves"].as_u64().unwrap();
    assert!((1..=6).contains(&moves), "two rooms, 0.3 s, at most 10 moves a second each: {figures}");
    let output = bench(&[]);
    let text = String::from_utf8(output.stdout).unwrap();
    for words in ["euchre, 2 rooms with 4 seats", "per server CPU second", "KB per idle room"] {
        assert!(text.contains(words) || text.contains("not measured"), "{words}: {text}");
    }
}

#[test]
fn a_measurement_that_is_impossible_is_refused() {
    for (args, hint) in [
        (&["--game", "chess"][..], "unknown game"),
        (&["--seats", "3"], "4 players"),
        (&["--nodes", "2"], "say where NATS is"),
        (&["--rate", "0"], "must be 0.001 to 10000"),
    ] {
        let output = bench(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(hint), "{args:?}: {error}");
    }
}

/// Another measurement, as short as it can be; what it writes.
fn measured(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
    let output = command.arg("bench").args(args).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_soak_plays_all_games_and_says_in_its_last_line_whether_memory_grows() {
    let text = measured(&["soak", "--minutes", "0.3", "--tables", "5", "--lines", "4"]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    let moves: u64 =
        lines[1..5].iter().map(|line| line.split_whitespace().nth(4).unwrap().parse::<u64>().unwrap()).sum();
    assert!(moves > 20, "{text}");
    let verdicts = ["memory: flat (", "memory: grows (", "memory: not measured"];
    assert!(verdicts.iter().any(|verdict| lines[5].starts_with(verdict)), "{text}");
}

#[test]
fn a_table_is_measured_alone_and_under_abuse() {
    let text = measured(&["abuse", "--seconds", "4", "--attackers", "10", "--json"]);
    let figures: Value = serde_json::from_str(&text).unwrap();
    for figure in
        ["quiet_moves", "loud_moves", "quiet_p99_ms", "loud_p99_ms", "p99_factor", "attempts", "database_mb"]
    {
        assert!(figures[figure].as_f64().unwrap() > 0.0, "{figure}: {figures}");
    }
    assert_eq!(figures["proofs_at_once"], 150);
}

#[test]
fn a_restart_is_measured_until_all_rooms_go_on() {
    let text = measured(&["restart", "--rooms", "20", "--json"]);
    let figures: Value = serde_json::from_str(&text).unwrap();
    assert!(figures["rooms"] == 20 && figures["ready_after_seconds"].as_f64().unwrap() > 0.0, "{figures}");
}
