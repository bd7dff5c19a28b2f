//! What a move can name on the table besides loose cards: builds, and the tops of piles. Both are sets, and a
//! set has one form on the wire.

use alloc::vec::Vec;
use core::fmt;
use kernel::{Card, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Names a build: a running number, never used twice in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
pub struct BuildId(pub u8);

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "build {}", self.0)
    }
}

/// A set of builds. On the wire: their ids, ascending. No game makes 64 builds.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/", type = "Array<number>"))]
pub struct BuildSet(u64);

impl BuildSet {
    /// None.
    pub const EMPTY: BuildSet = BuildSet(0);

    /// One build.
    pub const fn only(build: BuildId) -> BuildSet {
        BuildSet(1 << build.0)
    }
    /// Whether `build` is among them.
    pub const fn contains(self, build: BuildId) -> bool {
        build.0 < 64 && self.0 & (1 << build.0) != 0
    }
    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = BuildId> + Clone {
        let mut left = self.0;
        core::iter::from_fn(move || {
            (left != 0).then(|| {
                let build = BuildId(left.trailing_zeros() as u8);
                left &= left - 1;
                build
            })
        })
    }
}

impl FromIterator<BuildId> for BuildSet {
    fn from_iter<I: IntoIterator<Item = BuildId>>(builds: I) -> Self {
        BuildSet(builds.into_iter().fold(0, |set, build| set | 1 << build.0))
    }
}
impl fmt::Debug for BuildSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|build| build.0)).finish()
    }
}
impl Serialize for BuildSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for BuildSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let builds = Vec::<BuildId>::deserialize(deserializer)?;
        if builds.iter().any(|build| build.0 >= 64) {
            return Err(D::Error::custom("the number of a build must be below 64"));
        }
        // Any order is read, so no sender has to sort; what is written is ascending.
        let set: BuildSet = builds.iter().copied().collect();
        if set.len() != builds.len() {
            return Err(D::Error::custom("a set of builds must not name a build twice"));
        }
        Ok(set)
    }
}

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
    /// How many.
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
