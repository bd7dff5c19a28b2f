use crate::{
    cargo::{aboveboard, instead},
    client,
    program::{self, PLAY},
};

/// Starts the card room on this machine. Arguments go to `aboveboard serve`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    client::build_if_changed()?;
    println!("Building the card room: up to three minutes the first time, seconds after that.");
    let mut serve = aboveboard(&program::build(PLAY)?, &["serve"]);
    serve.args(args);
    instead(serve)
}
