use super::{Law, Moment, json};
use crate::{Report, TestRng};
use kernel::{Data, Game, Input, Inspect, Viewer, below};
use serde_json::{Map, Value};

/// A key that no type knows.
const UNKNOWN: &str = "zz_unknown";
/// How many objects of one value are given an unknown field.
const TOUCHED: usize = 2;

/// Everything that this step sends to `viewer`, and what the log keeps of it, survives JSON and takes no
/// unknown field.
pub(super) fn step<G: Inspect>(
    moment: &Moment<'_, G>,
    viewer: Viewer,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    let mut touch = |objects: usize| below(objects as u32, rng) as usize;
    closed(&G::view(moment.after, viewer), &mut touch)?;
    for sent in moment.events.iter().filter(|t| t.to.includes(viewer)) {
        closed(&sent.event, &mut touch)?;
    }
    survives(moment.input)?;
    if let Input::Act(_, action) = moment.input {
        closed(action, &mut touch)?;
    }
    let action = G::any_action(moment.before, rng);
    survives(&action)?;
    if let Some(Err(error)) = viewer.seat().map(|seat| G::check(moment.before, seat, &action)) {
        survives(&error)?;
    }
    report.count(Law::Wire, 1);
    Ok(())
}

/// The options of a game survive JSON and take no unknown field anywhere.
pub(super) fn options<G: Game>(options: &G::Options, report: &mut Report) -> Result<(), String> {
    report.count(Law::Wire, 1);
    let mut next = 0..;
    closed(options, &mut |objects| next.next().unwrap_or(0) % objects)
}

/// Written and read again it is the same.
pub(super) fn survives<T: Data>(data: &T) -> Result<(), String> {
    let text = json(data);
    match serde_json::from_str::<T>(&text) {
        Ok(read) if read == *data => Ok(()),
        Ok(read) => Err(format!("{text} is read as {}", json(&read))),
        Err(error) => Err(format!("{text} cannot be read: {error}")),
    }
}

/// It survives, and none of the objects that `touch` picks (out of how many) takes an unknown field.
fn closed<T: Data>(data: &T, touch: &mut impl FnMut(usize) -> usize) -> Result<(), String> {
    survives(data)?;
    let value = serde_json::to_value(data).expect("plain data serializes");
    let objects = count_objects(&value);
    for _ in 0..TOUCHED.min(objects) {
        refuses_unknown::<T>(&value, touch(objects))?;
    }
    Ok(())
}

/// Object number `object` takes no unknown field: neither an empty one nor, in case it is a map keyed by
/// data, one like those it has.
fn refuses_unknown<T: Data>(value: &Value, object: usize) -> Result<(), String> {
    let like_the_others = nth_object(&mut value.clone(), &mut { object })
        .and_then(|fields| fields.values().next().cloned())
        .unwrap_or(Value::from(0));
    for extra in [Value::Null, like_the_others] {
        let mut more = value.clone();
        let fields = nth_object(&mut more, &mut { object }).expect("counted before");
        fields.insert(UNKNOWN.to_owned(), extra);
        if serde_json::from_value::<T>(more.clone()).is_ok() {
            return Err(format!("an unknown field is accepted: {more}"));
        }
    }
    Ok(())
}

fn count_objects(value: &Value) -> usize {
    match value {
        Value::Object(fields) => 1 + fields.values().map(count_objects).sum::<usize>(),
        Value::Array(items) => items.iter().map(count_objects).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Object number `n`, outer ones before inner ones.
fn nth_object<'a>(value: &'a mut Value, n: &mut usize) -> Option<&'a mut Map<String, Value>> {
    match value {
        Value::Object(fields) => {
            if *n == 0 {
                return Some(fields);
            }
            *n -= 1;
            fields.values_mut().find_map(|field| nth_object(field, n))
        }
        Value::Array(items) => items.iter_mut().find_map(|item| nth_object(item, n)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
