use alloc::borrow::Cow;
use serde::{Deserialize, Serialize};

/// Which rule forbids it, in the order in which they are tried (rules, section 12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Error {
    /// An option is out of its range or does not fit the others.
    #[error("the option {field} cannot be set to that")]
    BadOptions {
        /// Its name.
        field: Cow<'static, str>,
    },
    /// Not enough seats to start.
    #[error("at least {needed} players are needed")]
    TooFewPlayers {
        /// How many are needed.
        needed: u32,
    },
    /// More seats than the table takes.
    #[error("at most {most} players can play")]
    TooManyPlayers {
        /// How many can play.
        most: u32,
    },
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The action belongs to another phase.
    #[error("that is not possible in this phase")]
    WrongPhase,
    /// Somebody else decides.
    #[error("it is not your turn")]
    NotYourTurn,
    /// This seat is ready.
    #[error("you are ready already")]
    AlreadyReady,
    /// The id is not in the sender's hand, whatever else it may be.
    #[error("that card is not in your hand")]
    UnknownCard,
    /// After a lucky hand there is only the draw.
    #[error("your lucky hand wants you to draw")]
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
    #[error("that plus card does not go on this one")]
    StackRefused,
    /// Too many reverses in a row.
    #[error("after {limit} reverses in a row something else must happen first")]
    ReverseLimit {
        /// How many there may be.
        limit: u8,
    },
    /// Neither the active colour nor the same value or symbol.
    #[error("that card does not match")]
    NoMatch,
    /// A colourless card needs a colour.
    #[error("name a colour")]
    ColorRequired,
    /// The card needs a seat.
    #[error("name a seat")]
    TargetRequired,
    /// That seat cannot be meant.
    #[error("name another seat that is in play")]
    BadTarget,
    /// God mode needs a power.
    #[error("name a power")]
    PowerRequired,
    /// The card has no such choice.
    #[error("that card has no such choice")]
    UnexpectedChoice,
    /// Something could be played, and the house wants it played.
    #[error("you can play, so you must")]
    MustPlay,
}
