use crate::{
    Failure,
    args::Sim,
    numbers::{grouped, rounded},
    progress,
    summary::Summary,
};
use catalog::{Fault, Json, Simulator, proof};
use serde::Serialize;
use std::{fs, io::Write, time::Instant};

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    seats: u8,
    seed: u64,
    options: Json,
    seconds: f64,
    #[serde(flatten)]
    summary: Summary,
}

/// Plays games and sums them up.
pub(crate) fn run(args: &Sim, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let (rules, start) = (args.table.rules(), args.table.start(entry));
    let simulate: Simulator = match &args.proof {
        None => entry.simulator(&rules, &start, args.bots).map_err(Failure::Usage)?,
        Some(_) if args.games != 1 => {
            let text = "--proof writes down one game: say --games 1";
            return Err(Failure::Usage(Fault::new("bad_options", text)));
        }
        Some(_) if args.bots.is_some() => {
            let text = "--proof writes down a random game: leave --bots out";
            return Err(Failure::Usage(Fault::new("bad_options", text)));
        }
        Some(file) => {
            let (played, proof) =
                proof::simulate(entry, &rules, &start, args.seed).map_err(Failure::Usage)?;
            fs::write(file, proof.to_text()).map_err(|error| {
                let text = format!("{}: cannot be written: {error}", file.display());
                Failure::Usage(Fault::new("no_file", text))
            })?;
            Box::new(move |_| Ok(played.clone()))
        }
    };
    let bar = progress::bar(args.games, "{wide_bar} {pos}/{len} games, {eta} left");
    let clock = Instant::now();
    let mut played = Vec::new();
    for game in 0..args.games {
        played.push(simulate(args.seed.wrapping_add(game)).map_err(Failure::Game)?);
        bar.inc(1);
    }
    let seconds = clock.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let summary = Summary::of(&played);
    if args.json {
        let options = entry.open(&rules, &start).map_err(Failure::Usage)?.options();
        let seconds = rounded(seconds, 3);
        let report =
            Report { game: entry.name, seats: start.seats, seed: args.seed, options, seconds, summary };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        let games = grouped(args.games);
        let number = if args.games == 1 { "game" } else { "games" };
        let who = args.bots.map_or(format!("random {number}"), |level| format!("{number} of {level} bots"));
        writeln!(out, "{}, {} seats: {games} {who} from seed {}\n", entry.name, start.seats, args.seed)?;
        summary.write(out)?;
        let speed = grouped((args.games as f64 / seconds.max(1e-9)) as u64);
        writeln!(out, "took          {seconds:.2} s ({speed} games per second)")?;
    }
    Ok(())
}
