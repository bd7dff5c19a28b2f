//! Checks the data of a card room for its operator. It changes nothing, and the server may run meanwhile.

use crate::log::{Entry, RESTORE, RoomId, free_bytes, newest_schema, whole_check};
use kernel::Hex32;
use room::ReplayedRoom;
use rusqlite::{Connection, OpenFlags};
use std::{
    fmt,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether it is as it should be.
    pub sound: bool,
    /// Whether it is sound and the operator should read it all the same.
    pub advice: bool,
    /// The finding in words.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match (self.sound, self.advice) {
            (false, _) => "WRONG",
            (true, true) => "note ",
            (true, false) => "ok   ",
        };
        write!(f, "{word}  {}", self.text)
    }
}

/// Something that is as it should be.
pub fn sound(text: impl Into<String>) -> Finding {
    Finding { sound: true, advice: false, text: text.into() }
}

/// Something that works, with advice.
pub fn note(text: impl Into<String>) -> Finding {
    Finding { sound: true, advice: true, text: text.into() }
}

/// Something that is wrong, with what to do about it.
pub fn wrong(text: impl Into<String>) -> Finding {
    Finding { sound: false, advice: false, text: text.into() }
}

/// How far a clock may be behind the log.
const CLOCK_TOLERANCE: i64 = 5 * 60 * 1000;

/// Whether the disk of a folder has enough space for new tables.
pub fn disk(folder: &Path, wanted: u64) -> Finding {
    match free_bytes(&folder.join("file")) {
        None => note("the free space of the disk cannot be found out here"),
        Some(free) if free < wanted => wrong(format!(
            "the disk has {} MB left, and no tables are opened below {} MB: make space, or set --min-free-mb",
            free >> 20,
            wanted >> 20
        )),
        Some(free) => sound(format!("the disk has {} MB left", free >> 20)),
    }
}

/// Looks at the database at `path`; `deep`: also reads every entry and plays every room again.
pub fn examine(path: &Path, deep: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(permissions(path));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let examined = Connection::open_with_flags(path, flags)
        .and_then(|db| look_into(&db, deep, &mut findings).and_then(|()| clock(&db)));
    if let Err(error) = &examined {
        findings.push(wrong(format!("{} cannot be read: {error}", path.display())));
    }
    let damaged = findings.iter().any(|finding| !finding.sound);
    // Whatever is wrong with the clock, the data are not.
    findings.extend(examined);
    if damaged {
        findings.push(wrong(RESTORE));
    }
    findings
}

/// Whether anybody but the owner can read the cards of running games.
#[cfg(unix)]
fn permissions(path: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let mode = path.metadata().ok()?.permissions().mode() & 0o777;
    Some(match mode & 0o077 {
        0 => sound(format!("{} can be read by its owner alone", path.display())),
        _ => wrong(format!("{} can be read by others (mode {mode:o}): chmod 600", path.display())),
    })
}

#[cfg(not(unix))]
fn permissions(_: &Path) -> Option<Finding> {
    None
}

fn look_into(db: &Connection, deep: bool, findings: &mut Vec<Finding>) -> rusqlite::Result<()> {
    let schema: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = newest_schema();
    findings.push(match schema {
        newer if newer > known => wrong(format!("its schema is {newer}, this program knows {known}")),
        schema => sound(format!("its schema is {schema} of {known}")),
    });
    findings.push(match whole_check(db, deep)? {
        None if deep => sound("all pages and indexes of the database are sound"),
        None => sound("the structure of the database is sound"),
        Some(damage) => wrong(format!("the database is damaged: {damage}")),
    });
    let count = |table: &str| -> rusqlite::Result<i64> {
        db.query_row(&format!("SELECT count(*) FROM {table}"), (), |row| row.get(0))
    };
    let (rooms, open) = (count("rooms")?, count("rooms WHERE closed_at IS NULL")?);
    let (entries, games) = (count("entries")?, count("games")?);
    findings
        .push(sound(format!("rooms: {rooms}, open: {open}, entries: {entries}, finished games: {games}")));
    if deep {
        play_again(db, findings)?;
    }
    Ok(())
}

/// Whether the clock of this machine is behind what the log says.
fn clock(db: &Connection) -> rusqlite::Result<Finding> {
    let newest: Option<i64> =
        db.query_row("SELECT max(max(opened_at), ifnull(max(closed_at), 0)) FROM rooms", (), |row| {
            row.get(0)
        })?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let behind = newest.unwrap_or(0) - i64::try_from(now).unwrap_or(i64::MAX);
    Ok(match behind > CLOCK_TOLERANCE {
        true => wrong(format!(
            "the clock of this machine is {} minutes behind the log: set it (on Linux: timedatectl set-ntp true)",
            behind / 60_000
        )),
        false => sound("the clock is not behind the log"),
    })
}

/// Plays every room again that is open or has entries.
fn play_again(db: &Connection, findings: &mut Vec<Finding>) -> rusqlite::Result<()> {
    let mut rooms = db.prepare("SELECT room, closed_at IS NULL FROM rooms ORDER BY opened_at")?;
    let rooms =
        rooms.query_map((), |row| Ok((RoomId(row.get::<_, i64>(0)?.cast_unsigned()), row.get(1)?)))?;
    let (mut fine, mut broken) = (0_u64, 0_u64);
    for room in rooms {
        let (room, open): (RoomId, bool) = room?;
        match replay(db, room) {
            Ok(()) => fine += 1,
            Err(reason) => {
                broken += 1;
                let state = if open { "open" } else { "closed" };
                findings.push(wrong(format!("room {room} ({state}): {reason}")));
            }
        }
    }
    let text = format!("rooms played again: {fine}, that cannot be: {broken}");
    findings.push(if broken == 0 { sound(text) } else { wrong(text) });
    Ok(())
}

fn replay(db: &Connection, room: RoomId) -> Result<(), String> {
    let failed = |error: rusqlite::Error| error.to_string();
    let mut select =
        db.prepare_cached("SELECT seq, body FROM entries WHERE room = ?1 ORDER BY seq").map_err(failed)?;
    let mut rows = select.query((room.0.cast_signed(),)).map_err(failed)?;
    let mut replayed: Option<ReplayedRoom> = None;
    let mut next = 1;
    while let Some(row) = rows.next().map_err(failed)? {
        let seq: i64 = row.get(0).map_err(failed)?;
        if seq != next {
            return Err(format!("entry {next} is missing"));
        }
        next += 1;
        let text = row.get_ref(1).and_then(|value| value.as_str().map_err(Into::into));
        // The parser's own words would quote the entry, and cards have no place in messages.
        let entry: Entry = serde_json::from_str(text.map_err(|_| format!("entry {seq} is not text"))?)
            .map_err(|error| format!("entry {seq} cannot be understood (at column {})", error.column()))?;
        let applied = match &mut replayed {
            Some(replayed) => replayed.go_on(&entry),
            None => ReplayedRoom::open(room, &entry, Hex32([0; 32])).map(|opened| replayed = Some(opened)),
        };
        applied.map_err(|fault| format!("entry {seq} cannot be applied ({})", fault.code))?;
    }
    Ok(())
}
