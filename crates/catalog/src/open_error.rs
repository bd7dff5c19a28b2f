use crate::{Fault, did_you_mean};
use kernel::CommonError;
use serde::Serialize;

/// Why no table of that name, preset or options can be opened. What the rules of a game refuse on top
/// (too few players, options that exclude each other) are errors of that game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum OpenError {
    /// No such game.
    #[error("unknown game “{game}”{}; games: {}", did_you_mean(near), known.join(", "))]
    UnknownGame {
        /// The one asked for.
        game: String,
        /// What may have been meant.
        near: Vec<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// The game has no such preset.
    #[error("{game} has no preset “{preset}”{}", did_you_mean(near))]
    UnknownPreset {
        /// The game.
        game: String,
        /// The one asked for.
        preset: String,
        /// What may have been meant.
        near: Vec<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// The deck is not here, or another one of that id is.
    #[error(
        "the deck “{deck}”{} is not here: put it back into the folder of decks and start again",
        hash.as_ref().map(|hash| format!(" ({hash})")).unwrap_or_default()
    )]
    DeckMissing {
        /// Its id.
        deck: String,
        /// The first digits of its hash, where it must be that very deck.
        hash: Option<String>,
        /// The decks that are here.
        known: Vec<String>,
    },
    /// An option that does not exist, or a value that it cannot have.
    #[error("{}{reason}", field.as_ref().map(|field| format!("option “{field}”: ")).unwrap_or_default())]
    BadOptions {
        /// The option at fault, where it is a single one.
        field: Option<String>,
        /// The problem.
        reason: String,
    },
    /// A number that an option cannot have.
    #[error(transparent)]
    #[serde(untagged)]
    OutOfRange(#[from] CommonError),
}

impl From<OpenError> for Fault {
    fn from(error: OpenError) -> Fault {
        Fault::of(&error)
    }
}

/// What somebody wrote, at a length that can be quoted back.
pub(crate) fn quoted(word: &str) -> String {
    word.chars().take(64).collect()
}

/// Names for an error's detail.
pub(crate) fn owned<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(String::from).collect()
}
