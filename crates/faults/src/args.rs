//! What can be chosen.

use clap::Parser;
use std::path::PathBuf;

/// A campaign of faults against a cluster on this machine
///
/// Starts three NATS servers and three nodes, with wires between them that can be cut. People play games of all kinds,
/// reconnect to any node, and write down what they see; meanwhile nodes and servers are killed, stopped and paused, wires
/// cut, stalled and slowed, a disk is filled, clocks jump. Then everything is mended, games go on, and every record is held
/// against the log: what was acknowledged is there once, nobody saw what is not on it or not theirs to see, and every game
/// is over or goes on. Fails if anything does not hold, and says where the evidence is.
#[derive(Clone, Debug, Parser)]
#[command(name = "cargo xtask faults", max_term_width = 100)]
pub struct Args {
    /// How long things go wrong. Starting, mending and checking come on top: about a minute
    #[arg(long, default_value_t = 60, value_name = "S", value_parser = clap::value_parser!(u64).range(5..=86_400))]
    pub seconds: u64,
    /// Which faults come when, and what is played: the same seed, the same plan
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Tables at the same time
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub tables: u64,
    /// How long games may go on after everything was mended
    #[arg(long, default_value_t = 30, value_name = "S")]
    pub settle: u64,
    /// Put everything there and leave it: records, the log, and what every process said
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
