use crate::{CardId, Food, FoodSet, Foods, Habitat, Power};
use alloc::string::String;
use serde::{Deserialize, Serialize};

/// A bird card as the deck prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Bird {
    /// Its id. Further copies in the pack have `#2`, `#3` and so on behind it.
    pub id: CardId,
    /// Its species.
    pub species: Species,
    /// Where it may live.
    pub habitats: HabitatSet,
    /// What it costs.
    pub cost: Cost,
    /// What it is worth at the end.
    pub points: u8,
    /// Its nest.
    pub nest: Nest,
    /// How many eggs it can hold.
    pub egg_limit: u8,
    /// What it can do.
    pub power: Option<Power>,
}

/// Facts of natural history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Species {
    /// Its id.
    pub id: String,
    /// Its name in the language of the deck.
    pub name: String,
    /// Its scientific name.
    pub latin: String,
    /// From tip to tip.
    pub wingspan_cm: u16,
    /// Usual number of eggs.
    pub clutch: u8,
    /// Its nest.
    pub nest: Nest,
    /// What it eats, as far as there are tokens for it.
    pub foods: FoodSet,
    /// Whether it eats something without a token.
    pub eats_other: bool,
    /// Where it lives.
    pub habitats: HabitatSet,
}

/// A kind of nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Nest {
    Bowl,
    Cavity,
    Ground,
    Platform,
    /// Counts as each of the four.
    Wild,
    /// Counts as nothing.
    None,
}

impl Nest {
    /// The four that can be asked for.
    pub const KINDS: [Nest; 4] = [Nest::Bowl, Nest::Cavity, Nest::Ground, Nest::Platform];

    /// Whether it counts as a nest of this kind.
    pub fn is(self, kind: Nest) -> bool {
        self == kind || (self == Nest::Wild && kind != Nest::None)
    }
}

/// A set of habitats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", as = "Vec<Habitat>"))]
pub struct HabitatSet(u8);

impl HabitatSet {
    /// These and `habitat`.
    pub const fn with(self, habitat: Habitat) -> HabitatSet {
        HabitatSet(self.0 | 1 << habitat as u8)
    }
    /// Whether `habitat` is among them.
    pub const fn contains(self, habitat: Habitat) -> bool {
        self.0 & (1 << habitat as u8) != 0
    }
    /// The number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// In position order.
    pub fn iter(self) -> impl Iterator<Item = Habitat> {
        Habitat::ALL.into_iter().filter(move |&habitat| self.contains(habitat))
    }
}

impl FromIterator<Habitat> for HabitatSet {
    fn from_iter<I: IntoIterator<Item = Habitat>>(habitats: I) -> Self {
        habitats.into_iter().fold(HabitatSet::default(), HabitatSet::with)
    }
}
impl Serialize for HabitatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// What a bird costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// An amount of each food, and a number of units that any food pays.
    Fixed {
        /// Units of named foods.
        need: Foods,
        /// Units of any food.
        wild: u8,
    },
    /// One unit of one of these foods.
    Either(FoodSet),
}

impl Cost {
    /// How many units it has.
    pub fn units(self) -> u32 {
        match self {
            Cost::Fixed { need, wild } => need.total() + u32::from(wild),
            Cost::Either(_) => 1,
        }
    }
    /// The foods it names (Roost 11.1: that is what the bird eats).
    pub fn eats(self) -> FoodSet {
        match self {
            Cost::Fixed { need, .. } => Food::ALL.into_iter().filter(|&food| need.of(food) > 0).collect(),
            Cost::Either(foods) => foods,
        }
    }
    /// How many units any food pays.
    pub const fn wild(self) -> u8 {
        match self {
            Cost::Fixed { wild, .. } => wild,
            Cost::Either(_) => 0,
        }
    }
}
