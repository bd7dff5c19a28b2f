use crate::{
    Failure,
    args::Lists,
    numbers::{grouped, rounded},
};
use cpu_time::ProcessTime;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Serialize)]
struct Figures {
    game: &'static str,
    seats: u8,
    seed: u64,
    games: u32,
    lists: Vec<Row>,
}

/// Lists of one size.
#[derive(Debug, Serialize)]
struct Row {
    size: &'static str,
    positions: usize,
    actions: f64,
    microseconds: f64,
}

/// Measures the time to list the legal actions.
pub(crate) fn run(args: &Lists, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let start = args.table.start(entry);
    let mut lists =
        entry.lists(&args.table.rules(), &start, args.seed, args.games).map_err(Failure::Usage)?;
    let sizes = lists.sizes();
    let each = args.seconds / sizes.len().max(1) as f64;
    let mut rows = Vec::new();
    for size in sizes {
        let (mut made, watch) = (0, ProcessTime::now());
        let spent = loop {
            made += lists.run(size.kind);
            let spent = watch.elapsed().as_secs_f64();
            if spent >= each {
                break spent;
            }
        };
        rows.push(Row {
            size: size.kind.name(),
            positions: size.positions,
            actions: rounded(size.actions, 1),
            microseconds: rounded(spent / made as f64 * 1e6, 3),
        });
    }
    let figures =
        Figures { game: entry.name, seats: start.seats, seed: args.seed, games: args.games, lists: rows };
    if args.json {
        serde_json::to_writer(&mut *out, &figures)?;
        writeln!(out)?;
        return Ok(());
    }
    let games = grouped(args.games.into());
    writeln!(out, "{}, {} seats: lists of legal actions in {games} random games", entry.name, start.seats)?;
    for Row { size, positions, actions, microseconds } in figures.lists {
        writeln!(
            out,
            "  {size:>9}: {microseconds:>9.2} µs for {actions:.1} actions ({positions} positions)"
        )?;
    }
    Ok(())
}
