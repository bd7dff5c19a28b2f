//! Games that end in a mistake: one file each, named after the mistake.

mod mistake;
mod reasons;

use kernel::Game;
use std::{collections::BTreeSet, fs, path::Path};

/// Plays every game of a folder up to its mistake, which must be refused for the reason that the file
/// gives; the path counts from the crate's own folder. Every reason that the game's errors know must be
/// shown by at least one file.
///
/// A file is named after the mistake, `does-not-follow-suit.json`, and says what happened before in the
/// words of a log, so that a card player can read it and a program can play it:
///
/// ```json
/// {
///   "why": "Hearts were led and seat 1 holds one, so its ace of clubs must wait.",
///   "options": { "target": 5 },
///   "start": { "seats": 4, "first": 3 },
///   "inputs": [
///     { "chance": { "shuffle": [0, 1, 2] } },
///     { "act": [0, "pass"] }
///   ],
///   "sees": { "hand": ["9h", "Ac"] },
///   "refused": { "act": [1, { "play": { "card": "Ac" } }] },
///   "because": { "must_follow": { "led": "h" } }
/// }
/// ```
///
/// | field | is | if left out |
/// |---|---|---|
/// | `why` | the reason in a sentence for a card player | |
/// | `options` | the house rules that differ from the defaults | none |
/// | `start` | `seats`, `host`, `first`, `rules` | as few seats as possible, host 0, no first, the newest rules |
/// | `inputs` | everything that happens before; all of it is accepted | nothing |
/// | `sees` | part of what the seat that errs sees then; a spectator where no seat acts | not compared |
/// | `refused` | the mistake: an input, or `"start"` where no table can be opened | see `unreadable` |
/// | `unreadable` | instead of `refused`: a message that is not an action | see `refused` |
/// | `because` | the game's error or the table's refusal; of something unreadable, words of the complaint | |
///
/// A refusal must change nothing that anybody can see or do.
///
/// # Panics
/// If the folder is empty, or a file cannot be read or tells something that is not so. The message names
/// every such file.
pub fn refused_games<G: Game>(folder: impl AsRef<Path>) {
    if let Err(problems) = try_refused_games::<G>(folder) {
        panic!("{problems}");
    }
}

/// As [`refused_games`], but says how many games there are, or what is wrong: one line for each problem.
pub fn try_refused_games<G: Game>(folder: impl AsRef<Path>) -> Result<usize, String> {
    let folder = folder.as_ref();
    let names = names(folder)?;
    if names.is_empty() {
        return Err(format!("{} holds no refused game", folder.display()));
    }
    let (mut shown, mut problems) = (BTreeSet::new(), Vec::new());
    for name in &names {
        let path = folder.join(name);
        match play::<G>(&path, name) {
            Ok(reason) => shown.extend(reason),
            Err(what) => problems.push(format!("{}: {what}", path.display())),
        }
    }
    match &*reasons::names::<G::Error>() {
        [] => problems.push(format!("{}: the reasons cannot be listed: they are not an enum", G::NAME)),
        all => problems.extend(
            all.iter()
                .filter(|&&reason| !shown.contains(reason) && can_happen::<G>(reason))
                .map(|reason| format!("{}: no game is refused because of `{reason}`", folder.display())),
        ),
    }
    if problems.is_empty() { Ok(names.len()) } else { Err(problems.join("\n")) }
}

/// Whether the game can give this reason, if it is one that every game has.
fn can_happen<G: Game>(reason: &str) -> bool {
    match reason {
        "already_ready" => reasons::names::<G::Action>().contains(&"ready"),
        "bad_options" => !G::FIELDS.is_empty(),
        _ => true,
    }
}

/// Everything in a folder but hidden files, in order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let unreadable = |e| format!("{} cannot be read: {e}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Plays the game of one file. The name of the rule's reason comes back, if it was the rules that refused.
fn play<G: Game>(path: &Path, name: &str) -> Result<Option<String>, String> {
    if !is_named_well(name) {
        return Err("a refused game is named after the mistake, such as `plays-out-of-turn.json`".to_owned());
    }
    let text = fs::read_to_string(path).map_err(|e| format!("cannot be read: {e}"))?;
    mistake::play::<G>(&text)
}

/// Whether this is some words with hyphens between them, and `.json`.
fn is_named_well(name: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    name.strip_suffix(".json").is_some_and(|words| words.split('-').all(is_word))
}

#[cfg(test)]
mod tests {
    use super::is_named_well;

    #[test]
    fn a_name_is_words_with_hyphens() {
        assert!(is_named_well("plays-out-of-turn.json") && is_named_well("draws-2-cards.json"));
        for name in ["Plays.json", "plays_out.json", "plays-.json", ".json", "plays out.json", "plays.txt"] {
            assert!(!is_named_well(name), "{name}");
        }
    }
}
