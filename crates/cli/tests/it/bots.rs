//! Bots through the engine, and players against each other in the arena.

use crate::driver::Driver;
use clap::Parser;
use serde_json::{Value, json};

fn run(args: &[&str]) -> Result<String, cli::Failure> {
    let mut out = Vec::new();
    let args = cli::Args::try_parse_from(["aboveboard"].iter().chain(args)).expect("well-formed arguments");
    cli::run(args, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}
fn run_json(args: &[&str]) -> Value {
    serde_json::from_str(&run(args).unwrap()).unwrap()
}

#[test]
fn a_bot_chooses_for_a_seat_and_says_why() {
    let mut engine = Driver::euchre("house");
    let plain = engine.ok(json!({"cmd": "choose", "seat": 0, "level": "hard", "seed": 7}));
    assert!(plain["action"] == json!("pass") || plain["action"].is_object(), "{plain}");
    assert!(plain.get("reasons").is_none() && plain["after_ms"].as_u64().is_some_and(|ms| ms >= 500));
    let asked = json!({"cmd": "choose", "seat": 0, "level": "hard", "seed": 7, "explain": true});
    let explained = engine.ok(asked.clone());
    assert_eq!(explained["action"], plain["action"], "explaining changes nothing");
    assert_eq!(explained, engine.ok(asked));
    let reasons = &explained["reasons"];
    assert!(reasons["candidates"].as_array().is_some_and(|list| list.len() >= 3), "{reasons}");
    assert_eq!(reasons["knowledge"]["cards"].as_array().map(Vec::len), Some(18));
    // The only hand in it is the seat's own, and not even that: it is what is *not* known.
    assert!(!reasons.to_string().contains("\"hands\""));
    // Whoever is not asked does nothing.
    assert_eq!(engine.ok(json!({"cmd": "choose", "seat": 2}))["action"], Value::Null);
}

#[test]
fn a_bot_chooses_for_a_view_from_elsewhere() {
    let mut engine = Driver::euchre("house");
    let here = engine.ok(json!({"cmd": "choose", "seat": 0, "seed": 7}));
    let view = engine.ok(json!({"cmd": "view", "viewer": {"recall": 0}}))["view"].clone();
    let options = engine.ok(json!({"cmd": "log"}))["options"].clone();
    engine.ok(json!({"cmd": "close"}));
    let ask =
        json!({"cmd": "choose", "game": "euchre", "options": options, "view": view, "seat": 0, "seed": 7});
    assert_eq!(engine.ok(ask), here);
    assert_eq!(engine.error(json!({"cmd": "choose", "seat": 0})).0, "no_table");
}

#[test]
fn a_bot_plays_a_seat_for_a_whole_game() {
    let mut engine = Driver::at(json!({"cmd": "open", "game": "euchre", "seed": 4}));
    for seat in 0..3 {
        engine.ok(json!({"cmd": "bot", "seat": seat, "level": "easy", "seed": 1}));
    }
    // The last seat completes the table: everything that is left happens at once.
    let change = engine.ok(json!({"cmd": "bot", "seat": 3, "level": "medium", "seed": 1}));
    assert!(change["acted"].as_array().is_some_and(|acted| acted.len() > 50), "{}", change["turn"]);
    assert!(engine.ok(json!({"cmd": "result"}))["outcome"].is_object());
    assert_eq!(engine.error(json!({"cmd": "bot", "seat": 4, "level": "easy"})).0, "no_such_seat");
}

#[test]
fn a_seat_can_be_taken_back_from_its_bot() {
    let mut engine = Driver::euchre("house");
    let change = engine.ok(json!({"cmd": "bot", "seat": 0, "level": "easy"}));
    assert_eq!(change["acted"][0]["seat"], 0);
    let change = engine.ok(json!({"cmd": "bot", "seat": 0, "level": null}));
    assert!(change.get("acted").is_none());
}

#[test]
fn the_panel_of_a_seat_is_there_for_programs() {
    let mut engine = Driver::euchre("house");
    let panel = engine.ok(json!({"cmd": "knowledge", "seat": 1}))["knowledge"].clone();
    assert_eq!(panel["places"].as_array().map(Vec::len), Some(4));
    assert_eq!(panel["cards"].as_array().map(Vec::len), Some(18));
    assert_eq!(engine.error(json!({"cmd": "knowledge", "seat": 9})).0, "no_such_seat");
}

#[test]
fn the_arena_compares_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (csv, plot) = (file("deals.csv"), file("mean.svg"));
    let args =
        ["arena", "euchre", "--a", "medium", "--b", "random", "--deals", "12", "--seed", "3", "--json"];
    let one = run_json(&[&args[..], &["--csv", &csv, "--plot", &plot]].concat());
    assert_eq!((&one["a"], &one["b"], &one["deals"]), (&json!("medium"), &json!("random"), &json!(12)));
    assert!(one["mean"].as_f64().unwrap() > 0.0 && one["ci95"].as_f64().unwrap() > 0.0, "{one}");
    // As many threads as you like: the deals are the same.
    let three = run_json(&[&args[..], &["--threads", "3"]].concat());
    assert_eq!((&one["mean"], &one["ci95"]), (&three["mean"], &three["ci95"]));
    let lines = std::fs::read_to_string(csv).unwrap();
    assert_eq!(lines.lines().count(), 1 + 24);
    let differences =
        lines.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap());
    let shares = differences.map(|more| if more == 0.0 { 0.5 } else { f64::from(u8::from(more > 0.0)) });
    assert!((one["ahead"].as_f64().unwrap() - shares.sum::<f64>() / 24.0).abs() < 1e-3, "{one}");
    assert!(std::fs::read_to_string(plot).unwrap().starts_with("<svg"));
}

#[test]
fn logs_of_the_arena_tell_how_right_inferences_were() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("deals.jsonl").to_str().unwrap().to_string();
    run(&["arena", "euchre", "--a", "medium", "--b", "rules", "--deals", "3", "--logs", &logs]).unwrap();
    let report = run_json(&["calibration", &logs, "--json"]);
    assert_eq!((&report["games"], &report["falsely_certain"]), (&json!(6), &json!(0)));
    assert!(report["counted"]["brier"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_program_outside_plays_by_the_engine_protocol() {
    let program = format!("engine:{} engine", env!("CARGO_BIN_EXE_aboveboard"));
    let report = run_json(&["arena", "euchre", "--a", &program, "--b", "random", "--deals", "2", "--json"]);
    assert_eq!(report["deals"], 2);
}

#[test]
fn a_program_that_fails_is_named_and_nothing_is_reported() {
    for (command, complaint) in [
        ("engine:/no/such/program", "does not start"),
        ("engine:true", "before it answered"),
        ("engine:cat", "answered"),
    ] {
        let args = ["arena", "euchre", "--a", command, "--b", "random", "--deals", "1", "--json"];
        let failure = run(&args).unwrap_err().to_string();
        // A program that has ended may be noticed when it is asked or when it should answer.
        assert!(failure.contains(complaint) || failure.contains("takes no more questions"), "{failure}");
    }
    let failure = run(&["arena", "euchre", "--a", "hart", "--b", "random"]).unwrap_err().to_string();
    assert!(failure.contains("hard"), "{failure}");
}

#[test]
fn the_league_is_a_table() {
    let table = run(&["league", "--game", "euchre", "--deals", "1"]).unwrap();
    for bot in ["easy", "medium", "hard", "expert", "random"] {
        assert!(table.contains(&format!("| euchre | {bot} |")), "{table}");
    }
}

#[test]
fn thoughts_are_measured() {
    let figures = run_json(&["bench", "thoughts", "euchre", "--seconds", "0.05", "--json"]);
    assert!(figures["iterations_per_cpu_second"].as_u64().unwrap() > 0);
    assert!(figures["solved_per_cpu_second"].as_u64().unwrap() > 0);
    let levels: Vec<_> = figures["decisions"].as_array().unwrap().iter().map(|row| &row["level"]).collect();
    assert_eq!(levels, ["easy", "medium", "hard", "expert"]);
}

#[test]
fn lists_of_every_size_are_measured() {
    let args = ["bench", "lists", "casino", "--seats", "2", "--games", "400", "--seconds", "0.05", "--json"];
    let figures = run_json(&args);
    let sizes = figures["lists"].as_array().unwrap();
    assert_eq!(sizes[0]["size"], "any");
    // Random games of Casino have long lists now and then.
    let long = sizes.iter().find(|row| row["size"] == "about 500").unwrap();
    assert!((450.0..=550.0).contains(&long["actions"].as_f64().unwrap()));
    assert!(sizes.iter().all(|row| row["microseconds"].as_f64().unwrap() > 0.0));
}
