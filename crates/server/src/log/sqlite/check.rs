//! Whether the database is sound.

use rusqlite::{Connection, ErrorCode};
use std::time::{Duration, Instant};

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Checked {
    /// Nothing.
    Sound,
    /// The first thing that is wrong.
    Damaged(String),
    /// Nothing until its time ran out.
    Unfinished,
}

/// SQLite's instructions between two looks at the clock.
const STEPS: i32 = 1_000;

/// Looks at the structure of the database, for a limited time.
pub(super) fn quick(db: &mut Connection, within: Duration) -> rusqlite::Result<Checked> {
    let began = Instant::now();
    db.progress_handler(STEPS, Some(move || began.elapsed() > within))?;
    let checked = ask(db, "PRAGMA quick_check(1)");
    db.progress_handler(0, None::<fn() -> bool>)?;
    checked
}

/// Looks at the whole database, however long it takes, and says what is wrong first; `deep`: its indexes as well.
pub(crate) fn whole(db: &Connection, deep: bool) -> rusqlite::Result<Option<String>> {
    let checked = ask(db, if deep { "PRAGMA integrity_check(1)" } else { "PRAGMA quick_check(1)" })?;
    Ok(match checked {
        Checked::Damaged(damage) => Some(damage),
        Checked::Sound | Checked::Unfinished => None,
    })
}

fn ask(db: &Connection, pragma: &str) -> rusqlite::Result<Checked> {
    let answer = db.query_row(pragma, (), |row| row.get::<_, String>(0));
    match answer {
        Ok(ok) if ok == "ok" => Ok(Checked::Sound),
        Ok(damage) => Ok(Checked::Damaged(damage)),
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Ok(Checked::Unfinished),
            Some(ErrorCode::DatabaseCorrupt) => Ok(Checked::Damaged(error.to_string())),
            _ => Err(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_ends_in_time_and_leaves_the_database_usable() {
        let mut db = Connection::open_in_memory().unwrap();
        db.execute_batch(
            "CREATE TABLE a (x);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
             INSERT INTO a SELECT i FROM n;",
        )
        .unwrap();
        assert_eq!(quick(&mut db, Duration::ZERO).unwrap(), Checked::Unfinished);
        assert_eq!(quick(&mut db, Duration::MAX).unwrap(), Checked::Sound);
        let rows: i64 = db.query_row("SELECT count(*) FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 20_000);
        assert_eq!(whole(&db, true).unwrap(), None);
    }
}
