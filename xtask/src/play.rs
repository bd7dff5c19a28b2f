//! `cargo play`: the card room on this machine, as soon as the program and the page are built. The rules for the browser take
//! longer than both. Where they are not built yet, they are built while people play: the program reads the client from where
//! it was built, so that the next page that is opened has them.

use crate::{
    cargo::{aboveboard, instead},
    client::{self, Before},
    module::{self, Form},
    program::{self, PLAY},
};
use std::{env, process::Command, thread};

/// The task that builds the rules beside a running card room.
pub(crate) const RULES_TASK: &str = "rules-for-play";

/// Starts the card room on this machine. Arguments go to `aboveboard serve`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    client::node()?;
    let rules_are_due = module::is_due()?;
    println!("Building the card room: up to three minutes the first time, seconds after that.");
    // At the same time: the client's build keeps one core busy, and cargo's last crates do too.
    let (program, client) = thread::scope(|scope| {
        let client = scope.spawn(|| client::bundle_if_changed(Before::Removed));
        (program::build(PLAY), client.join().unwrap_or_else(|_| Err("the client's build panicked".into())))
    });
    client?;
    let program = program?;
    if rules_are_due {
        build_rules_meanwhile()?;
    }
    let mut serve = aboveboard(&program, &["serve"]);
    serve.args(args);
    instead(serve)
}

/// Starts a process that builds the rules. It has the terminal in common with the card room, so Ctrl+C ends both.
fn build_rules_meanwhile() -> Result<(), String> {
    println!(
        "The rules for the browser are built meanwhile, which takes a minute or two. Until then pages cannot check games\n\
         completely or play without a server."
    );
    let own = env::current_exe().map_err(|error| format!("the path of this program: {error}"))?;
    // People who play come first.
    let mut build = if cfg!(unix) { Command::new("nice") } else { Command::new(&own) };
    if cfg!(unix) {
        build.arg(&own);
    }
    build.arg(RULES_TASK).env("CARGO_TERM_QUIET", "true");
    // Nobody waits for it: it says itself how it ends.
    build.spawn().map(drop).map_err(|error| format!("{}: {error}", own.display()))
}

/// Builds the rules, and the client with them, beside a card room that is open.
pub(crate) fn build_rules() -> Result<(), String> {
    if module::build_if_changed(Form::Quick)?.is_some() {
        client::bundle_if_changed(Before::Kept)?;
        println!("The rules for the browser are there: pages opened from now on have them.");
    }
    Ok(())
}
