//! What the author of a deck may want to know about it.

use super::{BonusSet, Deck};
use crate::{Bird, CardId, Count, Food, Habitat, HabitatSet, Nest, On};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::fmt;
use serde::Serialize;

/// The composition of a deck, and how far its cards are from their price.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// How many bird cards.
    pub cards: usize,
    /// Cards by printed habitats, such as `forest+wetland`.
    pub habitats: BTreeMap<String, usize>,
    /// Cards by nest.
    pub nests: BTreeMap<String, usize>,
    /// Cards by egg limit.
    pub egg_limits: BTreeMap<u8, usize>,
    /// Cards by food units.
    pub food_units: BTreeMap<u32, usize>,
    /// Cards whose cost names a food.
    pub eaten: BTreeMap<String, usize>,
    /// Cards by points.
    pub points: BTreeMap<u8, usize>,
    /// Cards by what sets their power off.
    pub triggers: BTreeMap<&'static str, usize>,
    /// Cards by the family of their power.
    pub families: BTreeMap<&'static str, usize>,
    /// For every bonus card that asks for single birds: how many of the deck it counts.
    pub bonus: Vec<BonusFigures>,
    /// How far the cards are from their price, the farthest first.
    pub residuals: Vec<Residual>,
    /// The root of the mean of their squares, in points.
    pub root_mean_square: f32,
}

/// What a bonus card finds in the deck.
#[derive(Clone, Debug, Serialize)]
pub struct BonusFigures {
    /// Its id.
    pub id: String,
    /// Its set.
    pub set: BonusSet,
    /// Cards that it counts.
    pub cards: usize,
}

/// How far a card is from its price.
#[derive(Clone, Debug, Serialize)]
pub struct Residual {
    /// The card.
    pub card: CardId,
    /// The family of its power.
    pub family: &'static str,
    /// The print on it.
    pub points: u8,
    /// What the price formula says.
    pub price: f32,
    /// How much it is worth too much.
    pub residual: f32,
}

impl Deck {
    /// What its author may want to know about it.
    pub fn figures(&self) -> Figures {
        let cards = &self.cards;
        let mut residuals: Vec<Residual> = cards.iter().map(residual).collect();
        residuals.sort_by(|a, b| b.residual.abs().total_cmp(&a.residual.abs()));
        let squares: f32 = residuals.iter().map(|card| card.residual * card.residual).sum();
        let bonus = self.bonus.iter().filter_map(|bonus| match &bonus.count {
            Count::Birds { r#where } => Some(BonusFigures {
                id: format!("{}", bonus.id),
                set: bonus.set,
                cards: cards.iter().filter(|bird| r#where.passes_card(bird)).count(),
            }),
            _ => None,
        });
        let eats = |food: Food| cards.iter().filter(|bird| bird.cost.eats().contains(food)).count();
        Figures {
            cards: cards.len(),
            habitats: sorts(cards, |bird| habitats(bird.habitats)),
            nests: sorts(cards, |bird| nest(bird.nest).into()),
            egg_limits: sorts(cards, |bird| bird.egg_limit),
            food_units: sorts(cards, |bird| bird.cost.units()),
            eaten: Food::ALL.into_iter().map(|food| (format!("{food}"), eats(food))).collect(),
            points: sorts(cards, |bird| bird.points),
            triggers: sorts(cards, trigger),
            families: sorts(cards, Bird::family),
            bonus: bonus.collect(),
            root_mean_square: libm::sqrtf(squares / cards.len().max(1) as f32),
            residuals,
        }
    }
}

fn sorts<K: Ord>(cards: &[Bird], sort: impl Fn(&Bird) -> K) -> BTreeMap<K, usize> {
    let mut sorts = BTreeMap::new();
    cards.iter().for_each(|bird| *sorts.entry(sort(bird)).or_default() += 1);
    sorts
}

fn habitats(set: HabitatSet) -> String {
    set.iter().map(Habitat::word).collect::<Vec<_>>().join("+")
}

fn nest(nest: Nest) -> &'static str {
    match nest {
        Nest::Bowl => "bowl",
        Nest::Cavity => "cavity",
        Nest::Ground => "ground",
        Nest::Platform => "platform",
        Nest::Wild => "wild",
        Nest::None => "none",
    }
}

fn trigger(bird: &Bird) -> &'static str {
    match bird.power.as_ref().map(|power| power.on) {
        Some(On::Play) => "play",
        Some(On::Activate) => "activate",
        Some(On::Between(_)) => "between",
        None => "none",
    }
}

fn residual(bird: &Bird) -> Residual {
    Residual {
        card: bird.id.clone(),
        family: bird.family(),
        points: bird.points,
        price: bird.price() as f32 / 10.0,
        residual: bird.residual() as f32 / 10.0,
    }
}

/// How many of the cards that are farthest from their price are shown to people.
const SHOWN: usize = 10;

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} cards", self.cards)?;
        line(f, "habitats", &self.habitats)?;
        line(f, "nests", &self.nests)?;
        line(f, "egg limits", &self.egg_limits)?;
        line(f, "food units", &self.food_units)?;
        line(f, "cost names", &self.eaten)?;
        line(f, "points", &self.points)?;
        line(f, "powers", &self.triggers)?;
        line(f, "families", &self.families)?;
        let bonus: Vec<String> =
            self.bonus.iter().map(|card| format!("{} {}", card.id, card.cards)).collect();
        writeln!(f, "{:<12}{}", "bonus", bonus.join(", "))?;
        writeln!(f, "{:<12}root mean square {:.2}; the farthest:", "price", self.root_mean_square)?;
        for card in self.residuals.iter().take(SHOWN) {
            let Residual { card, family, points, price, residual } = card;
            writeln!(f, "  {residual:+.1}  {card} ({family}): {points} points, price {price:.1}")?;
        }
        Ok(())
    }
}

fn line<K: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, sorts: &BTreeMap<K, usize>) -> fmt::Result {
    let sorts: Vec<String> = sorts.iter().map(|(sort, cards)| format!("{sort} {cards}")).collect();
    writeln!(f, "{name:<12}{}", sorts.join(", "))
}
