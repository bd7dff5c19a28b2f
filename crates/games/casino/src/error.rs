use crate::{BuildId, Phase};
use alloc::string::String;
use kernel::{Card, CommonError};
use serde::{Deserialize, Serialize};

/// Which rule forbids it. Of several, the first in this order is the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Error {
    /// The action belongs to another phase.
    #[error("that is not possible in the phase {phase}")]
    WrongPhase {
        /// The current one.
        phase: Phase,
    },
    /// The sender does not hold that card.
    #[error("{card} is not in your hand")]
    NotInHand {
        /// The card named.
        card: Card,
    },
    /// The card named does not lie loose on the table.
    #[error("{card} is not a loose card")]
    NotLoose {
        /// The card named.
        card: Card,
    },
    /// The table has no such build.
    #[error("there is no {build}")]
    NoSuchBuild {
        /// The one named.
        build: BuildId,
    },
    /// The house does not play that.
    #[error("this table plays without {option}")]
    OptionOff {
        /// The option that would have to be different.
        option: String,
    },
    /// Casino 6.1: only opponents' piles.
    #[error("only tops of opponents' piles can be used, and {card} is not one")]
    TopNotAllowed {
        /// The card named.
        card: Card,
    },
    /// That card is not on top of that pile.
    #[error("{card} is not on top of that pile")]
    TopChanged {
        /// The card named.
        card: Card,
    },
    /// A capture takes and a build uses something from the table.
    #[error("nothing on the table is taken")]
    NothingTaken,
    /// Casino 1.2.
    #[error("{card} has no value: it pairs with its own rank only")]
    CourtCard {
        /// The card in question.
        card: Card,
    },
    /// Casino 7.4.
    #[error("you called shiya: now you must capture a build of yours")]
    CaptureDue,
    /// Casino 3.5.
    #[error("{build} is not yours")]
    NotYourBuild {
        /// The one named.
        build: BuildId,
    },
    /// Casino 3.6.
    #[error("{build} cannot be raised")]
    CannotRaise {
        /// The one named.
        build: BuildId,
    },
    /// Casino 4.2: equal cards build their sum or nothing.
    #[error("equal cards can only build their sum, {sum}")]
    StackValue {
        /// Their total.
        sum: u8,
    },
    /// A build would become too large.
    #[error("{value} is more than {limit}")]
    OverLimit {
        /// What it would be.
        value: u8,
        /// What it may be.
        limit: u8,
    },
    /// A build of less than two.
    #[error("a build has a value of at least 2")]
    BadValue {
        /// What it would be.
        value: u8,
    },
    /// Casino 3.1.
    #[error("these cards do not split into {value}")]
    NoSplit {
        /// The total of each group.
        value: u8,
    },
    /// Casino 6.2.
    #[error("a pile's top needs a group of {value} from the table beside it")]
    NoBase {
        /// The total of each group.
        value: u8,
    },
    /// Casino 3.4 and 3.6.
    #[error("you own a build already")]
    OwnsBuild,
    /// Casino 3.4 and 3.6.
    #[error("there is a build of {value} already")]
    ValueTaken {
        /// Its value.
        value: u8,
    },
    /// Casino 5.1.
    #[error("you hold no {value} to take that build with")]
    KeyCardMissing {
        /// The value of the card needed.
        value: u8,
    },
    /// Casino 5.3.
    #[error("{card} is kept for your build")]
    KeyCardLocked {
        /// The card in question.
        card: Card,
    },
    /// Casino 3.2.
    #[error("you own a build of {value} and can take it, so you may not trail")]
    TrailBanned {
        /// Its value.
        value: u8,
    },
    /// Casino 3.2.
    #[error("{card} matches something on the table and may not be trailed")]
    PairTrail {
        /// The card in question.
        card: Card,
    },
    /// Casino 3.3.
    #[error("a capture must take as much as it can")]
    MustTakeAll,
    /// Casino 7.3.
    #[error("you hold no {value}")]
    NoShiya {
        /// The value of the build.
        value: u8,
    },
    /// A reason that every game has.
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}
