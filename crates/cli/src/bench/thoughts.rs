use crate::{
    Failure,
    args::Thoughts,
    numbers::{grouped, rounded},
};
use catalog::{AnyThoughts, Fault};
use cpu_time::ProcessTime;
use kernel::{Contradiction, Level};
use serde::Serialize;
use std::io::Write;

/// Iterations of one decision.
const ITERATIONS: u32 = 5_000;
/// Positions solved between two readings of the clock.
const BATCH: u64 = 256;

#[derive(Debug, Serialize)]
struct Figures {
    game: &'static str,
    seed: u64,
    iterations: u64,
    iterations_per_cpu_second: u64,
    solved: u64,
    solved_per_cpu_second: u64,
    decisions: Vec<Decisions>,
    cpu_seconds: f64,
}

/// The time a level needs for a decision.
#[derive(Debug, Serialize)]
struct Decisions {
    level: Level,
    decisions: usize,
    /// CPU time.
    median_ms: f64,
    p95_ms: f64,
}

/// Measures decisions of a level for this number of seconds.
fn decisions(thoughts: &mut dyn AnyThoughts, level: Level, seconds: f64) -> Result<Decisions, Failure> {
    let mut times = Vec::new();
    let watch = ProcessTime::now();
    while times.is_empty() || watch.elapsed().as_secs_f64() < seconds {
        let began = ProcessTime::now();
        thoughts.decide(level).map_err(contradiction)?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| rounded(times[((times.len() - 1) as f64 * share) as usize], 3);
    Ok(Decisions { level, decisions: times.len(), median_ms: at(0.5), p95_ms: at(0.95) })
}

fn contradiction(error: Contradiction) -> Failure {
    Failure::Game(Fault::new("contradiction", error))
}

/// Measures tree search, the exact solver of a game that has one, and the decisions of all levels: a third of the time
/// each.
pub(crate) fn run(args: &Thoughts, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let start = args.table.start(entry);
    let mut thoughts = entry.thoughts(&args.table.rules(), &start, args.seed).map_err(Failure::Usage)?;
    thoughts.search(ITERATIONS).map_err(contradiction)?;
    let mut iterations = 0;
    let watch = ProcessTime::now();
    // At least once: on a busy machine a short time may be over before the first reading.
    while iterations == 0 || watch.elapsed().as_secs_f64() < args.seconds / 3.0 {
        thoughts.search(ITERATIONS).map_err(contradiction)?;
        iterations += u64::from(ITERATIONS);
    }
    let searched = watch.elapsed().as_secs_f64();
    let mut solved = 0;
    let watch = ProcessTime::now();
    while (solved == 0 || watch.elapsed().as_secs_f64() < args.seconds / 3.0) && thoughts.solve() {
        solved += 1;
        for _ in 1..BATCH {
            thoughts.solve();
            solved += 1;
        }
    }
    let solving = watch.elapsed().as_secs_f64();
    let each = args.seconds / 3.0 / Level::ALL.len() as f64;
    let decisions: Result<_, Failure> =
        Level::ALL.into_iter().map(|level| decisions(&mut *thoughts, level, each)).collect();
    let figures = Figures {
        game: entry.name,
        seed: args.seed,
        iterations,
        iterations_per_cpu_second: (iterations as f64 / searched) as u64,
        solved,
        solved_per_cpu_second: if solved == 0 { 0 } else { (solved as f64 / solving) as u64 },
        decisions: decisions?,
        cpu_seconds: rounded(searched + solving + args.seconds / 3.0, 3),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &figures)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}: tree search from prepared positions, uniform worlds, random playouts", figures.game)?;
    writeln!(out, "  {:>14} iterations per CPU second", grouped(figures.iterations_per_cpu_second))?;
    if solved > 0 {
        writeln!(
            out,
            "  {:>14} positions solved exactly per CPU second",
            grouped(figures.solved_per_cpu_second)
        )?;
    }
    for Decisions { level, median_ms, p95_ms, .. } in &figures.decisions {
        writeln!(
            out,
            "  {:>14} decides in {median_ms:.2} ms at the median, in {p95_ms:.2} at 95 %",
            level.name()
        )?;
    }
    Ok(())
}
