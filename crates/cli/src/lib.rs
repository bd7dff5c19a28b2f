//! What the binary `aboveboard` does, apart from starting and ending.
//!
//! | command | file |
//! |---|---|
//! | `aboveboard serve` | `serve/`, documented in `docs/operating.md` |
//! | `aboveboard history …` | `serve/history.rs`, documented in `docs/operating.md` |
//! | `aboveboard backup`, `restore` | `backup.rs`, documented in `docs/operating.md` |
//! | `aboveboard archive …` | `archive.rs`, documented in `docs/operating.md` |
//! | `aboveboard doctor` | `doctor.rs`, documented in `docs/operating.md` |
//! | `aboveboard rooms`, `close`, `kick`, `ban`, `unban`, `bans`, `announce`, `drain`, `stats` | `operator.rs`, documented in `docs/operating.md` |
//! | `aboveboard games` | `games.rs` |
//! | `aboveboard sim` | `sim.rs`, `summary.rs` |
//! | `aboveboard verify` | `verify.rs`, documented in `docs/fairness.md` |
//! | `aboveboard analyse` | `analyse.rs`, documented in `docs/analysis.md` |
//! | `aboveboard watch` | `watch.rs`, `narrator.rs` |
//! | `aboveboard arena` | `arena/`, documented in `docs/results.md` |
//! | `aboveboard league` | `arena/league.rs` |
//! | `aboveboard calibration` | `calibration.rs` |
//! | `aboveboard deck …` | `decks.rs`, documented in `docs/making-a-deck.md` |
//! | `aboveboard bench …` | `bench/` |
//! | `aboveboard engine` | `engine.rs`, the crate `engine`, documented in `docs/engine.md` |
//!
//! Commands write to whatever they are given, so that tests read what people read.

mod analyse;
mod archive;
mod arena;
mod args;
mod backup;
mod bench;
mod calibration;
mod decks;
mod doctor;
mod engine;
mod failure;
mod games;
mod narrator;
mod numbers;
#[cfg(unix)]
mod operator;
mod progress;
mod serve;
mod sim;
mod summary;
mod verify;
mod watch;

pub use args::Args;
pub use decks::DeckError;
pub use failure::Failure;
pub use serve::ServeError;

use args::{Bench, Command, DeckCommand, HistoryCommand};
use std::io::{self, Write};

/// Whether a command is for a server that runs, and has decks of its own.
fn operates(command: &Command) -> bool {
    #[cfg(unix)]
    if matches!(command, Command::Operate(_)) {
        return true;
    }
    #[cfg(not(unix))]
    let _ = command;
    false
}

/// Carries out a command; what it has to say goes to `out`.
pub fn run(args: Args, out: &mut dyn Write) -> Result<(), Failure> {
    // A card room opens whatever is wrong with a deck, and what is only checked need not be sound.
    if !matches!(
        args.command,
        Command::Serve(_)
            | Command::History(_)
            | Command::Backup(_)
            | Command::Restore(_)
            | Command::Archive(_)
            | Command::Doctor(_)
            | Command::Deck(_)
    ) && !operates(&args.command)
    {
        decks::load(args.decks.as_deref())?;
    }
    match args.command {
        Command::Serve(serve) => serve::run(*serve, args.decks, out),
        Command::History(HistoryCommand::Rebuild(serve)) => serve::rebuild(*serve, args.decks, out),
        Command::Backup(copy) => backup::back_up(&copy, out),
        Command::Restore(copy) => backup::restore(&copy, out),
        Command::Archive(archive) => archive::run(&archive, out),
        Command::Doctor(doctor) => {
            // A deck that is missing shows in the rooms that need it.
            if let Err(error) = decks::load(args.decks.as_deref()) {
                writeln!(out, "decks: {error}")?;
            }
            doctor::run(*doctor, out)
        }
        Command::Deck(DeckCommand::Check(check)) => decks::check(&check, out),
        #[cfg(unix)]
        Command::Operate(operate) => operator::run(&operate, out),
        Command::Games { json } => games::run(json, out),
        Command::Sim(sim) => sim::run(&sim, out),
        Command::Verify(verify) => verify::run(&verify, out),
        Command::Analyse(analyse) => analyse::run(&analyse, out),
        Command::Watch(watch) => watch::run(&watch, out),
        Command::Arena(arena) => arena::run(&arena, out),
        Command::League(league) => arena::league::run(&league, out),
        Command::Calibration(calibration) => calibration::run(&calibration, out),
        Command::Bench(Bench::Thoughts(thoughts)) => bench::thoughts::run(&thoughts, out),
        Command::Bench(Bench::Lists(lists)) => bench::lists::run(&lists, out),
        Command::Bench(Bench::Playouts(playouts)) => bench::playouts::run(&playouts, out),
        Command::Bench(Bench::Updates(updates)) => bench::updates::run(&updates, out),
        Command::Bench(Bench::Rooms(rooms)) => bench::rooms::run(&rooms, out),
        Command::Bench(Bench::Soak(soak)) => bench::rooms::soak::run(&soak, out),
        Command::Bench(Bench::Abuse(abuse)) => bench::rooms::abuse::run(&abuse, out),
        Command::Bench(Bench::Restart(restart)) => bench::rooms::restart::run(&restart, out),
        Command::Bench(Bench::RoomsServer(server)) => bench::rooms::server::run(&server, out),
        Command::Engine => Ok(engine::run(&mut io::stdin().lock(), out)?),
    }
}
