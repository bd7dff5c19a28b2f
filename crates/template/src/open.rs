use kernel::{Card, CardSet, Seat, SeatMap, WindowId};
use serde::{Deserialize, Serialize};

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "template/"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The cards are about to be dealt.
    Deal,
    /// A seat has to play a card.
    Play,
    /// All hands are empty.
    Over,
}

/// Public state: part of the state and, unchanged, of every view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "template/"))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// What the table waits for.
    pub phase: Phase,
    /// The current decision. It changes with every card.
    pub window: WindowId,
    /// The seat that leads to this trick.
    pub leader: Seat,
    /// The seat to play.
    pub turn: Seat,
    /// The cards of this trick.
    pub trick: SeatMap<Option<Card>>,
    /// All cards played before this trick.
    pub played: CardSet,
    /// Cards in each hand.
    pub counts: SeatMap<u8>,
    /// Tricks taken.
    pub tricks: SeatMap<u8>,
}
