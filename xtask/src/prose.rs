//! `cargo ci prose`: keeps phrases out of our texts that readers stumble over. CONTRIBUTING.md says how we write.
//!
//! It reads every document, the comments of every source file, error texts and log messages, and the English texts of the
//! client's dictionaries. There is no list of exceptions.

mod reading;
mod rules;
mod sentences;

use crate::cargo::root;
use reading::prose;
use rules::findings;
use sentences::sentences;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The folders that are read, with everything below them, beside the documents in the root.
const FOLDERS: [&str; 6] = ["bench", "crates", "deploy", "docs", "web", "xtask"];
/// Folders of files that programs write, and of inputs of fuzz tests.
const SKIPPED: [&str; 6] = ["node_modules", "target", "dist", "gen", "corpus", "playthroughs"];

/// Checks all files; the error names every phrase that was found.
pub(crate) fn check() -> Result<(), String> {
    let root = root();
    let mut paths = files(&root, false).map_err(|error| format!("the repository: {error}"))?;
    for folder in FOLDERS {
        let below = files(&root.join(folder), true);
        paths.extend(below.map_err(|error| format!("{folder}: {error}"))?);
    }
    let mut found = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        // A file that is not text has no prose.
        let Ok(text) = String::from_utf8(fs::read(&path).map_err(|error| format!("{name}: {error}"))?) else {
            continue;
        };
        let Some(lines) = prose(&name, &text) else { continue };
        found.extend(findings(&sentences(&lines)).iter().map(|finding| format!("{name}:{finding}")));
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// The files in a folder, by path; with `below`, also those in folders below it.
fn files(folder: &Path, below: bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let is_hidden = name.to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if below && !is_hidden && !SKIPPED.iter().any(|skipped| name == *skipped) {
                found.extend(files(&path, below)?);
            }
        } else if below || path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{rules::RULES, *};

    /// The lines and phrases that are found in a file.
    fn found_in(name: &str, text: &str) -> Vec<(usize, String)> {
        let found = findings(&sentences(&prose(name, text).unwrap()));
        found.into_iter().map(|finding| (finding.line, finding.phrase)).collect()
    }

    fn found(text: &str) -> Vec<(usize, String)> {
        found_in("a.md", text)
    }

    fn phrases(text: &str) -> Vec<String> {
        found(text).into_iter().map(|(_, phrase)| phrase).collect()
    }

    fn lines_in(name: &str, text: &str) -> Vec<usize> {
        found_in(name, text).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn a_sentence_that_starts_with_who_is_found() {
        assert_eq!(found("One.\nTwo. Who leaves, loses.\n"), [(2, "Who".to_owned())]);
        assert_eq!(phrases("* **Whoever** asks waits."), ["Whoever"]);
        assert_eq!(phrases("| a | Who asks |"), ["Who"]);
        assert_eq!(phrases("4.5 Who leaves, loses.\n2. Who asks waits."), ["Who", "Who"]);
        assert_eq!(phrases("What is on no log may get lost."), ["What is"]);
    }

    #[test]
    fn questions_and_relative_clauses_are_plain() {
        assert!(phrases("Who deals? What is a world? A player who leaves loses.").is_empty());
        assert!(phrases("| who must hold a card |").is_empty());
    }

    #[test]
    fn no_before_a_noun_is_found_but_comparisons_and_there_are_plain() {
        assert_eq!(phrases("A path that is no file is the page."), ["is no file"]);
        assert_eq!(phrases("`None` if it is none of ours."), ["is none"]);
        assert!(
            phrases("There is no file. It is no longer there. The answer is no. There is none.").is_empty()
        );
        assert!(phrases("there are no\nfiles").is_empty());
    }

    #[test]
    fn a_phrase_is_found_across_lines_at_its_first_word() {
        assert_eq!(found("Close it after so\nlong.\n"), [(1, "so long".to_owned())]);
        assert!(phrases("It took so\n\nlong.").is_empty());
    }

    #[test]
    fn code_and_targets_of_links_are_not_read() {
        assert!(phrases("Say `so long` or [this](anew).\n```\nWho?! made anew\n```\n").is_empty());
        assert_eq!(phrases("`code` made anew, [anew](x)"), ["anew", "anew"]);
        assert_eq!(phrases("a ` alone, anew"), ["anew"]);
    }

    #[test]
    fn of_source_files_comments_are_read() {
        let text =
            "let anew = 1;\n/// Made anew.\n//! The own.\nlet a = 1; // Made anew.\nlet b = \" // anew\";\n";
        for name in ["a.rs", "a.ts", "a.mjs"] {
            assert_eq!(lines_in(name, text), [2, 3, 4], "{name}");
        }
        let blocks = "/* Made\n * anew. */\nanew()\n/** Anew. */\n<!-- Anew -->\n<p>anew</p>\n<!--\n  anew\n-->\nanew\n";
        assert_eq!(lines_in("a.svelte", blocks), [2, 4, 5, 8]);
        assert_eq!(lines_in("a.toml", "anew = 1\n# Made anew.\n"), [2]);
        assert!(prose("a.png", "").is_none());
    }

    #[test]
    fn of_rust_error_texts_and_log_messages_are_read() {
        let text = "#[error(\"{0} is no card\")]\nlet a = \"is no card\";\ntracing::warn!(\n    room = \"is no card\",\n    \"made anew\"\n);\nlet b = \"anew\";\n";
        assert_eq!(lines_in("a.rs", text), [1, 4, 5]);
    }

    #[test]
    fn of_a_dictionary_english_texts_are_read() {
        let text = "// Made anew.\nexport const t = makeText({\n  en: {\n  \"a.b\": \"All hands lie open\",\n  c: { one: \"Who wins\", other: \"Who?\" },\n},\n  de: {\n  c: \"anew\",\n";
        assert_eq!(lines_in("a/text.ts", text), [1, 4, 5]);
        assert_eq!(lines_in("a/text.test.ts", text), [1]);
    }

    #[test]
    fn every_rule_can_fail() {
        for rule in &RULES {
            let phrase = rule.example();
            assert!(phrases(&format!("{phrase} something.")).contains(&phrase), "{phrase}");
        }
    }
}
