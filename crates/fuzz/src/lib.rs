//! Fuzz tests of everything that strangers can send, mutated from a corpus: messages, requests to the lobby, engine lines,
//! proof files, decks, log entries.
//!
//! No input may make a target panic or hang. `cargo test -p fuzz` runs the corpus and a fixed number of inputs, guided by their
//! outcomes: an input with a new outcome is mutated further. That needs nothing but cargo. `cargo xtask fuzz --seconds S`
//! runs the same targets under libFuzzer, guided by the code that inputs reach (`guided.rs`). An input that makes a target
//! panic is written to a file; add it to the corpus.

mod mutator;
mod targets;

pub use targets::{TARGETS, Target};

use mutator::Mutator;
use std::{
    collections::HashSet,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How many inputs are kept for further mutation.
const KEPT: usize = 4_000;

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After this number of inputs.
    Inputs(u64),
    /// After this time.
    Time(Duration),
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Inputs that were tried.
    pub inputs: u64,
    /// Different outcomes.
    pub outcomes: usize,
    /// The slowest input.
    pub slowest: Duration,
    /// The files with the inputs that made the target panic.
    pub panics: Vec<PathBuf>,
}

/// The committed inputs of a target.
pub fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map(|files| files.filter_map(|file| Some(file.ok()?.path())).collect())
        .unwrap_or_default();
    files.sort();
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

/// Runs a target on its corpus and on mutations of it. Inputs that make it panic are written to `failures`.
pub fn fuzz(target: &Target, seed: u64, until: Until, failures: &Path) -> Report {
    let (mut mutator, began) = (Mutator::new(seed), Instant::now());
    let mut report = Report { inputs: 0, outcomes: 0, slowest: Duration::ZERO, panics: Vec::new() };
    let (mut pool, mut seen) = (corpus(target), HashSet::new());
    for input in &pool {
        seen.extend(run(target, input, failures, &mut report));
    }
    if pool.is_empty() {
        pool.push(Vec::new());
    }
    let goes_on = |report: &Report| match until {
        Until::Inputs(most) => report.inputs < most,
        Until::Time(time) => began.elapsed() < time,
    };
    while goes_on(&report) {
        let (one, other) = (mutator.below(pool.len()), mutator.below(pool.len()));
        let input = mutator.mutate(&pool[one], &pool[other]);
        let outcome = run(target, &input, failures, &mut report);
        if outcome.is_some_and(|outcome| seen.insert(outcome)) && pool.len() < KEPT {
            pool.push(input);
        }
    }
    report.outcomes = seen.len();
    report
}

fn run(target: &Target, input: &[u8], failures: &Path, report: &mut Report) -> Option<u64> {
    let began = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    report.inputs += 1;
    report.slowest = report.slowest.max(began.elapsed());
    if outcome.is_err() {
        let file = failures.join(format!("{}-{}", target.name, report.inputs));
        // If the file cannot be written, the number of panics still counts it.
        let _ = fs::create_dir_all(failures).and_then(|()| fs::write(&file, input));
        report.panics.push(file);
    }
    outcome.ok()
}
