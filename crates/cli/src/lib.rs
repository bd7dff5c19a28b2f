//! What the binary `aboveboard` does, apart from starting and ending.
//!
//! | command | file |
//! |---|---|
//! | `aboveboard games` | `games.rs` |
//! | `aboveboard sim` | `sim.rs`, `summary.rs` |
//! | `aboveboard watch` | `watch.rs`, `narrator.rs` |
//! | `aboveboard bench playouts` | `bench.rs` |
//! | `aboveboard engine` | [`engine`], documented in `docs/bots.md` |
//!
//! Commands write to whatever they are given, so that tests read what people read.

mod args;
mod bench;
pub mod engine;
mod failure;
mod games;
mod narrator;
mod numbers;
mod sim;
mod summary;
mod watch;

pub use args::Args;
pub use failure::Failure;

use args::{Bench, Command};
use std::io::{self, Write};

/// Carries out a command; what it has to say goes to `out`.
pub fn run(args: Args, out: &mut dyn Write) -> Result<(), Failure> {
    match args.command {
        Command::Games { json } => games::run(json, out),
        Command::Sim(sim) => sim::run(&sim, out),
        Command::Watch(watch) => watch::run(&watch, out),
        Command::Bench(Bench::Playouts(playouts)) => bench::run(&playouts, out),
        Command::Engine => Ok(engine::run(&mut io::stdin().lock(), out)?),
    }
}
