//! The commands behind `cargo play` and `cargo ci`. Nothing but the standard library, so that it builds
//! in a second.

mod cargo;
mod ci;
mod play;
mod transcript;

use std::{env, process::ExitCode};

const HELP: &str = "\
The commands of this repository:

  cargo play        play at a table on this machine (for now: watch a game of each kind)
  cargo ci          everything that must hold before a change is shared
  cargo xtask help  this text
";

fn main() -> ExitCode {
    let task = env::args().nth(1).unwrap_or_default();
    match task.as_str() {
        "play" => ended(play::run()),
        "ci" => ended(ci::run()),
        "help" | "--help" | "-h" | "" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        unknown => {
            eprint!("There is no task “{unknown}”.\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
