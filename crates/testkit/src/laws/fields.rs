//! Wire, the part about options: a form and a command line trust what the fields and presets say.

use super::{Law, wire::survives};
use crate::{
    Report,
    setup::{apply_preset, as_json, default_options, read_options, set},
};
use kernel::{Game, Kind, Seat, Start};
use serde_json::{Map, Value, json};

/// The fields name every option and its default.
pub(super) fn defaults<G: Game>(report: &mut Report) -> Result<(), String> {
    survives(&G::Options::default())?;
    let written = default_options::<G>();
    for field in G::FIELDS {
        let default = written.get(field.name).unwrap_or(&Value::Null);
        let declared = as_json(&field.default);
        if *default != declared {
            return Err(format!("the default of `{}` is {default}, not {declared}", field.name));
        }
        report.count(Law::Wire, 1);
    }
    match written.keys().find(|&name| G::FIELDS.iter().all(|field| field.name != name)) {
        Some(name) => Err(format!("the option `{name}` has no field")),
        None => Ok(()),
    }
}

/// Every value of a field is taken and kept, and none outside of them.
pub(super) fn values<G: Game>(report: &mut Report) -> Result<(), String> {
    for field in G::FIELDS {
        for value in inside(&field.kind) {
            let read = read_options::<G>(with::<G>(field.name, &value))?;
            let written = serde_json::to_value(&read).expect("options serialize");
            // Shares that are 0 may be left out.
            let shares = matches!(field.kind, Kind::Shares { .. });
            if !shares && written[field.name] != value {
                return Err(format!("`{}` was set to {value} and is {}", field.name, written[field.name]));
            }
            report.count(Law::Wire, 1);
        }
        for value in outside(&field.kind) {
            if let Ok(options) = read_options::<G>(with::<G>(field.name, &value))
                && let Some(seats) = playable::<G>(&options)
            {
                return Err(format!("`{}` takes {value} at a table of {seats}", field.name));
            }
            report.count(Law::Wire, 1);
        }
    }
    Ok(())
}

/// The first preset is the default, and a table can be played by each.
pub(super) fn presets<G: Game>(report: &mut Report) -> Result<(), String> {
    for (number, preset) in G::PRESETS.iter().enumerate() {
        let mut options = default_options::<G>();
        apply_preset(&mut options, preset);
        let options = read_options::<G>(options).map_err(|e| format!("preset `{}`: {e}", preset.name))?;
        if number == 0 && options != G::Options::default() {
            return Err(format!("the first preset, `{}`, is not the default", preset.name));
        }
        if playable::<G>(&options).is_none() {
            return Err(format!("the preset `{}` is refused at every table", preset.name));
        }
        report.count(Law::Wire, 1);
    }
    Ok(())
}

/// The first number of seats at which the rules accept these options.
fn playable<G: Game>(options: &G::Options) -> Option<u8> {
    let start = |seats| Start { seats, host: Seat(0), first: None, rules: G::RULES };
    G::SEATS.clone().find(|&seats| G::new(options, &start(seats)).is_ok())
}

fn with<G: Game>(name: &str, value: &Value) -> Map<String, Value> {
    let mut options = default_options::<G>();
    set(&mut options, name, value.clone());
    options
}

fn inside(kind: &Kind) -> Vec<Value> {
    match *kind {
        Kind::Switch => vec![json!("on"), json!("off")],
        Kind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
        Kind::Number { from, to, or, .. } => {
            [json!(from), json!(to)].into_iter().chain(or.as_ref().map(as_json)).collect()
        }
        Kind::Shares { of, total } => vec![shares(of, total)],
    }
}

fn outside(kind: &Kind) -> Vec<Value> {
    match *kind {
        Kind::Switch | Kind::Choice(_) => vec![json!("zz_unknown"), json!(7)],
        Kind::Number { from, to, step, or } => {
            let or = or.as_ref().map(as_json);
            let between = (step > 1).then_some(from + 1);
            [from.checked_sub(1), to.checked_add(1), between]
                .into_iter()
                .flatten()
                .map(|number| json!(number))
                .filter(|value| Some(value) != or.as_ref())
                .chain([json!(-1), json!("zz_unknown")])
                .collect()
        }
        Kind::Shares { of, total } => {
            let mut stranger = shares(of, total);
            stranger["zz_unknown"] = json!(0);
            vec![shares(of, total + 1), stranger]
        }
    }
}

/// Everything to the first name.
fn shares(of: &[&str], total: u32) -> Value {
    of.iter().enumerate().map(|(i, &name)| (name.to_owned(), json!(if i == 0 { total } else { 0 }))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Setting;

    #[test]
    fn a_range_ends_where_it_says() {
        let or = Some(Setting::Number(0));
        let range = Kind::Number { from: 10, to: 120, step: 5, or };
        assert_eq!(inside(&range), [json!(10), json!(120), json!(0)]);
        assert_eq!(outside(&range), [json!(9), json!(121), json!(11), json!(-1), json!("zz_unknown")]);
    }

    #[test]
    fn the_value_beside_the_range_is_not_outside() {
        let range = Kind::Number { from: 1, to: 5, step: 1, or: Some(Setting::Number(0)) };
        assert_eq!(outside(&range), [json!(6), json!(-1), json!("zz_unknown")]);
    }

    #[test]
    fn shares_have_fixed_names_and_a_fixed_sum() {
        let kind = Kind::Shares { of: &["a", "b"], total: 10 };
        assert_eq!(inside(&kind), [json!({ "a": 10, "b": 0 })]);
        assert_eq!(outside(&kind), [json!({ "a": 11, "b": 0 }), json!({ "a": 10, "b": 0, "zz_unknown": 0 })]);
    }
}
