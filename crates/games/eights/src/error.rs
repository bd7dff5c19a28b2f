use kernel::CommonError;
use serde::{Deserialize, Serialize};

/// Which rule forbids it, in the order in which they are tried (rules, section 12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Error {
    /// The action belongs to another phase.
    #[error("that is not possible in this phase")]
    WrongPhase,
    /// The id is not in the sender's hand, whatever else it may be.
    #[error("that card is not in your hand")]
    UnknownCard,
    /// After a lucky hand there is only the draw.
    #[error("after a lucky hand you must draw")]
    MustDraw,
    /// Of the whole hand, only the card just drawn can be played now.
    #[error("only the card you just drew can be played")]
    DrawnCardOnly,
    /// A stack is pending, and that card does not answer it.
    #[error("+{stack} is waiting: stack a plus card or draw")]
    StackPending {
        /// How many cards it has come to.
        stack: u32,
    },
    /// A plus card that the stacking rule does not let answer the top card.
    #[error("that plus card cannot be stacked on this one")]
    StackRefused,
    /// Too many reverses in a row.
    #[error("after {limit} reverses in a row another card must be played or drawn first")]
    ReverseLimit {
        /// How many there may be.
        limit: u8,
    },
    /// Neither the active colour nor the same value or symbol.
    #[error("that card does not match")]
    NoMatch,
    /// A colourless card needs a colour.
    #[error("choose a colour")]
    ColorRequired,
    /// The card needs a seat.
    #[error("choose a seat")]
    TargetRequired,
    /// That seat cannot be meant.
    #[error("choose another seat that is in play")]
    BadTarget,
    /// God mode needs a power.
    #[error("choose a power")]
    PowerRequired,
    /// The card has no such choice.
    #[error("that card has no such choice")]
    UnexpectedChoice,
    /// Something could be played, and the house wants it played.
    #[error("you can play, so you must")]
    MustPlay,
    /// A reason that every game has.
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}
