//! The phrases to avoid, and the search for them.

use super::sentences::Sentence;
use std::fmt;

/// A phrase to avoid.
pub(super) struct Rule {
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

pub(super) const RULES: [Rule; 28] = [
    start(&["Who|Whoever"], "name the subject: “a player who …”"),
    start(&["What", "is|was|has|had"], "name the subject"),
    anywhere(&["anew"], "again, or a verb with re-"),
    noun(&["is|are|was|were", "no", "*"], "is not a …"),
    noun(&["is|are|was|were", "none"], "is not a …"),
    anywhere(&["so", "long|many|often"], "the number, or its name"),
    anywhere(&["the", "own"], "its own, your own"),
    anywhere(&["one's"], "your, a player's"),
    anywhere(&["lie|lies|lay|laid|lying", "open"], "is public, is revealed"),
    anywhere(&["one|same", "stroke"], "in the same transaction"),
    anywhere(&["looks", "on"], "spectates"),
    anywhere(&["onlooker|onlookers"], "spectator"),
    anywhere(&["by", "itself|themselves"], "automatically, or alone"),
    anywhere(&["is|are|be|been|was|were", "told"], "is sent, is logged"),
    anywhere(&["hear|hears|heard", "of|nothing"], "receives, knows"),
    anywhere(&["the", "present"], "the current"),
    anywhere(&["as", "things", "stand"], "now"),
    anywhere(&["sign|signs", "of", "life"], "heartbeat"),
    anywhere(&["come|comes|came|coming", "again"], "returns, is repeated, reconnects"),
    anywhere(&["what", "come|comes|came|become|becomes|became", "of"], "the result, the outcome"),
    anywhere(&["in", "the", "making"], "unfinished, under construction"),
    anywhere(&["take|takes|taken|took", "along"], "migrates, keeps"),
    anywhere(&["break|breaks|broke|broken", "off"], "cancels, abandons"),
    anywhere(&["let|lets", "go", "of"], "closes, releases, drops"),
    anywhere(&["is|are|was|were", "let", "go"], "is closed, is dropped"),
    anywhere(&["to", "be", "seen|had|heard"], "visible, available"),
    anywhere(&["butt|butts", "in"], "interrupt"),
    anywhere(&["do|does", "not", "go"], "say what is allowed"),
];

const fn start(words: &'static [&'static str], instead: &'static str) -> Rule {
    Rule { words, place: Place::Start, instead }
}

const fn anywhere(words: &'static [&'static str], instead: &'static str) -> Rule {
    Rule { words, place: Place::Anywhere, instead }
}

const fn noun(words: &'static [&'static str], instead: &'static str) -> Rule {
    Rule { words, place: Place::Noun, instead }
}

/// A phrase that was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) line: usize,
    pub(super) phrase: String,
    instead: &'static str,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: “{}”; better: {}", self.line, self.phrase, self.instead)
    }
}

/// Returns every phrase of [`RULES`] in these sentences.
pub(super) fn findings(sentences: &[Sentence]) -> Vec<Finding> {
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
    /// An example of the phrase.
    #[cfg(test)]
    pub(super) fn example(&self) -> String {
        let first = |words: &&'static str| words.split('|').next().unwrap_or_default().replace('*', "thing");
        self.words.iter().map(first).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_names_the_line_the_phrase_and_the_remedy() {
        let finding = Finding { line: 3, phrase: "anew".into(), instead: "again" };
        assert_eq!(finding.to_string(), "3: “anew”; better: again");
    }
}
