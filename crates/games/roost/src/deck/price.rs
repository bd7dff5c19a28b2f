//! What a card should be worth, and what is odd about a deck.

use super::{BonusSet, Deck, Warning, WarningKind};
use crate::{Bird, Cost, Food, FoodSet, Group, LayOn, Nest, On, Op, Power, Price, TuckFrom, When, Who};
use alloc::{format, string::String, vec::Vec};

/// How far a card may be from its price, in tenths of a point.
const TOLERANCE: i32 = 15;

/// The family of a power and what it is worth, in tenths of a point. The first row that fits counts. The numbers come
/// from games of bots (docs/rules/roost.md, 14.5).
pub(crate) fn family(power: Option<&Power>) -> (&'static str, i32) {
    let Some(power) = power else { return ("none", 0) };
    match (power.on, power.cost.first(), power.ops[0]) {
        (On::Between(When::Lay), ..) => ("react_lay", 25),
        (On::Between(When::Play { .. }), ..) => ("react_play", 25),
        (On::Between(When::Gain { .. }), ..) => ("react_gain", 20),
        (On::Between(When::Hunt), ..) => ("react_hunt", 20),
        (On::Play, None, Op::Bonus { .. }) => ("bonus", 25),
        (On::Play, None, Op::PlayAgain { .. }) => ("play_again", 20),
        (On::Play, None, Op::Lay { on: LayOn::Each(_), .. }) => ("lay_each", 25),
        (On::Play, None, Op::Gain { .. }) => ("gain_play", 25),
        (On::Play, None, Op::Draw { .. }) => ("draw_play", 20),
        (On::Activate, Some(Op::Tuck { .. }), _) => ("tuck_reward", 25),
        (On::Activate, Some(Op::Pay { .. }), Op::Tuck { from: TuckFrom::Deck, .. }) => ("pay_tuck", 20),
        (On::Activate, Some(Op::Pay { what: Price::Egg | Price::OtherEgg, .. }), Op::Gain { .. }) => {
            ("egg_food", 20)
        }
        (On::Activate, None, Op::Gain { who: Who::All, .. }) => ("all_food", 15),
        (On::Activate, None, Op::Lay { who: Who::All, .. }) => ("all_lay", 20),
        (On::Activate, None, Op::Draw { who: Who::All, .. }) => ("all_draw", 15),
        (On::Activate, None, Op::Gain { .. }) => ("supply_food", 35),
        (On::Activate, None, Op::Cache { .. }) => ("cache", 35),
        (On::Activate, None, Op::Lay { .. }) => ("lay", 30),
        (On::Activate, None, Op::Take { cache: true, .. }) => ("feeder_cache", 35),
        (On::Activate, None, Op::Take { .. }) => ("feeder", 25),
        (On::Activate, None, Op::Draw { .. }) => ("draw", 30),
        (On::Activate, None, Op::Repeat { .. }) => ("repeat", 20),
        (On::Activate, None, Op::HuntDice { .. }) => ("hunt_dice", 20),
        (On::Activate, None, Op::HuntDeck { .. }) => ("hunt_deck", 25),
        (On::Activate, None, Op::Fewest { .. }) => ("fewest", 20),
        (On::Activate, None, Op::Move) => ("move", 20),
        _ => ("other", 25),
    }
}

impl Bird {
    /// The family of its power.
    pub fn family(&self) -> &'static str {
        family(self.power.as_ref()).0
    }
    /// What it should be worth by the price formula, in tenths of a point.
    pub fn price(&self) -> i32 {
        let dear = [Food::Fish, Food::Fruit, Food::Rodent].into_iter().collect::<FoodSet>();
        let dear_units = match self.cost {
            Cost::Fixed { need, .. } => need.among(dear) as i32,
            Cost::Either(foods) => i32::from(foods.and(dear) == foods),
        };
        45 + 15 * self.cost.units() as i32 + 5 * dear_units
            - 5 * i32::from(self.egg_limit)
            - 3 * (self.habitats.len() as i32 - 1)
            - if self.nest == Nest::Wild { 5 } else { 0 }
            - family(self.power.as_ref()).1
    }
    /// How much more it is worth than it should be, in tenths of a point.
    pub fn residual(&self) -> i32 {
        10 * i32::from(self.points) - self.price()
    }
    /// Whether its power belongs to a group.
    pub fn is_in(&self, group: Group) -> bool {
        self.power.as_ref().is_some_and(|power| power.is_in(group))
    }
}

/// The oddities of a deck.
pub(super) fn warnings(deck: &Deck) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for bird in &deck.cards {
        let mut warn = |kind, detail: String| {
            warnings.push(Warning { item: format!("card \"{}\"", bird.id), kind, detail });
        };
        if bird.residual().abs() > TOLERANCE {
            let (points, price) = (bird.points, f64::from(bird.price()) / 10.0);
            warn(WarningKind::PriceOff, format!("{points} points, and the price formula says {price:.1}"));
        }
        let limit = i32::from(bird.egg_limit);
        let clutch = i32::from(bird.species.clutch);
        let off = (2 * limit - clutch.clamp(2, 12)).abs() > 2;
        if bird.nest != Nest::None && off {
            warn(WarningKind::EggLimitOff, format!("egg limit {limit} for a clutch of {clutch}"));
        }
        for food in bird.cost.eats().iter().filter(|&food| !bird.species.foods.contains(food)) {
            warn(WarningKind::CostNotEaten, format!("{} does not eat {food}", bird.species.name));
        }
        for row in bird.habitats.iter().filter(|&row| !bird.species.habitats.contains(row)) {
            warn(WarningKind::HabitatOff, format!("{} does not live in the {row}", bird.species.name));
        }
    }
    for (set, name) in [(BonusSet::Core, "core"), (BonusSet::Wide, "wide")] {
        let copies = || deck.bonus.iter().filter(|b| b.set == set).map(|b| u32::from(b.copies));
        let needed = 2 * u32::from(deck.max_players) - 1;
        if copies().count() > 0 && copies().sum::<u32>() - copies().max().unwrap_or(0) < needed {
            warnings.push(Warning {
                item: format!("bonus set {name}"),
                kind: WarningKind::BonusMayRunShort,
                detail: "a player may be offered fewer than two cards".into(),
            });
        }
    }
    warnings
}
