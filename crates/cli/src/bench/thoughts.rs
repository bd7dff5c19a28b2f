use crate::{
    Failure,
    args::Thoughts,
    numbers::{grouped, rounded},
};
use catalog::Fault;
use cpu_time::ProcessTime;
use serde::Serialize;
use std::io::Write;

/// Iterations of one decision.
const ITERATIONS: u32 = 5_000;
/// Positions solved between two looks at the watch.
const BATCH: u64 = 256;

#[derive(Debug, Serialize)]
struct Figures {
    game: &'static str,
    seed: u64,
    iterations: u64,
    iterations_per_cpu_second: u64,
    solved: u64,
    solved_per_cpu_second: u64,
    cpu_seconds: f64,
}

/// Measures tree search and, where a game has one, its exact solver: half of the time each.
pub(crate) fn run(args: &Thoughts, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let start = args.table.start(entry);
    let mut thoughts = entry.thoughts(&args.table.rules(), &start, args.seed).map_err(Failure::Usage)?;
    let contradiction = |error| Failure::Game(Fault::new("contradiction", error));
    thoughts.search(ITERATIONS).map_err(contradiction)?;
    let mut iterations = 0;
    let watch = ProcessTime::now();
    while watch.elapsed().as_secs_f64() < args.seconds / 2.0 {
        thoughts.search(ITERATIONS).map_err(contradiction)?;
        iterations += u64::from(ITERATIONS);
    }
    let searched = watch.elapsed().as_secs_f64();
    let mut solved = 0;
    let watch = ProcessTime::now();
    while watch.elapsed().as_secs_f64() < args.seconds / 2.0 && thoughts.solve() {
        solved += 1;
        for _ in 1..BATCH {
            thoughts.solve();
            solved += 1;
        }
    }
    let solving = watch.elapsed().as_secs_f64();
    let figures = Figures {
        game: entry.name,
        seed: args.seed,
        iterations,
        iterations_per_cpu_second: (iterations as f64 / searched) as u64,
        solved,
        solved_per_cpu_second: if solved == 0 { 0 } else { (solved as f64 / solving) as u64 },
        cpu_seconds: rounded(searched + solving, 3),
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
    Ok(())
}
