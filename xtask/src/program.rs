//! The binary `aboveboard` in its builds: what people play with, what they are given, and what tests use.

use crate::cargo::{self, TEST, built, cargo, output, target};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The profile of `cargo play`: rules and bots are optimised, and the rest is built in a fraction of a release.
pub(crate) const PLAY: &str = "dev";
/// The profile of what people are given, and of figures.
pub(crate) const RELEASE: &str = "release";

/// Builds the program as people use it, and returns where it is. Cargo shows its progress meanwhile.
pub(crate) fn build(profile: &str) -> Result<PathBuf, String> {
    let [program] = built(profile, [("cli", "aboveboard")])?;
    refuse_seeded(&program)?;
    Ok(program)
}

/// Builds the program that the journeys use, whose deals can be fixed: it is part of the build of all tests. Returns a
/// copy, because any other build would put its program in the same place.
pub(crate) fn build_for_tests() -> Result<PathBuf, String> {
    let mut test = cargo(&TEST);
    test.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    let messages = output(test, "")?;
    let folder = target()?.join("journeys");
    let program = cargo::executables(&messages)
        .find(|path| path.file_stem().is_some_and(|name| name == "aboveboard"))
        .ok_or("cargo built no aboveboard")?;
    let copy = folder.join(program.file_name().unwrap_or_default());
    fs::create_dir_all(&folder)
        .and_then(|()| fs::copy(&program, &copy))
        .map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(copy)
}

/// A build with the feature `seeded` deals cards that everybody who knows the seed knows.
fn refuse_seeded(program: &Path) -> Result<(), String> {
    let mut ask = Command::new(program);
    ask.arg("--version");
    let version = output(ask, "")?;
    if version.contains("seeded") {
        return Err(format!(
            "{} is a test build ({}): its deals can be fixed. Build it without the feature `seeded`.",
            program.display(),
            version.trim()
        ));
    }
    Ok(())
}
