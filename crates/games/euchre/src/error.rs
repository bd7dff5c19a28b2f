use crate::Phase;
use kernel::{Card, CommonError, Suit};
use serde::{Deserialize, Serialize};

/// Which rule forbids it. Of several, the first in this order is the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Error {
    /// The action belongs to another phase.
    #[error("that is not possible in the phase {phase}")]
    WrongPhase {
        /// The current one.
        phase: Phase,
    },
    /// Euchre 4.6: the partner of a lone player takes no part.
    #[error("you sit out this deal")]
    SittingOut,
    /// Euchre 4.4: the stuck dealer may not pass.
    #[error("the dealer is stuck and must name a suit")]
    MustName,
    /// Euchre 4.3: not the suit that everybody declined.
    #[error("{suit} was turned down")]
    TurnedDownSuit {
        /// The up-card's.
        suit: Suit,
    },
    /// Euchre 4.5: at this table the maker is asked later.
    #[error("going alone is decided after the discard")]
    AloneLater,
    /// Euchre 4.5: at this table nobody may go alone here.
    #[error("nobody may go alone in this round")]
    OptionOff,
    /// Euchre 4.7.
    #[error("the dealer's partner may order up only alone")]
    MustGoAlone,
    /// Euchre 4.8.
    #[error("a call needs a card of {suit} in hand")]
    NoTrumpInHand {
        /// The suit called.
        suit: Suit,
    },
    /// The sender does not hold that card.
    #[error("{card} is not in your hand")]
    NotInHand {
        /// The card named.
        card: Card,
    },
    /// Euchre 4.2.
    #[error("the card just taken may not be discarded")]
    UpcardDiscard,
    /// Euchre 5.2.
    #[error("you must follow {led}")]
    MustFollow {
        /// The suit led; the left bower counts as trump.
        led: Suit,
    },
    /// A reason that every game has.
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}
