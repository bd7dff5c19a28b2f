use crate::{Card, Phase, Rank};
use kernel::{CommonError, Seat};
use serde::{Deserialize, Serialize};

/// Which rule forbids it, in the order in which they are tried (Dutch 15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Error {
    /// The action belongs to another phase.
    #[error("that is not possible now")]
    WrongPhase {
        /// The phase.
        phase: Phase,
    },
    /// Somebody else's queen or jack.
    #[error("that power is not yours")]
    NotYourPower,
    /// An option of this table switches it off.
    #[error("this is switched off at this table")]
    OptionOff,
    /// The first look is over for this seat.
    #[error("you have finished your first look")]
    AlreadyConfirmed,
    /// All picks are made.
    #[error("you may look at {most} cards and no more")]
    PeekLimit {
        /// How many picks there are.
        most: u8,
    },
    /// Some picks are still to be made.
    #[error("you have {left} more to look at")]
    PeekIncomplete { left: u8 },
    /// A wrong match in this window.
    #[error("after a wrong card you are locked out until the window closes")]
    LockedOut,
    /// Somebody has called Dutch in this deal.
    #[error("{caller} has called Dutch already")]
    AlreadyCalled {
        /// The seat.
        caller: Seat,
    },
    /// A missed turn gives no right to call.
    #[error("you have not played in this turn")]
    NoPlayYet,
    /// The seat collects nothing.
    #[error("you have no rank to collect")]
    NoRank,
    /// The caller's cards are out of the game until it is scored.
    #[error("the caller's cards are frozen")]
    CallerFrozen,
    /// No such seat in play.
    #[error("there is no such seat in play")]
    NoSuchSeat,
    /// The hand has fewer slots.
    #[error("that hand has no such slot")]
    NoSuchSlot,
    /// Nothing is there.
    #[error("that slot is empty")]
    EmptySlot,
    /// One card is looked at once.
    #[error("you have seen that card already")]
    AlreadyPeeked,
    /// A swap needs two cards.
    #[error("a swap needs two different cards")]
    SameSlot,
    /// No card on the discards.
    #[error("there are no discards")]
    DiscardEmpty,
    /// Another card is on top now.
    #[error("{top} is on top now")]
    DiscardChanged {
        /// That card.
        top: Card,
    },
    /// The seat collects another rank.
    #[error("you collect {rank}")]
    RankMismatch {
        /// That rank.
        rank: Rank,
    },
    /// Dutch 4.3 and 5.5.
    #[error("this card is in your collection and cannot be played")]
    CollectionCard,
    /// Everybody sees that card.
    #[error("everybody can see that card")]
    CardIsPublic,
    /// Dutch 4.6.
    #[error("a card taken from the discards cannot be played in the same turn")]
    TakenCard,
    /// Dutch 4.6.
    #[error("you would have nothing to play")]
    NothingToPlay,
    /// A reason that every game has.
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}
