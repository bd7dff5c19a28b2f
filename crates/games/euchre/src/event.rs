use crate::{Scored, Shown, Side};
use kernel::{Card, CardSet, Seat, Suit};
use serde::{Deserialize, Serialize};

/// A fact, as its audience learns it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Event {
    /// New cards are out. A seat sees its own.
    Dealt {
        /// The dealer.
        dealer: Seat,
        /// The card face up.
        up_card: Card,
        /// The listener's hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<CardSet>,
    },
    /// A seat called nothing.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat made the up-card's suit trump.
    Ordered {
        /// The seat.
        seat: Seat,
        /// Without the partner.
        alone: bool,
    },
    /// The dealer took the up-card.
    PickedUp {
        /// The seat.
        dealer: Seat,
    },
    /// The dealer put a card away. Only the dealer sees which.
    Discarded {
        /// The seat.
        dealer: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// Nobody wanted the up-card's suit.
    TurnedDown,
    /// A seat named another suit.
    Named {
        /// The seat.
        seat: Seat,
        /// Trump.
        suit: Suit,
        /// Without the partner.
        alone: bool,
    },
    /// Nobody called: the next seat deals.
    Redeal,
    /// The maker said whether to play alone.
    Alone {
        /// The seat.
        seat: Seat,
        /// Alone.
        yes: bool,
    },
    /// A defender said whether to play alone.
    Defends {
        /// The seat.
        seat: Seat,
        /// Alone.
        yes: bool,
    },
    /// A card.
    Played {
        /// The seat.
        seat: Seat,
        card: Card,
    },
    /// A trick is complete.
    TrickWon {
        /// The seat that took it.
        seat: Seat,
    },
    /// A seat let its time run out; what was done for it follows.
    TimedOut {
        /// The seat.
        seat: Seat,
    },
    /// The deal brought points.
    Scored(Scored),
    /// All cards of the deal are revealed.
    DealOver(Shown),
    /// A seat has seen enough.
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// One side has the target.
    Ended {
        /// The winners.
        winner: Side,
        /// Points, by side.
        score: [u8; 2],
    },
}
