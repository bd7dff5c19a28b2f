use crate::{Card, Ending, Place, Play, Rank, Rest, Standing};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap};
use serde::{Deserialize, Serialize};

/// A fact, as its audience learns it. Where a card is private, the others receive the same without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Event {
    /// The cards are dealt.
    Dealt {
        /// The number of the deal.
        deal: u16,
        /// The seat that begins.
        first: Seat,
        /// The first discard.
        top: Card,
    },
    /// A seat looked at one of its cards before the first turn.
    Peeked {
        seat: Seat,
        /// Which slot.
        slot: u8,
        /// To that seat: the card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A seat has seen enough of its first look.
    Confirmed { seat: Seat },
    /// It is settled what a seat collects.
    RankSet {
        seat: Seat,
        /// The card that is now revealed, and where; none if the seat collects nothing.
        chosen: Option<Chosen>,
    },
    /// A turn begins.
    TurnStarted { seat: Seat },
    /// A card was drawn from the pile.
    Drew {
        seat: Seat,
        /// To the drawer: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// There was nothing to draw.
    NothingToDraw { seat: Seat },
    /// The top discard was taken.
    Took { seat: Seat, card: Card },
    /// A card was played.
    Played { seat: Seat, from: Play, card: Card },
    /// A rank can be matched.
    WindowOpened { rank: Rank },
    /// A card of that rank was put down.
    Matched {
        seat: Seat,
        /// From which slot.
        slot: u8,
        card: Card,
    },
    /// A card of another rank was shown and taken back.
    MatchFailed {
        seat: Seat,
        /// In which slot.
        slot: u8,
        card: Card,
        /// How many blind cards it costs.
        penalty: u8,
    },
    /// The rank can be matched no more.
    WindowClosed,
    /// A queen or jack may be used.
    PowerStarted {
        seat: Seat,
        /// Which card it was.
        card: Card,
    },
    /// A queen looked at a card.
    Looked {
        /// The seat.
        seat: Seat,
        at: Place,
        /// To the one who looked: the card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A jack swapped two cards.
    Swapped {
        /// The seat.
        seat: Seat,
        /// One slot.
        a: Place,
        /// The other.
        b: Place,
    },
    /// A power was not used.
    PowerForfeited { seat: Seat },
    /// The top discard joined a collection.
    Collected { seat: Seat, card: Card },
    /// A seat has no collection card left and collects nothing any more.
    RankLost { seat: Seat },
    /// Dutch.
    DutchCalled { seat: Seat },
    /// The time to draw or to play ran out.
    TimedOut { seat: Seat },
    /// A turn ended without a play.
    TurnMissed {
        seat: Seat,
        /// Whether the card just drawn joined the hand.
        kept: bool,
    },
    /// The discards below the top became the draw pile.
    Reshuffled { count: u8 },
    /// A seat is out for good, and its cards with it.
    SeatRemoved { seat: Seat },
    /// A seat is ready for the next deal.
    Ready { seat: Seat },
    /// A deal ended, the match goes on.
    DealEnded {
        ending: Ending,
        /// Every hand.
        hands: Hands,
        /// Every other card.
        rest: Rest,
    },
    /// The game ended.
    Ended {
        /// How its last deal ended.
        ending: Ending,
        /// The winners.
        standing: Standing,
        /// Every hand.
        hands: Hands,
        /// Every other card.
        rest: Rest,
    },
}

/// All hands, open: slot by slot, `None` for a blank one.
pub type Hands = SeatMap<Vec<Option<Card>>>;

/// The card that made a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The card.
    pub card: Card,
    /// Its slot at that moment.
    pub slot: u8,
}
