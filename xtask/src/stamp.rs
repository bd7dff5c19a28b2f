//! Steps that have passed and whose files have not changed since. Only for steps whose result follows from their files:
//! tests of the rules and of the client, and journeys, whose deals, codes and bots follow from a seed.

use crate::{cargo::target, client::files};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
};

/// Remembers under a name that a step has passed with just these inputs.
pub(crate) struct Stamp {
    file: PathBuf,
    now: String,
}

impl Stamp {
    /// For inputs as they are now: files or folders, and words such as the version of a tool.
    pub(crate) fn new(name: &str, paths: &[PathBuf], words: &[&str]) -> Result<Stamp, String> {
        let mut hasher = DefaultHasher::new();
        words.hash(&mut hasher);
        for path in paths {
            for file in files(path).map_err(|error| format!("{}: {error}", path.display()))? {
                let content = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                file.hash(&mut hasher);
                content.hash(&mut hasher);
            }
        }
        let file = target()?.join("ci").join(name);
        Ok(Stamp { file, now: format!("{:016x}\n", hasher.finish()) })
    }

    /// Whether the step has passed with these inputs.
    pub(crate) fn has_passed(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|then| then == self.now)
    }

    /// The step has passed with these inputs.
    pub(crate) fn passed(&self) -> Result<(), String> {
        let folder = self.file.parent().unwrap_or(&self.file);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&self.file, &self.now))
            .map_err(|error| format!("{}: {error}", self.file.display()))
    }
}
