//! Before the first card: random options, random tables.

use crate::{
    Law, TestRng,
    report::{Breach, Under},
};
use kernel::{Field, Game, Kind, Preset, Rng, Seat, Setting, Start, below};
use serde_json::{Map, Value, json};

/// How many refused tables in a row are one too many.
const ATTEMPTS: usize = 500;

/// Changes random options in the same way in every game.
pub(crate) type Patch = dyn Fn(&mut dyn Rng) -> Value + Send + Sync;

/// A random table that the rules accept.
pub(crate) fn random_table<G: Game>(
    patch: Option<&Patch>,
    rng: &mut TestRng,
) -> Result<(G::Options, Start, G::State), Breach> {
    let mut refusal = None;
    for _ in 0..ATTEMPTS {
        let options = random_options::<G>(patch, rng).under(Law::Wire)?;
        let start = random_start::<G>(rng);
        match G::new(&options, &start) {
            Ok(state) => return Ok((options, start, state)),
            Err(error) => refusal = Some(error),
        }
    }
    Err(format!("{ATTEMPTS} random tables in a row were refused, the last because: {refusal:?}"))
        .under(Law::StartRefusals)
}

/// The defaults, a preset or random values, with what the caller insists on.
pub(crate) fn random_options<G: Game>(
    patch: Option<&Patch>,
    rng: &mut TestRng,
) -> Result<G::Options, String> {
    let mut options = default_options::<G>();
    match below(4, rng) {
        0 => {}
        1 => {
            if let Some(preset) = pick(G::PRESETS, rng) {
                apply_preset(&mut options, preset);
            }
        }
        _ => G::FIELDS.iter().for_each(|field| set(&mut options, field.name, random_value(field, rng))),
    }
    if let Some(Value::Object(forced)) = patch.map(|patch| patch(rng)) {
        forced.into_iter().for_each(|(name, value)| set(&mut options, &name, value));
    }
    read_options::<G>(options)
}

/// A random table within the number of seats.
fn random_start<G: Game>(rng: &mut TestRng) -> Start {
    let (fewest, most) = (*G::SEATS.start(), *G::SEATS.end());
    let seats = fewest + below(u32::from(most - fewest) + 1, rng) as u8;
    let mut seat = || Seat(below(u32::from(seats), rng) as u8);
    let (host, first) = (seat(), seat());
    let first = (below(2, rng) == 0).then_some(first);
    Start { seats, host, first, rules: G::RULES }
}

/// The default options as an object.
pub(crate) fn default_options<G: Game>() -> Map<String, Value> {
    match serde_json::to_value(G::Options::default()) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("options are an object, not {other:?}"),
    }
}

/// Reads options as the wire would.
pub(crate) fn read_options<G: Game>(options: Map<String, Value>) -> Result<G::Options, String> {
    let options = Value::Object(options);
    serde_json::from_value(options.clone()).map_err(|e| format!("the options {options} cannot be read: {e}"))
}

/// Sets one field. Nothing said is nothing written: the field follows from the others.
pub(crate) fn set(options: &mut Map<String, Value>, name: &str, value: Value) {
    if value.is_null() {
        options.remove(name);
    } else {
        options.insert(name.to_owned(), value);
    }
}

/// Changes what the preset changes.
pub(crate) fn apply_preset(options: &mut Map<String, Value>, preset: &Preset) {
    for (name, setting) in preset.settings {
        set(options, name, as_json(setting));
    }
}

/// As it stands in JSON.
pub(crate) fn as_json(setting: &Setting) -> Value {
    match setting {
        Setting::Unset => Value::Null,
        Setting::Word(word) => json!(word),
        Setting::Number(number) => json!(number),
    }
}

fn random_value(field: &Field, rng: &mut TestRng) -> Value {
    if field.default == Setting::Unset && below(2, rng) == 0 {
        return Value::Null;
    }
    match field.kind {
        Kind::Switch => json!(if below(2, rng) == 0 { "on" } else { "off" }),
        Kind::Choice(words) => pick(words, rng).map_or(Value::Null, |word| json!(word)),
        Kind::Number { from, to, step, or } => match or {
            Some(or) if below(4, rng) == 0 => as_json(&or),
            _ => json!(from + step * below((to - from) / step.max(1) + 1, rng)),
        },
        Kind::Shares { of, total } => random_shares(of, total, rng),
    }
}

/// Deals the total out, piece by piece, to the first few names only: later names often belong to what the
/// other options leave out, and would get every table refused.
fn random_shares(of: &[&str], total: u32, rng: &mut TestRng) -> Value {
    let some = 1 + below(of.len() as u32, rng);
    let mut shares = vec![0; of.len()];
    let piece = total.div_ceil(20).max(1);
    let mut left = total;
    while left > 0 {
        let share = piece.min(left);
        shares[below(some, rng) as usize] += share;
        left -= share;
    }
    of.iter().zip(shares).map(|(&name, share)| (name.to_owned(), json!(share))).collect()
}

fn pick<'a, T>(items: &'a [T], rng: &mut TestRng) -> Option<&'a T> {
    (!items.is_empty()).then(|| &items[below(items.len() as u32, rng) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    fn values(kind: Kind, default: Setting) -> Vec<Value> {
        let mut rng = TestRng::seed_from_u64(1);
        let field = Field { name: "it", kind, default };
        (0..400).map(|_| random_value(&field, &mut rng)).collect()
    }

    #[test]
    fn every_value_of_a_field_turns_up_and_no_other() {
        let mut words = values(Kind::Choice(&["any", "same", "off"]), Setting::Word("any"));
        words.sort_by_key(ToString::to_string);
        words.dedup();
        assert_eq!(words, [json!("any"), json!("off"), json!("same")]);

        let or = Some(Setting::Word("off"));
        let mut numbers = values(Kind::Number { from: 10, to: 25, step: 5, or }, Setting::Number(10));
        numbers.sort_by_key(ToString::to_string);
        numbers.dedup();
        assert_eq!(numbers, [json!("off"), json!(10), json!(15), json!(20), json!(25)]);
    }

    #[test]
    fn shares_add_up() {
        let kind = Kind::Shares { of: &["number", "wild", "skip"], total: 100 };
        for value in values(kind, Setting::Number(0)) {
            let shares = value.as_object().expect("an object");
            assert_eq!(shares.len(), 3);
            assert_eq!(shares.values().filter_map(Value::as_u64).sum::<u64>(), 100);
        }
    }

    #[test]
    fn dependent_options_are_often_left_unset() {
        let left = values(Kind::Switch, Setting::Unset).iter().filter(|value| value.is_null()).count();
        assert!((100..300).contains(&left), "{left}");
    }
}
