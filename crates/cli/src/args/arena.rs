//! The arguments of `arena`, `league` and `calibration`.

use super::{Table, values::whole};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct Arena {
    #[command(flatten)]
    pub(crate) table: Table,
    /// The first player
    #[arg(long)]
    pub(crate) a: String,
    /// The second player
    #[arg(long)]
    pub(crate) b: String,
    /// Number of deals
    #[arg(long, default_value_t = 1000, allow_negative_numbers = true, value_parser = whole::<u64>(1, 100_000_000))]
    pub(crate) deals: u64,
    /// Seed of all deals and choices: the same seed gives the same deals
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// The score of the match that a deal is played at, where a game has one
    #[arg(long, value_enum, default_value_t = Scores::Random)]
    pub(crate) scores: Scores,
    /// The first player has one side, and the second all others; otherwise they sit by turns
    #[arg(long)]
    pub(crate) one_against_all: bool,
    /// Number of deals played in parallel
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u32>(1, 1024))]
    pub(crate) threads: u32,
    /// Time limit for an answer of an external program, in milliseconds
    #[arg(long, default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) time_limit: u64,
    /// Write every play of every deal to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the running mean with its interval into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Write a log of every game to this file, one JSON object per line, for `aboveboard calibration`; games start at 0:0
    #[arg(long, value_name = "FILE", conflicts_with = "scores")]
    pub(crate) logs: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct League {
    /// Only this game; may be repeated
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Vec<String>,
    /// Deals of every pairing
    #[arg(long, default_value_t = 200, allow_negative_numbers = true, value_parser = whole::<u64>(1, 10_000_000))]
    pub(crate) deals: u64,
    /// Seed of all deals and choices
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// Number of deals played in parallel
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u32>(1, 1024))]
    pub(crate) threads: u32,
    /// Include the tree searches without knowledge of a game
    #[arg(long)]
    pub(crate) all: bool,
    /// Print one JSON array instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Calibration {
    /// Files with one log per line, as `arena --logs` and the engine's `log` write them
    #[arg(required = true, value_name = "FILE")]
    pub(crate) logs: Vec<PathBuf>,
    /// The bot whose inferences are measured
    #[arg(long, default_value_t = kernel::Level::Hard)]
    pub(crate) level: kernel::Level,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// The score of the match that deals are played at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Scores {
    /// Any that leaves the match open.
    Random,
    /// None yet.
    Zero,
}
