//! The browser client in `web/`: what it needs, and how it is built.

use crate::{
    cargo::{self, output, root},
    module::{self, Form},
};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::Command,
};

/// The oldest Node that its tools run on.
const NODE: (u32, u32) = (20, 19);

/// Everything that the built client follows from.
const SOURCES: [&str; 8] = [
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/public",
    "web/src",
    "web/svelte.config.js",
    "web/vite.config.ts",
    "docs/rules",
];

/// Builds the client if it is not built, or not from what is there now; before it, the rules that go with it.
pub(crate) fn build_if_changed() -> Result<(), String> {
    module::build_if_changed(Form::Quick)?;
    bundle_if_changed(Before::Removed)
}

/// Builds the client if it is not built, or not from what is there now: with the rules, if they are there.
pub(crate) fn bundle_if_changed(before: Before) -> Result<(), String> {
    let now = current()?;
    if fs::read_to_string(stamp()).is_ok_and(|built| built == now) {
        return Ok(());
    }
    node()?;
    packages()?;
    println!("Building the client.");
    bundle(before)
}

/// Builds the client, whatever is there.
pub(crate) fn build() -> Result<(), String> {
    module::build_if_changed(Form::Quick)?;
    bundle(Before::Removed)
}

fn bundle(before: Before) -> Result<(), String> {
    let now = current()?;
    let mut build = npm(&["run", "--silent", "build"]);
    if before == Before::Kept {
        build.args(["--", "--emptyOutDir", "false"]);
    }
    // After a cancelled build there is no stamp.
    remove(&stamp())?;
    cargo::run(build)?;
    fs::write(stamp(), now).map_err(|error| format!("{}: {error}", stamp().display()))
}

/// How to treat the files of the build before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    Removed,
    /// They stay, for pages that are open and fetch the rest of their files when they need them.
    Kept,
}

/// Installs what the client is built with, exactly as the lock file has it, unless just that is installed.
pub(crate) fn packages() -> Result<(), String> {
    let read =
        |file: &str| fs::read_to_string(web().join(file)).map_err(|error| format!("web/{file}: {error}"));
    let wanted = format!("{}{}", read("package.json")?, read("package-lock.json")?);
    let stamp = web().join("node_modules/.installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("Installing the packages that the client is built with.");
    cargo::run(npm(&["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// The version of Node, if it is here and new enough.
pub(crate) fn node() -> Result<String, String> {
    let (major, minor) = NODE;
    let wanted = format!(
        "The tables in your browser are built with Node {major}.{minor} or newer: https://nodejs.org\n\
         (Without them, `cargo run -- serve` opens the room for programs.)"
    );
    let mut ask = Command::new("node");
    ask.arg("--version");
    let version = output(ask, "").map_err(|_| format!("There is no Node here.\n{wanted}"))?;
    let version = version.trim();
    let mut numbers = version.trim_start_matches('v').split('.').map(|number| number.parse().unwrap_or(0));
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < NODE {
        return Err(format!("Node {version} is too old.\n{wanted}"));
    }
    Ok(version.to_owned())
}

/// npm, in the client's folder.
pub(crate) fn npm(args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args).current_dir(web());
    command
}

/// A script of the client's, run by Node.
pub(crate) fn script(file: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(file).current_dir(web());
    command
}

fn web() -> PathBuf {
    root().join("web")
}

/// Everything that the checks of the client read: its own files, but for what is installed or made, the documents that it
/// shows, the games that its tests check, and the rules that they check them by.
pub(crate) fn inputs() -> Result<Vec<PathBuf>, String> {
    let made = ["node_modules", "dist", "screens", "module"];
    let own = fs::read_dir(web()).map_err(|error| format!("{}: {error}", web().display()))?;
    let own = own.filter_map(|entry| Some(entry.ok()?.path()));
    let mut inputs: Vec<_> = own.filter(|path| made.iter().all(|made| !path.ends_with(made))).collect();
    inputs.sort();
    // Of the journeys only the scripts: the pictures beside them are made.
    inputs.retain(|path| !path.ends_with("tests"));
    inputs.extend(
        ["run.mjs", "sizes.mjs", "module.mjs", "kit", "journeys", "figures"]
            .map(|name| web().join("tests").join(name)),
    );
    inputs.extend(["docs", "crates/catalog/tests/golden"].map(|path| root().join(path)));
    // Some tests need the rules, and are left out without them.
    inputs.extend(module::built());
    Ok(inputs)
}

/// Says from what the client was built.
fn stamp() -> PathBuf {
    web().join("dist/.built")
}

/// Removes a file, if it is there.
pub(crate) fn remove(file: &Path) -> Result<(), String> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(format!("{}: {error}", file.display())),
        _ => Ok(()),
    }
}

/// Says from what a client would be built now.
pub(crate) fn current() -> Result<String, String> {
    fingerprint().map_err(|error| format!("the client's files cannot be read: {error}"))
}

fn fingerprint() -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    // The rules go with the client, where there are any.
    let sources = SOURCES.iter().map(|source| root().join(source)).chain(module::built());
    for path in sources {
        for file in files(&path)? {
            file.hash(&mut hasher);
            fs::read(file)?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}\n", hasher.finish()))
}

/// A file, or all files below a folder, in order.
pub(crate) fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut inside = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    inside.sort();
    let mut found = Vec::new();
    for path in inside {
        found.extend(files(&path)?);
    }
    Ok(found)
}
