//! A measurement of rooms, as short as it can be: that it runs and what it tells, not how fast anything is.

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
    // Empty where the system does not tell, or where it was too little to count.
    for figure in ["moves_per_server_cpu_second", "rss_kb_per_room"] {
        assert!(figures.get(figure).is_some_and(|f| f.is_null() || f.is_number()), "{figure}: {figures}");
    }
    assert!(figures["p50_ms"].as_f64() <= figures["p99_ms"].as_f64());
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn rooms_can_be_paced_and_told_in_words() {
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
fn what_cannot_be_measured_is_said() {
    for (args, hint) in [
        (&["--game", "chess"][..], "there is no game"),
        (&["--seats", "3"], "4 players"),
        (&["--nodes", "2"], "say where NATS is"),
        (&["--rate", "0"], "between 0.001 and 10000"),
    ] {
        let output = bench(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(hint), "{args:?}: {error}");
    }
}
