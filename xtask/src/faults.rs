//! The campaign of faults: builds what it takes, and starts it.

use crate::{
    cargo::{self, built},
    nats,
    program::{PLAY, RELEASE},
};
use std::process::Command;

/// Runs a campaign with the program that people get; `--dev` with one that is built faster and runs slower.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let dev = args.iter().any(|arg| arg == "--dev");
    let rest: Vec<_> = args.iter().filter(|arg| *arg != "--dev").collect();
    let profile = if dev { PLAY } else { RELEASE };
    let [program, faults] = built(profile, [("cli", "aboveboard"), ("faults", "faults")])?;
    let mut campaign = Command::new(faults);
    // Help needs nothing else.
    if !rest.iter().any(|arg| *arg == "--help" || *arg == "-h") {
        campaign.arg("--nats-server").arg(nats::server()?);
        campaign.arg("--program").arg(program);
    }
    campaign.args(rest);
    cargo::run(campaign)
}

/// A short one, for `cargo ci`. Without `nats-server` there is none, and that is said loudly.
pub(crate) fn short() -> Result<(), String> {
    if let Err(reason) = nats::server() {
        println!(
            "!!! SKIPPED: the campaign of faults. Nothing was tried of what a cluster must survive.\n{reason}"
        );
        return Ok(());
    }
    let words = ["--dev", "--seconds", "25", "--tables", "8", "--settle", "15"];
    run(&words.map(String::from))
}
