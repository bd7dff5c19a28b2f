//! The journeys of `web/tests`, in a real browser against the real program.

use crate::{
    cargo,
    client::{self, script},
    offline_page, program,
    stamp::Stamp,
};
use std::{
    env,
    path::PathBuf,
    process::{Command, Stdio},
};

/// Debian's name for it.
const SHELL: &str = "chromium-headless-shell";

/// Plays every journey for the gate. Deals, codes and bots follow from a seed, so journeys that passed with the same
/// program, client, scripts and browser are not played again unless `fresh` asks for it.
pub(crate) fn check(fresh: bool) -> Result<(), String> {
    client::build_if_changed()?;
    let browser = chromium()?;
    let mut version = Command::new(&browser);
    version.arg("--version");
    let tools = [client::node()?, browser.display().to_string(), cargo::output(version, "")?];
    let mut inputs = client::inputs()?;
    inputs.push(program::build_for_tests()?);
    let stamp = Stamp::new("browser", &inputs, &tools.each_ref().map(String::as_str))?;
    if !fresh && stamp.has_passed() {
        println!("   unchanged since it passed");
        return Ok(());
    }
    journeys(&[])?;
    stamp.passed()
}

/// Plays every journey with a program whose deals are fixed; `only` names some of them.
pub(crate) fn journeys(only: &[String]) -> Result<(), String> {
    client::build_if_changed()?;
    let mut run = script("tests/run.mjs");
    run.args(only).env("ABOVEBOARD", program::build_for_tests()?).env("CHROMIUM", chromium()?);
    if let Some(folder) = offline_page::build_for_tests()? {
        run.env("OFFLINE_PAGE", folder);
    }
    cargo::run(run)
}

/// Measures what depends on time: latencies and frames. Figures are printed, not judged, because machines differ. The
/// program is that of the journeys: its rules are optimised and its server is not, so latencies are upper bounds.
pub(crate) fn figures(only: &[String]) -> Result<(), String> {
    let words: Vec<String> = ["--figures".into()].into_iter().chain(only.iter().cloned()).collect();
    journeys(&words)
}

/// The browser: what `CHROMIUM` says, or Chromium or Chrome where systems put them. Installed where that is possible.
/// The headless shell is the same engine without windows, and needs half the CPU time.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("CHROMIUM").map(PathBuf::from) {
        return if path.exists() {
            Ok(path)
        } else {
            Err(format!("CHROMIUM: there is no {}", path.display()))
        };
    }
    if let Some(path) = installed() {
        return Ok(path);
    }
    let missing = "The browser journeys need Chromium: install it, or say where it is with CHROMIUM=<path>.";
    if !is_root() || !works("apt-get", "--version") {
        return Err(missing.into());
    }
    println!("Installing Chromium.");
    for args in
        [&["update", "--quiet"][..], &["install", "--yes", "--quiet", "--no-install-recommends", SHELL]]
    {
        let mut apt = Command::new("apt-get");
        apt.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        cargo::run(apt).map_err(|error| format!("{missing}\n{error}"))?;
    }
    installed().ok_or_else(|| missing.into())
}

fn installed() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let names = [SHELL, "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

fn works(program: &str, arg: &str) -> bool {
    Command::new(program)
        .arg(arg)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|told| told.stdout.trim_ascii() == b"0")
}
