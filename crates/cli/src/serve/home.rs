//! The folder that a card room keeps its data in.

use super::ServeError;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::path::{Path, PathBuf};

/// The name of our folder among those of other programs.
const FOLDER: &str = "aboveboard";

/// Returns the folder that was named, or this user's: `~/.local/share/aboveboard` on Linux, `Library/Application Support` on
/// macOS, `%APPDATA%` on Windows. Never the folder where the program happens to be started.
pub(crate) fn data_dir(named: Option<&Path>) -> Result<PathBuf, ServeError> {
    match named {
        Some(folder) => Ok(folder.to_owned()),
        None => of_this_user().ok_or(ServeError::NoHome),
    }
}

fn of_this_user() -> Option<PathBuf> {
    let folder = choose_native_strategy().ok()?.data_dir();
    folder.is_absolute().then(|| folder.join(FOLDER))
}

/// Refuses a path that cannot be or become a folder, because a file is in its way.
pub(crate) fn check(folder: &Path) -> Result<(), ServeError> {
    match folder.ancestors().find(|path| path.exists()) {
        Some(path) if !path.is_dir() => Err(ServeError::NotAFolder { path: path.to_owned() }),
        _ => Ok(()),
    }
}

/// A folder as people can find it again.
pub(crate) fn shown(folder: &Path) -> String {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_was_named_is_taken_as_it_is() {
        assert_eq!(data_dir(Some(Path::new("mine"))).unwrap(), Path::new("mine"));
        let usual = data_dir(None).unwrap();
        assert!(usual.is_absolute() && usual.ends_with(FOLDER), "{}", usual.display());
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        assert!(
            check(folder.path()).is_ok()
                && check(&file.join("data")).is_ok()
                && check(Path::new("x")).is_ok()
        );
        std::fs::write(&file, "").unwrap();
        for inside in [file.clone(), file.join("data"), file.join("data/deep")] {
            let refused = check(&inside).unwrap_err().to_string();
            assert!(refused.contains("/file") && refused.contains("--data-dir"), "{refused}");
        }
    }
}
