use crate::{
    browser,
    cargo::{self, aboveboard, cargo, games, output},
    client::{self, npm, script},
    faults, nats, room, transcript, types,
};
use std::time::{Duration, Instant};

type Step = (&'static str, fn() -> Result<(), String>);

/// Everything that must hold, what fails fastest first.
const STEPS: [Step; 14] = [
    ("tools", tools),
    ("format", format),
    ("client types", || cargo::run(npm(&["run", "--silent", "check"]))),
    ("client tests", || cargo::run(npm(&["test", "--silent"]))),
    ("client build", client::build),
    ("client sizes", || cargo::run(script("tests/sizes.mjs"))),
    ("lints", lints),
    ("tests", tests),
    ("types", types::check),
    ("documentation", documentation),
    // After the client: it is in there.
    ("release build", release),
    ("smoke", smoke),
    ("faults", faults::short),
    ("browser", || browser::journeys(&[])),
];

/// Runs every step until one fails.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    let mut done: Vec<(&str, Duration)> = Vec::new();
    for (name, step) in STEPS {
        println!("\n── {name}");
        let clock = Instant::now();
        let result = step();
        done.push((name, clock.elapsed()));
        if let Err(reason) = result {
            summary(&done, start.elapsed());
            return Err(format!("\nFAILED at “{name}”: {reason}"));
        }
    }
    summary(&done, start.elapsed());
    match nats::server() {
        Ok(_) => println!("\nEverything holds."),
        Err(reason) => println!(
            "\nWhat was tested holds. NOT TESTED: the log of a cluster, and what it survives.\n{reason}"
        ),
    }
    Ok(())
}

fn summary(done: &[(&str, Duration)], whole: Duration) {
    println!("\n── summary");
    for (name, took) in done {
        println!("  {name:14} {:7.1} s", took.as_secs_f64());
    }
    println!("  {:14} {:7.1} s", "in all", whole.as_secs_f64());
    for (name, _) in &STEPS[done.len()..] {
        println!("  {name:14} not run");
    }
}

/// What is missing is said before anything takes its time.
fn tools() -> Result<(), String> {
    client::node()?;
    client::packages()?;
    println!("browser: {}", browser::chromium()?.display());
    match nats::server() {
        Ok(path) => println!("nats-server: {}", path.display()),
        Err(reason) => println!("nats-server: NONE, so the log of a cluster is not tested. {reason}"),
    }
    Ok(())
}

fn format() -> Result<(), String> {
    cargo::run(cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<(), String> {
    cargo::run(cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))
}

/// Unit tests, integration tests and examples in the documentation.
fn tests() -> Result<(), String> {
    let mut test = cargo(&["test", "--workspace"]);
    match nats::server() {
        Ok(path) => test.env("NATS_SERVER", path),
        // It was said at the beginning, and it is said again at the end.
        Err(_) => test.args(["--", "--skip", "jetstream::", "--skip", "cluster::", "--skip", "storm::"]),
    };
    cargo::run(test)
}

fn documentation() -> Result<(), String> {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    cargo::run(doc)
}

fn release() -> Result<(), String> {
    faults::programs("release").map(|_| ())
}

/// The binary that people get: a few games of each kind, a short benchmark, the documented conversation, and the
/// room opened and closed.
fn smoke() -> Result<(), String> {
    for game in games("release")? {
        cargo::run(aboveboard("release", &["sim", &game, "--games", "200", "--seed", "1"]))?;
        let figures =
            output(aboveboard("release", &["bench", "playouts", &game, "--seconds", "0.3", "--json"]), "")?;
        print!("{figures}");
        if !figures.contains("\"games_per_cpu_second\":") {
            return Err(format!("the benchmark of {game} has no figures"));
        }
    }
    transcript::replay("release")?;
    room::visit("release")
}
