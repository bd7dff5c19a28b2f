use kernel::{Card, CardSet, Seat};
use serde::{Deserialize, Serialize};

/// A fact, as its audience receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "template/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A seat's own hand.
    Dealt {
        /// The cards.
        cards: CardSet,
    },
    /// A card was played.
    Played {
        /// By this seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat took the trick.
    Taken {
        /// The seat.
        seat: Seat,
    },
}
