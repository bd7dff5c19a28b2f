use super::{
    Fault,
    cards::{food, foods, habitat, nest},
    reader::{Fields, Value},
};
use crate::{DiscardAt, DrawFrom, Gift, Group, LayOn, On, Op, Power, Price, TuckFrom, When, Where, Who};
use alloc::{format, vec::Vec};

pub(super) const GROUPS: [(&str, Group); 3] =
    [("any", Group::Any), ("hunter", Group::Hunter), ("flock", Group::Flock)];

/// Where an operation stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Cost,
    Do,
}

pub(super) fn power(value: &Value<'_>) -> Option<Power> {
    let mut fields = value.fields()?;
    let trigger = fields.get("on")?;
    let when = fields.maybe("when");
    let on = match (trigger.word()?, when) {
        ("play", None) => Some(On::Play),
        ("activate", None) => Some(On::Activate),
        ("between", Some(when)) => read_when(&when).map(On::Between),
        ("between", None) => {
            value.item_error("power.when", Fault::MissingField, "is missing".into());
            None
        }
        ("play" | "activate", Some(when)) => {
            when.error(Fault::UnknownField, "belongs to a power between turns".into());
            None
        }
        (other, _) => {
            trigger.error(Fault::OutOfRange, format!("“{other}” is none of play, activate, between"));
            None
        }
    };
    let cost = match fields.maybe("cost") {
        Some(list) => ops(&list, 1..=2, Place::Cost, on),
        None => Some(Vec::new()),
    };
    let list = fields.get("do").and_then(|list| ops(&list, 1..=3, Place::Do, on));
    fields.finish();
    let cost = cost?;
    if let [one, two] = cost[..]
        && stock(one) == stock(two)
    {
        value.error(Fault::BadOp, "two costs that take from the same stock; write one".into());
        return None;
    }
    Some(Power { on: on?, cost, ops: list? })
}

/// What a cost takes from: cards, eggs or food.
fn stock(op: Op) -> u8 {
    match op {
        Op::Pay { what: Price::Egg | Price::OtherEgg, .. } => 1,
        Op::Pay { what: Price::Food(_), .. } => 2,
        _ => 0,
    }
}

fn read_when(value: &Value<'_>) -> Option<When> {
    let mut fields = value.fields()?;
    let event = fields.get("event")?;
    let when = match event.word()? {
        "lay" => Some(When::Lay),
        "hunt" => Some(When::Hunt),
        "gain" => fields.get("food").and_then(|value| food(&value)).map(|food| When::Gain { food }),
        "play" => {
            fields.get("habitat").and_then(|value| habitat(&value)).map(|habitat| When::Play { habitat })
        }
        other => {
            event.error(Fault::OutOfRange, format!("“{other}” is none of lay, gain, play, hunt"));
            None
        }
    };
    fields.finish();
    when
}

fn ops(
    value: &Value<'_>,
    count: core::ops::RangeInclusive<usize>,
    place: Place,
    on: Option<On>,
) -> Option<Vec<Op>> {
    let list = value.list()?;
    if !count.contains(&list.len()) {
        value.error(
            Fault::BadOp,
            format!("has {} operations and should have {} to {}", list.len(), count.start(), count.end()),
        );
        return None;
    }
    let read: Vec<Option<Op>> =
        list.iter().enumerate().map(|(n, value)| op(value, place, n == 0, on)).collect();
    read.into_iter().collect()
}

fn op(value: &Value<'_>, place: Place, first: bool, on: Option<On>) -> Option<Op> {
    let mut fields = value.fields()?.unknown_is(Fault::BadOp);
    let name = fields.get("op")?;
    let word = name.word()?;
    let op = read_op(&mut fields, word);
    if op.is_none() && !OPS.contains(&word) {
        name.error(Fault::UnknownOp, format!("there is no operation “{word}”"));
        return None;
    }
    fields.finish();
    let op = op?;
    if let Some(reason) = misplaced(op, place, first, on?) {
        name.error(Fault::OpNotAllowed, format!("{word} {reason}"));
        return None;
    }
    if let Some(reason) = unfit(op) {
        value.error(Fault::BadOp, format!("{word} {reason}"));
        return None;
    }
    Some(op)
}

const OPS: [&str; 15] = [
    "gain",
    "take",
    "cache",
    "lay",
    "draw",
    "discard",
    "tuck",
    "hunt_deck",
    "hunt_dice",
    "pay",
    "bonus",
    "play_again",
    "move",
    "repeat",
    "fewest",
];

fn read_op(fields: &mut Fields<'_>, name: &str) -> Option<Op> {
    Some(match name {
        "gain" => {
            let (food, n, who) = (fields.get("food"), times(fields), who(fields));
            Op::Gain { food: foods(&food?)?, n: n?, who: who? }
        }
        "take" => {
            let food = fields.get("food");
            let (all, cache) = (flag(fields, "all"), flag(fields, "cache"));
            Op::Take { food: foods(&food?)?, all: all?, cache: cache? }
        }
        "cache" => {
            let (what, n) = (fields.get("food"), times(fields));
            Op::Cache { food: food(&what?)?, n: n? }
        }
        "lay" => read_lay(fields)?,
        "draw" => {
            let from = fields.get("from").and_then(|from| {
                from.one_of(&[
                    ("deck", DrawFrom::Deck),
                    ("tray", DrawFrom::Tray),
                    ("either", DrawFrom::Either),
                ])
            });
            let (n, who) = (times(fields), who(fields));
            Op::Draw { from: from?, n: n?, who: who? }
        }
        "discard" => {
            let at = fields
                .get("at")
                .and_then(|at| at.one_of(&[("now", DiscardAt::Now), ("turn_end", DiscardAt::TurnEnd)]));
            let n = times(fields);
            Op::Discard { n: n?, at: at? }
        }
        "tuck" => {
            let from = fields
                .get("from")
                .and_then(|from| from.one_of(&[("hand", TuckFrom::Hand), ("deck", TuckFrom::Deck)]));
            let n = times(fields);
            Op::Tuck { from: from?, n: n? }
        }
        "hunt_deck" => Op::HuntDeck { below_cm: fields.get("below_cm")?.number(10..=300)? },
        "hunt_dice" => Op::HuntDice { food: food(&fields.get("food")?)? },
        "pay" => {
            let n = times(fields);
            let what = fields.get("what")?;
            let what = match what.word()? {
                "egg" => fields.get("from")?.one_of(&[("any", Price::Egg), ("other", Price::OtherEgg)])?,
                "food" => Price::Food(foods(&fields.get("food")?)?),
                "card" => Price::Card,
                other => {
                    what.error(Fault::OutOfRange, format!("“{other}” is none of egg, food, card"));
                    return None;
                }
            };
            Op::Pay { what, n: n? }
        }
        "bonus" => {
            let draw = fields.get("draw").and_then(|draw| draw.byte(2..=4));
            let keep = fields.get("keep").and_then(|keep| keep.byte(1..=draw.unwrap_or(4) - 1));
            Op::Bonus { draw: draw?, keep: keep? }
        }
        "play_again" => {
            let row = fields.get("habitat")?;
            Op::PlayAgain {
                habitat: match row.word()? {
                    "same" => Where::Same,
                    "any" => Where::Any,
                    _ => Where::Row(habitat(&row)?),
                },
            }
        }
        "move" => Op::Move,
        "repeat" => Op::Repeat { power: fields.get("power")?.one_of(&GROUPS)? },
        "fewest" => {
            let (row, list) = (fields.get("habitat"), fields.get("do"));
            Op::Fewest { habitat: habitat(&row?)?, gift: read_gift(&list?)? }
        }
        _ => return None,
    })
}

fn read_lay(fields: &mut Fields<'_>) -> Option<Op> {
    let on = fields.get("on")?;
    let word = on.word()?;
    let on = match word {
        "this" => LayOn::This,
        "any" => LayOn::Any,
        "nest" => LayOn::Nest(nest(&fields.get("nest")?)?),
        "each" => LayOn::Each(nest(&fields.get("nest")?)?),
        other => {
            on.error(Fault::OutOfRange, format!("“{other}” is none of this, any, nest, each"));
            return None;
        }
    };
    let n = if word == "each" { Some(1) } else { times(fields) };
    let who = who(fields);
    Some(Op::Lay { on, n: n?, who: who? })
}

/// `fewest` carries out one `gain` of one food or one `draw` from the deck.
fn read_gift(list: &Value<'_>) -> Option<Gift> {
    let read = ops(list, 1..=1, Place::Do, Some(On::Activate))?;
    let gift = match read[..] {
        [Op::Gain { food, n, who: Who::Owner }] if food.len() == 1 => {
            food.iter().next().map(|food| Gift::Gain { food, n })
        }
        [Op::Draw { from: DrawFrom::Deck, n, who: Who::Owner }] => Some(Gift::Draw { n }),
        _ => None,
    };
    if gift.is_none() {
        list.error(Fault::OpNotAllowed, "fewest gives one food, or cards from the deck".into());
    }
    gift
}

fn times(fields: &mut Fields<'_>) -> Option<u8> {
    fields.get("n")?.byte(1..=3)
}
fn flag(fields: &mut Fields<'_>, key: &str) -> Option<bool> {
    fields.maybe(key).map_or(Some(false), |value| value.flag())
}
fn who(fields: &mut Fields<'_>) -> Option<Who> {
    fields.maybe("who").map_or(Some(Who::Owner), |who| who.one_of(&[("all", Who::All)]))
}

/// Why an operation must not stand here.
fn misplaced(op: Op, place: Place, first: bool, on: On) -> Option<&'static str> {
    let is_cost = matches!(op, Op::Pay { .. } | Op::Tuck { from: TuckFrom::Hand, .. });
    let serves_all = matches!(
        op,
        Op::Gain { who: Who::All, .. } | Op::Lay { who: Who::All, .. } | Op::Draw { who: Who::All, .. }
    );
    let reacts = matches!(
        op,
        Op::Gain { .. }
            | Op::Take { .. }
            | Op::Cache { .. }
            | Op::Lay { .. }
            | Op::Draw { .. }
            | Op::Tuck { .. }
            | Op::Pay { .. }
    );
    match op {
        _ if is_cost != (place == Place::Cost) => Some(if is_cost { "is a cost" } else { "is not a cost" }),
        _ if matches!(on, On::Between(_)) && (!reacts || serves_all) => {
            Some("is not for other players' turns")
        }
        Op::Move | Op::Repeat { .. } if on != On::Activate => Some("needs a power that is activated"),
        Op::Discard { .. } if first => Some("cannot come first"),
        _ => None,
    }
}

/// Why the fields of an operation exclude each other.
fn unfit(op: Op) -> Option<&'static str> {
    match op {
        Op::Gain { food, who: Who::All, .. } if food.len() > 1 => Some("gives all players one food"),
        Op::Take { food, all: true, .. } if food.len() > 1 => Some("takes every die of one food only"),
        Op::Take { all: true, cache: true, .. } => Some("either takes every die or may cache one"),
        Op::Lay { on, who: Who::All, .. } if !matches!(on, LayOn::Nest(_)) => {
            Some("lets all players lay on a kind of nest only")
        }
        Op::Draw { from, who: Who::All, .. } if from != DrawFrom::Deck => {
            Some("lets all players draw from the deck only")
        }
        _ => None,
    }
}
