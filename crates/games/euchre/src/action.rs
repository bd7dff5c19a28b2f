use crate::trump::PACK;
use kernel::{Card, Suit};
use serde::{Deserialize, Serialize};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Action {
    /// Call nothing.
    Pass,
    /// Make the up-card's suit trump.
    Order {
        /// Without the partner.
        #[serde(default)]
        alone: bool,
    },
    /// Make another suit trump.
    Name {
        suit: Suit,
        /// Without the partner.
        #[serde(default)]
        alone: bool,
    },
    /// Put a card away after taking the up-card.
    Discard { card: Card },
    /// Answer whether the maker plays alone.
    Alone {
        /// Alone.
        yes: bool,
    },
    /// Answer whether a defender plays alone.
    Defend {
        /// Alone.
        yes: bool,
    },
    /// Play a card.
    Play { card: Card },
    /// On to the next deal.
    Ready,
}

/// The number of a card of the pack: rank (9 = 0 to ace = 5) × 4 + suit (c d h s = 0 to 3). Shuffles
/// order these numbers (Euchre 3.3).
pub const fn card_number(card: Card) -> u8 {
    card.index() - FIRST
}

/// The card with that number.
///
/// # Panics
/// If the number is above 23.
pub const fn card_from_number(number: u8) -> Card {
    assert!(number < 24);
    Card::from_index(number + FIRST)
}

/// The nine of clubs among all 52 cards.
const FIRST: u8 = 28;

impl Action {
    /// The number under which other Euchre programs know this action, where they have one: the card's
    /// number; 24 for a pass; 25 to 28 for making c, d, h, s trump; 29 and 30 for alone and not alone.
    pub const fn number(self, up_card: Card) -> Option<u8> {
        Some(match self {
            Action::Discard { card } | Action::Play { card } => card_number(card),
            Action::Pass => 24,
            Action::Order { .. } => 25 + up_card.suit() as u8,
            Action::Name { suit, .. } => 25 + suit as u8,
            Action::Alone { yes: true } | Action::Defend { yes: true } => 29,
            Action::Alone { yes: false } | Action::Defend { yes: false } => 30,
            Action::Ready => return None,
        })
    }
}

const _: () = assert!(PACK.len() == 24 && PACK.contains(card_from_number(0)));
