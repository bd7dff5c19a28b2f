//! The arguments of `aboveboard bench`.

use super::{
    Table,
    values::{minutes, rate, seconds, whole},
};
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Random games per CPU second, as a bot's search plays them
    ///
    /// Games start from 1,024 prepared deals in turn and end at a bot's horizon (Euchre: the end of the
    /// hand). Legal actions are listed at every step. Copying a prepared deal counts, preparing it does
    /// not. Time is CPU time of this process, one thread.
    Playouts(Timed),
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
    /// Time to make the link of a move and the tables that all seats are shown, and their size
    ///
    /// After every move of a random game, again and again. Beside it: views, actions and events alone, as a server would
    /// send them whose deals nobody can check. One thread.
    Updates(Timed),
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

/// Measurements over some time at one table.
#[derive(Debug, clap::Args)]
pub(crate) struct Timed {
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
