//! Decks are data. The rules contain no card: the built-in deck is read by the same code as any other.

mod board;
mod cards;
mod error;
mod expressions;
mod figures;
mod powers;
mod price;
mod reader;

pub use error::{DeckError, Fault, Warning, WarningKind};
pub use figures::{BonusFigures, Figures, Residual};

use crate::{Bird, BonusId, Count, GoalId};
use alloc::{
    boxed::Box,
    collections::BTreeMap,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use core::{cell::RefCell, fmt};
use once_cell::race::OnceBox;
use reader::{Source, Value};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A deck that was found sound: birds, bonus cards, goals, and the numbers on the mat.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Deck {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The language of its names.
    pub language: String,
    /// Its author.
    pub authors: Vec<String>,
    /// On what terms it may be used.
    pub licence: String,
    /// How many can play with it.
    pub max_players: u8,
    /// SHA-256 over its files, in hexadecimal: decks with the same hash play alike.
    pub hash: String,
    /// The numbers on the mat.
    pub board: Board,
    /// The bird cards.
    pub cards: Vec<Bird>,
    /// The bonus cards of both sets.
    pub bonus: Vec<Bonus>,
    /// The goals: two for each tile, side a first.
    pub goals: Vec<Goal>,
    /// Oddities that can be played.
    pub warnings: Vec<Warning>,
}

/// The numbers on the mat. Rows are counted by the birds in them, 0 to 5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Board {
    /// Turns of each seat in each round.
    pub turns: [u8; 4],
    /// The same in a short game.
    pub turns_short: [u8; 4],
    /// Dice taken.
    pub food: [u8; 6],
    /// Eggs laid.
    pub eggs: [u8; 6],
    /// Cards drawn.
    pub cards: [u8; 6],
    /// Whether something may be traded for one more.
    pub trade: [bool; 6],
    /// Eggs to pay for the next bird.
    pub egg_cost: [u8; 5],
    /// What the first three places of each round's goal are worth.
    pub goal_majority: [[u8; 3]; 4],
    /// The most that counting can bring in a round.
    pub goal_cap: u8,
}

/// A kind of bonus card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Bonus {
    /// Which set it belongs to.
    pub set: BonusSet,
    /// Its id.
    pub id: BonusId,
    /// Its title.
    pub title: String,
    /// How many there are.
    pub copies: u8,
    /// What it counts.
    pub count: Count,
    /// What that is worth.
    pub payout: Payout,
}

/// Which bonus cards are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum BonusSet {
    /// A few kinds, several copies of each.
    Core,
    /// Many kinds.
    Wide,
}

/// What a count is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Payout {
    /// So much for each.
    Per(u8),
    /// Points from a count on; the highest one reached.
    Tiers(Vec<(u8, u8)>),
}

impl Payout {
    /// What `count` is worth.
    pub fn of(&self, count: u32) -> u32 {
        match self {
            Payout::Per(points) => u32::from(*points) * count,
            Payout::Tiers(tiers) => {
                let reached = tiers.iter().rev().find(|(from, _)| count >= u32::from(*from));
                reached.map_or(0, |(_, points)| u32::from(*points))
            }
        }
    }
}

/// One side of a goal tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Goal {
    /// The tile.
    pub tile: u8,
    /// Its id.
    pub id: GoalId,
    /// Its title.
    pub title: String,
    /// What it counts.
    pub count: Count,
}

/// The largest deck that is read, in bytes.
const LARGEST: usize = 512 * 1024;
const BUILT_IN: &str = include_str!("../../decks/roost/deck.toml");

impl Deck {
    /// The deck that comes with the game. It is parsed once.
    pub fn built_in() -> Arc<Deck> {
        static DECK: OnceBox<Arc<Deck>> = OnceBox::new();
        DECK.get_or_init(|| {
            let deck = Deck::parse(&[("deck.toml", BUILT_IN)]);
            Box::new(Arc::new(deck.unwrap_or_else(|errors| panic!("the built-in deck: {errors:?}"))))
        })
        .clone()
    }
    /// Whether this is the deck that comes with the game.
    pub fn is_built_in(&self) -> bool {
        self.hash == Deck::built_in().hash
    }

    /// Reads a deck from its TOML files, given as path and text. The keys `deck`, `board`, `species`, `card`,
    /// `bonus` and `goal` may be spread over the files, each in one of them; files under `i18n/` are left
    /// alone. Everything that is wrong is reported together.
    pub fn parse(files: &[(&str, &str)]) -> Result<Deck, Vec<DeckError>> {
        let errors = RefCell::new(Vec::new());
        let mut files: Vec<(String, String)> = files
            .iter()
            .filter(|(path, _)| path.ends_with(".toml") && !path.starts_with("i18n/"))
            .map(|(path, text)| (path.to_string(), text.replace("\r\n", "\n")))
            .collect();
        files.sort();
        let sources: Vec<Source<'_>> =
            files.iter().map(|(path, text)| Source::new(path, text, &errors)).collect();
        if files.iter().map(|(_, text)| text.len()).sum::<usize>() > LARGEST {
            sources[0].error(0, "", "", Fault::TooLarge, format!("the files have over {LARGEST} bytes"));
            return Err(errors.into_inner());
        }
        let parsed: Vec<_> = sources.iter().filter_map(|source| Some((source, source.parse()?))).collect();
        // Without a file everything in it would be reported as missing.
        if parsed.len() < sources.len() {
            return Err(errors.take());
        }
        let deck = Self::assemble(&parsed, &errors);
        let found = errors.take();
        match deck {
            Some(mut deck) if found.is_empty() => {
                deck.hash = hash(&files);
                deck.warnings = price::warnings(&deck);
                Ok(deck)
            }
            _ => Err(found),
        }
    }

    fn assemble(
        parsed: &[(&Source<'_>, toml::de::DeTable<'_>)],
        errors: &RefCell<Vec<DeckError>>,
    ) -> Option<Deck> {
        let mut keys: BTreeMap<&str, Value<'_>> = BTreeMap::new();
        for (source, table) in parsed {
            for (key, value) in table {
                let value = Value::new(source, "", key.get_ref(), value);
                if !["deck", "board", "species", "card", "bonus", "goal"].contains(&&**key.get_ref()) {
                    value.error(Fault::UnknownField, "no part of a deck".into());
                } else if keys.contains_key(&**key.get_ref()) {
                    value.error(Fault::DuplicateId, "stands in two files".into());
                } else {
                    keys.insert(key.get_ref(), value);
                }
            }
        }
        let part = |key: &str| {
            let value = keys.get(key).cloned();
            if value.is_none() {
                errors.borrow_mut().push(DeckError {
                    file: parsed.first().map_or(String::new(), |(source, _)| source.file.into()),
                    line: 0,
                    item: String::new(),
                    field: key.into(),
                    kind: Fault::MissingField,
                    detail: "is missing".into(),
                });
            }
            value
        };
        let head = part("deck").and_then(|value| board::head(&value));
        let board = part("board").and_then(|value| board::board(&value));
        let species = part("species").and_then(|value| cards::species(&value));
        let cards = part("card").and_then(|value| cards::cards(&value, species.as_deref().unwrap_or(&[])));
        let bonus = part("bonus").and_then(|value| expressions::bonus(&value));
        let goals = part("goal").and_then(|value| expressions::goals(&value));
        let head = head?;
        Some(Deck {
            id: head.id,
            title: head.title,
            language: head.language,
            authors: head.authors,
            licence: head.licence,
            max_players: head.max_players,
            hash: String::new(),
            board: board?,
            cards: cards?,
            bonus: bonus?,
            goals: goals?,
            warnings: Vec::new(),
        })
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deck").field("id", &self.id).field("hash", &self.hash).finish_non_exhaustive()
    }
}

/// Roost 13.4: path, length and text of every file, in order.
fn hash(files: &[(String, String)]) -> String {
    let mut hash = Sha256::new();
    for (path, text) in files {
        hash.update(path);
        hash.update([0]);
        hash.update(text.len().to_string());
        hash.update([0]);
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
