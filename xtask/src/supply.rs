//! What others have made and we ship: known vulnerabilities, licences, banned crates.

use crate::{
    cargo::{self, cargo, root},
    client::npm,
    lock::lock,
};
use std::{process::Command, sync::Mutex};

/// What could not be checked from here, for the last words of the gate.
static UNCHECKED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Returns what could not be checked from here, and why.
pub(crate) fn unchecked() -> Vec<String> {
    lock(&UNCHECKED).clone()
}

/// Says that something was not checked, now and at the end.
fn not_checked(what: &str, why: &str) {
    println!("!!! NOT CHECKED: {what}: {why}");
    lock(&UNCHECKED).push(format!("{what}: {why}"));
}

/// The words of a tool that could not reach its database.
const UNREACHABLE: [&str; 8] = [
    "audit endpoint returned an error",
    "ENOTFOUND",
    "ECONN",
    "ETIMEDOUT",
    "EAI_AGAIN",
    "failed to fetch",
    "failed to open advisory",
    "failed to clone",
];

/// Checks everything that can be checked from here. What cannot is said loudly, and is not a failure.
pub(crate) fn check() -> Result<(), String> {
    crates()?;
    packages()
}

fn crates() -> Result<(), String> {
    if !cargo(&["deny", "--version"]).output().is_ok_and(|told| told.status.success()) {
        not_checked("advisories, licences and bans of crates", "cargo install --locked cargo-deny");
        return Ok(());
    }
    cargo::run(cargo(&["deny", "check", "bans", "licenses", "sources"]))?;
    ask(cargo(&["deny", "check", "advisories"]), "advisories of crates")
}

fn packages() -> Result<(), String> {
    ask(npm(&["audit", "--audit-level=high"]), "advisories of the client's packages")
}

/// Runs what asks a database on the network. An answer counts; no answer is said loudly.
fn ask(mut command: Command, what: &str) -> Result<(), String> {
    let told = command.output().map_err(|error| format!("{what}: {error}"))?;
    let text = format!("{}{}", String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    match verdict(told.status.success(), &text) {
        Verdict::Fine => println!("   {what}: nothing known"),
        Verdict::Unreachable => not_checked(what, "the database cannot be reached from here"),
        Verdict::Bad => return Err(format!("{text}\n{what}: see above (in {})", root().display())),
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Fine,
    Unreachable,
    Bad,
}

fn verdict(success: bool, text: &str) -> Verdict {
    match (success, UNREACHABLE.iter().any(|sign| text.contains(sign))) {
        (true, _) => Verdict::Fine,
        (false, true) => Verdict::Unreachable,
        (false, false) => Verdict::Bad,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_answer_is_not_a_good_one() {
        assert_eq!(verdict(true, "found 0 vulnerabilities"), Verdict::Fine);
        assert_eq!(verdict(false, "npm error audit endpoint returned an error"), Verdict::Unreachable);
        assert_eq!(verdict(false, "3 high severity vulnerabilities"), Verdict::Bad);
    }
}
