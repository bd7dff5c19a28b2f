use crate::{Failure, serve::ServeConfig};
use catalog::{Entry, HouseRules};
use clap::{Parser, Subcommand};
use kernel::Start;
use serde_json::Value;
use std::path::PathBuf;

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
    /// Check the data of a card room
    ///
    /// Changes nothing; the server may keep running. Exit code 0: no problem. 1: damage was found. 2: the folder has no
    /// card room.
    Doctor(Doctor),
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
pub(crate) struct Doctor {
    /// The folder with the data [default: aboveboard-data]
    #[arg(long, env = "ABOVEBOARD_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Also read every entry, play every room again, and check every index
    #[arg(long)]
    pub(crate) deep: bool,
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

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Random games per CPU second, as a bot's search plays them
    ///
    /// Games start from 1,024 prepared deals in turn and end at a bot's horizon (Euchre: the end of the
    /// hand). Legal actions are listed at every step. Copying a prepared deal counts, preparing it does
    /// not. Time is CPU time of this process, one thread.
    Playouts(Playouts),
    /// Search iterations and exactly solved positions per CPU second
    ///
    /// Positions are 1,024 prepared ones in turn, with cards about to be played. The search draws uniform worlds
    /// and plays them out at random, 5,000 iterations a decision. Levels decide in positions from all over random
    /// games, and the median of their time is printed. One thread.
    Thoughts(Thoughts),
    /// Time to list legal actions, from short lists to truncated ones
    ///
    /// Positions are those of random games, some of every size. One thread.
    Lists(Lists),
    /// Many rooms at once on a real server with a durable log
    ///
    /// Starts its own server, takes every seat over loopback connections and makes random legal moves.
    /// A move counts when every seat has seen it. CPU time and memory are those of the server's process
    /// alone (on Linux), memory that of rooms with a game begun and all connections open, before the first
    /// move. Limits on messages are lifted.
    Rooms(Rooms),
    /// Open, play, disconnect, watch and close rooms for a long time, to find resources that grow
    ///
    /// Starts its own server. Each line of figures has the server's memory, open files, database size, and the time until
    /// every seat had seen a move.
    Soak(Soak),
    /// Measure a table alone, and while another address abuses the server
    ///
    /// Starts its own server with the default limits, on loopback. The people of the table are on 127.0.0.1. Attackers on
    /// 127.0.0.2 reconnect, change options, send long headers, stay silent, guess tokens, open tables, sit down, watch, and ask
    /// for proofs and for hints at thirty tables, all at once. Also prints the time of a bot's move meanwhile, and the memory of
    /// 150 proofs at once.
    Abuse(Abuse),
    /// Measure how long a server takes to resume all its rooms
    Restart(Restart),
    /// The server that `rooms` measures
    #[command(hide = true)]
    RoomsServer(RoomsServer),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Soak {
    /// Duration in minutes
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true, value_parser = minutes)]
    pub(crate) minutes: f64,
    /// Tables at the same time, of three seats each
    #[arg(long, default_value_t = 30, allow_negative_numbers = true, value_parser = whole::<u32>(1, 10_000))]
    pub(crate) tables: u32,
    /// Lines of figures
    #[arg(long, default_value_t = 12, allow_negative_numbers = true, value_parser = whole::<u32>(2, 1_000))]
    pub(crate) lines: u32,
    /// Folder for the database during the measurement [default: the folder for temporary files]
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Abuse {
    /// How long each half takes
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Those who abuse the server at the same time
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=400))]
    pub(crate) attackers: u32,
    /// Where the database is for the time of the measurement [default: the folder for temporary files]
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Restart {
    /// Rooms, each with a game against bots
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) rooms: u32,
    /// Where the database is for the time of the measurement [default: the folder for temporary files]
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse::<f64>().ok().filter(|minutes| (0.05..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "must be a number of minutes from 0.05 to 100000".into())
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

#[derive(Debug, clap::Args)]
pub(crate) struct Thoughts {
    #[command(flatten)]
    pub(crate) table: Table,
    /// CPU seconds to spend
    #[arg(long, default_value_t = 4.0, allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Seed of the positions
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Lists {
    #[command(flatten)]
    pub(crate) table: Table,
    /// Random games to take positions from
    #[arg(long, default_value_t = 20_000)]
    pub(crate) games: u32,
    /// CPU seconds to spend
    #[arg(long, default_value_t = 3.0, allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Seed of the positions
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
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

#[derive(Debug, clap::Args)]
pub(crate) struct Playouts {
    #[command(flatten)]
    pub(crate) table: Table,
    /// CPU seconds to spend
    #[arg(long, default_value_t = 3.0, allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Seed of all deals and choices
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Rooms {
    /// Number of rooms
    #[arg(long, default_value_t = 200, allow_negative_numbers = true, value_parser = whole::<u32>(1, 100_000))]
    pub(crate) rooms: u32,
    /// Seats of each room, with a connection on each
    #[arg(long, default_value_t = 4)]
    pub(crate) seats: u8,
    /// Duration in seconds
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Moves per second and room [default: unlimited]
    #[arg(long, allow_negative_numbers = true, value_parser = rate)]
    pub(crate) rate: Option<f64>,
    /// A game, as `aboveboard games` lists them
    #[arg(long, default_value = "euchre")]
    pub(crate) game: String,
    /// Folder for the server's data during the run; removed afterwards [default: the system's folder for
    /// temporary files]. Use a disk: in memory, durable writes cost nothing
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Servers that share the work, with the seats of every room spread over them; needs --cluster
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u8>(1, 64))]
    pub(crate) nodes: u8,
    #[command(flatten)]
    pub(crate) cluster: RoomsCluster,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RoomsServer {
    /// Folder with its data
    #[arg(long)]
    pub(crate) data_dir: PathBuf,
    /// Whether it has its usual limits
    #[arg(long)]
    pub(crate) limited: bool,
    /// Prefix for NATS names
    #[arg(long, default_value = "bench")]
    pub(crate) cluster_name: String,
    #[command(flatten)]
    pub(crate) cluster: RoomsCluster,
}

/// Where rooms are kept that are measured in a cluster.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct RoomsCluster {
    /// NATS servers that store the rooms, instead of a database; the data stay there
    #[arg(long, value_name = "URL", value_delimiter = ',')]
    pub(crate) cluster: Vec<String>,
    /// Number of NATS servers that store each entry
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) cluster_replicas: usize,
}

/// Which game, and by which house rules.
#[derive(Debug, clap::Args)]
pub(crate) struct Table {
    /// A game, as `aboveboard games` lists them
    game: String,
    /// Number of seats [default: the game's default]
    #[arg(long)]
    seats: Option<u8>,
    /// A named set of options
    #[arg(long)]
    preset: Option<String>,
    /// One option, overriding the preset; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option)]
    options: Vec<(String, Value)>,
}

impl Table {
    /// A game by its default rules.
    pub(crate) fn of(game: &str) -> Table {
        Table { game: game.into(), seats: None, preset: None, options: Vec::new() }
    }
    pub(crate) fn entry(&self) -> Result<&'static Entry, Failure> {
        catalog::find(&self.game).map_err(Failure::Usage)
    }
    pub(crate) fn rules(&self) -> HouseRules {
        HouseRules { preset: self.preset.clone(), options: self.options.iter().cloned().collect() }
    }
    pub(crate) fn start(&self, entry: &Entry) -> Start {
        entry.start_by(&self.rules(), self.seats)
    }
}

/// A value is JSON where it reads as JSON (`target=5`), else a word (`stick_the_dealer=on`).
fn option(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("an option is written KEY=VALUE")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((key.into(), value))
}

/// Reads a whole number and names the range if it is outside.
fn whole<N: TryFrom<u64>>(from: u64, to: u64) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| (from..=to).contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| match to {
            u64::MAX => format!("must be a whole number of at least {from}"),
            _ => format!("must be a whole number from {from} to {to}"),
        })
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=3600.0).contains(seconds))
        .ok_or("must be 0.01 to 3600 seconds".into())
}

fn rate(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|rate| (0.001..=10_000.0).contains(rate)).ok_or("must be 0.001 to 10000".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        Args::command().debug_assert();
    }
    #[test]
    fn options_are_json_or_words() {
        assert_eq!(option("target=5"), Ok(("target".into(), 5.into())));
        assert_eq!(option("alone=off"), Ok(("alone".into(), "off".into())));
        assert_eq!(option("a=b=c"), Ok(("a".into(), "b=c".into())));
        assert!(option("target").is_err());
    }
    #[test]
    fn seconds_have_a_range() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for bad in ["0", "-1", "NaN", "inf", "x", ""] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
