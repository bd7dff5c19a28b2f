use crate::{Card, Phase, Place};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Action {
    /// Look at an own card before the first turn.
    Peek { slot: u8 },
    /// Have seen enough of the first look.
    ConfirmPeek,
    /// Draw a card.
    Draw(Draw),
    /// Put a card on the discards.
    Play(Play),
    /// Put a card of the rank just played on the discards.
    Match {
        /// Which own slot.
        slot: u8,
    },
    /// Add the top discard to the collection.
    Collect {
        /// That card.
        card: Card,
    },
    /// Use a queen: look at a card.
    PeekCard {
        /// In whose hand.
        seat: Seat,
        /// In which slot.
        slot: u8,
    },
    /// Have seen enough of that card.
    DonePeeking,
    /// Use a jack: swap two cards.
    Swap(Swap),
    /// Do without the power of a queen or jack.
    DeclinePower,
    /// Call Dutch: everybody else has one more turn.
    CallDutch,
    /// On to the next deal.
    Ready,
}

/// Where to draw from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum Draw {
    /// The draw pile. Braces, because serde lets unknown fields pass in a bare variant.
    Pile {},
    /// The discards.
    Discard {
        /// The card on top.
        card: Card,
    },
}

/// What to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// The card just drawn.
    Drawn,
    /// The card in this slot; the card just drawn takes its place.
    Slot(u8),
}

/// Two slots whose cards change places. An unordered pair: read either way round, written one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(from = "Pair")]
pub struct Swap {
    a: Place,
    b: Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    a: Place,
    b: Place,
}

impl From<Pair> for Swap {
    fn from(pair: Pair) -> Swap {
        Swap::new(pair.a, pair.b)
    }
}

impl Swap {
    /// These two, in either order.
    pub fn new(a: Place, b: Place) -> Swap {
        Swap { a: a.min(b), b: a.max(b) }
    }
    /// Both.
    pub const fn places(self) -> [Place; 2] {
        [self.a, self.b]
    }
}

impl Action {
    /// Whether this kind of action belongs to `phase` (Dutch 13.1).
    pub(crate) const fn fits(self, phase: Phase) -> bool {
        match self {
            Action::Peek { .. } | Action::ConfirmPeek => matches!(phase, Phase::InitialPeek),
            Action::Draw(_) => matches!(phase, Phase::DrawingCard),
            Action::Play(_) => matches!(phase, Phase::PlayingCard),
            Action::Match { .. } => matches!(phase, Phase::SameRankWindow),
            Action::Collect { .. } => {
                matches!(phase, Phase::DrawingCard | Phase::PlayingCard | Phase::TurnEnd) || phase.is_power()
            }
            Action::PeekCard { .. } => matches!(phase, Phase::QueenPeek),
            Action::DonePeeking => matches!(phase, Phase::Peeking),
            Action::Swap(_) => matches!(phase, Phase::JackSwap),
            Action::DeclinePower => matches!(phase, Phase::QueenPeek | Phase::JackSwap),
            Action::CallDutch => matches!(phase, Phase::SameRankWindow | Phase::TurnEnd) || phase.is_power(),
            Action::Ready => matches!(phase, Phase::DealEnded),
        }
    }
}
