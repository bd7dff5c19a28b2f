//! The options.

use clap::Parser;
use std::path::PathBuf;

/// A fault-injection campaign against a cluster on this machine
///
/// Starts three NATS servers and three nodes, with links between them that can be cut. Clients play games of all kinds,
/// reconnect to any node, and record what they see. Meanwhile nodes and servers are killed, stopped and paused, links are
/// cut, stalled and slowed, a disk is filled, clocks jump. Then everything is repaired, games go on, and every record is
/// compared with the log: every acknowledged input is in it once, no client saw anything else or what it may not see, and
/// every game is over or goes on. Fails if any of that is violated, and names the folder with the evidence.
#[derive(Clone, Debug, Parser)]
#[command(name = "cargo xtask faults", max_term_width = 100)]
pub struct Args {
    /// How long faults are injected. Starting, repairing and checking take about a minute more
    #[arg(long, default_value_t = 60, value_name = "S", value_parser = clap::value_parser!(u64).range(5..=86_400))]
    pub seconds: u64,
    /// Seed of the order of faults and of what is played
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of tables at the same time
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub tables: u64,
    /// How long games may go on after everything was repaired
    #[arg(long, default_value_t = 30, value_name = "S")]
    pub settle: u64,
    /// Keep everything in this folder: records, the log, and the output of every process
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// The program `aboveboard`
    #[arg(long, value_name = "FILE", hide = true)]
    pub program: PathBuf,
    /// The program `nats-server`
    #[arg(long, value_name = "FILE", hide = true)]
    pub nats_server: PathBuf,
}
