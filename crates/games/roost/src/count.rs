use crate::{Bird, Food, FoodSet, Group, Habitat, Mat, Nest, Perch};
use serde::Serialize;

/// What a goal or a bonus card counts on a mat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(tag = "of", rename_all = "snake_case")]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Count {
    /// Birds.
    Birds { r#where: Filter },
    /// Their eggs.
    Eggs {
        /// Of which birds.
        r#where: Filter,
    },
    /// Their cached food and tucked cards.
    Stores {
        /// Of which birds.
        r#where: Filter,
    },
    /// Birds of the nest there are most of.
    MostNests,
    /// Birds in the row with the fewest.
    LeastBirds,
    /// Eggs in the row with the fewest.
    LeastEggs,
    /// Cards in the hand.
    Hand,
}

/// Which birds are counted: those that pass everything that is set. Bounds are inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Filter {
    /// Where it lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub row: Option<Habitat>,
    /// How many habitats are printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub habitats: Option<u8>,
    /// The only habitat printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub only: Option<Habitat>,
    /// Its nest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nest: Option<Nest>,
    /// A food its cost names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub eats: Option<Food>,
    /// The only food in its cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub only_eats: Option<Food>,
    /// Whether its cost has units that any food pays.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub wild_cost: bool,
    /// At least this many units of food.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cost_min: Option<u8>,
    /// At least that wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wingspan_min: Option<u16>,
    /// At most that wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wingspan_max: Option<u16>,
    /// Worth at most that much.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points_max: Option<u8>,
    /// At least this many eggs on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub eggs_min: Option<u8>,
    /// The group of its power.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub power: Option<Group>,
}

impl Filter {
    /// What the card alone decides.
    pub(crate) fn passes_card(&self, bird: &Bird) -> bool {
        let wingspan = bird.species.wingspan_cm;
        self.habitats.is_none_or(|n| bird.habitats.len() == usize::from(n))
            && self.only.is_none_or(|row| bird.habitats.len() == 1 && bird.habitats.contains(row))
            && self.nest.is_none_or(|nest| bird.nest.is(nest))
            && self.eats.is_none_or(|food| bird.cost.eats().contains(food))
            && self
                .only_eats
                .is_none_or(|food| bird.cost.eats() == FoodSet::only(food) && bird.cost.wild() == 0)
            && (!self.wild_cost || bird.cost.wild() > 0)
            && self.cost_min.is_none_or(|units| bird.cost.units() >= u32::from(units))
            && self.wingspan_min.is_none_or(|cm| wingspan >= cm)
            && self.wingspan_max.is_none_or(|cm| wingspan <= cm)
            && self.points_max.is_none_or(|points| bird.points <= points)
            && self.power.is_none_or(|group| bird.power.as_ref().is_some_and(|power| power.is_in(group)))
    }
    pub(crate) fn passes<C>(&self, row: Habitat, perch: &Perch<C>, bird: &Bird) -> bool {
        self.row.is_none_or(|wanted| wanted == row)
            && self.eggs_min.is_none_or(|eggs| perch.eggs >= eggs)
            && self.passes_card(bird)
    }
}

impl Count {
    /// How many there are on a mat, with a number of cards in its owner's hand.
    pub(crate) fn on<'a, C: Copy>(&self, mat: &Mat<C>, hand: usize, bird: impl Fn(C) -> &'a Bird) -> u32 {
        let sum = |filter: &Filter, worth: &dyn Fn(&Perch<C>) -> u32| -> u32 {
            let birds = mat.birds().filter(|(at, perch)| filter.passes(at.row(), perch, bird(perch.card)));
            birds.map(|(_, perch)| worth(perch)).sum()
        };
        let least = |worth: &dyn Fn(&Perch<C>) -> u32| -> u32 {
            let rows = Habitat::ALL.map(|row| mat.row(row).iter().map(worth).sum::<u32>());
            rows.into_iter().min().unwrap_or(0)
        };
        match self {
            Count::Birds { r#where } => sum(r#where, &|_| 1),
            Count::Eggs { r#where } => sum(r#where, &|perch| u32::from(perch.eggs)),
            Count::Stores { r#where } => {
                sum(r#where, &|perch| perch.cached.total() + perch.tucked.len() as u32)
            }
            Count::MostNests => {
                let of = |kind| mat.birds().filter(|(_, perch)| bird(perch.card).nest.is(kind)).count();
                Nest::KINDS.map(of).into_iter().max().unwrap_or(0) as u32
            }
            Count::LeastBirds => least(&|_| 1),
            Count::LeastEggs => least(&|perch| u32::from(perch.eggs)),
            Count::Hand => hand as u32,
        }
    }
}
