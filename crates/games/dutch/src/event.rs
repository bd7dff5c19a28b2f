use crate::{Card, Ending, Place, Play, Rank, Rest, Standing};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap};
use serde::{Deserialize, Serialize};

/// A fact, as its audience learns it. Where a card is private, the others receive the same without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
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
        /// Which seat.
        seat: Seat,
        /// Which slot.
        slot: u8,
        /// To that seat: the card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A seat has seen enough of its first look.
    Confirmed {
        /// Which.
        seat: Seat,
    },
    /// It is settled what a seat collects.
    RankSet {
        /// Which seat.
        seat: Seat,
        /// The card that is now revealed, and where; none if the seat collects nothing.
        chosen: Option<Chosen>,
    },
    /// A turn begins.
    TurnStarted {
        /// Whose.
        seat: Seat,
    },
    /// A card was drawn from the pile.
    Drew {
        /// By whom.
        seat: Seat,
        /// To the drawer: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// There was nothing to draw.
    NothingToDraw {
        /// For whom.
        seat: Seat,
    },
    /// The top discard was taken.
    Took {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// A card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// From where.
        from: Play,
        /// Which.
        card: Card,
    },
    /// A rank can be matched.
    WindowOpened {
        /// Which.
        rank: Rank,
    },
    /// A card of that rank was put down.
    Matched {
        /// By whom.
        seat: Seat,
        /// From which slot.
        slot: u8,
        /// Which.
        card: Card,
    },
    /// A card of another rank was shown and taken back.
    MatchFailed {
        /// By whom.
        seat: Seat,
        /// In which slot.
        slot: u8,
        /// Which.
        card: Card,
        /// How many blind cards it costs.
        penalty: u8,
    },
    /// The rank can be matched no more.
    WindowClosed,
    /// A queen or jack may be used.
    PowerStarted {
        /// By whom.
        seat: Seat,
        /// Which card it was.
        card: Card,
    },
    /// A queen looked at a card.
    Looked {
        /// The seat.
        seat: Seat,
        /// Where.
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
    PowerForfeited {
        /// Whose.
        seat: Seat,
    },
    /// The top discard joined a collection.
    Collected {
        /// Whose.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// A seat has no collection card left and collects nothing any more.
    RankLost {
        /// Which.
        seat: Seat,
    },
    /// Dutch.
    DutchCalled {
        /// By whom.
        seat: Seat,
    },
    /// The time to draw or to play ran out.
    TimedOut {
        /// For whom.
        seat: Seat,
    },
    /// A turn ended without a play.
    TurnMissed {
        /// Whose.
        seat: Seat,
        /// Whether the card just drawn joined the hand.
        kept: bool,
    },
    /// The discards below the top became the draw pile.
    Reshuffled {
        /// How many.
        count: u8,
    },
    /// A seat is out for good, and its cards with it.
    SeatRemoved {
        /// Which.
        seat: Seat,
    },
    /// A seat is ready for the next deal.
    Ready {
        /// Which.
        seat: Seat,
    },
    /// A deal ended, the match goes on.
    DealEnded {
        /// How.
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
