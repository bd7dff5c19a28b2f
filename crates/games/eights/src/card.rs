use crate::{Color, Face};
use alloc::vec::Vec;
use kernel::SeatSet;
use serde::{Deserialize, Serialize};

/// Names one card for as long as it exists: a running number that says nothing about its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
pub struct CardId(pub u32);

/// A card as it is seen in a hand. A card on the table shows its face alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// What an action calls it.
    pub id: CardId,
    /// The print on it.
    pub face: Face,
}

/// A card in somebody's hand, in truth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) id: CardId,
    pub(crate) face: Face,
    /// The seats that know that a card with this face is in this hand, its holder included. It is kept per card,
    /// but a seat's recall shows faces only, so twins are the same to everyone but their holder.
    pub(crate) known: SeatSet,
}

/// A hand, in truth. Where it moves as a whole, all that is known of it moves with it.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Hand {
    /// In the order in which they came.
    pub(crate) cards: Vec<Held>,
    /// The colours that were active when its holder drew a card without a stack to take.
    pub(crate) drew_on: Colors,
}

impl Hand {
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }
    /// Where in the hand a card is.
    pub(crate) fn position(&self, id: CardId) -> Option<usize> {
        self.cards.iter().position(|card| card.id == id)
    }
    /// Everything in it, as those see it who may.
    pub(crate) fn shown(&self) -> Vec<Card> {
        self.cards.iter().map(|card| Card { id: card.id, face: card.face }).collect()
    }
    /// What its cards count.
    pub(crate) fn points(&self) -> u32 {
        self.cards.iter().map(|card| card.face.points()).sum()
    }
    /// `seats` get to see the whole hand.
    pub(crate) fn learn(&mut self, seats: SeatSet) {
        for card in &mut self.cards {
            card.known = card.known | seats;
        }
    }
    /// Everyone but `seats` is no longer sure of any card in it.
    pub(crate) fn blur(&mut self, seats: SeatSet) {
        for card in &mut self.cards {
            card.known = card.known & seats;
        }
    }
    /// A card has left, and `witnesses` saw its face. A seat that knew a twin of it that is still here
    /// cannot tell which of the two went, and is sure of one fewer: only what a seat was sent may
    /// decide what it remembers, never which twin it was in truth.
    pub(crate) fn forget_twins(&mut self, gone: Held, witnesses: SeatSet) {
        let mut unsure = witnesses - gone.known;
        for twin in self.cards.iter_mut().filter(|card| card.face == gone.face) {
            let misled = twin.known & unsure;
            twin.known = twin.known - misled;
            unsure = unsure - misled;
        }
    }
}

/// A set of colours.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Colors(u8);

impl Colors {
    pub(crate) fn insert(&mut self, color: Color) {
        self.0 |= 1 << color as u8;
    }
    pub(crate) fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.0 >> color as u8 & 1 != 0)
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        let mut set = Colors::default();
        colors.into_iter().for_each(|color| set.insert(color));
        set
    }
}
