//! `cargo ci`: everything that must hold before a change is shared, step by step.

use crate::{
    browser,
    cargo::{self, aboveboard, cargo, games, output},
    client::{self, npm, script},
    faults, module, nats, program, prose, room,
    stamp::Stamp,
    suite::Suite,
    supply, transcript, transcripts, wasm,
};
use std::{
    fmt,
    process::Command,
    time::{Duration, Instant},
};

const HELP: &str = "\
cargo ci             every step. Tests of the rules, the client and its journeys are skipped if they passed with the same files
cargo ci --fresh     every step, whatever has passed before
cargo ci STEP…       the named steps, in their usual order, whatever has passed before
cargo ci --quick     what needs neither a browser nor NATS: a few minutes, for the inner loop
cargo ci --list      the names of the steps

";

/// One part of the gate.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(Wish) -> Result<(), String>,
    /// Whether `--quick` leaves it out.
    slow: bool,
}

/// How a step is to be run.
#[derive(Clone, Copy)]
struct Wish {
    scope: Scope,
    /// Whether to run what has passed with the same files.
    fresh: bool,
}

/// How much of a step is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Everything,
    /// Without NATS and without a browser.
    Quick,
}

const fn step(name: &'static str, what: &'static str, run: fn(Wish) -> Result<(), String>) -> Step {
    Step { name, what, run, slow: false }
}

const fn slow(name: &'static str, what: &'static str, run: fn(Wish) -> Result<(), String>) -> Step {
    Step { name, what, run, slow: true }
}

/// Everything that must hold, what fails fastest first.
const STEPS: [Step; 15] = [
    step("tools", "Node, its packages, a browser, nats-server", tools),
    step("supply", "advisories, licences and bans of what we build on", |_| supply::check()),
    step("format", "rustfmt and Prettier", format),
    step("prose", "phrases that our texts avoid", |_| prose::check()),
    step("client-lint", "ESLint", |wish| client_step(wish, "client-lint", npm(&["run", "--silent", "lint"]))),
    step("client-types", "svelte-check", |wish| {
        client_step(wish, "client-types", npm(&["run", "--silent", "check"]))
    }),
    step("client-build", "the rules for the browser, the client and its sizes", client_build),
    step("client-tests", "the client's unit tests", |wish| {
        client_step(wish, "client-tests", npm(&["test", "--silent"]))
    }),
    step("lints", "Clippy", lints),
    step("docs", "rustdoc without warnings", docs),
    step("tests", "unit tests, integration tests, laws, examples of the documentation", tests),
    step("smoke", "the program that `cargo play` builds: games, engine, server", smoke),
    step("module", "the rules as the browser has them: every answer as the native ones", compare_module),
    slow("faults", "a short campaign of faults against a cluster", |_| faults::short()),
    slow("browser", "journeys through the program in a real browser", |wish| browser::check(wish.fresh)),
];

/// Runs the steps that `args` ask for, until one fails.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let (steps, wish) = match choose(args)? {
        Choice::Run(steps, wish) => (steps, wish),
        Choice::List => {
            print!("{HELP}");
            for step in &STEPS {
                let quick = if step.slow { " (not in --quick)" } else { "" };
                println!("  {:13} {}{quick}", step.name, step.what);
            }
            return Ok(());
        }
    };
    let start = Instant::now();
    let mut done: Vec<(&str, Duration)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let (number, all, elapsed) = (index + 1, steps.len(), Clock(start.elapsed()));
        println!("\n── {} ({number} of {all}, {elapsed} so far): {}", step.name, step.what);
        let clock = Instant::now();
        let result = (step.run)(wish);
        done.push((step.name, clock.elapsed()));
        if let Err(reason) = result {
            summarize(&done, &steps, start.elapsed());
            return Err(format!(
                "\nFAILED at “{}”: {reason}\nThat step alone: cargo ci {}",
                step.name, step.name
            ));
        }
        println!("   {} took {}", step.name, Clock(clock.elapsed()));
    }
    summarize(&done, &steps, start.elapsed());
    let unchecked = supply::unchecked();
    if wish.scope == Scope::Quick {
        let untested = ["clusters, and journeys in a browser (cargo ci)".to_owned()];
        print!("{}", closing("The quick steps hold.", &untested, &unchecked));
    } else if steps.len() < STEPS.len() {
        print!("{}", closing("The named steps hold.", &[], &unchecked));
    } else {
        let untested = untested();
        let complete = untested.is_empty() && unchecked.is_empty();
        let holds = if complete { "Everything holds." } else { "What was tested holds." };
        print!("{}", closing(holds, &untested, &unchecked));
    }
    Ok(())
}

/// What could not be tested here, and why.
fn untested() -> Vec<String> {
    let cluster =
        nats::server().err().map(|reason| format!("the log of a cluster, and what it survives.\n{reason}"));
    let rules = match module::built() {
        Some(_) => None,
        None => Some("the rules in the browser.\nThere is no module.".to_owned()),
    };
    cluster.into_iter().chain(rules).collect()
}

/// The last words: what holds, and what nobody has looked at.
fn closing(holds: &str, untested: &[String], unchecked: &[String]) -> String {
    let mut text = format!("\n{holds}\n");
    for what in untested {
        text.push_str(&format!("NOT TESTED: {what}\n"));
    }
    for what in unchecked {
        text.push_str(&format!("NOT CHECKED: {what}\n"));
    }
    text
}

enum Choice {
    Run(Vec<&'static Step>, Wish),
    List,
}

fn choose(args: &[String]) -> Result<Choice, String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => Ok(Choice::Run(STEPS.iter().collect(), Wish { scope: Scope::Everything, fresh: false })),
        ["--fresh"] => {
            Ok(Choice::Run(STEPS.iter().collect(), Wish { scope: Scope::Everything, fresh: true }))
        }
        ["--quick"] => {
            let quick = STEPS.iter().filter(|step| !step.slow).collect();
            Ok(Choice::Run(quick, Wish { scope: Scope::Quick, fresh: false }))
        }
        ["--list" | "--help" | "-h"] => Ok(Choice::List),
        _ => {
            if let Some(unknown) = words.iter().find(|word| STEPS.iter().all(|step| step.name != **word)) {
                let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
                return Err(format!("unknown step “{unknown}”; steps: {}", names.join(", ")));
            }
            let named = STEPS.iter().filter(|step| words.contains(&step.name));
            Ok(Choice::Run(named.collect(), Wish { scope: Scope::Everything, fresh: true }))
        }
    }
}

fn summarize(done: &[(&str, Duration)], steps: &[&Step], whole: Duration) {
    println!("\n── times");
    for (name, took) in done {
        println!("  {name:13} {:>7}", Clock(*took).to_string());
    }
    for step in &steps[done.len()..] {
        println!("  {:13} not run", step.name);
    }
    println!("  {:13} {:>7}", "total", Clock(whole).to_string());
}

/// A duration as minutes and seconds.
struct Clock(Duration);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Names what is missing before anything takes its time.
fn tools(wish: Wish) -> Result<(), String> {
    client::node()?;
    client::packages()?;
    if wish.scope == Scope::Quick {
        return Ok(());
    }
    println!("browser: {}", browser::chromium()?.display());
    if let Err(reason) = wasm::compiler() {
        println!("WebAssembly: NONE, so the rules in the browser are not tested. {reason}");
    }
    match nats::server() {
        Ok(path) => println!("nats-server: {}", path.display()),
        Err(reason) => println!("nats-server: NONE, so the log of a cluster is not tested. {reason}"),
    }
    Ok(())
}

fn format(_: Wish) -> Result<(), String> {
    cargo::run(cargo(&["fmt", "--all", "--check"]))?;
    cargo::run(npm(&["run", "--silent", "format:check"]))
}

/// A step that follows from the client's files and tools alone.
fn client_step(wish: Wish, name: &str, command: Command) -> Result<(), String> {
    let stamp = Stamp::new(name, &client::inputs()?, &[&client::node()?])?;
    if !wish.fresh && stamp.has_passed() {
        println!("   unchanged since it passed");
        return Ok(());
    }
    cargo::run(command)?;
    stamp.passed()
}

/// A client that is built again is new to everything that contains it: not without a reason.
fn client_build(wish: Wish) -> Result<(), String> {
    if wish.fresh {
        client::build()?;
    } else {
        client::build_if_changed()?;
    }
    cargo::run(script("tests/sizes.mjs"))
}

fn lints(_: Wish) -> Result<(), String> {
    cargo::run(cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))
}

/// With all features, as the lints: what both read of other crates is made once.
fn docs(_: Wish) -> Result<(), String> {
    let mut doc = cargo(&["doc", "--workspace", "--all-features", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    cargo::run(doc)
}

/// One build with all features: it also has the program that the journeys use, and compares the client's types.
fn tests(wish: Wish) -> Result<(), String> {
    let nats = nats::server().ok().filter(|_| wish.scope == Scope::Everything);
    // It was said at the beginning, and it is said again at the end.
    let skipped: &[_] = if nats.is_some() { &[] } else { &["jetstream::", "cluster::", "storm::"] };
    Suite { nats, skipped, fresh: wish.fresh }.run()
}

/// Recorded conversations, answered by the module.
fn compare_module(wish: Wish) -> Result<(), String> {
    transcripts::run(transcripts::SHORT, wish.fresh)
}

/// A few games of each kind, a short benchmark, the documented conversation, and the server opened and closed.
fn smoke(_: Wish) -> Result<(), String> {
    client::build_if_changed()?;
    let program = program::build(program::PLAY)?;
    for game in games(&program)? {
        cargo::run(aboveboard(&program, &["sim", &game, "--games", "200", "--seed", "1"]))?;
        let figures =
            output(aboveboard(&program, &["bench", "playouts", &game, "--seconds", "0.3", "--json"]), "")?;
        print!("{figures}");
        if !figures.contains("\"games_per_cpu_second\":") {
            return Err(format!("the benchmark of {game} has no figures"));
        }
    }
    transcript::replay(&program)?;
    room::visit(&program)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &[&str]) -> Result<Vec<&'static str>, String> {
        let args: Vec<_> = args.iter().map(|arg| String::from(*arg)).collect();
        match choose(&args)? {
            Choice::Run(steps, _) => Ok(steps.iter().map(|step| step.name).collect()),
            Choice::List => Ok(Vec::new()),
        }
    }

    #[test]
    fn named_steps_run_in_their_usual_order() {
        assert_eq!(names(&["tests", "lints"]).unwrap(), ["lints", "tests"]);
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
    }

    #[test]
    fn quick_leaves_out_what_needs_a_browser_or_nats() {
        let quick = names(&["--quick"]).unwrap();
        assert!(quick.contains(&"tests"));
        assert!(!quick.contains(&"browser") && !quick.contains(&"faults"));
    }

    #[test]
    fn an_unknown_step_is_refused_with_the_known_ones() {
        let reason = names(&["test"]).unwrap_err();
        assert!(reason.contains("unknown step “test”") && reason.contains("tests"), "{reason}");
    }

    #[test]
    fn the_last_words_name_what_nobody_has_looked_at() {
        let advisories = ["advisories of crates: the database cannot be reached from here".to_owned()];
        let text = closing("What was tested holds.", &["clusters".to_owned()], &advisories);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[1..],
            [
                "What was tested holds.",
                "NOT TESTED: clusters",
                "NOT CHECKED: advisories of crates: the database cannot be reached from here",
            ]
        );
        assert_eq!(closing("Everything holds.", &[], &[]), "\nEverything holds.\n");
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        assert_eq!(Clock(Duration::from_millis(65_900)).to_string(), "1:05");
    }
}
