use crate::{BuildId, BuildSet, Shown, Tally, Tops};
use kernel::{Card, CardSet, Seat};
use serde::{Deserialize, Serialize};

/// A fact, as its audience learns it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Event {
    /// New hands are out. A seat sees its own.
    Dealt {
        /// Which deal of this game, from 1.
        deal: u8,
        /// The dealer.
        dealer: Seat,
        /// The loose cards on the table.
        loose: CardSet,
        /// The listener's hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        hand: Option<CardSet>,
    },
    /// A card was left on the table.
    Trailed {
        /// The seat.
        seat: Seat,
        card: Card,
    },
    /// Cards were captured.
    Captured {
        /// The seat.
        seat: Seat,
        /// The card played.
        card: Card,
        /// Loose cards.
        loose: CardSet,
        /// Builds.
        builds: BuildSet,
        /// Tops of piles.
        tops: Tops,
        /// The values of all these cards.
        total: u16,
        /// The points that they bring at once, as a set or sweep too.
        points: u16,
    },
    /// Cards were laid together.
    Built {
        /// The seat.
        seat: Seat,
        /// The card played.
        card: Card,
        /// Loose cards.
        loose: CardSet,
        /// The build.
        build: BuildId,
        /// Its value.
        value: u8,
    },
    /// The build just laid or raised joined one that was there.
    Joined {
        /// The build that remains.
        build: BuildId,
    },
    /// A group was laid on a build.
    Added {
        /// The seat.
        seat: Seat,
        /// The card played.
        card: Card,
        /// Loose cards.
        loose: CardSet,
        /// Tops of piles.
        tops: Tops,
        /// The build.
        build: BuildId,
    },
    /// A build was raised.
    Raised {
        /// The seat.
        seat: Seat,
        /// The card played.
        card: Card,
        /// Loose cards.
        loose: CardSet,
        /// The build.
        build: BuildId,
        /// Its new value.
        value: u8,
    },
    /// A capture of equal cards only.
    Set {
        /// The seat.
        seat: Seat,
        /// How many cards.
        count: u8,
    },
    /// A capture emptied the table.
    Swept {
        /// The seat.
        seat: Seat,
    },
    /// A seat captures its own build, and its partner may ask for it.
    ShiyaOpen {
        /// The captor.
        seat: Seat,
        /// The card played.
        card: Card,
        /// Loose cards.
        loose: CardSet,
        /// The build.
        build: BuildId,
        /// Tops of piles.
        tops: Tops,
    },
    /// The partner asked for it.
    ShiyaCalled {
        /// The caller, who owns the build now.
        seat: Seat,
        /// The build.
        build: BuildId,
    },
    /// A seat let its time run out; what was done for it follows.
    TimedOut {
        /// The seat.
        seat: Seat,
    },
    /// All hands are empty; new ones follow.
    DealEnded,
    /// The rest of the table at the end.
    Leftovers {
        /// The seat that got it, if any.
        to: Option<Seat>,
        cards: CardSet,
        /// The points that they bring at once.
        points: u16,
    },
    /// A seat is out of the game.
    SeatRemoved {
        /// The seat.
        seat: Seat,
    },
    /// A game was counted, and all cards are revealed.
    Counted {
        /// What everybody got.
        tally: Tally,
        /// All cards.
        shown: Shown,
    },
    /// A seat has seen enough.
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// Nothing more is played.
    Ended {
        /// The winners; several share.
        winners: kernel::SeatSet,
    },
}
