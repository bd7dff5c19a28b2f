use crate::{
    cargo,
    client::{self, script},
    module::{self, Form},
    program::{self, RELEASE},
    room,
};
use std::fs;

/// Makes the program that people get: one file with everything in it, started once to see that it works.
pub(crate) fn run() -> Result<(), String> {
    module::build_if_changed(Form::Dist)?;
    client::build_if_changed()?;
    // What people wait for, against the budgets. The rules are held against theirs in this form only.
    cargo::run(script("tests/sizes.mjs"))?;
    let program = program::build(RELEASE)?;
    room::visit(&program)?;
    let bytes = fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
    println!("{} ({:.1} MB, with the client)", program.display(), bytes as f64 / 1e6);
    Ok(())
}
