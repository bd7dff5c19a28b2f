//! What a seat with a perfect memory knows beyond what is public now (Dutch 14.4).

use crate::{Card, Cards, Chosen, Place, State};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap, SeatSet};
use serde::{Deserialize, Serialize};

/// Everything a seat was ever shown in this deal, in the order and at the places where it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Recall {
    /// Everything known of each card in a slot; `None` for a blank one.
    pub hands: SeatMap<Vec<Option<Trace>>>,
    /// Everything known of the card that the current seat holds apart.
    pub drawn: Option<Trace>,
    /// Everything known of the cards of seats that left, in the order in which they went.
    pub removed: Vec<Trace>,
    /// All discards, the top one last.
    pub discards: Vec<Card>,
    /// The cards that went into each new draw pile.
    pub reshuffles: Vec<Cards>,
    /// What happened to cards in slots, and what the seat saw of it.
    pub journal: Vec<Memo>,
}

/// What a seat knows of one card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The card, if the seat saw it, wherever that was.
    pub card: Option<Card>,
    /// The seats that saw it. Everybody sees who looks.
    pub known_by: SeatSet,
    /// Which draw pile it came from: 0 is the first, n the one made by reshuffle n.
    pub pack: u16,
    /// Whether it was looked at when the ranks were set, and not chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_over: Option<PassedOver>,
}

/// A card that its owner had looked at when the ranks were set, and that was not chosen. It is a joker, or
/// it comes after the chosen card in the order of Dutch 3.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct PassedOver {
    /// Its slot at that moment.
    pub slot: u8,
    /// The card that was chosen; none if there was none to choose.
    pub chosen: Option<Chosen>,
}

/// One thing that happened to a card in a slot. Replaying these in order shows what was where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Memo {
    /// The seat saw the card that lies there.
    Saw { at: Place, card: Card },
    /// A card came to lie there.
    Laid {
        at: Place,
        /// Which, if the seat knows.
        card: Option<Card>,
    },
    /// The card that lay there went to the discards.
    Left {
        /// Where it lay.
        at: Place,
        card: Card,
    },
    /// Two cards changed places.
    Swapped {
        /// One slot.
        a: Place,
        /// The other.
        b: Place,
    },
    /// A seat left with its cards.
    Removed { seat: Seat },
}

/// A memo, and who saw the card in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) memo: Memo,
    pub(crate) seen_by: SeatSet,
}

impl Note {
    /// What `seat` remembers of it.
    fn of(self, seat: Seat) -> Option<Memo> {
        match self.memo {
            memo if self.seen_by.contains(seat) => Some(memo),
            Memo::Saw { .. } => None,
            Memo::Laid { at, .. } => Some(Memo::Laid { at, card: None }),
            memo => Some(memo),
        }
    }
}

impl State {
    /// Everything that `seat` was ever shown.
    pub(crate) fn recall(&self, seat: Seat) -> Recall {
        Recall {
            hands: self.hands.map(|_, hand| {
                hand.slots.iter().map(|held| held.as_ref().map(|held| held.trace(seat))).collect()
            }),
            drawn: self.drawn.map(|held| held.trace(seat)),
            removed: self.removed.iter().map(|held| held.trace(seat)).collect(),
            discards: self.discards.clone(),
            reshuffles: self.reshuffles.clone(),
            journal: self.journal.iter().filter_map(|note| note.of(seat)).collect(),
        }
    }

    /// Writes down what happened to a card; all see the move, `seen_by` the card.
    pub(crate) fn note(&mut self, memo: Memo, seen_by: SeatSet) {
        self.journal.push(Note { memo, seen_by });
    }
}
