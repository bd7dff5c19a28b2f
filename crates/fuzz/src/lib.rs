//! Whatever strangers can send, mutated from a corpus: messages, the lobby, engine lines, proof files, decks, log entries.
//!
//! No target may panic or hang, whatever it reads. `cargo test -p fuzz` runs the corpus and a fixed number of inputs, guided by
//! what came of them: an input with an outcome that was not seen before is mutated further. That needs nothing but cargo.
//! `cargo xtask fuzz --seconds S` runs the same targets under libFuzzer for as long as you like, guided by the code that
//! inputs reach (`guided.rs`). What makes a target panic is written to a file and belongs into the corpus.

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

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// So many inputs.
    Inputs(u64),
    /// So much time.
    Time(Duration),
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct Report {
    /// Inputs that were tried.
    pub inputs: u64,
    /// Different outcomes.
    pub outcomes: usize,
    /// The slowest input.
    pub slowest: Duration,
    /// Where the inputs are that made the target panic.
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

/// Runs a target on its corpus and on what is made from it. What makes it panic is written to `failures`.
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
        // If even that fails, the count of panics says it.
        let _ = fs::create_dir_all(failures).and_then(|()| fs::write(&file, input));
        report.panics.push(file);
    }
    outcome.ok()
}
