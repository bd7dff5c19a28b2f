//! Decks that anybody can write: those that come with a game, and those that were read when the program started.

use crate::{Entry, Json, OpenError, input::json, open_error::quoted};
use kernel::{DeckMark, Decked};
use serde_json::{Map, Value, json};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A deck that was found sound.
#[derive(Clone, Debug)]
pub struct Deck {
    /// By what it is known.
    pub mark: DeckMark,
    /// What a client needs to show its cards.
    pub json: Json,
    /// What its author may want to know about it, for people.
    pub figures: String,
    /// The same for programs.
    pub figures_json: Json,
    /// How it reaches the rules, where it does not come with them.
    carried: Value,
}

/// How to get the decks of a game whose cards are data.
#[derive(Clone, Copy)]
pub struct DeckLoader {
    option: &'static str,
    built_in: fn() -> Deck,
    read: Reader,
}

/// From files, given as path and text: a deck, or everything that is wrong with it.
type Reader = fn(&[(&str, &str)]) -> Result<Deck, Vec<String>>;

impl DeckLoader {
    pub(crate) const fn of<G: Decked>() -> DeckLoader {
        DeckLoader { option: G::OPTION, built_in: built_in::<G>, read: read::<G> }
    }
}

fn built_in<G: Decked>() -> Deck {
    let deck = G::built_in();
    publish::<G>(&deck, &[])
}
fn read<G: Decked>(files: &[(&str, &str)]) -> Result<Deck, Vec<String>> {
    Ok(publish::<G>(&G::read(files)?, files))
}
fn publish<G: Decked>(deck: &G::Deck, files: &[(&str, &str)]) -> Deck {
    let (mark, figures) = (G::mark(deck), G::figures(deck));
    Deck {
        json: json(deck),
        figures: figures.to_string(),
        figures_json: json(&figures),
        carried: json!({ "id": mark.id, "hash": mark.hash, "files": files }),
        mark,
    }
}

/// The decks that are here, by the name of their game; of each the one that comes with it first. A deck never
/// changes and is known by its hash, so everybody in a program may share them.
static SHELF: Mutex<Shelf> = Mutex::new(Vec::new());

type Shelf = Vec<(&'static str, Arc<Deck>)>;

fn shelf() -> MutexGuard<'static, Shelf> {
    // A list that grows by one deck at a time stays whole, even if the thread that adds one panics.
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

fn on_shelf(game: &str) -> Vec<Arc<Deck>> {
    shelf().iter().filter(|(name, _)| *name == game).map(|(_, deck)| deck.clone()).collect()
}

/// The deck with that hash, of whichever game.
pub fn deck(hash: &str) -> Option<Arc<Deck>> {
    crate::ALL.iter().flat_map(Entry::decks).find(|deck| deck.mark.hash == hash)
}

impl Entry {
    /// Whether its cards are data.
    pub fn has_decks(&self) -> bool {
        self.deck_loader().is_some()
    }
    /// The decks it can be played with: first the one that comes with it. Empty if its cards are not data.
    pub fn decks(&self) -> Vec<Arc<Deck>> {
        let there = on_shelf(self.name);
        let Some(loader) = self.deck_loader().filter(|_| there.is_empty()) else { return there };
        let built_in = Arc::new((loader.built_in)());
        let mut shelf = shelf();
        if !shelf.iter().any(|(name, _)| *name == self.name) {
            shelf.push((self.name, built_in));
        }
        drop(shelf);
        on_shelf(self.name)
    }
    /// Reads a deck from its files, given as path and text: the deck, or everything that is wrong with it.
    pub fn read_deck(&self, files: &[(&str, &str)]) -> Result<Deck, Vec<String>> {
        match self.deck_loader() {
            Some(loader) => (loader.read)(files),
            None => Err(vec![format!("{} has no decks", self.name)]),
        }
    }
    /// Lets tables of this program be played with a deck. Another deck of that id must not be there.
    pub fn add_deck(&self, deck: Deck) -> Result<(), String> {
        let DeckMark { id, hash, .. } = &deck.mark;
        match self.decks().iter().find(|other| other.mark.id == *id) {
            Some(other) if other.mark.hash == *hash => Ok(()),
            Some(other) => Err(format!(
                "there is another deck “{id}” ({}): give this one an id of its own",
                short(&other.mark.hash)
            )),
            None => {
                shelf().push((self.name, Arc::new(deck)));
                Ok(())
            }
        }
    }
    /// The same house rules, and of all decks of that id the one with that hash.
    #[must_use]
    pub fn pinned(&self, rules: &crate::HouseRules, id: &str, hash: &str) -> crate::HouseRules {
        match self.deck_loader() {
            Some(loader) => rules.clone().with(loader.option, json!({ "id": id, "hash": hash })),
            None => rules.clone(),
        }
    }
    /// The option that says which deck is played with, and the words it can be set to.
    pub(crate) fn deck_choice(&self) -> Option<(&'static str, Vec<String>)> {
        let loader = self.deck_loader()?;
        Some((loader.option, self.decks().iter().map(|deck| deck.mark.id.clone()).collect()))
    }
}

/// Puts the deck itself where options name one that does not come with the game, and returns it. Values that are
/// not the name of a deck are left to the game, which refuses them.
pub(crate) fn fill(game: &str, options: &mut Map<String, Value>) -> Result<Option<Arc<Deck>>, OpenError> {
    let Some(entry) = crate::ALL.iter().find(|entry| entry.name == game) else { return Ok(None) };
    let Some(option) = entry.deck_loader().map(|loader| loader.option) else { return Ok(None) };
    let Some((id, hash)) = options.get(option).and_then(named) else { return Ok(None) };
    let decks = entry.decks();
    let found = decks
        .iter()
        .find(|deck| deck.mark.id == id && hash.as_ref().is_none_or(|hash| *hash == deck.mark.hash));
    let Some(deck) = found else {
        let known = decks.iter().map(|deck| deck.mark.id.clone()).collect();
        let hash = hash.as_deref().map(short).map(quoted);
        return Err(OpenError::DeckMissing { deck: quoted(&id), hash, known });
    };
    let comes_with_it = deck.mark.hash == decks[0].mark.hash;
    let value = if comes_with_it { deck.mark.id.clone().into() } else { deck.carried.clone() };
    options.insert(option.into(), value);
    Ok(Some(deck.clone()))
}

/// A deck by its id, or by id and hash.
fn named(value: &Value) -> Option<(String, Option<String>)> {
    match value {
        Value::String(id) => Some((id.clone(), None)),
        Value::Object(deck) if !deck.contains_key("files") => {
            let word = |key: &str| deck.get(key)?.as_str().map(String::from);
            Some((word("id")?, Some(word("hash")?)))
        }
        _ => None,
    }
}

/// As much of a hash as people compare.
pub(crate) fn short(hash: &str) -> &str {
    hash.get(..8).unwrap_or(hash)
}

impl fmt::Debug for DeckLoader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeckLoader").field("option", &self.option).finish_non_exhaustive()
    }
}
