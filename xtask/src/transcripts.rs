//! Conversations with the rules, recorded natively and repeated with the module for the browser: every answer must be the
//! same, byte for byte.

use crate::{
    cargo::{self, TEST, cargo, output, target},
    client::{self, script},
    module::{self, Form},
};
use std::{fs, process::Command};

/// Decisions of each game and level, in the gate and in the long form.
pub(crate) const SHORT: u32 = 20;
pub(crate) const LONG: u32 = 400;

/// Records conversations, and compares. Without a module there is nothing to compare, and that is said.
pub(crate) fn compare(decisions: u32) -> Result<(), String> {
    client::node()?;
    let Some(module) = module::build_if_changed(Form::Quick)? else {
        println!("NOT TESTED: the rules in the browser.");
        return Ok(());
    };
    let recorded = output(recorder(decisions)?, "")?;
    let file = target()?.join("module").join("transcripts.txt");
    fs::write(&file, recorded).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut repeat = script("tests/module.mjs");
    repeat.args([&module, &file]);
    cargo::run(repeat)
}

/// The program that records: it is part of the build of all tests.
fn recorder(decisions: u32) -> Result<Command, String> {
    let mut build = cargo(&TEST);
    build.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    let messages = output(build, "")?;
    let program = cargo::executables(&messages)
        .find(|path| path.file_stem().is_some_and(|name| name == "record"))
        .ok_or("cargo built no recorder of transcripts")?;
    let mut record = Command::new(program);
    record.arg(decisions.to_string()).current_dir(cargo::root());
    Ok(record)
}
