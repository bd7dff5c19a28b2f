use crate::{Card, Color, Direction, Ending, Face, Power};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap};
use serde::{Deserialize, Serialize};

/// Hands as somebody sees them: `None` where they are hidden.
pub type Hands = SeatMap<Option<Vec<Card>>>;

/// A fact, as its audience learns it (rules, 10.5). Where a part is private, those who may not know it
/// receive the same fact without that part. Under the all-seeing eye nothing is private.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Event {
    /// A round begins.
    Started {
        /// The first discard.
        first: Face,
        /// The seat that begins.
        seat: Seat,
        /// To each seat its own hand.
        hands: Hands,
    },
    /// A card was played.
    Played {
        seat: Seat,
        /// The card.
        card: Face,
        /// The colour named with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Color>,
        /// The seat named with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Seat>,
        /// The power named with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<Power>,
    },
    /// Cards were drawn.
    Drew {
        seat: Seat,
        /// How many; fewer than the stack, or none, where the hand is full.
        count: u8,
        /// Whether it was a stack.
        forced: bool,
        /// To the drawer: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<Vec<Card>>,
    },
    /// The stack has grown.
    Stack {
        /// To this many cards.
        total: u32,
    },
    /// Seats lost their turn.
    Skipped {
        /// Which, in the order in which they were passed over.
        seats: Vec<Seat>,
    },
    /// The direction has changed.
    Reversed {
        /// To this one.
        dir: Direction,
        /// Reverses in a row.
        count: u8,
    },
    /// A stack was called off.
    Noped,
    /// Two seats exchanged their hands.
    Swapped {
        /// The one who played the card.
        a: Seat,
        /// The other.
        b: Seat,
        /// To each of the two its new hand.
        hands: Hands,
    },
    /// Every hand moved on by one seat.
    Rotated {
        /// In this direction.
        dir: Direction,
        /// To each seat its new hand.
        hands: Hands,
    },
    /// A card was stolen.
    Stole {
        thief: Seat,
        victim: Seat,
        /// To these two: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A lucky hand was played; its draw comes next.
    Lucky { seat: Seat },
    /// The all-seeing eye opened.
    EyeOpened {
        /// Cast by whom.
        seat: Seat,
        /// Every hand, for everyone.
        hands: Hands,
    },
    /// The all-seeing eye closed.
    EyeClosed,
    /// All hands were pooled and dealt again.
    BigBang {
        /// To each seat its new hand.
        hands: Hands,
    },
    /// All hands were replaced.
    Reincarnation {
        /// To each seat its new hand.
        hands: Hands,
    },
    /// The card just drawn was kept.
    Passed { seat: Seat },
    /// A decision ran out of time.
    TimedOut { seat: Seat },
    /// A hand grew too large.
    Mercy {
        /// Whose seat is out.
        seat: Seat,
    },
    /// A seat is out for good.
    SeatRemoved { seat: Seat },
    /// A seat is ready for the next round.
    Ready { seat: Seat },
    /// A round ended, the match goes on.
    RoundEnded {
        result: Ending,
        /// Every hand, for everyone.
        hands: Hands,
    },
    /// The game ended.
    Ended {
        result: Ending,
        /// Every hand, for everyone.
        hands: Hands,
    },
}
