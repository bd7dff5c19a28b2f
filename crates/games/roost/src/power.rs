use crate::{Food, FoodSet, Habitat, Nest};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// What a bird can do. No text is stored: clients make the words of a power from these operations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Power {
    /// When it may be used.
    pub on: On,
    /// What must be paid first; two costs never take from the same stock.
    pub cost: Vec<Op>,
    /// What it does, in order.
    #[serde(rename = "do")]
    pub ops: Vec<Op>,
}

/// When a power may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// Once, when the bird is placed.
    Play,
    /// When its row is used.
    Activate,
    /// On another player's turn.
    Between(When),
}

/// What another player must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum When {
    /// Lay eggs.
    Lay,
    /// Gain this food from the feeder by the row action.
    Gain {
        /// The food.
        food: Food,
    },
    /// Play a bird into this row.
    Play {
        /// The row.
        habitat: Habitat,
    },
    /// Hunt with success.
    Hunt,
}

/// One operation of a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(tag = "op", rename_all = "snake_case")]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Op {
    /// Tokens from the supply.
    Gain {
        /// One of these each time.
        food: FoodSet,
        n: u8,
        who: Who,
    },
    /// A die from the feeder.
    Take {
        /// As one of these foods.
        food: FoodSet,
        /// Every die that shows it.
        all: bool,
        /// The token may be put onto the bird.
        cache: bool,
    },
    /// Tokens from the supply onto this bird.
    Cache { food: Food, n: u8 },
    /// Eggs.
    Lay {
        /// On which birds.
        on: LayOn,
        n: u8,
        /// The seats that lay.
        who: Who,
    },
    /// Cards.
    Draw {
        from: DrawFrom,
        n: u8,
        /// The seats that draw.
        who: Who,
    },
    /// Cards out of the owner's hand.
    Discard { n: u8, at: DiscardAt },
    /// Cards under this bird.
    Tuck { from: TuckFrom, n: u8 },
    /// Turns over the top card: below that wingspan it is prey.
    HuntDeck {
        /// The wingspan.
        below_cm: u16,
    },
    /// Rolls the dice outside the feeder: any that shows the food is prey.
    HuntDice {
        /// The food.
        food: Food,
    },
    /// A price.
    Pay {
        /// In what.
        what: Price,
        n: u8,
    },
    /// Bonus cards.
    Bonus {
        /// How many are offered.
        draw: u8,
        /// How many are kept.
        keep: u8,
    },
    /// One more bird, at its full cost.
    PlayAgain { habitat: Where },
    /// The bird moves to another of its habitats, if it is the last in its row.
    Move,
    /// Another bird of this row uses its power once more.
    Repeat {
        /// Of which group.
        power: Group,
    },
    /// For everyone who has the fewest birds in a row.
    Fewest {
        /// The row.
        habitat: Habitat,
        /// What they get.
        gift: Gift,
    },
}

/// Whom an operation serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The owner of the bird.
    Owner,
    /// Every player.
    All,
}

/// On which birds eggs are laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum LayOn {
    /// This bird.
    This,
    /// Any of the seat's birds.
    Any,
    /// Any of the seat's birds with that nest.
    Nest(Nest),
    /// One egg on each of the seat's birds with that nest.
    Each(Nest),
}

/// Where cards are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum DrawFrom {
    Deck,
    Tray,
    Either,
}

/// When cards are discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum DiscardAt {
    Now,
    TurnEnd,
}

/// Where tucked cards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TuckFrom {
    Hand,
    Deck,
}

/// What a price is paid in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// Eggs from any of the seat's birds.
    Egg,
    /// Eggs from any other of the seat's birds.
    OtherEgg,
    /// Tokens of these foods.
    Food(FoodSet),
    /// Cards from the hand.
    Card,
}

/// In which row one more bird is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// That one.
    Row(Habitat),
    /// The row of the bird with the power.
    Same,
    /// Any.
    Any,
}

/// A family of powers that others speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// All.
    Any,
    /// Those that hunt.
    Hunter,
    /// Those that tuck.
    Flock,
}

/// What those with the fewest birds get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Gift {
    /// Tokens.
    Gain { food: Food, n: u8 },
    /// Cards from the deck.
    Draw { n: u8 },
}

impl Power {
    /// Costs and operations in the order in which they are carried out.
    pub(crate) fn steps(&self) -> usize {
        self.cost.len() + self.ops.len()
    }
    /// Step number `step`.
    pub(crate) fn step(&self, step: usize) -> Op {
        self.cost.get(step).copied().unwrap_or_else(|| self.ops[step - self.cost.len()])
    }
    /// Whether it belongs to a group.
    pub fn is_in(&self, group: Group) -> bool {
        let mut all = self.cost.iter().chain(&self.ops);
        match group {
            Group::Any => true,
            Group::Hunter => all.any(|op| matches!(op, Op::HuntDeck { .. } | Op::HuntDice { .. })),
            Group::Flock => all.any(|op| matches!(op, Op::Tuck { .. })),
        }
    }
    /// Whether it uses the power of another bird.
    pub(crate) fn repeats(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Repeat { .. }))
    }
    /// Whether it costs nothing, asks nothing and gives nothing to others: nobody would skip it.
    pub fn is_free(&self) -> bool {
        self.cost.is_empty()
            && self.ops.iter().all(|op| match op {
                Op::Gain { food, who, .. } => *who == Who::Owner && food.len() == 1,
                Op::Lay { on, who, .. } => *who == Who::Owner && matches!(on, LayOn::This | LayOn::Each(_)),
                Op::Draw { from, who, .. } => *who == Who::Owner && *from == DrawFrom::Deck,
                Op::Cache { .. } | Op::HuntDeck { .. } | Op::HuntDice { .. } => true,
                Op::Tuck { from, .. } => *from == TuckFrom::Deck,
                _ => false,
            })
    }
}

impl Op {
    /// Whether carrying it out asks its player to choose something. What does not is asked for by `use`.
    pub(crate) fn asks(self) -> bool {
        match self {
            Op::Gain { food, who, .. } => who == Who::Owner && food.len() > 1,
            Op::Take { all, .. } => !all,
            Op::Lay { on, who, .. } => who == Who::Owner && matches!(on, LayOn::Any | LayOn::Nest(_)),
            Op::Draw { from, .. } => from != DrawFrom::Deck,
            Op::Tuck { from, .. } => from == TuckFrom::Hand,
            Op::Pay { what, .. } => !matches!(what, Price::Food(foods) if foods.len() == 1),
            Op::PlayAgain { .. } | Op::Move | Op::Repeat { .. } => true,
            Op::Cache { .. }
            | Op::Discard { .. }
            | Op::HuntDeck { .. }
            | Op::HuntDice { .. }
            | Op::Bonus { .. }
            | Op::Fewest { .. } => false,
        }
    }
    /// How many times it is carried out, one choice or card each time.
    pub(crate) fn times(self) -> u8 {
        match self {
            Op::Gain { n, .. }
            | Op::Cache { n, .. }
            | Op::Lay { n, .. }
            | Op::Draw { n, .. }
            | Op::Discard { n, .. }
            | Op::Tuck { n, .. }
            | Op::Pay { n, .. } => n,
            _ => 1,
        }
    }
}
