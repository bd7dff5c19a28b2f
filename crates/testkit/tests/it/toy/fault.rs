//! What can be wrong with a game.

use serde::{Deserialize, Serialize};

/// A planted fault. It travels as an option that no field declares, so that one type plays them all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
    /// Nothing is wrong.
    #[default]
    None,

    /// The seat in turn is shown the top of the stock, and gets an event about it: both channels agree.
    ShownCard,
    /// The view carries the stock's top as an innocent-looking number.
    Checksum,
    /// A drawn card is sent to everyone.
    DrawnForAll,
    /// A hand is sent to everyone when it is dealt.
    DealtForAll,
    /// Drawing is listed only if the hidden top card is black.
    KnowingList,
    /// The answer to an illegal play says who holds the card.
    TellingError,

    /// A played card is not named in the event.
    Unannounced,

    /// The sampler never moves one of the unseen cards.
    StuckSampler,
    /// The sampler likes some places better.
    BiasedSampler,
    /// The sampler forgets who has peeked.
    ForgetfulSampler,
    /// The sampler has a memory of its own.
    ImpureSampler,

    /// The recall of a peek keeps what the peeking seat was not sent.
    KnowingRecall,

    /// The bottom card of the stock falls under the table when the time is up.
    LostCard,
    /// A drawn card is a copy of another.
    DoubledCard,

    /// The rules notice whether anybody listens.
    Listening,
    /// Nothing ends the game.
    NoEnd,

    /// A second peek is accepted though it is not listed.
    LaxCheck,
    /// A call is listed though it is refused.
    ListedButRefused,
    /// Drawing is listed twice.
    ListedTwice,
    /// A seat that is not in turn has a list all the same.
    ListedOutOfTurn,
    /// The table counts refused actions where everyone can see it.
    Grudge,

    /// An event holds a number that JSON has no word for.
    UnspeakableEvent,
    /// An event takes any field.
    OpenEvent,

    /// Any number of seats is accepted.
    Crowd,
    /// An empty table panics.
    EmptyTablePanics,
    /// A call panics.
    CallPanics,

    /// Inspection finds nothing that could be exchanged.
    NothingToExchange,
}

impl Fault {
    pub(crate) fn is_none(&self) -> bool {
        *self == Fault::None
    }
}
