use super::{
    check::{self, Checked},
    schema::{self, MIGRATIONS, MigrationError},
};
use crate::log::RESTORE;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// Why a log could not be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum OpenError {
    /// The file, or one beside it, cannot be created or opened.
    #[error("cannot open {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// Another server works with it.
    #[error("{} is in use by another server", path.display())]
    Locked { path: PathBuf },
    /// A later release wrote it.
    #[error("{} is from a newer release: its schema is {found}, this program knows {known}", path.display())]
    Newer {
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest that this program understands.
        known: i64,
    },
    /// It is not a database, or its structure is damaged.
    #[error("{} is damaged: {source}; {RESTORE}", path.display())]
    Damaged {
        path: PathBuf,
        /// What the database says.
        source: rusqlite::Error,
    },
    /// The disk fails.
    #[error("cannot use {} as a database: {source}", path.display())]
    Database { path: PathBuf, source: rusqlite::Error },
}

/// How long the check at the start may take: rooms wait for it.
const QUICK_CHECK: Duration = Duration::from_millis(500);

/// Opens the database for writing, brings it up to date and makes it this process's own while the lock lives.
///
/// Also returns what is wrong with it, as far as a short check finds out.
pub(super) fn open(path: &Path) -> Result<(Connection, File, Option<String>), OpenError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| OpenError::File { path, source }
    };
    if let Some(folder) = path.parent() {
        create_private(folder).map_err(io(folder))?;
    }
    let lock = lock(path)?;
    // Before SQLite does, because it asks for no particular permissions; its other files take on these.
    private(path).map_err(io(path))?;
    let database = |source| OpenError::of(path, source);
    let mut db = connect(path).map_err(database)?;
    schema::migrate(&mut db, MIGRATIONS).map_err(|error| match error {
        MigrationError::Newer { found, known } => OpenError::Newer { path: path.to_owned(), found, known },
        MigrationError::Database(source) => database(source),
    })?;
    let damage = match check::quick(&mut db, QUICK_CHECK).map_err(database)? {
        Checked::Sound => None,
        Checked::Damaged(damage) => {
            let path = path.display();
            tracing::error!(damage, "{path} is damaged; what can be read goes on; {RESTORE}");
            Some(damage)
        }
        Checked::Unfinished => {
            tracing::info!("the database is large and was not checked to its end; `aboveboard doctor` does");
            None
        }
    };
    Ok((db, lock, damage))
}

impl OpenError {
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> OpenError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => OpenError::Damaged { path, source },
            _ => OpenError::Database { path, source },
        }
    }
}

/// Creates a folder where there is none. A new one is for nobody else to look into.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// An operating system's lock, on a file of its own: it ends with the process, however that ends; and
/// SQLite's own exclusive mode would shut out our readers too.
fn lock(path: &Path) -> Result<File, OpenError> {
    let mut beside = OsString::from(path);
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let file = private(&beside).map_err(|source| OpenError::File { path: beside.clone(), source })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::Locked { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(OpenError::File { path: beside, source }),
    }
}

/// Opens or creates a file that nobody else may read: the cards of every running game are in it. One that others may read,
/// such as a restored backup, is closed to them.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    close_to_others(&file, path)?;
    Ok(file)
}

#[cfg(unix)]
fn close_to_others(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata()?.permissions().mode();
    if mode & 0o077 != 0 {
        tracing::warn!("{} could be read by others; now its owner alone can", path.display());
        file.set_permissions(fs::Permissions::from_mode(mode & 0o700))?;
    }
    Ok(())
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.pragma_update(None, "journal_mode", "wal")?;
    // A commit is one sync of the write-ahead log. "Normal" would return before the disk has it.
    db.pragma_update(None, "synchronous", "full")?;
    // Where a plain sync leaves it in the drive's cache (macOS), ask for more.
    db.pragma_update(None, "fullfsync", true)?;
    // Room for the pages that a thousand busy rooms write to. In a larger one SQLite searches longer at every
    // commit.
    db.pragma_update(None, "cache_size", -8 * 1024)?;
    // After a reader made it grow. Below that it keeps its size: overwriting is cheaper to sync than growing.
    db.pragma_update(None, "journal_size_limit", 64 << 20)?;
    Ok(db)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What "durable" rests on.
    #[test]
    fn every_commit_is_synced() {
        let folder = tempfile::tempdir().unwrap();
        let (db, _lock, _) = open(&folder.path().join("rooms.db")).unwrap();
        let pragma =
            |name| db.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0)).unwrap();
        assert_eq!(pragma("journal_mode"), "wal".to_string().into());
        assert_eq!(pragma("synchronous"), 2.into(), "2 is FULL");
    }
}
