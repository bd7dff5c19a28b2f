use crate::{
    cargo::{aboveboard, instead},
    client,
};

/// Optimized enough for a table of friends, and built in a fraction of a release.
const PROFILE: &str = "dev";

/// Opens the card room on this machine. Arguments go to `aboveboard serve`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    client::build_if_changed()?;
    println!("Building the card room; the first time takes a minute or two.");
    let mut serve = aboveboard(PROFILE, &["serve"]);
    serve.args(args);
    instead(serve)
}
