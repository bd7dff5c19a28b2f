//! Prose as sentences of words that know their line.

/// A word and the line it is on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) line: usize,
}

/// Words up to a full stop, a cell's end or the end of a paragraph.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) words: Vec<Word>,
    pub(super) question: bool,
}

/// Splits lines of prose into sentences. Headings, list items and cells of tables are sentences of their own.
pub(super) fn sentences(lines: &[String]) -> Vec<Sentence> {
    let mut found = vec![Sentence::default()];
    for (number, line) in lines.iter().enumerate() {
        let (rule, text) = numbered(line);
        if rule || begins_block(line) {
            end(&mut found, false);
        }
        let mut word = String::new();
        let mut letters = text.chars().peekable();
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
    line.is_empty() || line.starts_with(['#', '|', '>']) || line.starts_with("* ") || line.starts_with("- ")
}

/// Whether a line begins with the number of a rule or of an item, and the line without it.
fn numbered(line: &str) -> (bool, &str) {
    match line.trim_start().split_once(' ') {
        Some((number, text)) if number.starts_with(|first: char| first.is_ascii_digit()) => {
            let is_number = number.contains('.')
                && number.split('.').all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            (is_number, if is_number { text } else { line })
        }
        _ => (false, line),
    }
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
