//! The page without a server: a folder that any web server can hand out, in which everything but playing with people works.

use crate::{
    cargo::{self, target},
    client::{self, npm},
    module::{self, Form},
};
use std::{fs, path::PathBuf};

/// The client's mode for it, in `web/vite.config.ts`.
const MODE: &str = "offline-page";

/// Builds the folder for people, and returns where it is. Without the rules there would be nothing to play.
pub(crate) fn build() -> Result<PathBuf, String> {
    if module::build_if_changed(Form::Dist)?.is_none() {
        return Err("The page without a server plays by the rules in the browser, and they are not built: \
                    `rustup target add wasm32-unknown-unknown` installs what they need."
            .into());
    }
    let folder = target()?.join(MODE);
    bundle_if_changed(&folder)?;
    Ok(folder)
}

/// Builds the folder for the journeys, with the rules as the client has them; nothing if it has none.
pub(crate) fn build_for_tests() -> Result<Option<PathBuf>, String> {
    if module::built().is_none() {
        return Ok(None);
    }
    let folder = target()?.join("journeys").join(MODE);
    bundle_if_changed(&folder)?;
    Ok(Some(folder))
}

/// Beside the folder is written from what it was built: nothing in it is not for people.
fn bundle_if_changed(folder: &PathBuf) -> Result<(), String> {
    let (stamp, now) = (folder.with_extension("built"), client::current()?);
    if folder.is_dir() && fs::read_to_string(&stamp).is_ok_and(|built| built == now) {
        return Ok(());
    }
    client::node()?;
    client::packages()?;
    println!("Building the page without a server.");
    client::remove(&stamp)?;
    let mut build = npm(&["run", "--silent", "build", "--", "--mode", MODE, "--emptyOutDir", "--outDir"]);
    build.arg(folder);
    cargo::run(build)?;
    fs::write(&stamp, now).map_err(|error| format!("{}: {error}", stamp.display()))
}
