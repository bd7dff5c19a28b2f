use crate::Scored;
use arrayvec::ArrayVec;
use core::fmt;
use kernel::{Card, Seat, SeatSet, Suit, WindowId};
use serde::{Deserialize, Serialize};

/// Common knowledge: what everybody at and around the table sees. Part of the state and, word for word,
/// of every view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The current phase.
    pub phase: Phase,
    /// The current decision.
    pub window: WindowId,
    /// How many deals there were, this one included.
    pub deal: u16,
    /// Deals in a row that nobody wanted.
    pub thrown_in: u8,
    /// The dealer.
    pub dealer: Seat,
    /// Whose decision it is, in phases of one seat.
    pub turn: Seat,
    /// The twenty-first card.
    pub up_card: Option<Card>,
    /// Whether it was turned down, which takes it out of play.
    pub turned_down: bool,
    /// All calls, from the dealer's left.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Call>"))]
    pub calls: ArrayVec<Call, 8>,
    /// The suit named.
    pub trump: Option<Suit>,
    /// The seat that named it.
    pub maker: Option<Seat>,
    /// Whether the maker plays alone.
    pub alone: bool,
    /// The defender who plays alone.
    pub lone_defender: Option<Seat>,
    /// The seats that take no part in the tricks.
    pub sitting_out: SeatSet,
    /// The trick on the table.
    pub trick: Option<Trick>,
    /// The one before it.
    pub last_trick: Option<Trick>,
    /// Tricks won in this deal, by side.
    pub tricks: [u8; 2],
    /// Points, by side.
    pub score: [u8; 2],
    /// What the deal just finished brought.
    pub scored: Option<Scored>,
    /// The seats that have seen enough of the finished deal.
    pub ready: SeatSet,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The first dealer is drawn.
    Cut,
    /// The pack is shuffled.
    Deal,
    /// Round 1: pass or order the up-card into the dealer's hand.
    Bid1,
    /// The dealer has taken the up-card and puts a card away.
    Discard,
    /// Round 2: pass or name another suit.
    Bid2,
    /// The maker says whether to play alone.
    AloneChoice,
    /// A defender says whether to play alone.
    DefendChoice,
    /// A card is due.
    Trick,
    /// The deal is scored and revealed.
    DealOver,
    /// One side has the target.
    Finished,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Cut => "cut",
            Phase::Deal => "deal",
            Phase::Bid1 => "bid1",
            Phase::Discard => "discard",
            Phase::Bid2 => "bid2",
            Phase::AloneChoice => "alone_choice",
            Phase::DefendChoice => "defend_choice",
            Phase::Trick => "trick",
            Phase::DealOver => "deal_over",
            Phase::Finished => "finished",
        })
    }
}

/// What somebody said in the calling. Whose call it is follows from its place: the first is the dealer's
/// left, and so on round the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Nothing.
    Pass,
    /// The up-card's suit.
    Order,
    /// Another suit.
    Name(Suit),
}

/// Seats 0 and 2 are side 0, seats 1 and 3 side 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
pub struct Side(pub u8);

impl Side {
    /// The side a seat plays for.
    pub const fn of(seat: Seat) -> Side {
        Side(seat.0 & 1)
    }
    /// The opponents.
    pub const fn other(self) -> Side {
        Side(1 - self.0)
    }
    /// For indexing arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A trick, complete or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(deny_unknown_fields)]
pub struct Trick {
    /// The seat that played first.
    pub leader: Seat,
    /// Each seat's card.
    pub cards: [Option<Card>; 4],
}

impl Trick {
    pub(crate) const fn led_by(leader: Seat) -> Trick {
        Trick { leader, cards: [None; 4] }
    }
    /// The card that was led.
    pub const fn led(&self) -> Option<Card> {
        self.cards[self.leader.index()]
    }
    /// The cards in the order they were played.
    pub fn played(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        (0..4).filter_map(|i| {
            let seat = Seat((self.leader.0 + i) % 4);
            self.cards[seat.index()].map(|card| (seat, card))
        })
    }
}

impl Open {
    /// Whether the call that made trump was an order, so that the up-card went to the dealer.
    pub fn picked_up(&self) -> bool {
        self.calls.last() == Some(&Call::Order)
    }
    /// The opposite seat.
    pub const fn partner(seat: Seat) -> Seat {
        Seat(seat.0 ^ 2)
    }
    /// The next seat after `seat` that takes part in the tricks.
    pub fn next_active(&self, seat: Seat) -> Seat {
        let mut next = seat.next(4);
        while self.sitting_out.contains(next) {
            next = next.next(4);
        }
        next
    }
}
