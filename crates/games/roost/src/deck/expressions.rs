use super::{
    Bonus, BonusSet, Fault, Goal, Payout,
    cards::{food, habitat, items, nest},
    powers::GROUPS,
    reader::Value,
};
use crate::{BonusId, Count, Filter, GoalId};
use alloc::{format, vec::Vec};

/// The fewest goal tiles a game needs.
const FEWEST_TILES: usize = 4;

pub(super) fn bonus(value: &Value<'_>) -> Option<Vec<Bonus>> {
    let bonus = items(value, "bonus", |fields, id| {
        let set = fields
            .get("set")
            .and_then(|set| set.one_of(&[("core", BonusSet::Core), ("wide", BonusSet::Wide)]));
        let title = fields.get("title").and_then(|title| title.word());
        let copies = fields.get("copies").and_then(|copies| copies.byte(1..=20));
        let count = fields.get("count").and_then(|value| count(&value));
        let payout = fields.get("payout").and_then(|value| payout(&value));
        Some(Bonus {
            set: set?,
            id: BonusId::new(id),
            title: title?.into(),
            copies: copies?,
            count: count?,
            payout: payout?,
        })
    })?;
    if !bonus.iter().any(|bonus| bonus.set == BonusSet::Core) {
        value.error(Fault::BonusMissing, "there is no core set".into());
    }
    Some(bonus)
}

pub(super) fn goals(value: &Value<'_>) -> Option<Vec<Goal>> {
    let sides = items(value, "goal", |fields, id| {
        let tile = fields.get("tile").and_then(|tile| tile.byte(1..=99));
        let side = fields.get("side").and_then(|side| side.one_of(&[("a", 0u8), ("b", 1)]));
        let title = fields.get("title").and_then(|title| title.word());
        let count = fields.get("count").and_then(|value| count(&value));
        let goal = Goal { tile: tile?, id: GoalId::new(id), title: title?.into(), count: count? };
        Some((side?, goal))
    })?;
    let mut tiles: Vec<u8> = sides.iter().map(|(_, goal)| goal.tile).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let mut goals = Vec::new();
    for &tile in &tiles {
        let mut of_tile: Vec<_> = sides.iter().filter(|(_, goal)| goal.tile == tile).collect();
        of_tile.sort_by_key(|(side, _)| *side);
        match of_tile[..] {
            [(0, a), (1, b)] => goals.extend([a.clone(), b.clone()]),
            _ => value.error(Fault::BadTile, format!("tile {tile} does not have exactly the sides a and b")),
        }
    }
    if tiles.len() < FEWEST_TILES {
        value.error(Fault::TooFewGoals, format!("{} tiles are fewer than {FEWEST_TILES}", tiles.len()));
    }
    Some(goals)
}

fn payout(value: &Value<'_>) -> Option<Payout> {
    let mut fields = value.fields()?.unknown_is(Fault::BadPayout);
    let (per, tiers) = (fields.maybe("per"), fields.maybe("tiers"));
    fields.finish();
    match (per, tiers) {
        (Some(per), None) => Some(Payout::Per(per.byte(1..=20)?)),
        (None, Some(list)) => {
            let tier = |tier: &Value<'_>| {
                let [from, points] = tier.array(Fault::BadPayout, |number| number.byte(1..=99))?;
                Some((from, points))
            };
            let tiers: Vec<(u8, u8)> = list.list()?.iter().map(tier).collect::<Option<_>>()?;
            let ascending = tiers.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
            if tiers.is_empty() || !ascending {
                list.error(Fault::BadPayout, "tiers ascend strictly, in number and in points".into());
                return None;
            }
            Some(Payout::Tiers(tiers))
        }
        _ => {
            value.error(Fault::BadPayout, "should have either `per` or `tiers`".into());
            None
        }
    }
}

fn count(value: &Value<'_>) -> Option<Count> {
    let mut fields = value.fields()?.unknown_is(Fault::BadExpression);
    let of = fields.get("of")?;
    let word = of.word()?;
    let counted = match word {
        "birds" | "eggs" | "stores" => {
            let filter = fields.maybe("where").map_or(Some(Filter::default()), |value| filter(&value));
            filter.map(|filter| match word {
                "birds" => Count::Birds { r#where: filter },
                "eggs" => Count::Eggs { r#where: filter },
                _ => Count::Stores { r#where: filter },
            })
        }
        "most" => fields.get("by")?.one_of(&[("nest", Count::MostNests)]),
        "least" => {
            fields.get("by")?.one_of(&[("row", ())])?;
            fields.get("what")?.one_of(&[("birds", Count::LeastBirds), ("eggs", Count::LeastEggs)])
        }
        "hand" => Some(Count::Hand),
        other => {
            of.error(Fault::BadExpression, format!("“{other}” cannot be counted"));
            return None;
        }
    };
    fields.finish();
    counted
}

fn filter(value: &Value<'_>) -> Option<Filter> {
    let mut fields = value.fields()?.unknown_is(Fault::BadExpression);
    // A field that is there and cannot be read has been reported; it counts as not there.
    let filter = Filter {
        row: fields.maybe("row").and_then(|value| habitat(&value)),
        habitats: fields.maybe("habitats").and_then(|value| value.byte(1..=3)),
        only: fields.maybe("only").and_then(|value| habitat(&value)),
        nest: fields.maybe("nest").and_then(|value| nest(&value)),
        eats: fields.maybe("eats").and_then(|value| food(&value)),
        only_eats: fields.maybe("only_eats").and_then(|value| food(&value)),
        wild_cost: fields.maybe("wild_cost").and_then(|value| value.flag()).unwrap_or(false),
        cost_min: fields.maybe("cost_min").and_then(|value| value.byte(0..=3)),
        wingspan_min: fields.maybe("wingspan_min").and_then(|value| value.number(5..=400)),
        wingspan_max: fields.maybe("wingspan_max").and_then(|value| value.number(5..=400)),
        points_max: fields.maybe("points_max").and_then(|value| value.byte(0..=9)),
        eggs_min: fields.maybe("eggs_min").and_then(|value| value.byte(0..=6)),
        power: fields.maybe("power").and_then(|value| value.one_of(&GROUPS[1..])),
    };
    fields.finish();
    Some(filter)
}
