use super::{
    Fault, powers,
    reader::{Fields, Value},
};
use crate::{Bird, CardId, Cost, Food, FoodSet, Foods, Habitat, HabitatSet, Nest, Species};
use alloc::{format, vec::Vec};

/// The most cards a deck may have.
const MOST_CARDS: usize = 400;
/// The fewest.
const FEWEST_CARDS: usize = 30;
const NESTS: [(&str, Nest); 6] = [
    ("bowl", Nest::Bowl),
    ("cavity", Nest::Cavity),
    ("ground", Nest::Ground),
    ("platform", Nest::Platform),
    ("wild", Nest::Wild),
    ("none", Nest::None),
];
const HABITATS: [(&str, Habitat); 3] =
    [("forest", Habitat::Forest), ("grassland", Habitat::Grassland), ("wetland", Habitat::Wetland)];

/// Reads a list of tables, each with an id of its own. The first of two with one id counts.
pub(super) fn items<'a, T>(
    value: &Value<'a>,
    kind: &str,
    mut read: impl FnMut(&mut Fields<'a>, &'a str) -> Option<T>,
) -> Option<Vec<T>> {
    let (mut ids, mut read_items) = (Vec::new(), Vec::new());
    for item in value.list()? {
        let Some(mut fields) = item.fields() else { continue };
        let Some(id) = fields.get("id").and_then(|id| id.id()) else { continue };
        fields.name(format!("{kind} \"{id}\""));
        if ids.contains(&id) {
            fields.whole().item_error("id", Fault::DuplicateId, format!("there are two {id}"));
        }
        ids.push(id);
        read_items.extend(read(&mut fields, id));
        fields.finish();
    }
    Some(read_items)
}

pub(super) fn species(value: &Value<'_>) -> Option<Vec<Species>> {
    items(value, "species", |fields, id| {
        let name = fields.get("name").and_then(|name| name.word());
        let latin = fields.get("latin").and_then(|latin| latin.word());
        let wingspan_cm = fields.get("wingspan_cm").and_then(|cm| cm.number(5..=400));
        let clutch = fields.get("clutch").and_then(|eggs| eggs.byte(0..=20));
        let nest = fields.get("nest").and_then(|nest| nest.one_of(&NESTS));
        let foods = fields.get("foods").and_then(|foods| eaten(&foods));
        let habitats = fields.get("habitats").and_then(|list| habitats(&list));
        let (foods, eats_other) = foods?;
        Some(Species {
            id: id.into(),
            name: name?.into(),
            latin: latin?.into(),
            wingspan_cm: wingspan_cm?,
            clutch: clutch?,
            nest: nest?,
            foods,
            eats_other,
            habitats: habitats?,
        })
    })
}

pub(super) fn cards(value: &Value<'_>, species: &[Species]) -> Option<Vec<Bird>> {
    let cards = items(value, "card", |fields, id| card(fields, id, species))?;
    let count = value.list()?.len();
    if count < FEWEST_CARDS {
        value.error(Fault::TooFewCards, format!("{count} cards are fewer than {FEWEST_CARDS}"));
    }
    if count > MOST_CARDS {
        value.error(Fault::TooLarge, format!("{count} cards are more than {MOST_CARDS}"));
    }
    Some(cards)
}

fn card(fields: &mut Fields<'_>, id: &str, species: &[Species]) -> Option<Bird> {
    let named = fields.maybe("species").map_or(Some(id), |value| value.word());
    let found = named.and_then(|named| species.iter().find(|species| species.id == named));
    if found.is_none() {
        let named = named.unwrap_or(id);
        fields.whole().item_error("species", Fault::UnknownSpecies, format!("there is no species “{named}”"));
    }
    let habitats = fields.get("habitats").and_then(|list| habitats(&list));
    let cost = fields.get("cost").and_then(|cost| read_cost(&cost));
    let points = fields.get("points").and_then(|points| points.byte(0..=9));
    let nest = fields.get("nest").and_then(|nest| nest.one_of(&NESTS));
    let egg_limit = fields.get("egg_limit").and_then(|limit| limit.byte(0..=6));
    let power = fields.maybe("power").map(|power| powers::power(&power));
    if let (Some(nest), Some(limit)) = (nest, egg_limit)
        && (nest == Nest::None) != (limit == 0)
    {
        let detail = "a bird without a nest has egg limit 0, every other at least 1";
        fields.whole().item_error("nest", Fault::BadNest, detail.into());
    }
    Some(Bird {
        id: CardId::new(id),
        species: found?.clone(),
        habitats: habitats?,
        cost: cost?,
        points: points?,
        nest: nest?,
        egg_limit: egg_limit?,
        power: match power {
            None => None,
            Some(power) => Some(power?),
        },
    })
}

fn habitats(value: &Value<'_>) -> Option<HabitatSet> {
    let list = value.list()?;
    let read: Vec<Option<Habitat>> = list.iter().map(habitat).collect();
    let set: HabitatSet = read.into_iter().collect::<Option<_>>()?;
    if set.is_empty() || set.len() != list.len() {
        value.error(Fault::OutOfRange, "should name one to three different habitats".into());
        return None;
    }
    Some(set)
}

pub(super) fn habitat(value: &Value<'_>) -> Option<Habitat> {
    value.one_of(&HABITATS)
}
pub(super) fn nest(value: &Value<'_>) -> Option<Nest> {
    value.one_of(&NESTS[..4])
}
pub(super) fn food(value: &Value<'_>) -> Option<Food> {
    value.one_of(&Food::ALL.map(|food| (food.word(), food)))
}
/// A list of different foods.
pub(super) fn foods(value: &Value<'_>) -> Option<FoodSet> {
    let list = value.list()?;
    let read: Vec<Option<Food>> = list.iter().map(food).collect();
    let set: FoodSet = read.into_iter().collect::<Option<_>>()?;
    if set.is_empty() || set.len() != list.len() {
        value.error(Fault::OutOfRange, "should name one to five different foods".into());
        return None;
    }
    Some(set)
}

/// Foods with tokens, and whether there are others.
fn eaten(value: &Value<'_>) -> Option<(FoodSet, bool)> {
    let (mut set, mut other) = (FoodSet::EMPTY, false);
    for food in value.list()? {
        if food.word()? == "other" {
            other = true;
        } else {
            set = set.with(self::food(&food)?);
        }
    }
    Some((set, other))
}

fn read_cost(value: &Value<'_>) -> Option<Cost> {
    let mut fields = value.fields()?;
    let bad = |detail: &str| {
        value.error(Fault::BadCost, detail.into());
        None
    };
    let either = fields.maybe("either");
    let mut each = [0; 5];
    let mut named = false;
    for food in Food::ALL {
        if let Some(units) = fields.maybe(food.word()) {
            named = true;
            each[food as usize] = units.byte(1..=9)?;
        }
    }
    let wild = match fields.maybe("wild") {
        Some(units) => {
            named = true;
            units.byte(1..=9)?
        }
        None => 0,
    };
    fields.finish();
    if let Some(either) = either {
        let foods = foods(&either)?;
        if named || !(2..=3).contains(&foods.len()) {
            return bad("`either` names two or three foods and stands alone");
        }
        return Some(Cost::Either(foods));
    }
    let need = Foods::new(each);
    if need.total() + u32::from(wild) > 3 {
        return bad("a bird costs at most three units of food");
    }
    Some(Cost::Fixed { need, wild })
}
