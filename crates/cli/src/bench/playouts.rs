use crate::{
    Failure,
    args::Timed,
    numbers::{grouped, rounded},
};
use cpu_time::ProcessTime;
use serde::Serialize;
use std::io::Write;

/// Games between two readings of the clock. A reading costs about as much as one game of Euchre.
const BATCH: u64 = 256;

/// The results of a benchmark.
#[derive(Debug, Serialize)]
struct Figures {
    game: &'static str,
    seats: u8,
    seed: u64,
    deals: usize,
    games: u64,
    actions: u64,
    cpu_seconds: f64,
    games_per_cpu_second: u64,
    actions_per_cpu_second: u64,
}

/// Measures random games.
pub(crate) fn run(args: &Timed, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let start = args.table.start(entry);
    let mut playouts = entry.playouts(&args.table.rules(), &start, args.seed).map_err(Failure::Usage)?;
    // Warm up: buffers grow and caches fill.
    playouts.run(BATCH);
    let (mut games, mut actions) = (0, 0);
    let watch = ProcessTime::now();
    let cpu_seconds = loop {
        actions += playouts.run(BATCH);
        games += BATCH;
        let spent = watch.elapsed().as_secs_f64();
        if spent >= args.seconds {
            break spent;
        }
    };
    let figures = Figures {
        game: entry.name,
        seats: start.seats,
        seed: args.seed,
        deals: catalog::DEALS,
        games,
        actions,
        cpu_seconds: rounded(cpu_seconds, 3),
        games_per_cpu_second: (games as f64 / cpu_seconds) as u64,
        actions_per_cpu_second: (actions as f64 / cpu_seconds) as u64,
    };
    if args.json {
        serde_json::to_writer(&mut *out, &figures)?;
        writeln!(out)?;
    } else {
        describe(&figures, out)?;
    }
    Ok(())
}

fn describe(figures: &Figures, out: &mut dyn Write) -> Result<(), Failure> {
    let Figures { game, seats, deals, games, actions, cpu_seconds, .. } = figures;
    writeln!(out, "{game}, {seats} seats: random games from {} prepared deals", grouped(*deals as u64))?;
    writeln!(out, "  {:>14} games per CPU second", grouped(figures.games_per_cpu_second))?;
    writeln!(out, "  {:>14} actions per CPU second", grouped(figures.actions_per_cpu_second))?;
    let each = *actions as f64 / *games as f64;
    writeln!(out, "  {} games of {each:.1} actions in {cpu_seconds:.2} CPU seconds", grouped(*games))?;
    Ok(())
}
