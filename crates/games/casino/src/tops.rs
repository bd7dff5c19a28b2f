use alloc::vec::Vec;
use core::fmt;
use kernel::{Card, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The top card of a pile, as a move names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Top {
    /// Whose pile.
    pub seat: Seat,
    /// The card on it.
    pub card: Card,
}

/// Tops of piles, at most one of each. On the wire: a list, ascending by seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/", as = "alloc::vec::Vec<Top>"))]
pub struct Tops([u8; 4]);

/// No card has this number.
const NO_CARD: u8 = u8::MAX;

impl Tops {
    /// None.
    pub const EMPTY: Tops = Tops([NO_CARD; 4]);

    /// One top.
    pub const fn only(top: Top) -> Tops {
        Tops::EMPTY.with(top)
    }
    /// These and `top`.
    #[must_use]
    pub const fn with(mut self, top: Top) -> Tops {
        self.0[top.seat.index()] = top.card.index();
        self
    }
    /// The number of tops.
    pub fn len(self) -> usize {
        self.iter().count()
    }
    /// None at all.
    pub fn is_empty(self) -> bool {
        self == Tops::EMPTY
    }
    /// Ascending by seat.
    pub fn iter(self) -> impl Iterator<Item = Top> + Clone {
        (0..4u8).filter_map(move |seat| {
            let card = self.0[usize::from(seat)];
            (card != NO_CARD).then(|| Top { seat: Seat(seat), card: Card::from_index(card) })
        })
    }
    /// The cards alone.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        self.iter().map(|top| top.card)
    }
}

impl Default for Tops {
    fn default() -> Self {
        Tops::EMPTY
    }
}
impl FromIterator<Top> for Tops {
    fn from_iter<I: IntoIterator<Item = Top>>(tops: I) -> Self {
        tops.into_iter().fold(Tops::EMPTY, Tops::with)
    }
}
impl fmt::Debug for Tops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|top| (top.seat.0, top.card))).finish()
    }
}
impl Serialize for Tops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for Tops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tops = Vec::<Top>::deserialize(deserializer)?;
        if tops.iter().any(|top| top.seat.0 >= 4) {
            return Err(D::Error::custom("the seat of a top must be below 4"));
        }
        // Any order is read, so no sender has to sort; what is written is ascending by seat.
        let set: Tops = tops.iter().copied().collect();
        if set.len() != tops.len() {
            return Err(D::Error::custom("tops must not name a seat twice"));
        }
        Ok(set)
    }
}
