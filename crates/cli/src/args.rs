mod arena;
mod bench;
#[cfg(unix)]
mod operator;
mod table;
mod values;

pub(crate) use arena::{Arena, Calibration, League, Scores};
pub(crate) use bench::{
    Abuse, Bench, Lists, Restart, Rooms, RoomsCluster, RoomsServer, Soak, Thoughts, Timed,
};
#[cfg(unix)]
pub(crate) use operator::Operate;
pub(crate) use table::Table;

use crate::serve::ServeConfig;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use values::whole;

/// The version, and whether this build is one that only tests may use: `cargo play` and `cargo xtask dist` refuse it.
const VERSION: &str = if cfg!(feature = "seeded") {
    concat!(env!("CARGO_PKG_VERSION"), " (seeded test build: do not play with it)")
} else {
    env!("CARGO_PKG_VERSION")
};

#[cfg(all(feature = "seeded", not(debug_assertions)))]
compile_error!(
    "the feature `seeded` fixes every deal: it is for test builds and cannot be part of a release"
);

/// A card room that anyone can host: five games, and a deal that anyone can check.
#[derive(Debug, Parser)]
#[command(name = "aboveboard", version = VERSION, arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    /// A folder with decks of your own, for games whose cards are data (see docs/making-a-deck.md)
    #[arg(long, global = true, env = "ABOVEBOARD_DECKS", value_name = "DIR")]
    pub(crate) decks: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the card room on this machine
    ///
    /// Every option can also be set in the environment or in a file. The command line overrides the environment,
    /// and the environment overrides the file (see docs/operating.md).
    Serve(Box<Serve>),
    /// Maintain finished games and ratings
    #[command(subcommand)]
    History(HistoryCommand),
    /// Copy the data of a card room, running or not, to a new file
    ///
    /// The copy has everything that was acknowledged before, and people who play do not notice. It contains the cards of
    /// running games: keep it where nobody else can read it. Exit code 2: nothing was written, and the reason says what to change.
    Backup(BackupFile),
    /// Put a backup into an empty data folder
    ///
    /// Overwrites nothing. Start the server afterwards: it makes a new key, so games from before have no proof.
    Restore(BackupFile),
    /// Write out finished games, or remove old ones
    #[command(subcommand)]
    Archive(ArchiveCommand),
    /// Check the data of a card room and the machine it runs on
    ///
    /// Changes nothing; the server may keep running. Takes the options of `aboveboard serve`, so that it looks at the same
    /// things. Exit code 0: no problem. 1: something is wrong. 2: the folder has no card room.
    Doctor(Box<Doctor>),
    #[cfg(unix)]
    #[command(flatten)]
    Operate(Operate),
    /// List the games with their seats, options and presets
    Games {
        /// Print one JSON array instead of text
        #[arg(long)]
        json: bool,
    },
    /// Play many games and print statistics
    ///
    /// Every seat takes a uniformly random legal action or, with --bots, the action of a bot. With bots, games that
    /// report what a player used (Roost: birds and bonus cards) get a list of how often each was used and how its
    /// users did. Game i of seed S is the first game of seed S + i, so any game can be replayed alone.
    ///
    /// `--proof FILE` (with `--games 1`) writes the proof of the game, with a secret, a key and bytes derived from the
    /// seed. It is a different game from that of the same seed without --proof.
    Sim(Sim),
    /// Check the proof of a game
    ///
    /// Checks the form, the host's signatures, the promises, every shuffle and roll, every input by the rules of the game,
    /// what each player was shown, and the result (see docs/fairness.md). Alone, a file can be Consistent: it keeps its
    /// promises. Only the witness of a browser that took part can make it Verified, for that seat.
    ///
    /// Exit code 0: Consistent, or with --witness Verified. 1: less than that. 2: not a proof file, a witness of another
    /// game, or a mistake in the arguments.
    Verify(Verify),
    /// Analyse a finished game: what a strong bot would have done, and what each move cost
    ///
    /// Reads the proof of a game, as the card room offers it after the game and `sim --proof` writes it. Every decision
    /// is judged by what its seat knew then (see docs/analysis.md). The same file has the same analysis on every machine.
    #[command(visible_alias = "analyze")]
    Analyse(Analyse),
    /// Print one random game, event by event, as a spectator sees it
    Watch(Watch),
    /// Compare two players on the same deals
    ///
    /// Every deal is played once for every seating, so that each player gets every side of it. Players are
    /// levels (easy, medium, hard, expert; `hard:500` with 500 worlds), `random`, `ismcts:1000` (a tree search
    /// without knowledge of the game), the references of a game (Euchre: `rules`, `document`), or an external
    /// program (`engine:./my-bot --flag`, see docs/bots.md). Some references see hidden cards, to measure what that
    /// is worth; they cannot be seated in a room.
    Arena(Arena),
    /// Rank all bots of each game in a table
    ///
    /// Every pair of bots of every game plays the same deals from both sides; the table shows the mean against all
    /// others.
    League(League),
    /// Measure how accurate inferences about hidden cards were, from the logs of finished games
    Calibration(Calibration),
    /// Tools for deck authors
    #[command(subcommand)]
    Deck(DeckCommand),
    /// Measure speed
    #[command(subcommand)]
    Bench(Bench),
    /// Drive a game step by step: JSON lines on stdin and stdout (see docs/engine.md)
    Engine,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HistoryCommand {
    /// Rebuild all lists of games and all ratings
    ///
    /// From the log in the data folder or, with --cluster, from the archive in NATS. Stop the server on this data folder
    /// first. Takes the options of `aboveboard serve`, so that it finds the same data.
    Rebuild(Box<Serve>),
}

#[derive(Debug, clap::Args)]
pub(crate) struct BackupFile {
    /// The file with the copy
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The folder with the data; without this option, the one that `aboveboard serve` uses
    #[arg(long, env = "ABOVEBOARD_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Doctor {
    /// Also read every entry, play every room again, and check every index
    #[arg(long)]
    pub(crate) deep: bool,
    #[command(flatten)]
    pub(crate) serve: Serve,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ArchiveCommand {
    /// Write all finished games to a new file, a JSON object on each line
    ///
    /// With game, rules, options, players and outcome. The server may run meanwhile.
    Export(BackupFile),
    /// Remove proofs and replays of old games from the log, and make the file smaller
    ///
    /// Lists of games and ratings stay. Stop the server first; one that runs does the same with --keep-days, without making
    /// the file smaller. Back up before: it cannot be undone.
    Prune {
        /// Remove what was closed before this number of days
        #[arg(long, allow_negative_numbers = true, value_parser = whole::<u32>(0, 36_500))]
        days: u32,
        /// The folder with the data; without this option, the one that `aboveboard serve` uses
        #[arg(long, env = "ABOVEBOARD_DATA_DIR", value_name = "DIR")]
        data_dir: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum DeckCommand {
    /// Check a deck and print its contents and how its cards are priced
    Check(Check),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// A deck's folder, or a folder with several
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print one JSON array instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// A TOML file with any of the options below [default: aboveboard.toml in the data folder, if it exists]
    #[arg(long, env = "ABOVEBOARD_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// For tests: a file with the offset of this server's clock in milliseconds
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) wrong_clock: Option<PathBuf>,
    /// For tests: derive deals, codes and tokens from this number. Anyone who knows it knows every card.
    #[cfg(feature = "seeded")]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) settings: ServeConfig,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sim {
    #[command(flatten)]
    pub(crate) table: Table,
    /// Number of games
    #[arg(long, default_value_t = 1000, allow_negative_numbers = true, value_parser = whole::<u64>(1, 10_000_000))]
    pub(crate) games: u64,
    /// Seed of all chances and choices: the same seed gives the same games
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// Bots of this level on all seats, instead of random actions
    #[arg(long, value_name = "LEVEL")]
    pub(crate) bots: Option<kernel::Level>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the proof of the game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Verify {
    /// The proof, as the card room offers it after a game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The witness file of your browser; may be repeated, and then all must agree
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Vec<PathBuf>,
    /// The random bytes that the browser on a seat added, as you noted them: the seat from 0, a colon, 64 digits
    #[arg(long, value_name = "SEAT:HEX", value_parser = own_bytes)]
    pub(crate) own: Option<(kernel::Seat, kernel::Hex32)>,
    /// The hash of the transcript as you noted it: its first 32 digits or more
    #[arg(long, value_name = "HEX", value_parser = noted_hash)]
    pub(crate) transcript: Option<String>,
    /// The hash of the server's secret as you noted it before the first card: its first 32 digits or more
    #[arg(long, value_name = "HEX", value_parser = noted_hash)]
    pub(crate) commitment: Option<String>,
    /// Recompute every move of every bot; takes about as long as the bots thought
    #[arg(long)]
    pub(crate) bots: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Some of the 64 digits of a hash, in groups or not: fewer than 32 can be matched by trying.
fn noted_hash(text: &str) -> Result<String, String> {
    let digits: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
    let is_hash = (32..=64).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { Ok(digits) } else { Err("give 32 to 64 hexadecimal digits".into()) }
}

fn own_bytes(text: &str) -> Result<(kernel::Seat, kernel::Hex32), String> {
    let read = text.split_once(':').and_then(|(seat, digits)| {
        let digits = digits.split_whitespace().collect::<String>().to_ascii_lowercase();
        Some((kernel::Seat(seat.parse().ok()?), kernel::Hex32::parse(&digits)?))
    });
    read.ok_or_else(|| "give a seat from 0, a colon and 64 hexadecimal digits, such as 1:90c1…".into())
}

#[derive(Debug, clap::Args)]
pub(crate) struct Analyse {
    /// The proof of the game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The decisions of one seat only, counted from 0
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<u8>,
    /// Print everything as one JSON object instead of the costliest moves as text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Watch {
    #[command(flatten)]
    pub(crate) table: Table,
    /// Seed of all chances and choices: the same seed gives the same game
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// Stop after the first event of this name, such as deal_over
    #[arg(long, value_name = "EVENT")]
    pub(crate) until: Option<String>,
    /// Print at most this number of lines, then only the result
    #[arg(long, value_name = "N")]
    pub(crate) lines: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        Args::command().debug_assert();
    }
}
