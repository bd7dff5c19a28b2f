use crate::{Data, Game, Seat, Viewer};
use core::{error::Error, fmt};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is said beside the game: about an action that somebody only asks about, and by somebody who has not yet
/// decided. Nothing of it changes a table, and all of it follows from what the seat is shown.
pub trait Aside: Game {
    /// What can be said about an action; [`Nothing`] in most games.
    type Note: Serialize;
    /// What a seat may show the others while it makes up its mind; [`Nothing`] in most games.
    type Remark: Data;
    /// Why a remark is not passed on.
    type Unfit: Error + Serialize;

    /// What can be said about `action` to the seat whose [recall](crate::Viewer::Recall) this is. Without `hints`
    /// only what everybody at the table sees and can add up.
    fn note(
        _: &Self::Options,
        _recall: &Self::View,
        _action: &Self::Action,
        _hints: bool,
    ) -> Option<Self::Note> {
        None
    }
    /// Whether the cards of the deal just played lie open to all, in the view of a spectator: from then on
    /// everybody may be told why somebody acted in it. When the game is over nobody asks.
    fn cards_revealed(_public: &Self::View) -> bool {
        false
    }
    /// What people who want advice are advised from: everything they were shown, unless to remember is the game.
    fn advised_from(seat: Seat) -> Viewer {
        Viewer::Recall(seat)
    }
    /// Whether the others may be shown this remark of `seat`: whether it says only what everybody sees. `public`
    /// is the view of a spectator.
    fn remark(
        options: &Self::Options,
        public: &Self::View,
        seat: Seat,
        remark: &Self::Remark,
    ) -> Result<(), Self::Unfit>;
}

/// The type for games without asides. It has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "never"))]
pub enum Nothing {}

impl Serialize for Nothing {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}
impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("nothing of the kind is said in this game"))
    }
}
impl fmt::Display for Nothing {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
impl Error for Nothing {}
