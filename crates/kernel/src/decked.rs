use crate::Game;
use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt::Display;
use serde::{Deserialize, Serialize};

/// A game whose cards are data: anybody can write a deck for it.
///
/// A deck that does not come with the game reaches it in the options, under [`Decked::OPTION`], as
/// `{ "id": …, "hash": …, "files": [[path, text], …] }`; the program that runs tables puts it there.
pub trait Decked: Game {
    /// A deck that was found sound. It is sent to clients that show its cards.
    type Deck: Serialize;
    /// What its author may want to know about it.
    type Figures: Display + Serialize;

    /// The option that says which deck is played with.
    const OPTION: &'static str;

    /// The deck that comes with the game.
    fn built_in() -> Arc<Self::Deck>;
    /// Reads a deck from its files, given as path and text. Returns everything that is wrong, each with file,
    /// card and field.
    fn read(files: &[(&str, &str)]) -> Result<Self::Deck, Vec<String>>;
    /// By what it is known.
    fn mark(deck: &Self::Deck) -> DeckMark;
    /// Its figures.
    fn figures(deck: &Self::Deck) -> Self::Figures;
}

/// The identity of a deck, and its oddities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
pub struct DeckMark {
    /// Its id, by which a host chooses it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its hash: decks with the same hash play alike.
    pub hash: String,
    /// Oddities that can be played, a line each.
    pub warnings: Vec<String>,
}
