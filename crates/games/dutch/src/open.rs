use crate::{Card, Ending, Rank, Standing};
use arrayvec::ArrayVec;
use kernel::{Seat, SeatMap, SeatSet, WindowId};
use serde::{Deserialize, Serialize};

/// Common knowledge: what everyone at and around the table sees. Part of the state and, word for word, of
/// every view. What lies on the table is in the view beside it, because slots hold secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The current phase.
    pub phase: Phase,
    /// What luck decides first, if anything.
    pub due: Option<Due>,
    /// The current decision.
    pub window: WindowId,
    /// How many deals there were, this one included.
    pub deal: u16,
    /// The seat that began this deal, or begins it.
    pub first: Option<Seat>,
    /// Whose turn it is.
    pub current: Seat,
    /// Turns of this deal that have ended.
    pub turns: u16,
    /// Seats that got cards in this deal.
    pub dealt_in: SeatSet,
    /// Seats that have not left.
    pub in_play: SeatSet,
    /// Seats that a bot plays.
    pub bots: SeatSet,
    /// Slots that each seat picked in the first look.
    #[cfg_attr(feature = "ts", ts(as = "SeatMap<Vec<u8>>"))]
    pub picks: SeatMap<Picks>,
    /// The seats that have seen enough in the first look.
    pub confirmed: SeatSet,
    /// What each seat collects.
    pub ranks: SeatMap<Option<Rank>>,
    /// Where the card that the current seat holds apart came from.
    pub drawn: Option<Source>,
    /// Whether the current seat has played in this turn.
    pub played: bool,
    /// The rank that can be matched now.
    pub window_rank: Option<Rank>,
    /// The seats that matched wrongly in this window.
    pub locked: SeatSet,
    /// What those matches showed.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Exposed>"))]
    pub exposed: ArrayVec<Exposed, 6>,
    /// Powers to be used, the first one now or next.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Power>"))]
    pub powers: ArrayVec<Power, 4>,
    /// The slot that is being looked at.
    pub looked_at: Option<Place>,
    /// The seat that called Dutch.
    pub caller: Option<Seat>,
    /// The seats that have a turn left in the final round.
    pub owes: SeatSet,
    /// Points of a match.
    pub totals: SeatMap<u16>,
    /// Deals won in a match.
    pub wins: SeatMap<u16>,
    /// The seats that have seen enough of the finished deal.
    pub ready: SeatSet,
    /// How the deal ended.
    pub ending: Option<Ending>,
    /// How the game ended.
    pub standing: Option<Standing>,
}

/// Slots picked, in the order in which they were picked.
pub(crate) type Picks = ArrayVec<u8, 6>;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The cards are dealt.
    Deal,
    /// Everybody looks at some of their own cards.
    InitialPeek,
    /// The current seat draws.
    DrawingCard,
    /// The current seat plays.
    PlayingCard,
    /// Everybody may match the rank just played.
    SameRankWindow,
    /// A queen: choose a card to look at.
    QueenPeek,
    /// A queen: look at it.
    Peeking,
    /// A jack: choose two cards to swap.
    JackSwap,
    /// A pause to collect or to call.
    TurnEnd,
    /// Look at all hands, and be ready for the next deal.
    DealEnded,
    /// Nothing any more.
    GameEnded,
}

impl Phase {
    /// Whether all cards are revealed because the deal is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Phase::DealEnded | Phase::GameEnded)
    }
    /// Whether a power is being used.
    pub const fn is_power(self) -> bool {
        matches!(self, Phase::QueenPeek | Phase::Peeking | Phase::JackSwap)
    }
}

/// What luck decides before anybody else can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Due {
    /// The seat that begins.
    FirstSeat,
    /// All cards.
    Cards,
    /// A new draw pile, because the current seat draws.
    PileToDraw,
    /// A new draw pile, because of a wrong match.
    PileForPenalty {
        /// The seat that gets the cards.
        seat: Seat,
        /// How many are still to come.
        left: u8,
    },
}

/// Where a card was drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The draw pile: only the drawer knows it.
    Pile,
    /// The discards: everybody knows it, and it cannot be played in this turn.
    Discard,
}

/// A slot of a hand: the only name that a face-down card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Whose hand.
    pub seat: Seat,
    /// Which slot, from 0.
    pub slot: u8,
}

/// What a wrong match showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Exposed {
    /// Where the card lies.
    pub at: Place,
    /// The card.
    pub card: Card,
}

/// A queen or jack whose power is to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// The seat that called.
    pub seat: Seat,
    /// Which card it was.
    pub card: Card,
}

impl Open {
    /// Everything as it is before the first card of a deal.
    pub(crate) fn new(seats: u8, first: Option<Seat>) -> Open {
        Open {
            phase: Phase::Deal,
            due: Some(if first.is_some() { Due::Cards } else { Due::FirstSeat }),
            window: WindowId(0),
            deal: 1,
            first,
            current: first.unwrap_or_default(),
            turns: 0,
            dealt_in: SeatSet::first(seats),
            in_play: SeatSet::first(seats),
            bots: SeatSet::EMPTY,
            picks: SeatMap::from_fn(seats, |_| Picks::new()),
            confirmed: SeatSet::EMPTY,
            ranks: SeatMap::from_fn(seats, |_| None),
            drawn: None,
            played: false,
            window_rank: None,
            locked: SeatSet::EMPTY,
            exposed: ArrayVec::new(),
            powers: ArrayVec::new(),
            looked_at: None,
            caller: None,
            owes: SeatSet::EMPTY,
            totals: SeatMap::from_fn(seats, |_| 0),
            wins: SeatMap::from_fn(seats, |_| 0),
            ready: SeatSet::EMPTY,
            ending: None,
            standing: None,
        }
    }
    /// How many seats the table has, those that left included.
    pub fn seats(&self) -> u8 {
        self.ranks.seats()
    }
    /// A new decision begins: claims on the one before are late.
    pub(crate) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.window.0 += 1;
    }
    /// The first of `among` after `seat`.
    pub(crate) fn next_of(&self, among: SeatSet, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats());
        while !among.contains(next) && next != seat {
            next = next.next(self.seats());
        }
        next
    }
    /// Whose power is being used.
    pub(crate) fn power_owner(&self) -> Option<Seat> {
        self.powers.first().map(|power| power.seat).filter(|_| self.phase.is_power())
    }
}
