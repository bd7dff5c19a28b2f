//! The commands behind `cargo play` and `cargo ci`. Nothing but the standard library, so that it builds
//! in a second.

mod browser;
mod cargo;
mod ci;
mod client;
mod dist;
mod faults;
mod nats;
mod play;
mod program;
mod room;
mod stamp;
mod suite;
mod transcript;
mod types;

use std::{env, process::ExitCode};

const HELP: &str = "\
The commands of this repository:

  cargo play        open the card room on this machine (cargo play -- --listen 0.0.0.0:7878
                    lets in your network; the options are those of `aboveboard serve`)
  cargo ci          everything that must hold before a change is shared; cargo ci STEP… runs named steps,
                    cargo ci --quick what needs neither a browser nor NATS, cargo ci --list names the steps

  cargo xtask dist            the program that people get: one file with everything in it
  cargo xtask types           write the client's types from the Rust types (a test compares them)
  cargo xtask browser [NAME]  the journeys of web/tests in a real browser, all or those named; --pictures writes what
                              people see to web/tests/screens
  cargo xtask figures [NAME]  frames and latencies in a real browser
  cargo xtask nats            where `nats-server` is, for the tests of a cluster; downloaded where it may be
  cargo xtask faults [...]    a cluster, people who play on it, and everything that can go wrong: kills, cuts, full disks;
                              --seconds S, --json, and more (--help); --dev: built faster, runs slower
  cargo xtask help            this text
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let task = args.next().unwrap_or_default();
    // Cargo hands on the sign that ends its own options.
    let rest: Vec<_> = args.skip_while(|arg| arg == "--").collect();
    match task.as_str() {
        "play" => ended(play::run(&rest)),
        "ci" => ended(ci::run(&rest)),
        "dist" => ended(dist::run()),
        "types" if rest.is_empty() => ended(types::write()),
        "browser" => ended(browser::journeys(&rest)),
        "figures" => ended(browser::figures(&rest)),
        "nats" => ended(nats::run()),
        "faults" => ended(faults::run(&rest)),
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
