//! Players against each other in the arena.

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

#[test]
fn updates_are_measured_with_and_without_what_makes_them_checkable() {
    for game in ["eights", "euchre", "casino", "dutch", "roost"] {
        let figures = run_json(&["bench", "updates", game, "--seconds", "0.05", "--json"]);
        let number = |name: &str| figures[name].as_f64().unwrap();
        assert!(
            number("link_us") > 0.0 && number("tables_us") > 0.0 && number("parts_us") > 0.0,
            "{figures}"
        );
        // A link alone has 64 digits.
        assert!(number("table_bytes") > number("parts_bytes") + 64.0, "{figures}");
    }
}
