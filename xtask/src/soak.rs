//! The long measurement: does anything grow?

use crate::{
    cargo::{self, aboveboard},
    program::{self, PLAY, RELEASE},
};

/// Soaks the program that people get for as long as `--minutes` says; `--dev`: one that is built faster.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let dev = args.iter().any(|arg| arg == "--dev");
    let program = program::build(if dev { PLAY } else { RELEASE })?;
    let rest = args.iter().filter(|arg| *arg != "--dev").map(String::as_str);
    let words: Vec<_> = ["bench", "soak"].into_iter().chain(rest).collect();
    cargo::run(aboveboard(&program, &words))
}
