use crate::{BonusId, CardId, Face, Food, FoodSet, Foods, Habitat, Position};
use alloc::{sync::Arc, vec::Vec};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A decision. Lists of legal actions are in this order; where time runs out, the first one counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Action {
    /// What to keep of all that was dealt.
    Setup(Setup),
    /// Announce a bird.
    Play { card: CardId, habitat: Habitat },
    /// Use the forest.
    GainFood,
    /// Use the grassland.
    LayEggs,
    /// Use the wetland.
    DrawCards,
    /// Pay an egg.
    PayEgg {
        /// From which bird.
        position: Position,
    },
    /// Pay food.
    PayFood {
        /// With these tokens.
        tokens: Foods,
    },
    /// Take an announcement back.
    Back,
    /// Take a die.
    Take {
        /// What it shows.
        die: Face,
        /// What it is taken as.
        food: Food,
        /// Put the token onto the bird.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        cache: bool,
    },
    /// Roll all dice into the feeder first.
    Reroll,
    /// Lay an egg.
    Lay {
        /// On which bird.
        position: Position,
    },
    /// Draw a card.
    Draw(Draw),
    /// Trade something for one more.
    Trade(Trade),
    /// Do not.
    NoTrade,
    /// Use a power.
    Use,
    /// Name a food.
    ChooseFood { food: Food },
    /// Put a card under the bird.
    Tuck { card: CardId },
    /// Discard a card.
    Discard { card: CardId },
    /// Keep a bonus card.
    KeepBonus { kind: BonusId },
    /// Move the bird.
    Move {
        /// Where to.
        habitat: Habitat,
    },
    /// Use the power of another bird once more.
    Repeat { position: Position },
    /// Leave a power unused.
    Skip,
    /// On to the next round.
    Ready,
}

/// What a seat keeps of its five birds, its five foods and the bonus cards it was offered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Some birds.
    pub birds: Birds,
    /// Foods; with the birds they are five.
    pub foods: FoodSet,
    /// One of the bonus cards offered; none where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bonus: Option<BonusId>,
}

/// A set of bird cards, at most five. On the wire: a list in any order, nothing twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", as = "Vec<CardId>"))]
pub struct Birds(Arc<[CardId]>);

impl Birds {
    /// In alphabetical order.
    pub fn as_slice(&self) -> &[CardId] {
        &self.0
    }
}
impl FromIterator<CardId> for Birds {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Birds {
        let mut cards: Vec<CardId> = cards.into_iter().collect();
        cards.sort();
        Birds(cards.into())
    }
}
impl Serialize for Birds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&*self.0)
    }
}
impl<'de> Deserialize<'de> for Birds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let birds: Birds = Vec::<CardId>::deserialize(deserializer)?.into_iter().collect();
        if birds.0.len() > 5 || birds.0.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(serde::de::Error::custom("at most five birds, none of them twice"));
        }
        Ok(birds)
    }
}

/// Where a card is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// The top card of the deck.
    Deck,
    /// A card of the tray.
    Tray(Slot),
}

/// A place of the tray: 1, 2 or 3 from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", type = "number"))]
#[serde(into = "u8", try_from = "u8")]
pub struct Slot(u8);

impl Slot {
    /// All three.
    pub const ALL: [Slot; 3] = [Slot(1), Slot(2), Slot(3)];

    /// For indexing the tray.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}
impl From<Slot> for u8 {
    fn from(slot: Slot) -> u8 {
        slot.0
    }
}
impl TryFrom<u8> for Slot {
    type Error = &'static str;
    fn try_from(number: u8) -> Result<Slot, &'static str> {
        if (1..=3).contains(&number) { Ok(Slot(number)) } else { Err("the tray has places 1 to 3") }
    }
}

/// The price of one more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Trade {
    /// A card of the hand, for a die.
    Card(CardId),
    /// A token, for an egg.
    Food(Food),
    /// An egg of that bird, for a card.
    Position(Position),
}
