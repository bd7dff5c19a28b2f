use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// Notices when the files of the database are removed or replaced under the running server. SQLite would go on writing to
/// files that nobody can find again, and what it wrote would be gone with the process.
#[derive(Debug)]
pub(super) struct Presence {
    files: [Watched; 2],
}

#[derive(Debug)]
struct Watched {
    path: PathBuf,
    /// The file that was there first. The write-ahead log comes with the first commit.
    known: OnceLock<FileId>,
}

/// Distinguishes two files of one name, on systems with such numbers.
type FileId = (u64, u64);

impl Presence {
    /// Watches the database at `path`, which is open.
    pub(super) fn of(path: &Path) -> Presence {
        let mut beside = OsString::from(path);
        beside.push("-wal");
        let watched = |path: PathBuf| Watched { path, known: OnceLock::new() };
        let presence = Presence { files: [watched(path.to_owned()), watched(beside.into())] };
        for file in &presence.files {
            file.is_there();
        }
        presence
    }

    /// Says which file is not the one that was opened.
    pub(super) fn check(&self) -> Result<(), String> {
        let missing = self.files.iter().find(|file| !file.is_there());
        missing.map_or(Ok(()), |file| {
            Err(format!(
                "{} was removed or replaced under the running server: stop it and put the files back",
                file.path.display()
            ))
        })
    }
}

impl Watched {
    fn is_there(&self) -> bool {
        match (self.known.get(), fs::metadata(&self.path)) {
            (Some(known), Ok(found)) => *known == id(&found),
            (Some(_), Err(_)) => false,
            (None, Ok(found)) => {
                // Another thread may have been quicker, with the same number.
                let _ = self.known.set(id(&found));
                true
            }
            (None, Err(_)) => true,
        }
    }
}

#[cfg(unix)]
fn id(found: &fs::Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn id(_: &fs::Metadata) -> FileId {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_removed_or_replaced_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, wal) = (folder.path().join("rooms.db"), folder.path().join("rooms.db-wal"));
        fs::write(&path, "").unwrap();
        let presence = Presence::of(&path);
        assert_eq!(presence.check(), Ok(()), "a write-ahead log comes later");
        fs::write(&wal, "").unwrap();
        assert_eq!(presence.check(), Ok(()));
        fs::rename(&wal, folder.path().join("elsewhere")).unwrap();
        assert!(presence.check().unwrap_err().contains("rooms.db-wal was removed"));
        fs::rename(folder.path().join("elsewhere"), &wal).unwrap();
        assert_eq!(presence.check(), Ok(()), "put back, it is the same file");
        if cfg!(unix) {
            fs::write(folder.path().join("copy"), "").unwrap();
            fs::rename(folder.path().join("copy"), &path).unwrap();
            assert!(presence.check().is_err(), "another file of that name");
        }
    }
}
