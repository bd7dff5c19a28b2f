//! The log of a failing game is its reproduction.

use crate::Broken;
use kernel::{Game, Input, Start};
use serde_json::{Value, json};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process, thread,
};

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub(crate) struct Log<G: Game> {
    pub(crate) seed: u64,
    pub(crate) options: G::Options,
    pub(crate) start: Start,
    pub(crate) inputs: Vec<Input<G::Action>>,
}

impl<G: Game> Log<G> {
    /// Writes it to a file named after the game, the law and the seed.
    pub(crate) fn save(&self, folder: &Path, broken: &Broken) -> io::Result<PathBuf> {
        let file = format!("{}-{}-{}.json", G::NAME, broken.law.name().replace(' ', "-"), self.seed);
        let inputs: Vec<String> = self.inputs.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        // One input per line, so that a person can cut the log down by hand.
        let text = format!(
            "{{\"game\": {},\n \"law\": {},\n \"what\": {},\n \"seed\": {}, \"step\": {},\n \"options\": {},\n \"start\": {},\n \"inputs\": [\n  {}\n]}}\n",
            json!(G::NAME),
            json!(broken.law.name()),
            json!(broken.what),
            self.seed,
            broken.step,
            serde_json::to_string(&self.options)?,
            serde_json::to_string(&self.start)?,
            inputs.join(",\n  ")
        );
        fs::create_dir_all(folder)?;
        // Another test may save the same game, or read it, at the same time: the file is never there in part.
        let partial = folder.join(format!("{file}.{}-{:?}", process::id(), thread::current().id()));
        fs::write(&partial, text)?;
        let path = folder.join(file);
        fs::rename(partial, &path)?;
        Ok(path)
    }

    /// Reads a saved log; `None` if it is one of another game.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, String> {
        let unreadable = |e: &dyn std::error::Error| format!("{} cannot be read: {e}", path.display());
        let text = fs::read_to_string(path).map_err(|e| unreadable(&e))?;
        let mut log: Value = serde_json::from_str(&text).map_err(|e| unreadable(&e))?;
        if log["game"] != G::NAME {
            return Ok(None);
        }
        let mut part = |name: &str| log[name].take();
        let (options, start, inputs) = (part("options"), part("start"), part("inputs"));
        let seed = part("seed").as_u64().unwrap_or_default();
        let read = || {
            Ok::<_, serde_json::Error>(Log {
                seed,
                options: serde_json::from_value(options)?,
                start: serde_json::from_value(start)?,
                inputs: serde_json::from_value(inputs)?,
            })
        };
        read().map(Some).map_err(|e| unreadable(&e))
    }
}

/// `failed-games` in the target directory of the build that runs.
pub(crate) fn folder() -> PathBuf {
    target().unwrap_or_else(env::temp_dir).join("failed-games")
}

fn target() -> Option<PathBuf> {
    if let Some(target) = env::var_os("CARGO_TARGET_DIR") {
        return Some(target.into());
    }
    // Cargo marks its target directory as a cache; test programs lie somewhere below.
    let program = env::current_exe().ok()?;
    program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file()).map(Path::to_owned)
}
