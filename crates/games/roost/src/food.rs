use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};

/// What birds eat, in food order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Food {
    Invertebrate,
    Seed,
    Fish,
    Fruit,
    Rodent,
}

impl Food {
    /// All five, in food order.
    pub const ALL: [Food; 5] = [Food::Invertebrate, Food::Seed, Food::Fish, Food::Fruit, Food::Rodent];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Food::Invertebrate => "invertebrate",
            Food::Seed => "seed",
            Food::Fish => "fish",
            Food::Fruit => "fruit",
            Food::Rodent => "rodent",
        }
    }
    /// The food of that name.
    pub fn named(word: &str) -> Option<Food> {
        Food::ALL.into_iter().find(|food| food.word() == word)
    }
}

impl fmt::Display for Food {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a die of the feeder shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Face {
    Invertebrate,
    Seed,
    Fish,
    Fruit,
    Rodent,
    /// Invertebrate or seed, as the taker likes. A face of its own.
    Mixed,
}

impl Face {
    /// All six, in the order in which a roll numbers them.
    pub const ALL: [Face; 6] =
        [Face::Invertebrate, Face::Seed, Face::Fish, Face::Fruit, Face::Rodent, Face::Mixed];

    /// The foods it can be taken as.
    pub const fn foods(self) -> FoodSet {
        match self {
            Face::Invertebrate => FoodSet::only(Food::Invertebrate),
            Face::Seed => FoodSet::only(Food::Seed),
            Face::Fish => FoodSet::only(Food::Fish),
            Face::Fruit => FoodSet::only(Food::Fruit),
            Face::Rodent => FoodSet::only(Food::Rodent),
            Face::Mixed => FoodSet::only(Food::Invertebrate).with(Food::Seed),
        }
    }
}

/// A set of foods. On the wire: a list in food order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", as = "Vec<Food>"))]
#[serde(into = "FoodList", try_from = "FoodList")]
pub struct FoodSet(u8);

/// How a set of foods is written.
type FoodList = Vec<Food>;

impl FoodSet {
    /// No food.
    pub const EMPTY: FoodSet = FoodSet(0);
    /// Every food.
    pub const ALL: FoodSet = FoodSet(0b1_1111);

    /// One food.
    pub const fn only(food: Food) -> FoodSet {
        FoodSet(1 << food as u8)
    }
    /// These and `food`.
    pub const fn with(self, food: Food) -> FoodSet {
        FoodSet(self.0 | 1 << food as u8)
    }
    /// The foods in both.
    pub const fn and(self, other: FoodSet) -> FoodSet {
        FoodSet(self.0 & other.0)
    }
    /// Whether `food` is among them.
    pub const fn contains(self, food: Food) -> bool {
        self.0 & (1 << food as u8) != 0
    }
    /// The number of foods.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// In food order.
    pub fn iter(self) -> impl Iterator<Item = Food> + Clone {
        Food::ALL.into_iter().filter(move |&food| self.contains(food))
    }
    /// The set with this number, 0 to 31: bit n stands for food number n.
    pub(crate) const fn numbered(bits: u8) -> FoodSet {
        FoodSet(bits & 0b1_1111)
    }
}

impl FromIterator<Food> for FoodSet {
    fn from_iter<I: IntoIterator<Item = Food>>(foods: I) -> Self {
        foods.into_iter().fold(FoodSet::EMPTY, FoodSet::with)
    }
}
impl From<FoodSet> for FoodList {
    fn from(set: FoodSet) -> FoodList {
        set.iter().collect()
    }
}
impl TryFrom<FoodList> for FoodSet {
    type Error = &'static str;
    fn try_from(list: FoodList) -> Result<FoodSet, &'static str> {
        let set: FoodSet = list.iter().copied().collect();
        if set.len() == list.len() { Ok(set) } else { Err("a food is named twice") }
    }
}

/// The number of tokens of each food. Ordered by their number, then by the numbers of each in food order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "roost/", as = "alloc::collections::BTreeMap<Food, u8>")
)]
#[serde(into = "Written", from = "Written")]
pub struct Foods([u8; 5]);

/// How tokens are written: only those that are there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Written {
    #[serde(skip_serializing_if = "none")]
    invertebrate: u8,
    #[serde(skip_serializing_if = "none")]
    seed: u8,
    #[serde(skip_serializing_if = "none")]
    fish: u8,
    #[serde(skip_serializing_if = "none")]
    fruit: u8,
    #[serde(skip_serializing_if = "none")]
    rodent: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn none(number: &u8) -> bool {
    *number == 0
}

impl From<Foods> for Written {
    fn from(Foods([invertebrate, seed, fish, fruit, rodent]): Foods) -> Written {
        Written { invertebrate, seed, fish, fruit, rodent }
    }
}
impl From<Written> for Foods {
    fn from(written: Written) -> Foods {
        let Written { invertebrate, seed, fish, fruit, rodent } = written;
        Foods([invertebrate, seed, fish, fruit, rodent])
    }
}

impl Foods {
    /// Nothing.
    pub const NONE: Foods = Foods([0; 5]);

    /// The number of each, in food order.
    pub const fn new(each: [u8; 5]) -> Foods {
        Foods(each)
    }
    /// The number of each, in food order.
    pub const fn each(self) -> [u8; 5] {
        self.0
    }
    /// How many of one food.
    pub const fn of(self, food: Food) -> u8 {
        self.0[food as usize]
    }
    /// How many in all.
    pub fn total(self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }
    /// How many of these foods.
    pub fn among(self, foods: FoodSet) -> u32 {
        foods.iter().map(|food| u32::from(self.of(food))).sum()
    }
    /// Puts `n` more of one food to it.
    pub fn add(&mut self, food: Food, n: u8) {
        let here = &mut self.0[food as usize];
        *here = here.saturating_add(n);
    }
    /// The same without one token of `food`, of which there must be one.
    pub fn minus_one(mut self, food: Food) -> Foods {
        self.0[food as usize] -= 1;
        self
    }
    /// Whether every token of `other` is there.
    pub fn covers(self, other: Foods) -> bool {
        self.0.iter().zip(other.0).all(|(&here, wanted)| here >= wanted)
    }
    /// Takes away tokens that are there.
    pub fn remove(&mut self, paid: Foods) {
        for (here, paid) in self.0.iter_mut().zip(paid.0) {
            *here -= paid;
        }
    }
    /// How many tokens of each of two are the same.
    pub fn common(self, other: Foods) -> u32 {
        self.0.iter().zip(other.0).map(|(&a, b)| u32::from(a.min(b))).sum()
    }
}

impl Ord for Foods {
    fn cmp(&self, other: &Foods) -> core::cmp::Ordering {
        (self.total(), self.0).cmp(&(other.total(), other.0))
    }
}
impl PartialOrd for Foods {
    fn partial_cmp(&self, other: &Foods) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
