use crate::{Color, Ending, Face};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use kernel::{Seat, SeatMap, SeatSet, WindowId};
use serde::{Deserialize, Serialize};

/// How many discards are kept, the top card included.
pub(crate) const DISCARDS: usize = 20;

/// Common knowledge: what everyone at the table and everyone watching sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The current phase.
    pub phase: Phase,
    /// What luck decides first, if anything.
    pub due: Option<Due>,
    /// Names the current decision.
    pub window: WindowId,
    /// How many seats the table has, removed ones included.
    pub seats: u8,
    /// Whose turn it is.
    pub current: Seat,
    /// The seat that began this round, once that is decided.
    pub first: Option<Seat>,
    /// Which way the turn passes.
    pub dir: Direction,
    /// The colour to match: the one fact that legality asks, whatever lies on top.
    pub color: Color,
    /// The top card, once there is one.
    pub top: Option<Face>,
    /// The last twenty discards, the top card last.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Face>"))]
    pub discards: ArrayVec<Face, DISCARDS>,
    /// How many cards the next seat must draw or pass on.
    pub stack: u32,
    /// Reverses in a row.
    pub reverses: u8,
    /// The number of this turn in the round, from 1.
    pub turn: u32,
    /// Seats in play.
    pub in_play: SeatSet,
    /// Seats out by mercy in this round, in the order in which they went.
    pub out: Vec<SeatSet>,
    /// Seats out for good.
    pub removed: SeatSet,
    /// Seats that a bot plays.
    pub bots: SeatSet,
    /// The seat that opened the all-seeing eye, while it is open.
    pub eye: Option<Seat>,
    /// The number of this round in the match, from 1.
    pub round: u32,
    /// What each seat has won so far; zeros unless a match is played for points.
    pub totals: SeatMap<u32>,
    /// The seats that are ready for the next round.
    pub ready: SeatSet,
    /// How the round or the game ended, once it has.
    pub ending: Option<Ending>,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Cards are dealt, face down until the first discard lies and the first seat is known.
    Dealing,
    /// Play or draw.
    Turn,
    /// Play the card just drawn, or pass.
    DrawnChoice,
    /// Draw from the lucky supply.
    LuckyDraw,
    /// Look at the hands, and be ready for the next round.
    RoundOver,
    /// Nothing any more.
    Finished,
}

impl Phase {
    /// Whether all hands are revealed because there is nothing left to play for.
    pub const fn is_over(self) -> bool {
        matches!(self, Phase::RoundOver | Phase::Finished)
    }
}

/// What luck decides before anybody else can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Due {
    /// All hands of a new round.
    Hands,
    /// The first discard.
    FirstCard,
    /// The seat that begins.
    FirstSeat,
    /// The cards that the current seat draws.
    Draw {
        count: u8,
        /// What makes it draw.
        cause: Cause,
    },
    /// Which card the current seat takes.
    Steal { victim: Seat },
    /// Which seat gets which card of the pool.
    BigBang,
    /// New hands for everyone.
    Reincarnation,
}

/// What makes a seat draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It wants to.
    Choice,
    /// Its time ran out.
    Expiry,
    /// It takes the stack.
    Stack,
    /// It played a lucky hand.
    Lucky,
}

/// Which way the turn passes. On the wire 1 and -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(into = "i8", try_from = "i8")]
pub enum Direction {
    /// By ascending seats.
    Clockwise,
    /// By descending seats.
    Counterclockwise,
}

impl Direction {
    /// The other one.
    pub const fn flipped(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::Counterclockwise,
            Direction::Counterclockwise => Direction::Clockwise,
        }
    }
}
impl From<Direction> for i8 {
    fn from(dir: Direction) -> i8 {
        match dir {
            Direction::Clockwise => 1,
            Direction::Counterclockwise => -1,
        }
    }
}
impl TryFrom<i8> for Direction {
    type Error = &'static str;
    fn try_from(dir: i8) -> Result<Direction, &'static str> {
        match dir {
            1 => Ok(Direction::Clockwise),
            -1 => Ok(Direction::Counterclockwise),
            _ => Err("a direction is 1 or -1"),
        }
    }
}

impl Open {
    /// Everything as it is before the first card of a match.
    pub(crate) fn new(seats: u8, first: Option<Seat>) -> Open {
        Open {
            phase: Phase::Dealing,
            due: Some(Due::Hands),
            window: WindowId(0),
            seats,
            current: first.unwrap_or_default(),
            first,
            dir: Direction::Clockwise,
            color: Color::Red,
            top: None,
            discards: ArrayVec::new(),
            stack: 0,
            reverses: 0,
            turn: 1,
            in_play: SeatSet::first(seats),
            out: Vec::new(),
            removed: SeatSet::EMPTY,
            bots: SeatSet::EMPTY,
            eye: None,
            round: 1,
            totals: SeatMap::from_fn(seats, |_| 0),
            ready: SeatSet::EMPTY,
            ending: None,
        }
    }
    /// The seat in play at a distance, in playing direction. Eights 4.7: counted from the place of
    /// `from`, whether that seat is still in play or not.
    pub(crate) fn seat_after(&self, from: Seat, distance: u32) -> Seat {
        let mut seat = from;
        for _ in 0..distance {
            seat = self.neighbour(seat);
        }
        seat
    }
    /// Seats that have not been removed.
    pub(crate) fn staying(&self) -> SeatSet {
        SeatSet::first(self.seats) - self.removed
    }
    /// Lays a card on top.
    pub(crate) fn lay(&mut self, face: Face, color: Color) {
        if self.discards.is_full() {
            self.discards.remove(0);
        }
        self.discards.push(face);
        self.top = Some(face);
        self.color = color;
    }
    /// A new decision begins: claims on the one before are late.
    pub(crate) fn decide(&mut self, phase: Phase) {
        self.phase = phase;
        self.window.0 += 1;
    }

    fn neighbour(&self, from: Seat) -> Seat {
        let mut seat = from;
        loop {
            seat = match self.dir {
                Direction::Clockwise => seat.next(self.seats),
                Direction::Counterclockwise => seat.step(-1, self.seats),
            };
            // Back at the start: nobody else is in play.
            if self.in_play.contains(seat) || seat == from {
                return seat;
            }
        }
    }
}
