use super::values::whole;
use clap::Subcommand;
use server::operator::BanTarget;
use std::path::PathBuf;

/// The folder of the server that is meant.
#[derive(Debug, clap::Args)]
pub(crate) struct Folder {
    /// The folder with the data; without this option, the one that `aboveboard serve` uses
    #[arg(long, env = "ABOVEBOARD_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// What an operator does about a server that runs. Each goes through a socket in its data folder.
#[derive(Debug, Subcommand)]
pub(crate) enum Operate {
    /// List the rooms of a running server; with a code, one room with the addresses of its people
    Rooms {
        /// The code of a room
        code: Option<String>,
        /// Print one JSON array instead of text
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Close a room
    Close {
        /// The code of the room
        code: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Remove a player from a room; who was removed cannot sit down there again
    Kick {
        /// The code of the room
        code: String,
        /// The seat, from 1, as `aboveboard rooms CODE` numbers them
        #[arg(allow_negative_numbers = true, value_parser = whole::<u8>(1, 64))]
        seat: u8,
        #[command(flatten)]
        folder: Folder,
    },
    /// Keep an address or a profile out for a time, and remove it from all tables
    Ban {
        /// An IP address, or a profile as `aboveboard rooms CODE` shows it
        #[arg(value_name = "ADDRESS|PROFILE")]
        target: BanTarget,
        /// For how many hours
        #[arg(long, default_value_t = 24, allow_negative_numbers = true, value_parser = whole::<u32>(1, 87_600))]
        hours: u32,
        #[command(flatten)]
        folder: Folder,
    },
    /// Take a ban back
    Unban {
        /// The banned address or profile, as `aboveboard bans` shows it
        #[arg(value_name = "ADDRESS|PROFILE")]
        target: BanTarget,
        #[command(flatten)]
        folder: Folder,
    },
    /// List all bans
    Bans {
        /// Print one JSON array instead of text
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Show a text to everybody at a table
    Announce {
        /// One line of at most 200 characters
        text: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Open no more tables, and stop the server as soon as nobody is in a game
    Drain {
        /// Take it back
        #[arg(long)]
        cancel: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Print how a running server is
    Stats {
        /// Print one JSON object instead of text
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        folder: Folder,
    },
}
