//! Folders with decks that anybody can write: read at the start, and checked for their authors.

use crate::{Failure, args::Check};
use catalog::{Deck, Entry};
use serde_json::{Value, json};
use std::{
    error::Error,
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// What one folder turned out to be.
pub(crate) struct Found {
    pub(crate) folder: PathBuf,
    /// The deck, or everything that is wrong with it.
    pub(crate) deck: Result<Deck, Vec<String>>,
}

/// A folder in which decks are looked for cannot be read, has none, or a deck in it cannot be used.
#[derive(Debug)]
pub struct DeckError {
    folder: PathBuf,
    /// Empty if there is no deck.
    mistakes: Vec<String>,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mistakes.is_empty() {
            let folder = self.folder.display();
            return write!(f, "no deck in {folder}: neither it nor a folder in it has a .toml file");
        }
        write!(f, "the deck in {} cannot be used:", self.folder.display())?;
        self.mistakes.iter().try_for_each(|mistake| write!(f, "\n  {mistake}"))
    }
}
impl Error for DeckError {}

/// The game that decks are for.
fn game() -> Result<&'static Entry, Failure> {
    let game = catalog::ALL.iter().find(|game| game.has_decks());
    game.ok_or_else(|| Failure::Usage(catalog::Fault::new("unknown_game", "no game is played with decks")))
}

/// Lets every game of this program be played with the decks of a folder. All of them must be sound.
pub(crate) fn load(folder: Option<&Path>) -> Result<(), Failure> {
    let Some(folder) = folder else { return Ok(()) };
    for Found { folder, deck } in find_some(folder)? {
        let added = deck.and_then(|deck| game_adds(deck).map_err(|mistake| vec![mistake]));
        added.map_err(|mistakes| DeckError { folder, mistakes })?;
    }
    Ok(())
}

/// The same for a card room: reports what is wrong with a deck, and offers the others.
pub(crate) fn offer(folder: &Path) -> Result<(), Failure> {
    let found = find(folder)?;
    if found.is_empty() {
        tracing::error!("{}", DeckError { folder: folder.to_owned(), mistakes: Vec::new() });
    }
    for Found { folder, deck } in found {
        let path = folder.display();
        let mistakes = match deck {
            Ok(deck) => {
                let mark = deck.mark.clone();
                for warning in &mark.warnings {
                    tracing::warn!(deck = mark.id, "{warning}");
                }
                match game_adds(deck) {
                    Ok(()) => {
                        tracing::info!(deck = mark.id, hash = mark.hash, %path, "a deck is offered");
                        continue;
                    }
                    Err(mistake) => vec![mistake],
                }
            }
            Err(mistakes) => mistakes,
        };
        for mistake in mistakes {
            tracing::error!(%path, "a deck cannot be offered: {mistake}");
        }
    }
    Ok(())
}

fn game_adds(deck: Deck) -> Result<(), String> {
    game().map_err(|failure| failure.to_string())?.add_deck(deck)
}

/// Every deck in a folder: the folder itself if it holds TOML files, else each folder in it, by name.
pub(crate) fn find(folder: &Path) -> Result<Vec<Found>, Failure> {
    let unreadable = |error: io::Error| DeckError {
        folder: folder.to_owned(),
        mistakes: vec![format!("the folder cannot be read: {error}")],
    };
    let game = game()?;
    let files = toml_files(folder).map_err(unreadable)?;
    if files.iter().any(|(path, _)| !path.contains('/')) {
        return Ok(vec![read(game, folder, &files)]);
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    let mut found = Vec::new();
    for path in folders {
        found.push(match toml_files(&path) {
            Ok(files) => read(game, &path, &files),
            Err(error) => {
                Found { folder: path, deck: Err(vec![format!("the folder cannot be read: {error}")]) }
            }
        });
    }
    Ok(found)
}

/// The same, of which there must be one.
fn find_some(folder: &Path) -> Result<Vec<Found>, Failure> {
    let found = find(folder)?;
    if found.is_empty() {
        return Err(DeckError { folder: folder.to_owned(), mistakes: Vec::new() }.into());
    }
    Ok(found)
}

fn read(game: &Entry, folder: &Path, files: &[(String, String)]) -> Found {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let deck =
        if files.is_empty() { Err(vec!["there is no .toml file".into()]) } else { game.read_deck(&files) };
    Found { folder: folder.to_owned(), deck }
}

/// The `.toml` files below a folder, by path; those of `i18n` and `art` do not belong to a deck's rules.
fn toml_files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    fn walk(folder: &Path, below: &str, files: &mut Vec<(String, String)>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = format!("{below}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                if !["i18n", "art"].contains(&path.as_str()) {
                    walk(&entry.path(), &format!("{path}/"), files)?;
                }
            } else if path.ends_with(".toml") {
                files.push((path, fs::read_to_string(entry.path())?));
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    files.sort();
    Ok(files)
}

/// `aboveboard deck check`: what is wrong with decks, and what they are made of.
pub(crate) fn check(args: &Check, out: &mut dyn Write) -> Result<(), Failure> {
    let found = find_some(&args.folder)?;
    if args.json {
        let reports: Vec<Value> = found.iter().map(report).collect();
        serde_json::to_writer_pretty(&mut *out, &reports)?;
        writeln!(out)?;
    } else {
        for Found { folder, deck } in &found {
            if let Ok(Deck { mark, figures, .. }) = deck {
                writeln!(out, "{}: {} “{}”, hash {}", folder.display(), mark.id, mark.title, mark.hash)?;
                for warning in &mark.warnings {
                    writeln!(out, "warning: {warning}")?;
                }
                writeln!(out, "{figures}")?;
            }
        }
    }
    // Sound decks were reported above; a faulty one ends the program with an error.
    match found.into_iter().find_map(|Found { folder, deck }| Some((folder, deck.err()?))) {
        Some((folder, mistakes)) => Err(DeckError { folder, mistakes }.into()),
        None => Ok(()),
    }
}

fn report(found: &Found) -> Value {
    let folder = found.folder.display().to_string();
    match &found.deck {
        Ok(deck) => json!({ "folder": folder, "deck": deck.mark, "figures": deck.figures_json }),
        Err(mistakes) => json!({ "folder": folder, "mistakes": mistakes }),
    }
}
