//! Finished games of a card room: written out for other programs, and removed from its log when they are old.

use crate::{
    backup::{BackupError, new_file, read_only},
    log::{RoomId, RoomLog, SqliteLog, archive::games_after},
};
use room::entry::GameRow;
use rusqlite::Connection;
use serde::Serialize;
use std::{
    error::Error,
    fs,
    io::{BufWriter, Write},
    path::Path,
};

/// Games that are read at once.
const PAGE: usize = 500;
/// Rooms that are removed in one transaction.
const AT_ONCE: usize = 500;

/// A finished game on its line.
#[derive(Serialize)]
struct Line<'a> {
    /// The table it was played at. With the number it is the name of the game, which leads to its replay.
    table: String,
    #[serde(flatten)]
    row: &'a GameRow,
}

/// Writes all finished games to a new file, a line of JSON each, the oldest first; returns how many there are. The server may
/// run meanwhile.
pub fn export(database: &Path, to: &Path) -> Result<u64, BackupError> {
    let source = read_only(database)?;
    let failed = |source| BackupError::Io { path: to.to_owned(), source };
    let mut file = BufWriter::new(new_file(to)?);
    let (mut last, mut count) = (0, 0);
    loop {
        let games = games_after(&source, last, PAGE)?;
        let Some(newest) = games.last() else { break };
        last = newest.id.0;
        for game in &games {
            let line = Line { table: RoomId(game.room.0).to_string(), row: &game.row };
            serde_json::to_writer(&mut file, &line).map_err(|error| failed(error.into()))?;
            file.write_all(b"\n").map_err(failed)?;
            count += 1;
        }
    }
    file.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(failed)?;
    Ok(count)
}

/// What a removal has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// Rooms whose entries are gone.
    pub rooms: usize,
    /// The size of the database before, in bytes.
    pub before: u64,
    /// Its size now.
    pub after: u64,
}

/// Removes the entries of rooms that were closed before a time, and with them proofs and replays. Lists and ratings stay. The
/// server must not run: one that runs does this too, see `Config::keep_played`, and does not make the file smaller.
pub async fn prune(database: &Path, closed_before: u64) -> Result<Pruned, Box<dyn Error + Send + Sync>> {
    let log = SqliteLog::open(database)?;
    let before = fs::metadata(database)?.len();
    let mut rooms = 0;
    loop {
        match log.prune(closed_before, closed_before, AT_ONCE).await? {
            0 => break,
            some => rooms += some,
        }
    }
    log.close().await;
    Connection::open(database)?.execute_batch("VACUUM")?;
    Ok(Pruned { rooms, before, after: fs::metadata(database)?.len() })
}
