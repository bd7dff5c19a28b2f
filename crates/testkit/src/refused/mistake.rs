//! One file: what happened, and the mistake.

use crate::setup;
use kernel::{Data, Game, Input, Refusal, Seat, Start, Table, Viewer};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "A: DeserializeOwned")]
struct Mistake<A> {
    why: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    start: Opening,
    #[serde(default)]
    inputs: Vec<Input<A>>,
    sees: Option<Value>,
    refused: Option<Value>,
    unreadable: Option<Value>,
    because: Value,
}

/// What differs from the usual start.
#[derive(Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
struct Opening {
    seats: Option<u8>,
    host: Option<Seat>,
    first: Option<Seat>,
    rules: Option<u32>,
}

impl Opening {
    fn start<G: Game>(&self) -> Start {
        Start {
            seats: self.seats.unwrap_or(*G::SEATS.start()),
            host: self.host.unwrap_or_default(),
            first: self.first,
            rules: self.rules.unwrap_or(G::RULES),
        }
    }
}

/// Plays up to the mistake. The name of the rule's reason comes back, if it was the rules that refused.
pub(crate) fn play<G: Game>(text: &str) -> Result<Option<String>, String> {
    let file: Mistake<G::Action> =
        serde_json::from_str(text).map_err(|e| format!("is not a refused game: {e}"))?;
    if file.why.trim().is_empty() {
        return Err("`why` says nothing".to_owned());
    }
    match (&file.refused, &file.unreadable) {
        (Some(refused), None) if refused == "start" => file.refused_start::<G>(),
        (Some(refused), None) => file.refused_input::<G>(refused),
        (None, Some(message)) => file.unreadable::<G>(message).map(|()| None),
        _ => Err("there must be either `refused` or `unreadable`".to_owned()),
    }
}

impl<A: Data> Mistake<A> {
    fn table<G: Game<Action = A>>(&self) -> Result<Result<Table<G>, Refusal<G::Error>>, String> {
        let mut options = setup::default_options::<G>();
        for (name, value) in &self.options {
            setup::set(&mut options, name, value.clone());
        }
        Ok(Table::new(&setup::read_options::<G>(options)?, &self.start.start::<G>()))
    }

    fn refused_start<G: Game<Action = A>>(&self) -> Result<Option<String>, String> {
        if !self.inputs.is_empty() || self.sees.is_some() {
            return Err("at a refused start nothing happens before and nothing is seen".to_owned());
        }
        let Err(refusal) = self.table::<G>()? else { return Err("the table is opened".to_owned()) };
        self.compare(&refusal)
    }

    fn refused_input<G: Game<Action = A>>(&self, refused: &Value) -> Result<Option<String>, String> {
        let input = Input::<A>::deserialize(refused)
            .map_err(|e| format!("`refused` is neither an input nor \"start\": {e}"))?;
        let mut table = self.table::<G>()?.map_err(|refusal| format!("the table is refused: {refusal}"))?;
        for (number, input) in (1..).zip(&self.inputs) {
            if let Err(refusal) = table.check(input) {
                return Err(format!("input {number}, {}, is refused: {refusal}", json(input)));
            }
            table.commit(input);
        }
        if let Some(part) = &self.sees {
            let viewer = match input {
                Input::Act(seat, _) => Viewer::Seat(seat),
                Input::Chance(_) | Input::Expire(_) | Input::Status(..) => Viewer::Spectator,
            };
            is_part(part, &json(&table.view(viewer)), "sees")?;
        }

        let before = everything(&table);
        let Err(refusal) = table.check(&input) else { return Err(format!("{refused} is accepted")) };
        if everything(&table) != before || table.check(&input).as_ref() != Err(&refusal) {
            return Err(format!("{refused} is refused, but something has changed"));
        }
        if let Input::Act(seat, action) = &input
            && legal(&table, *seat).contains(action)
        {
            return Err(format!("{refused} is refused, but listed"));
        }
        self.compare(&refusal)
    }

    fn unreadable<G: Game<Action = A>>(&self, message: &Value) -> Result<(), String> {
        let alone = self.options.is_empty() && self.start == Opening::default() && self.inputs.is_empty();
        if !alone || self.sees.is_some() {
            return Err("what is unreadable is so at any time: `why` and `because` say it all".to_owned());
        }
        let Value::String(words) = &self.because else {
            return Err("`because` must be words of the complaint".to_owned());
        };
        match G::Action::deserialize(message) {
            Ok(action) => Err(format!("the message can be read: {action:?}")),
            Err(complaint) if words.is_empty() || !complaint.to_string().contains(words) => {
                Err(format!("the message is unreadable because: {complaint}"))
            }
            Err(_) => Ok(()),
        }
    }

    /// Whether it was refused for the reason given.
    fn compare<E: Serialize>(&self, refusal: &Refusal<E>) -> Result<Option<String>, String> {
        let (reason, is_rule) = match refusal {
            Refusal::Rule(error) => (json(error), true),
            other => (json(other), false),
        };
        if reason != self.because {
            return Err(format!("it is refused because of {reason}, not of {}", self.because));
        }
        Ok(if is_rule { name(&reason) } else { None })
    }
}

/// All that anybody can see or do.
fn everything<G: Game>(table: &Table<G>) -> impl PartialEq {
    let seats = table.seats();
    let views: Vec<_> = Viewer::all(seats).map(|viewer| table.view(viewer)).collect();
    let lists: Vec<_> = Seat::all(seats).map(|seat| legal(table, seat)).collect();
    (table.turn(), views, lists)
}

fn legal<G: Game>(table: &Table<G>, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    table.legal(seat, &mut actions);
    actions
}

/// Whether `whole` holds `part`: of objects some fields, of all else everything.
fn is_part(part: &Value, whole: &Value, path: &str) -> Result<(), String> {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part.iter().try_for_each(|(name, part)| {
            is_part(part, whole.get(name).unwrap_or(&Value::Null), &format!("{path}.{name}"))
        }),
        (Value::Array(part), Value::Array(whole)) if part.len() == whole.len() => {
            (0..part.len()).try_for_each(|i| is_part(&part[i], &whole[i], &format!("{path}[{i}]")))
        }
        _ if part == whole => Ok(()),
        _ => Err(format!("`{path}` is {whole}, not {part}")),
    }
}

/// The variant's name.
fn name(reason: &Value) -> Option<String> {
    match reason {
        Value::String(name) => Some(name.clone()),
        Value::Object(fields) => fields.keys().next().cloned(),
        _ => None,
    }
}

fn json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("what crosses the wire can be written")
}
