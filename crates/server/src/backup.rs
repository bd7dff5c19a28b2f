//! Copies of the database: of a running server into a file, and from a file into an empty data folder.

use crate::log::{create_private, newest_schema, whole_check};
use rusqlite::{Connection, OpenFlags, backup::Backup};
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Pages between two looks at whether SQLite wants to go on. The copy is of one moment all the same.
const PAGES: i32 = 1024;

/// The reason why a copy could not be made. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file to write exists.
    #[error("{} exists and is not overwritten: choose another name", path.display())]
    Exists {
        /// Which.
        path: PathBuf,
    },
    /// The data folder has a card room, or what is left of one.
    #[error("{} is there already: restore into an empty folder (--data-dir), or move it away first", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// The file to read is not a backup of a card room.
    #[error("{} is not a backup of a card room: {reason}", path.display())]
    NotABackup {
        /// Which.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database cannot be copied.
    #[error("the database cannot be copied: {0}")]
    Database(#[from] rusqlite::Error),
}

impl BackupError {
    /// Whether another name or folder would do, instead of another disk.
    pub fn is_usage(&self) -> bool {
        match self {
            BackupError::Exists { .. } | BackupError::InTheWay { .. } | BackupError::NotABackup { .. } => {
                true
            }
            BackupError::Io { source, .. } => {
                matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
            }
            BackupError::Database(_) => false,
        }
    }
}

/// Copies the database of a card room, running or not, to a new file. Returns its size in bytes.
///
/// The copy has everything that was acknowledged before, and nothing half done. It is read from one snapshot beside the
/// write-ahead log, so nobody who plays waits for it. The file is there whole or not at all.
pub fn back_up(database: &Path, to: &Path) -> Result<u64, BackupError> {
    if to.exists() {
        return Err(BackupError::Exists { path: to.to_owned() });
    }
    let source = read_only(database)?;
    copy(&source, to)?;
    fs::metadata(to).map(|file| file.len()).map_err(io_error(to))
}

/// Puts a backup into a folder without a card room, as `database`. Returns the number of rooms that go on.
///
/// The old server's key is not in a backup: with it, a server could sign a second deal for a game that was played after the
/// backup was made.
pub fn restore(backup: &Path, database: &Path, key: &Path) -> Result<u64, BackupError> {
    for left in [database.to_owned(), beside(database, "-wal"), beside(database, "-shm"), key.to_owned()] {
        if left.exists() {
            return Err(BackupError::InTheWay { path: left });
        }
    }
    let not_a_backup = |reason: String| BackupError::NotABackup { path: backup.to_owned(), reason };
    if let Err(error) = File::open(backup) {
        return Err(io_error(backup)(error));
    }
    let source = read_only(backup)?;
    let open = examine(&source).map_err(not_a_backup)?;
    if let Some(folder) = database.parent() {
        create_private(folder).map_err(io_error(folder))?;
    }
    copy(&source, database)?;
    Ok(open)
}

/// The number of open rooms in a database, or why it has none to go on with.
fn examine(db: &Connection) -> Result<u64, String> {
    let schema: i64 =
        db.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(|error| error.to_string())?;
    if schema == 0 {
        return Err("it has no rooms".into());
    }
    if schema > newest_schema() {
        let known = newest_schema();
        return Err(format!("it is of a newer release (schema {schema}, this program knows {known})"));
    }
    if let Some(damage) = whole_check(db, false).map_err(|error| error.to_string())? {
        return Err(format!("it is damaged: {damage}"));
    }
    db.query_row("SELECT count(*) FROM rooms WHERE closed_at IS NULL", (), |row| row.get::<_, i64>(0))
        .map(i64::cast_unsigned)
        .map_err(|error| error.to_string())
}

pub(crate) fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags)
}

/// Copies a database to a new file, through another name: what is cut off in the middle is not taken for a copy.
fn copy(source: &Connection, to: &Path) -> Result<(), BackupError> {
    let draft = beside(to, ".part");
    let made = write(source, &draft).and_then(|()| {
        fs::rename(&draft, to).map_err(io_error(to))?;
        sync_folder(to).map_err(io_error(to))
    });
    if made.is_err() {
        // It may not even be there.
        let _ = fs::remove_file(&draft);
    }
    made
}

fn write(source: &Connection, draft: &Path) -> Result<(), BackupError> {
    private(draft).map_err(io_error(draft))?;
    // Of one moment: without it, every write of the server would begin the copy again.
    source.execute_batch("BEGIN")?;
    source.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
    let mut target = Connection::open_with_flags(
        draft,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    target.pragma_update(None, "synchronous", "off")?;
    {
        let copying = Backup::new(source, &mut target)?;
        while copying.step(PAGES)? == rusqlite::backup::StepResult::More {}
    }
    source.execute_batch("COMMIT")?;
    // In one file: a copy on a disk that cannot be written has no place for a write-ahead log.
    target.pragma_update(None, "journal_mode", "delete")?;
    target.close().map_err(|(_, error)| error)?;
    File::open(draft).and_then(|file| file.sync_all()).map_err(io_error(draft))
}

/// Creates a file for its owner alone that must not be there yet.
pub(crate) fn new_file(path: &Path) -> Result<File, BackupError> {
    if path.exists() {
        return Err(BackupError::Exists { path: path.to_owned() });
    }
    private(path).map_err(io_error(path))
}

/// A new file for its owner alone: the cards of running games follow from what is in it.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A new name is durable when its folder is.
#[cfg(unix)]
fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> BackupError {
    let path = path.to_owned();
    move |source| BackupError::Io { path: path.clone(), source }
}
