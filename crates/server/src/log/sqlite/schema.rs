//! The tables, and how an older database becomes a newer one.

use rusqlite::{Connection, TransactionBehavior};

/// One step each, from version `i` to `i + 1`. A step that was released is never edited: add another.
pub(super) const MIGRATIONS: &[&str] = &[
    // The primary key is the fence: a room has one entry of each number, from one writer. It is an index
    // beside the table and not the order of the table itself (`WITHOUT ROWID`): so the entries of a commit
    // lie side by side whichever rooms they belong to, and committing them takes half the time.
    "CREATE TABLE entries (
         room INTEGER NOT NULL,
         seq  INTEGER NOT NULL,
         body TEXT    NOT NULL,
         PRIMARY KEY (room, seq)
     ) STRICT;

     CREATE TABLE rooms (
         room      INTEGER PRIMARY KEY,
         code      TEXT    NOT NULL,
         opened_at INTEGER NOT NULL,
         closed_at INTEGER
     ) STRICT;
     CREATE INDEX rooms_open ON rooms (opened_at, code) WHERE closed_at IS NULL;

     CREATE TABLE games (
         id       INTEGER PRIMARY KEY,
         room     INTEGER NOT NULL,
         number   INTEGER NOT NULL,
         game     TEXT    NOT NULL,
         rules    INTEGER NOT NULL,
         options  TEXT    NOT NULL,
         players  TEXT    NOT NULL,
         outcome  TEXT    NOT NULL,
         first    INTEGER NOT NULL,
         last     INTEGER NOT NULL,
         ended_at INTEGER NOT NULL
     ) STRICT;",
    // Whose seats they were stands here and nowhere in the log, so that it can be taken back: `profile` is the hash of
    // a key that only a browser has, and empty where somebody wants to be forgotten. All else follows from the log
    // and from this, and `history_progress` says how far it has followed.
    "CREATE TABLE sitters (
         room    INTEGER NOT NULL,
         player  TEXT    NOT NULL,
         profile TEXT,
         PRIMARY KEY (room, player)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX sitters_of ON sitters (profile) WHERE profile IS NOT NULL;

     CREATE TABLE board_names (
         profile TEXT PRIMARY KEY,
         name    TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE history_games (
         id       INTEGER PRIMARY KEY,
         room     INTEGER NOT NULL,
         number   INTEGER NOT NULL,
         game     TEXT    NOT NULL,
         rules    INTEGER NOT NULL,
         options  TEXT    NOT NULL,
         reason   TEXT,
         ended_at INTEGER NOT NULL,
         UNIQUE (room, number)
     ) STRICT;

     CREATE TABLE history_seats (
         game_id     INTEGER NOT NULL,
         seat        INTEGER NOT NULL,
         player      TEXT,
         name        TEXT,
         folded      TEXT,
         avatar      TEXT,
         level       TEXT,
         side        INTEGER NOT NULL,
         away        INTEGER NOT NULL,
         place       INTEGER,
         points      INTEGER,
         rating      REAL,
         uncertainty REAL,
         change      REAL,
         PRIMARY KEY (game_id, seat)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE ratings (
         game        TEXT    NOT NULL,
         who         TEXT    NOT NULL,
         rating      REAL    NOT NULL,
         uncertainty REAL    NOT NULL,
         played      INTEGER NOT NULL,
         won         INTEGER NOT NULL,
         PRIMARY KEY (game, who)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE history_progress (
         one     INTEGER PRIMARY KEY CHECK (one = 1),
         edition INTEGER NOT NULL,
         upto    INTEGER NOT NULL
     ) STRICT;
     INSERT INTO history_progress VALUES (1, 0, 0);",
    // In a cluster a profile has another name beside every seat, drawn by lot, and here stands whose it is. `source` is
    // the archive from which the rows were made, where it is not this file.
    "CREATE TABLE aliases (
         profile TEXT PRIMARY KEY,
         alias   TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX aliases_alias ON aliases (alias);

     ALTER TABLE history_progress ADD COLUMN source TEXT;",
    // Closed rooms go after a while. Of those with finished games the row stays, without entries.
    "ALTER TABLE rooms ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX rooms_closed ON rooms (closed_at) WHERE closed_at IS NOT NULL AND pruned = 0;
     CREATE INDEX games_room ON games (room);",
    // Whether the players of a finished game could have hints. Rows of the history are rebuilt from the log.
    "ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE history_games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;",
];

/// Why a database cannot be brought up to date.
#[derive(Debug, thiserror::Error)]
pub(super) enum MigrationError {
    /// It comes from a later release.
    #[error("schema {found}, newer than {known}")]
    Newer { found: i64, known: i64 },
    /// A step failed.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

/// Applies the steps that `db` has not seen, each in its own transaction with the new version number: a step
/// is there with its number or not at all.
pub(super) fn migrate(db: &mut Connection, migrations: &[&str]) -> Result<(), MigrationError> {
    let known = migrations.len() as i64;
    let found: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    // A negative number is not ours either.
    let done = usize::try_from(found).ok().filter(|done| *done <= migrations.len());
    let Some(done) = done else { return Err(MigrationError::Newer { found, known }) };
    for (step, version) in migrations[done..].iter().zip(found + 1..) {
        let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(db: &Connection) -> i64 {
        db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn steps_are_applied_once_and_in_order() {
        let steps =
            ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y", "INSERT INTO a (x, y) VALUES (1, 2)"];
        let mut db = Connection::open_in_memory().unwrap();
        migrate(&mut db, &steps[..1]).unwrap();
        assert_eq!(version(&db), 1);
        db.execute("INSERT INTO a (x) VALUES (7)", []).unwrap();
        migrate(&mut db, &steps).unwrap();
        migrate(&mut db, &steps).unwrap();
        assert_eq!(version(&db), 3);
        let rows: i64 = db.query_row("SELECT count(*) FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 2, "what was there stays, the last step ran once");
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let mut db = Connection::open_in_memory().unwrap();
        let steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x); CREATE TABLE a (x)"];
        assert!(matches!(migrate(&mut db, &steps), Err(MigrationError::Database(_))));
        assert_eq!(version(&db), 1);
        db.execute("CREATE TABLE b (x)", []).unwrap();
    }

    #[test]
    fn a_later_release_is_recognised() {
        let mut db = Connection::open_in_memory().unwrap();
        for strange in [2, -1] {
            db.pragma_update(None, "user_version", strange).unwrap();
            let refused = migrate(&mut db, &["CREATE TABLE a (x)"]);
            assert!(matches!(refused, Err(MigrationError::Newer { found, known: 1 }) if found == strange));
        }
    }
}
