use super::{
    Board, Fault,
    reader::{Fields, Value},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

/// What a deck says of itself.
pub(super) struct Head {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) language: String,
    pub(super) authors: Vec<String>,
    pub(super) licence: String,
    pub(super) max_players: u8,
}

pub(super) fn head(value: &Value<'_>) -> Option<Head> {
    let mut fields = value.fields()?;
    fields.name("deck".into());
    let schema = fields.get("schema")?;
    if schema.number(0..=u16::MAX) != Some(1) {
        schema.error(Fault::BadSchema, "only schema 1 is known".into());
        return None;
    }
    let id = fields.get("id").and_then(|id| id.id());
    let title = text(&mut fields, "title");
    let language = text(&mut fields, "language");
    let licence = text(&mut fields, "licence");
    let max_players = fields.get("max_players").and_then(|number| number.byte(1..=5));
    let authors = fields.get("authors").and_then(|authors| {
        authors.list()?.iter().map(|name| name.word().map(ToString::to_string)).collect::<Option<Vec<_>>>()
    });
    fields.finish();
    Some(Head {
        id: id?.into(),
        title: title?,
        language: language?,
        authors: authors?,
        licence: licence?,
        max_players: max_players?,
    })
}

fn text(fields: &mut Fields<'_>, key: &str) -> Option<String> {
    let value = fields.get(key)?;
    let word = value.word()?;
    if word.is_empty() || word.len() > 200 {
        value.error(Fault::OutOfRange, "should have 1 to 200 characters".into());
        return None;
    }
    Some(word.into())
}

pub(super) fn board(value: &Value<'_>) -> Option<Board> {
    let mut fields = value.fields()?;
    fields.name("board".into());
    let mut numbers = |key: &str, least: u8| {
        let value = fields.get(key)?;
        let number = |value: &Value<'_>| bounded(value, least);
        value.list()?.iter().map(number).collect::<Option<Vec<u8>>>().map(|list| (value, list))
    };
    let turns = numbers("turns", 1).and_then(exact);
    let turns_short = numbers("turns_short", 1).and_then(exact);
    let food = numbers("food", 0).and_then(exact);
    let eggs = numbers("eggs", 0).and_then(exact);
    let cards = numbers("cards", 0).and_then(exact);
    let egg_cost = numbers("egg_cost", 0).and_then(exact);
    let trade = fields.get("trade").and_then(|value| value.array(Fault::BadBoard, Value::flag));
    let goal_majority = fields.get("goal_majority").and_then(|value| {
        value.array(Fault::BadBoard, |row| row.array(Fault::BadBoard, |points| bounded(points, 0)))
    });
    let goal_cap = fields.get("goal_cap").and_then(|value| bounded(&value, 0));
    fields.finish();
    Some(Board {
        turns: turns?,
        turns_short: turns_short?,
        food: food?,
        eggs: eggs?,
        cards: cards?,
        trade: trade?,
        egg_cost: egg_cost?,
        goal_majority: goal_majority?,
        goal_cap: goal_cap?,
    })
}

/// A number of the mat: at most 12, whatever it stands for.
fn bounded(value: &Value<'_>, least: u8) -> Option<u8> {
    let number = value.number(0..=u16::MAX)?;
    if (u16::from(least)..=12).contains(&number) {
        return Some(number as u8);
    }
    value.error(Fault::BadBoard, format!("{number} is outside {least}..=12"));
    None
}

fn exact<const N: usize>((value, list): (Value<'_>, Vec<u8>)) -> Option<[u8; N]> {
    let found = list.len();
    list.try_into()
        .map_err(|_| value.error(Fault::BadBoard, format!("has {found} values and should have {N}")))
        .ok()
}
