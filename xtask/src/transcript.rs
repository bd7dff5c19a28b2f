use crate::cargo::{aboveboard, output, root};
use std::{fs, path::Path};

/// The document whose transcript is replayed.
const PAGE: &str = "docs/engine.md";

/// Sends the requests of the documented transcript to the real program and compares its answers.
pub(crate) fn replay(program: &Path) -> Result<(), String> {
    let page = fs::read_to_string(root().join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let lines =
        |sign: &str| -> Vec<&str> { page.lines().filter_map(|line| line.strip_prefix(sign)).collect() };
    let (requests, answers) = (lines("> "), lines("< "));
    let said = output(aboveboard(program, &["engine"]), &format!("{}\n", requests.join("\n")))?;
    if answers.is_empty() || !said.lines().eq(answers.iter().copied()) {
        return Err(format!("the answers of the engine differ from the transcript in {PAGE}"));
    }
    println!("engine: {} answers as documented", answers.len());
    Ok(())
}
