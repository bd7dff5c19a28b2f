use crate::log::{GameRow, RoomId};
use rusqlite::{Connection, Row, types::Type};
use serde_json::Value;

/// Names a finished game; later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

/// A finished game, as the archive has it.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// The name of the game.
    pub id: GameId,
    /// Where it was played: its entries are those from `first` to `last` of this room.
    pub room: RoomId,
    /// The game.
    pub row: GameRow,
}

/// A finished game with its JSON already written: the writer's thread has better things to do.
#[derive(Debug)]
pub(super) struct Finished {
    row: GameRow,
    options: String,
    players: String,
    outcome: String,
}

impl From<GameRow> for Finished {
    fn from(row: GameRow) -> Self {
        let (options, players, outcome) =
            (row.options.to_string(), row.players.to_string(), row.outcome.to_string());
        Finished { row, options, players, outcome }
    }
}

impl Finished {
    /// Inserts the game into the archive.
    pub(super) fn insert(&self, db: &Connection, room: RoomId) -> rusqlite::Result<()> {
        let Finished { row, options, players, outcome } = self;
        db.prepare_cached(
            "INSERT INTO games (room, number, game, rules, options, players, outcome, first, last, ended_at, hints)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute((
            room.0.cast_signed(),
            row.number,
            &row.game,
            row.rules,
            options,
            players,
            outcome,
            row.first.cast_signed(),
            row.last.cast_signed(),
            row.ended_at.cast_signed(),
            row.hints,
        ))?;
        Ok(())
    }
}

/// The latest games, latest first, at most `limit`; those before `before` if it is given.
pub(super) fn games(
    db: &Connection,
    limit: usize,
    before: Option<GameId>,
) -> rusqlite::Result<Vec<ArchivedGame>> {
    let before = before.map_or(i64::MAX, |id| id.0);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    db.prepare_cached(
        "SELECT id, room, number, game, rules, options, players, outcome, first, last, ended_at, hints
         FROM games WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
    )?
    .query_map((before, limit), read)?
    .collect()
}

/// Those after `after`, the earliest first, at most `most`.
pub(crate) fn games_after(db: &Connection, after: i64, most: usize) -> rusqlite::Result<Vec<ArchivedGame>> {
    db.prepare_cached(
        "SELECT id, room, number, game, rules, options, players, outcome, first, last, ended_at, hints
         FROM games WHERE id > ?1 ORDER BY id LIMIT ?2",
    )?
    .query_map((after, i64::try_from(most).unwrap_or(i64::MAX)), read)?
    .collect()
}

/// Those of a room. Only a rebuild of all rows asks for them, so no index is kept for it.
pub(crate) fn games_of(db: &Connection, room: RoomId) -> rusqlite::Result<Vec<ArchivedGame>> {
    db.prepare_cached(
        "SELECT id, room, number, game, rules, options, players, outcome, first, last, ended_at, hints
         FROM games WHERE room = ?1 ORDER BY id",
    )?
    .query_map((room.0.cast_signed(),), read)?
    .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<ArchivedGame> {
    Ok(ArchivedGame {
        id: GameId(row.get(0)?),
        room: RoomId(unsigned(row, 1)?),
        row: GameRow {
            number: row.get(2)?,
            game: row.get(3)?,
            rules: row.get(4)?,
            options: json(row, 5)?,
            players: json(row, 6)?,
            outcome: json(row, 7)?,
            first: unsigned(row, 8)?,
            last: unsigned(row, 9)?,
            ended_at: unsigned(row, 10)?,
            hints: row.get(11)?,
        },
    })
}

fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)?.cast_unsigned())
}

fn json(row: &Row<'_>, column: usize) -> rusqlite::Result<Value> {
    serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into()))
}
