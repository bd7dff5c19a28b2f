//! Everything of the toy game that crosses the wire.

use super::Fault;
use kernel::{Card, Seat, SeatSet, Suit, Switch};
use serde::{Deserialize, Serialize};
use std::fmt;

/// House rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// Turns until the game ends.
    pub(crate) turns: u8,
    /// Whether each seat may look at the top of the stock once.
    pub(crate) peek: Switch,
    /// The planted fault.
    #[serde(skip_serializing_if = "Fault::is_none")]
    pub(crate) fault: Fault,
}

impl Default for Options {
    fn default() -> Self {
        Options { turns: 12, peek: Switch::On, fault: Fault::None }
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Look at the top of the stock, in or out of turn, once in a game.
    Peek,
    /// Take the top of the stock.
    Draw,
    /// Lay a card open.
    Play { card: Card },
    /// End the game, with at most two cards in hand.
    Call,
}

/// Where a card is. Everyone can follow every card with their eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// Face down in the middle.
    Stock,
    /// In a hand.
    Hand(Seat),
    /// Face up.
    Pile,
    /// Left by a seat that was removed; face down.
    Aside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Deal,
    Play,
    Over,
}

/// Common knowledge: all about the cards except their faces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) phase: Phase,
    pub(crate) seats: u8,
    pub(crate) turn: Seat,
    pub(crate) window: u32,
    pub(crate) turns_left: u8,
    pub(crate) gone: SeatSet,
    pub(crate) peeked: SeatSet,
    /// Card by card.
    pub(crate) places: Vec<Place>,
    /// Card by card: who has ever looked at its face.
    pub(crate) seen_by: Vec<SeatSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    pub(crate) open: Open,
    /// Card by card; hidden ones are `None`.
    pub(crate) faces: Vec<Option<Card>>,
    /// Unused by the honest game.
    pub(crate) note: Option<u8>,
    /// The viewer, if it is a seat.
    pub(crate) me: Option<Seat>,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Event {
    Dealt {
        seat: Seat,
        cards: Vec<Card>,
    },
    Peeked {
        seat: Seat,
        card: Option<Card>,
    },
    Drew {
        seat: Seat,
        card: Option<Card>,
    },
    Played {
        seat: Seat,
        card: Option<Card>,
    },
    Called {
        seat: Seat,
    },
    Left {
        seat: Seat,
    },
    Ended {
        hands: Vec<Vec<Card>>,
    },
    /// Sent by a planted fault only.
    Odds {
        share: f64,
    },
    /// Sent by a planted fault only.
    Lax(Lax),
}

/// A type that takes any field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lax {
    pub(crate) suit: Suit,
}

/// Which rule forbids it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Error {
    BadOptions,
    BadSeats {
        seats: u8,
    },
    NotNow,
    NotYourTurn,
    NoPeek,
    AlreadyPeeked,
    StockEmpty,
    /// `holder` is filled in by a planted fault only.
    NotInHand {
        card: Card,
        holder: Option<Seat>,
    },
    TooManyCards {
        held: u8,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Error {}
