//! The transcript in docs/engine.md matches the answers of the engine.

use engine::Engine;
use std::{env, fs, path::PathBuf};

/// The fenced block in which lines that begin with `>` are requests and lines with `<` their answers.
const BEGIN: &str = "```transcript\n";
const END: &str = "```\n";

/// `UPDATE_TRANSCRIPT=1 cargo test -p engine transcript` writes down what the engine says now; read it.
#[test]
fn the_documented_transcript_is_true() {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let path = PathBuf::from(here).join("../../docs/engine.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has a transcript");
    let (documented, after) = rest.split_once(END).expect("which ends");

    let mut engine = Engine::default();
    let mut said = String::new();
    for line in documented.lines().filter(|line| !line.starts_with('<')) {
        said.push_str(&format!("{line}\n"));
        if let Some(request) = line.strip_prefix("> ") {
            said.push_str(&format!("< {}\n", engine.answer(request.as_bytes())));
        }
    }
    if env::var_os("UPDATE_TRANSCRIPT").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{said}{END}{after}")).unwrap();
        return;
    }
    assert!(said.matches("\n> ").count() > 20, "a transcript worth reading");
    for (documented, said) in documented.lines().zip(said.lines()) {
        assert_eq!(documented, said);
    }
    assert_eq!(documented, said);
}
