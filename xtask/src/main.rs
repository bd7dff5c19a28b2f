//! The commands behind `cargo play` and `cargo ci`. Nothing but the standard library, so that it builds
//! in a second.

mod browser;
mod cargo;
mod ci;
mod client;
mod dist;
mod faults;
mod fuzz;
mod lock;
mod module;
mod nats;
mod offline_page;
mod play;
mod program;
mod prose;
mod room;
mod soak;
mod stamp;
mod suite;
mod supply;
mod transcript;
mod transcripts;
mod types;
mod wasm;

use std::{env, process::ExitCode};

const HELP: &str = "\
The commands of this repository:

  cargo play        open the card room on this machine (cargo play -- --listen 0.0.0.0:7878
                    lets in your network; the options are those of `aboveboard serve`)
  cargo ci          everything that must hold before a change is shared; cargo ci STEP… runs named steps,
                    cargo ci --quick what needs neither a browser nor NATS, cargo ci --list names the steps

  cargo xtask dist            the program that people get: one file with everything in it; --offline-page: instead of it a
                              folder for any web server, in which everything but playing with people works
  cargo xtask types           write the client's types from the Rust types (a test compares them)
  cargo xtask module          the rules as a WebAssembly module in web/module, as people get them; --quick: built faster.
                              ABOVEBOARD_MODULE=none makes every task leave the module out
  cargo xtask transcripts     the module's answers compared with the native ones: 400 decisions of each game and level
  cargo xtask browser [NAME]  the journeys of web/tests in a real browser, all or those named; --pictures writes what
                              people see to web/tests/screens
  cargo xtask figures [NAME]  frames and latencies in a real browser
  cargo xtask nats            where `nats-server` is, for the tests of a cluster; downloaded where it may be
  cargo xtask faults [...]    a cluster, people who play on it, and everything that can go wrong: kills, cuts, full disks;
                              --seconds S, --json, and more (--help); --dev: built faster, runs slower
  cargo xtask fuzz [TARGET]   whatever strangers can send, guided by coverage: --seconds S for each target, --unguided
  cargo xtask soak [...]      rooms that open, play, reconnect and close, with what the server's process has over time:
                              --minutes M, --tables N; --dev: built faster, runs slower
  cargo xtask help            this text
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let task = args.next().unwrap_or_default();
    // Cargo hands on the sign that ends its own options.
    let rest: Vec<_> = args.skip_while(|arg| arg == "--").collect();
    match task.as_str() {
        "play" => ended(play::run(&rest)),
        play::RULES_TASK if rest.is_empty() => ended(play::build_rules()),
        "ci" => ended(ci::run(&rest)),
        "dist" => ended(dist::run(&rest)),
        "transcripts" if rest.is_empty() => ended(transcripts::run(transcripts::LONG, true)),
        "types" if rest.is_empty() => ended(types::write()),
        "browser" => ended(browser::journeys(&rest)),
        "figures" => ended(browser::figures(&rest)),
        "module" => ended(module::run(&rest)),
        "nats" => ended(nats::run()),
        "faults" => ended(faults::run(&rest)),
        "fuzz" => ended(fuzz::run(&rest)),
        "soak" => ended(soak::run(&rest)),
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
