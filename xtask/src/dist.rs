use crate::{
    cargo::{self, cargo, executable},
    client,
};
use std::fs;

/// Makes the program that people get: one file with everything in it.
pub(crate) fn run() -> Result<(), String> {
    client::build_if_changed()?;
    cargo::run(cargo(&["build", "--release", "--package", "cli"]))?;
    let program = executable("release")?;
    let bytes = fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
    println!("{} ({:.1} MB, with the client)", program.display(), bytes as f64 / 1e6);
    Ok(())
}
