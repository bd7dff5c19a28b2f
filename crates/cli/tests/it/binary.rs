//! The program itself: what it prints, where, and how it ends.

use serde_json::Value;
use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

pub(crate) fn aboveboard(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_aboveboard")).args(args).stdin(Stdio::null()).output().unwrap()
}

pub(crate) fn stdout(args: &[&str]) -> String {
    let output = aboveboard(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "nothing but progress goes to stderr, and nobody looks: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).unwrap()
}

#[test]
fn games_lists_every_game_with_seats_options_and_presets() {
    let text = stdout(&["games"]);
    let list = json(&["games", "--json"]);
    for (entry, listed) in catalog::ALL.iter().zip(list.as_array().unwrap()) {
        assert!(text.contains(entry.name));
        assert_eq!(listed["name"], entry.name);
        assert_eq!(listed["seats"]["from"], entry.min_seats);
        for field in entry.fields() {
            assert!(text.contains(field.name), "{}", field.name);
        }
        for preset in entry.presets() {
            assert!(text.contains(preset.name), "{}", preset.name);
        }
    }
}

#[test]
fn sim_sums_up_and_is_reproducible() {
    let args = ["sim", "euchre", "--games", "50", "--seed", "9", "--option", "target=5", "--json"];
    let (mut once, mut again) = (json(&args), json(&args));
    assert_eq!(once["games"], 50);
    assert_eq!(once["options"]["target"], 5);
    assert_eq!(once["reasons"]["target"], 50);
    let wins = once["results"].as_array().unwrap().iter().map(|side| side["wins"].as_u64().unwrap());
    assert_eq!(wins.sum::<u64>(), 50);
    once["seconds"].take();
    again["seconds"].take();
    assert_eq!(once, again);

    let text = stdout(&["sim", "eights", "--games", "20", "--preset", "base", "--seats", "3"]);
    for word in ["eights, 3 seats: 20 random games", "median", "p90", "seat 2", "ended by"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn bench_prints_figures_per_cpu_second() {
    for game in ["casino", "eights", "euchre", "roost"] {
        let figures = json(&["bench", "playouts", game, "--seconds", "0.05", "--json"]);
        assert_eq!(figures["game"], game);
        assert_eq!(figures["seats"], catalog::find(game).unwrap().default_seats);
        for figure in ["games_per_cpu_second", "actions_per_cpu_second"] {
            assert!(figures[figure].as_f64().unwrap() > 0.0, "{figures}");
        }
    }
    assert!(stdout(&["bench", "playouts", "euchre", "--seconds", "0.05"]).contains("games per CPU second"));
}

#[test]
fn watch_narrates_a_game() {
    let text = stdout(&["watch", "euchre", "--seed", "3", "--until", "deal_over"]);
    assert!(text.contains("deals and turns up") && text.contains("takes the trick"), "{text}");
    let text = stdout(&["watch", "eights", "--option", "hand_size=3", "--option", "turn_limit=100"]);
    assert!(text.contains(" won ("), "{text}");
    let text = stdout(&["watch", "casino", "--seed", "3"]);
    for words in ["deals (deal 1)", "on the table.", " captures ", " won ("] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = stdout(&["watch", "eights", "--lines", "5"]);
    assert!(text.lines().count() < 12 && text.contains("lines more") && text.contains(" won ("), "{text}");
}

#[test]
fn errors_of_the_caller_exit_with_2() {
    for (args, hint) in [
        (&["sim", "euchr"][..], "did you mean “euchre”?"),
        (&["sim", "euchre", "--preset", "stik"], "did you mean “stick”?"),
        (&["sim", "euchre", "--option", "targt=5"], "did you mean “target”?"),
        (&["sim", "euchre", "--option", "target"], "KEY=VALUE"),
        (&["sim", "euchre", "--seats", "3"], "4 players"),
        (&["sim", "euchre", "--games", "0"], "must be a whole number from 1 to 10000000"),
        (&["sim", "euchre", "--games", "-5"], "must be a whole number from 1 to 10000000"),
        (&["sim", "euchre", "--seed", "-1"], "must be a whole number of at least 0"),
        (&["bench", "playouts", "euchre", "--seconds", "0"], "must be 0.01 to 3600 seconds"),
        (&["bench", "playouts", "euchre", "--seconds", "-1"], "must be 0.01 to 3600 seconds"),
        (&["serve", "--bot-threads", "-1"], "expected a whole number from 1 to 256"),
        (
            &["bench", "playouts", "chess"],
            "unknown game “chess”; games: casino, dutch, eights, euchre, roost",
        ),
        (&["league", "--game", "poker"], "unknown game “poker”; games: casino, dutch, eights, euchre, roost"),
        (&["watch", "euchre", "--option", "target=99"], "target must be 5 to 15\n"),
        (&["watch", "euchre", "--option", "target=-3"], "target must be 5 to 15\n"),
        (&["watch", "euchre", "--option", "target=ten"], "target must be 5 to 15\n"),
        (&["watch", "euchre", "--until", "foo"], "unknown event “foo”; events: "),
        (&["plya"], "unrecognized subcommand"),
        (&[], "Usage"),
    ] {
        let output = aboveboard(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(hint), "{args:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn one_deal_has_no_interval() {
    let play = |deals| stdout(&["arena", "euchre", "--a", "easy", "--b", "random", "--deals", deals]);
    let (one, two) = (play("1"), play("2"));
    assert!(one.contains(", 1 deal\n") && one.contains("(no interval from one deal)"), "{one}");
    assert!(!one.contains('±') && !one.contains("95 %"), "{one}");
    assert!(two.contains('±') && two.contains("(95 %)"), "{two}");
}

#[test]
fn a_file_that_is_not_a_log_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("logs.jsonl");
    let path = file.to_str().unwrap();
    stdout(&["arena", "euchre", "--a", "random", "--b", "random", "--deals", "1", "--logs", path]);
    let log = std::fs::read_to_string(&file).unwrap();
    let first = log.lines().next().unwrap();
    for (second, reason) in [
        ("garbage", "not a log: expected value"),
        ("{}", "not a log: it does not name its game"),
        ("{\"game\":\"poker\"}", "unknown game “poker”"),
    ] {
        std::fs::write(&file, format!("{first}\n{second}\n")).unwrap();
        let output = aboveboard(&["calibration", path]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("{path}:2: {reason}")), "{error}");
    }
}

#[test]
fn history_is_rebuilt_only_where_a_card_room_is() {
    let folder = tempfile::tempdir().unwrap();
    let typo = folder.path().join("typo");
    let output = aboveboard(&["history", "rebuild", "--data-dir", typo.to_str().unwrap()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("no card room in \"") && error.contains("typo\": name its folder with --data-dir"),
        "{error}"
    );
    assert!(!typo.exists(), "nothing is created");
}

#[test]
fn help_and_version() {
    // A build that only tests may use says so.
    let test_build = if cfg!(feature = "seeded") { " (seeded test build: do not play with it)" } else { "" };
    assert_eq!(stdout(&["--version"]), format!("aboveboard {}{test_build}\n", env!("CARGO_PKG_VERSION")));
    let help = stdout(&["--help"]);
    for command in ["serve", "games", "sim", "watch", "bench", "engine"] {
        assert!(help.contains(command));
        assert!(stdout(&[command, "--help"]).contains("Usage"));
    }
}

#[test]
fn a_reader_who_leaves_early_does_not_make_it_fail() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aboveboard"))
        .args(["watch", "euchre"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn the_engine_answers_line_by_line_and_ends_with_its_input_or_on_quit() {
    let long = "x".repeat(100_000);
    for (input, codes) in [
        (String::new(), &[][..]),
        ("{\"cmd\":\"hello\"}\n\n{\"cmd\":\"turn\"}".into(), &["", "bad_message", "no_table"]),
        (format!("{long}\n{{\"cmd\":\"hello\"}}\r\n"), &["too_large", ""]),
        ("{\"cmd\":\"quit\"}\n{\"cmd\":\"hello\"}\n".into(), &[""]),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_aboveboard"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let answers = String::from_utf8(output.stdout).unwrap();
        let answered: Vec<_> = answers
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|answer| answer["error"]["code"].as_str().unwrap_or_default().to_string())
            .collect();
        assert_eq!(answered, codes);
    }
}
