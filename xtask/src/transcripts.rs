//! Conversations with the rules, recorded natively and repeated with the module for the browser: every answer must be the
//! same, byte for byte.

use crate::{
    cargo::{self, TEST, cargo, output, root, target},
    client::{self, script},
    module::{self, Form},
    stamp::Stamp,
};
use std::{fs, path::Path, process::Command};

/// Decisions of each game and level, in the gate and in the long form.
pub(crate) const SHORT: u32 = 20;
pub(crate) const LONG: u32 = 400;

/// The crates that answer, natively and in the module.
const CRATES: [&str; 7] = ["kernel", "games", "bot", "catalog", "room", "engine", "browser"];

/// Records conversations, and compares. Without a module there is nothing to compare, and it says so. Conversations that
/// have passed with the same files are skipped unless it is to be done `fresh`.
pub(crate) fn run(decisions: u32, fresh: bool) -> Result<(), String> {
    let Some(module) = module::build_if_changed(Form::Quick)? else {
        println!("NOT TESTED: the rules in the browser.");
        return Ok(());
    };
    let crates = CRATES.map(|name| root().join("crates").join(name));
    let inputs = [&[module.clone(), root().join("web/tests/module.mjs")], &crates[..]].concat();
    let stamp = Stamp::new("module", &inputs, &[&client::node()?, &decisions.to_string()])?;
    if !fresh && stamp.has_passed() {
        println!("   unchanged since it passed");
        return Ok(());
    }
    compare(&module, decisions, Recorder::WithTests)?;
    stamp.passed()
}

/// How the program is built that records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recorder {
    /// It is part of the build of all tests.
    WithTests,
    /// Where nothing else of the tests is needed.
    Alone,
}

/// Records conversations natively, and repeats them with a module.
pub(crate) fn compare(module: &Path, decisions: u32, recorder: Recorder) -> Result<(), String> {
    client::node()?;
    let recorded = output(recorder.command(decisions)?, "")?;
    let file = target()?.join("module").join("transcripts.txt");
    fs::write(&file, recorded).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut repeat = script("tests/module.mjs");
    repeat.args([module, &file]);
    cargo::run(repeat)
}

impl Recorder {
    fn command(self, decisions: u32) -> Result<Command, String> {
        let mut build = match self {
            Recorder::WithTests => cargo(&TEST),
            Recorder::Alone => cargo(&["build", "--package", "browser", "--example", "record"]),
        };
        if self == Recorder::WithTests {
            build.arg("--no-run");
        }
        build.args(["--message-format", "json-render-diagnostics"]);
        let messages = output(build, "")?;
        let program = cargo::executables(&messages)
            .find(|path| path.file_stem().is_some_and(|name| name == "record"))
            .ok_or("cargo built no recorder of transcripts")?;
        let mut record = Command::new(program);
        record.arg(decisions.to_string()).current_dir(root());
        Ok(record)
    }
}
