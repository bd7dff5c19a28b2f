//! `cargo ci prose`: keeps phrases out of our texts that readers stumble over. CONTRIBUTING.md says how we write.
//!
//! Markdown is read without its code; of a source file only the line comments are read, and of the client's dictionaries
//! the English texts.

use crate::cargo::root;
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

/// The files that are checked. Add a file once it is rewritten; there is no list of exceptions.
const FILES: [&str; 19] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "docs/adding-a-game.md",
    "docs/analysis.md",
    "docs/bots.md",
    "docs/client.md",
    "docs/decisions.md",
    "docs/engine.md",
    "docs/fair-play.md",
    "docs/fairness.md",
    "docs/history.md",
    "docs/making-a-deck.md",
    "docs/module.md",
    "docs/operating.md",
    "docs/protocol.md",
    "docs/results.md",
    "docs/scaling.md",
];

/// Folders whose Rust files are checked, with everything below them.
const FOLDERS: [&str; 5] =
    ["crates/browser", "crates/engine", "crates/room", "crates/server/src", "xtask/src"];

/// A phrase to avoid.
struct Rule {
    /// Consecutive words of one sentence. `a|b` matches either word, `*` matches any.
    words: &'static [&'static str],
    place: Place,
    /// What to write instead.
    instead: &'static str,
}

/// Where in a sentence a rule looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning of a sentence that is not a question. Case matters.
    Start,
    Anywhere,
    /// Anywhere but after `there`, and not if the last word is one of [`COMPARISONS`].
    Noun,
}

/// "Is no longer" and its like are plain English.
const COMPARISONS: [&str; 8] =
    ["longer", "more", "less", "better", "worse", "different", "larger", "smaller"];

const RULES: [Rule; 16] = [
    start(&["Who|Whoever"], "name the subject: “a player who …”"),
    start(&["What", "is|was|has|had"], "name the subject"),
    anywhere(&["anew"], "again, or a verb with re-"),
    Rule { words: &["is|are|was|were", "no", "*"], place: Place::Noun, instead: "is not a …" },
    anywhere(&["so", "long|many|often"], "the number, or its name"),
    anywhere(&["the", "own"], "its own, your own"),
    anywhere(&["lie|lies|lay|laid|lying", "open"], "is public, is revealed"),
    anywhere(&["one|same", "stroke"], "in the same transaction"),
    anywhere(&["looks", "on"], "spectates"),
    anywhere(&["onlooker|onlookers"], "spectator"),
    anywhere(&["by", "itself|themselves"], "automatically, or alone"),
    anywhere(&["is|are|be|been|was|were", "told"], "is sent, is logged"),
    anywhere(&["the", "present"], "the current"),
    anywhere(&["sign|signs", "of", "life"], "heartbeat"),
    anywhere(&["butt|butts", "in"], "interrupt"),
    anywhere(&["do|does", "not", "go"], "say what is allowed"),
];

const fn start(words: &'static [&'static str], instead: &'static str) -> Rule {
    Rule { words, place: Place::Start, instead }
}

const fn anywhere(words: &'static [&'static str], instead: &'static str) -> Rule {
    Rule { words, place: Place::Anywhere, instead }
}

/// A word and the line it is on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    line: usize,
}

/// Words up to a full stop, a cell's end or the end of a paragraph.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sentence {
    words: Vec<Word>,
    question: bool,
}

/// A phrase that was found.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    line: usize,
    phrase: String,
    instead: &'static str,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: “{}”; better: {}", self.line, self.phrase, self.instead)
    }
}

/// Checks all files; the error names every phrase that was found.
pub(crate) fn check() -> Result<(), String> {
    let mut found = Vec::new();
    for file in FILES {
        let text = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        let findings = findings(&sentences(&prose(file, &text)));
        found.extend(findings.iter().map(|finding| format!("{file}:{finding}")));
    }
    for folder in FOLDERS {
        let folder = root().join(folder);
        for path in sources(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let name = path.strip_prefix(root()).unwrap_or(&path).display();
            let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
            let findings = findings(&sentences(&comments(&text)));
            found.extend(findings.iter().map(|finding| format!("{name}:{finding}")));
        }
    }
    let client = root().join("web/src");
    for path in dictionaries(&client).map_err(|error| format!("{}: {error}", client.display()))? {
        let name = path.strip_prefix(root()).unwrap_or(&path).display();
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let findings = findings(&sentences(&english(&text)));
        found.extend(findings.iter().map(|finding| format!("{name}:{finding}")));
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// The Rust files below a folder, by path.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The files of the client that hold English texts, by path.
fn dictionaries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(dictionaries(&path)?);
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let source = name.ends_with(".ts") && !name.ends_with(".test.ts") && !name.starts_with("i18n.");
        if source && (path.ends_with("text/en.ts") || fs::read_to_string(&path)?.contains("= makeText({")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The string literals of a dictionary up to the German part. Each is a paragraph: a cell's end is put between them.
fn english(text: &str) -> Vec<String> {
    let literals = |line: &str| {
        let parts: Vec<&str> = line.split('"').collect();
        let inside: Vec<&str> = parts.iter().skip(1).step_by(2).copied().collect();
        inside.iter().map(|literal| format!("|{literal}|")).collect()
    };
    text.lines().take_while(|line| !line.starts_with("  de: {")).map(literals).collect()
}

/// The lines of a file that are prose, without code. Lines that are not prose are empty, so numbers stay right.
fn prose(file: &str, text: &str) -> Vec<String> {
    if Path::new(file).extension().is_some_and(|extension| extension == "md") {
        markdown(text)
    } else {
        comments(text)
    }
}

fn markdown(text: &str) -> Vec<String> {
    let mut fenced = false;
    let line = |line: &str| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return String::new();
        }
        if fenced { String::new() } else { without_code(line) }
    };
    text.lines().map(line).collect()
}

/// The line comments of Rust or TypeScript. A comment after code on the same line is not read.
fn comments(text: &str) -> Vec<String> {
    let line = |line: &str| match line.trim_start().strip_prefix("//") {
        Some(comment) => without_code(comment.trim_start_matches(['/', '!'])),
        None => String::new(),
    };
    text.lines().map(line).collect()
}

/// A line without inline code and without the targets of links. Code counts as one word.
fn without_code(line: &str) -> String {
    let spans: Vec<&str> = line.split('`').collect();
    let mut prose = String::new();
    for (number, &span) in spans.iter().enumerate() {
        // Every other span is code, unless its closing backtick is missing.
        let code = number % 2 == 1 && number + 1 < spans.len();
        prose.push_str(if code { "code" } else { span });
    }
    let mut parts = prose.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    text
}

/// Splits lines of prose into sentences. Headings, list items and cells of tables are sentences of their own.
fn sentences(lines: &[String]) -> Vec<Sentence> {
    let mut found = vec![Sentence::default()];
    for (number, line) in lines.iter().enumerate() {
        if begins_block(line) {
            end(&mut found, false);
        }
        let mut word = String::new();
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '-') {
                word.push(letter);
                continue;
            }
            push(&mut found, &mut word, number + 1);
            let last = letters.peek().is_none_or(|next| !next.is_alphanumeric());
            match letter {
                '.' | '!' if last => end(&mut found, false),
                '?' => end(&mut found, true),
                '|' => end(&mut found, false),
                _ => {}
            }
        }
        push(&mut found, &mut word, number + 1);
        if line.starts_with('#') {
            end(&mut found, false);
        }
    }
    found.retain(|sentence| !sentence.words.is_empty());
    found
}

/// Whether a line does not continue the sentence of the line before.
fn begins_block(line: &str) -> bool {
    let line = line.trim_start();
    let numbered = line.split_once(". ").is_some_and(|(number, _)| {
        !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit())
    });
    line.is_empty()
        || numbered
        || line.starts_with(['#', '|', '>'])
        || line.starts_with("* ")
        || line.starts_with("- ")
}

fn push(found: &mut [Sentence], word: &mut String, line: usize) {
    let text = std::mem::take(word);
    // A dash between words is punctuation.
    if text.chars().any(char::is_alphanumeric)
        && let Some(sentence) = found.last_mut()
    {
        sentence.words.push(Word { text, line });
    }
}

fn end(found: &mut Vec<Sentence>, question: bool) {
    if let Some(sentence) = found.last_mut() {
        sentence.question = question;
    }
    found.push(Sentence::default());
}

fn findings(sentences: &[Sentence]) -> Vec<Finding> {
    let mut found = Vec::new();
    for sentence in sentences {
        for rule in &RULES {
            let starts = if rule.place == Place::Start { 0..1 } else { 0..sentence.words.len() };
            found.extend(starts.filter_map(|start| rule.find(sentence, start)));
        }
    }
    found
}

impl Rule {
    /// The phrase, if it begins at the word number `start`.
    fn find(&self, sentence: &Sentence, start: usize) -> Option<Finding> {
        let words = sentence.words.get(start..start + self.words.len())?;
        let same = |wanted: &str, word: &str| match self.place {
            Place::Start => wanted == word,
            Place::Anywhere | Place::Noun => wanted.eq_ignore_ascii_case(word),
        };
        let fits = |wanted: &str, word: &str| wanted == "*" || wanted.split('|').any(|one| same(one, word));
        if !self.words.iter().zip(words).all(|(wanted, word)| fits(wanted, &word.text)) {
            return None;
        }
        let (first, last) = (words.first()?, words.last()?);
        let before = start.checked_sub(1).and_then(|before| sentence.words.get(before));
        let excused = match self.place {
            Place::Start => sentence.question,
            Place::Anywhere => false,
            Place::Noun => {
                before.is_some_and(|before| before.text.eq_ignore_ascii_case("there"))
                    || COMPARISONS.contains(&last.text.as_str())
            }
        };
        let phrase: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
        (!excused).then(|| Finding { line: first.line, phrase: phrase.join(" "), instead: self.instead })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines and phrases that are found in a Markdown text.
    fn found(text: &str) -> Vec<(usize, String)> {
        let found = findings(&sentences(&prose("a.md", text)));
        found.into_iter().map(|finding| (finding.line, finding.phrase)).collect()
    }

    fn phrases(text: &str) -> Vec<String> {
        found(text).into_iter().map(|(_, phrase)| phrase).collect()
    }

    #[test]
    fn a_sentence_that_starts_with_who_is_found() {
        assert_eq!(found("One.\nTwo. Who leaves, loses.\n"), [(2, "Who".to_owned())]);
        assert_eq!(phrases("* **Whoever** asks waits."), ["Whoever"]);
        assert_eq!(phrases("| a | Who asks |"), ["Who"]);
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
        assert!(phrases("There is no file. It is no longer there. The answer is no.").is_empty());
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
        let read = |file| findings(&sentences(&prose(file, "let anew = 1;\n/// Made anew.\n//! The own.\n")));
        let lines = |file| read(file).iter().map(|finding| finding.line).collect::<Vec<_>>();
        assert_eq!(lines("a.rs"), [2, 3]);
        assert_eq!(lines("a.ts"), [2, 3]);
    }

    #[test]
    fn of_a_dictionary_english_texts_are_read() {
        let text = "// Made anew.\nen: {\n  \"a.b\": \"All hands lie open\",\n  c: { one: \"Who wins\", other: \"Who?\" },\n},\n  de: {\n  c: \"anew\",\n";
        let found = findings(&sentences(&english(text)));
        let found: Vec<_> = found.iter().map(|finding| (finding.line, finding.phrase.as_str())).collect();
        assert_eq!(found, [(3, "lie open"), (4, "Who")]);
    }

    #[test]
    fn every_rule_can_fail() {
        for rule in &RULES {
            let first =
                |words: &&'static str| words.split('|').next().unwrap_or_default().replace('*', "thing");
            let phrase: Vec<_> = rule.words.iter().map(first).collect();
            let phrase = phrase.join(" ");
            assert_eq!(phrases(&format!("{phrase} something.")), [phrase.as_str()], "{phrase}");
        }
    }

    #[test]
    fn a_finding_names_the_line_the_phrase_and_the_remedy() {
        let finding = Finding { line: 3, phrase: "anew".into(), instead: "again" };
        assert_eq!(finding.to_string(), "3: “anew”; better: again");
    }
}
