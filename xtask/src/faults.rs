//! The campaign of faults: builds what it takes, and starts it.

use crate::{
    cargo::{self, built},
    nats,
};
use std::{path::PathBuf, process::Command};

/// Runs a campaign with the program that people get; `--dev` with one that is built faster and runs slower.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let dev = args.iter().any(|arg| arg == "--dev");
    let rest: Vec<_> = args.iter().filter(|arg| *arg != "--dev").collect();
    let profile = if dev { "dev" } else { "release" };
    let [program, faults] = programs(profile)?;
    let mut campaign = Command::new(faults);
    // Who asks for help gets it, whatever else there is.
    if !rest.iter().any(|arg| *arg == "--help" || *arg == "-h") {
        campaign.arg("--nats-server").arg(nats::server()?);
        campaign.arg("--program").arg(program);
    }
    campaign.args(rest);
    cargo::run(campaign)
}

/// What it takes: the program `aboveboard`, and the campaign.
pub(crate) fn programs(profile: &str) -> Result<[PathBuf; 2], String> {
    built(profile, [("cli", "aboveboard"), ("faults", "faults")])
}

/// A short one, for `cargo ci`. Without `nats-server` there is none, and that is said loudly.
pub(crate) fn short() -> Result<(), String> {
    if let Err(reason) = nats::server() {
        println!(
            "!!! SKIPPED: the campaign of faults. Nothing was tried of what a cluster must survive.\n{reason}"
        );
        return Ok(());
    }
    run(&["--seconds".into(), "45".into(), "--tables".into(), "12".into(), "--settle".into(), "15".into()])
}
