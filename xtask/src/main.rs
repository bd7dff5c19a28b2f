//! The commands behind `cargo play` and `cargo ci`. Nothing but the standard library, so that it builds
//! in a second.

mod cargo;
mod ci;
mod play;
mod room;
mod transcript;

use std::{env, process::ExitCode};

const HELP: &str = "\
The commands of this repository:

  cargo play        open the card room on this machine (cargo play -- --listen 0.0.0.0:7878
                    lets in your network; the options are those of `aboveboard serve`)
  cargo ci          everything that must hold before a change is shared
  cargo xtask help  this text
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let task = args.next().unwrap_or_default();
    match task.as_str() {
        "play" => {
            // Cargo hands on the sign that ends its own options.
            let options: Vec<_> = args.skip_while(|arg| arg == "--").collect();
            ended(play::run(&options))
        }
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
