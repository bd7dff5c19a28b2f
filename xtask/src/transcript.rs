use crate::cargo::{aboveboard, output, root};
use std::{fs, path::Path};

/// Sends the requests of the transcript in `docs/bots.md` to the real program and compares its answers.
pub(crate) fn replay(program: &Path) -> Result<(), String> {
    let page =
        fs::read_to_string(root().join("docs/bots.md")).map_err(|error| format!("docs/bots.md: {error}"))?;
    let lines =
        |sign: &str| -> Vec<&str> { page.lines().filter_map(|line| line.strip_prefix(sign)).collect() };
    let (requests, answers) = (lines("> "), lines("< "));
    let said = output(aboveboard(program, &["engine"]), &format!("{}\n", requests.join("\n")))?;
    if answers.is_empty() || !said.lines().eq(answers.iter().copied()) {
        return Err("the engine does not say what docs/bots.md says".into());
    }
    println!("engine: {} answers as documented", answers.len());
    Ok(())
}
