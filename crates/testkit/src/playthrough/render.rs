//! From JSON to lines that a card player can read.

use crate::setup;
use kernel::{Addressed, Audience, Drawn, Game, Input, Listed, Seat, SeatSet, Start, Turn, Viewer};
use serde::Serialize;
use serde_json::Value;
use std::{collections::BTreeMap, fmt::Write, marker::PhantomData};

/// Keys by which tagged data says what it is; the word goes in front: `play {card: Jh}`.
const TAGS: [&str; 4] = ["do", "event", "kind", "type"];
/// No more legal actions than this are written out.
const MOST_ACTIONS: usize = 16;

/// Stands in for a line that has been removed.
const GONE: &str = "(gone)";
/// In the place of a line of a recall that is now the same as the seat's own.
const AS_SEEN: &str = "(as it sees)";

/// The lines of a view by their keys.
type Lines = BTreeMap<String, String>;

/// Writes a game down, step by step.
pub(super) struct Scribe<G> {
    text: String,
    seats: u8,
    step: usize,
    /// What each viewer saw last; empty before the first decision.
    seen: BTreeMap<Viewer, Lines>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Scribe<G> {
    /// Begins with the head of the file.
    pub(super) fn new(title: &str, options: &G::Options, start: &Start) -> Self {
        let mut scribe = Scribe {
            text: String::new(),
            seats: start.seats,
            step: 0,
            seen: BTreeMap::new(),
            game: PhantomData,
        };
        scribe.line(0, &format!("{}: {title}", G::NAME));
        scribe.line(0, &format!("options: {}", changed_options::<G>(options)));
        let first = start.first.map_or("-".to_owned(), |seat| seat.to_string());
        scribe.line(0, &format!("seats: {}, host: {}, first: {first}", start.seats, start.host));
        scribe.text += "
Views are written in full at the first decision; from then on only the lines that
have changed. Under \"all\" stands what every seat and the spectators see alike, and
under \"recall\" what a seat with a perfect memory knows beyond what it sees now.
This file is made by a test; UPDATE_PLAYTHROUGHS=1 writes it anew.
";
        scribe
    }

    /// One input, its events, and what the viewers see afterwards.
    pub(super) fn step(&mut self, input: &Input<G::Action>, sent: &[Addressed<G::Event>], after: &G::State) {
        self.step += 1;
        let happened = match input {
            Input::Act(seat, action) => format!("{seat}: {}", inline(&to_value(action))),
            Input::Chance(Drawn::Shuffle(order)) => format!("shuffle: {}", inline(&to_value(order))),
            Input::Chance(Drawn::Roll(rolled)) => format!("roll: {}", inline(&to_value(rolled))),
            Input::Expire(_) => "the time is up".to_owned(),
            Input::Status(seat, status) => format!("{seat} is now {}", inline(&to_value(status))),
        };
        self.text.push('\n');
        self.line(0, &format!("[{}] {happened}", self.step));
        for sent in sent {
            let event = inline(&to_value(&sent.event));
            self.line(1, &format!("to {}: {event}", audience(sent.to, self.seats)));
        }
        let turn = G::turn(after);
        if !matches!(turn, Turn::Chance(_)) {
            self.views(after);
            self.turn(after, &turn);
        }
    }

    /// The whole text.
    pub(super) fn finish(mut self, state: &G::State) -> String {
        if !matches!(G::turn(state), Turn::Over(_)) {
            self.text += "\n(here the script ends)\n";
        }
        self.text
    }

    /// The seats that are asked and for what, or how the game ended.
    fn turn(&mut self, state: &G::State, turn: &Turn) {
        match turn {
            Turn::Chance(_) => {}
            Turn::Over(outcome) => {
                self.line(1, &format!("over: {}", outcome.reason));
                self.line(2, &format!("places: {}", inline(&to_value(&outcome.places))));
                self.line(2, &format!("points: {}", inline(&to_value(&outcome.points))));
            }
            Turn::Seats { must, may, .. } => {
                for seat in (*must | *may).iter() {
                    let mut actions = Vec::new();
                    let listed = G::legal(state, seat, &mut actions);
                    let more = actions.len() > MOST_ACTIONS || listed == Listed::Truncated;
                    let mut words: Vec<String> =
                        actions.iter().take(MOST_ACTIONS).map(|action| inline(&to_value(action))).collect();
                    words.extend(more.then(|| format!("… ({} listed)", actions.len())));
                    let duty = if must.contains(seat) { "to act" } else { "may act" };
                    self.line(1, &format!("{seat} {duty}: {}", words.join(" | ")));
                }
            }
        }
    }

    /// The changes for each viewer.
    fn views(&mut self, state: &G::State) {
        let mut now: BTreeMap<Viewer, Lines> = BTreeMap::new();
        for viewer in Viewer::all(self.seats) {
            let mut lines = lines(&to_value(&G::view(state, viewer)));
            if let Viewer::Recall(seat) = viewer {
                let sees = &now[&Viewer::Seat(seat)];
                lines.retain(|key, value| sees.get(key) != Some(value));
            }
            now.insert(viewer, lines);
        }
        let nothing = Lines::new();
        let mut news: BTreeMap<Viewer, Vec<String>> = BTreeMap::new();
        for (viewer, lines) in &now {
            let gone = if matches!(viewer, Viewer::Recall(_)) { AS_SEEN } else { GONE };
            let before = self.seen.get(viewer).unwrap_or(&nothing);
            news.insert(*viewer, changes(before, lines, gone));
        }
        let common: Vec<String> = news[&Viewer::Spectator]
            .iter()
            .filter(|line| Seat::all(self.seats).all(|seat| news[&Viewer::Seat(seat)].contains(line)))
            .cloned()
            .collect();
        self.block("all", &common);
        for seat in Seat::all(self.seats) {
            for (viewer, name) in
                [(Viewer::Seat(seat), seat.to_string()), (Viewer::Recall(seat), format!("{seat} recall"))]
            {
                let mut own = news.remove(&viewer).unwrap_or_default();
                own.retain(|line| !common.contains(line));
                self.block(&name, &own);
            }
        }
        let mut own = news.remove(&Viewer::Spectator).unwrap_or_default();
        own.retain(|line| !common.contains(line));
        self.block("spectators", &own);
        self.seen = now;
    }

    fn block(&mut self, title: &str, lines: &[String]) {
        if !lines.is_empty() {
            self.line(1, title);
            lines.iter().for_each(|line| self.line(2, line));
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.text, "{:width$}{text}", "", width = 2 * depth).expect("a string takes everything");
    }
}

/// The options that are not as they are by default.
fn changed_options<G: Game>(options: &G::Options) -> String {
    let default = lines(&Value::Object(setup::default_options::<G>()));
    let changed = changes(&default, &lines(&to_value(options)), "-");
    if changed.is_empty() { "as by default".to_owned() } else { changed.join(", ") }
}

/// The lines that are new or different, and the keys that are gone.
fn changes(before: &Lines, now: &Lines, gone: &str) -> Vec<String> {
    let new = now.iter().filter(|(key, value)| before.get(*key) != Some(value));
    // A line that was opened into several, or closed into one, is not gone: its news stand above.
    let within =
        |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    let replaced = |key: &str| now.keys().any(|other| within(other, key) || within(key, other));
    let old = before.keys().filter(|key| !now.contains_key(*key) && !replaced(key));
    new.map(|(key, value)| format!("{key}: {value}")).chain(old.map(|key| format!("{key}: {gone}"))).collect()
}

/// A value as lines: objects opened with dots, lists of plain things in one line, others one per line.
fn lines(value: &Value) -> Lines {
    let mut lines = Lines::new();
    open("", value, &mut lines);
    lines
}

fn open(key: &str, value: &Value, lines: &mut Lines) {
    let under = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(name, value)| open(&under(name), value, lines));
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            // Equally wide numbers, so that the order of the keys is the order of the items.
            let width = (items.len() - 1).to_string().len();
            for (number, item) in items.iter().enumerate() {
                lines.insert(under(&format!("{number:0width$}")), inline(item));
            }
        }
        plain => {
            lines.insert(if key.is_empty() { "view".to_owned() } else { key.to_owned() }, inline(plain));
        }
    }
}

/// A value in one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(word) => word.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.is_empty() => "(none)".to_owned(),
        Value::Array(items) => {
            let nested = items.iter().any(Value::is_array);
            let words: Vec<String> = items.iter().map(inline).collect();
            if nested { words.iter().map(|word| format!("[{word}]")).collect() } else { words.join(" ") }
        }
        Value::Object(fields) => {
            let tag = TAGS.into_iter().find(|tag| fields.get(*tag).is_some_and(Value::is_string));
            let rest: Vec<_> = fields.iter().filter(|(key, _)| Some(key.as_str()) != tag).collect();
            match (tag, rest.as_slice()) {
                (Some(tag), []) => inline(&fields[tag]),
                (Some(tag), rest) => format!("{} {}", inline(&fields[tag]), braces(rest)),
                (None, [(key, Value::Object(inner))]) => {
                    format!("{key} {}", braces(&inner.iter().collect::<Vec<_>>()))
                }
                (None, [(key, plain)]) => format!("{key} {}", inline(plain)),
                (None, rest) => braces(rest),
            }
        }
    }
}

fn braces(fields: &[(&String, &Value)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}: {}", inline(value))).collect();
    format!("{{{}}}", fields.join(", "))
}

/// The audience in words.
fn audience(to: Audience, seats: u8) -> String {
    let all = SeatSet::first(seats);
    let present = to.seats & all;
    let mut words: Vec<String> = if present == all {
        vec!["all seats".to_owned()]
    } else if present.len() > 1 && present.len() + 1 == all.len() {
        (all - present).iter().map(|seat| format!("all but {seat}")).collect()
    } else {
        present.iter().map(|seat| seat.to_string()).collect()
    };
    match (to.spectators, present == all) {
        (true, true) => return "all".to_owned(),
        (true, false) => words.push("spectators".to_owned()),
        (false, _) => {}
    }
    if let (true, [but]) = (to.spectators, (all - present).iter().collect::<Vec<_>>().as_slice()) {
        return format!("everyone but {but}");
    }
    if words.is_empty() { "nobody".to_owned() } else { words.join(" and ") }
}

fn to_value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data serializes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_value_in_one_line() {
        for (value, line) in [
            (json!(null), "-"),
            (json!("Jh"), "Jh"),
            (json!(["Jh", "9c", null]), "Jh 9c -"),
            (json!([]), "(none)"),
            (json!({ "play": { "card": "Jh" } }), "play {card: Jh}"),
            (json!({ "do": "order", "alone": false }), "order {alone: no}"),
            (json!({ "do": "pass" }), "pass"),
            (json!({ "hand": 2 }), "hand 2"),
            (json!({ "seat": 1, "card": "Jh" }), "{card: Jh, seat: 1}"),
            (json!([["Jh"], ["9c", "As"]]), "[Jh][9c As]"),
        ] {
            assert_eq!(inline(&value), line);
        }
    }

    #[test]
    fn a_view_is_opened_into_lines() {
        let view = json!({
            "phase": "trick",
            "hand": ["Jh", "9c"],
            "score": { "ours": 3, "theirs": null },
            "trick": [{ "seat": 1, "card": "As" }],
        });
        let text: Vec<String> = changes(&Lines::new(), &lines(&view), GONE);
        assert_eq!(
            text,
            [
                "hand: Jh 9c",
                "phase: trick",
                "score.ours: 3",
                "score.theirs: -",
                "trick.0: {card: As, seat: 1}"
            ]
        );
    }

    #[test]
    fn only_changes_are_printed() {
        let before = lines(&json!({ "hand": ["Jh"], "turn": 0, "top": "9c" }));
        let now = lines(&json!({ "hand": ["Jh"], "turn": 1 }));
        assert_eq!(changes(&before, &now, GONE), ["turn: 1", "top: (gone)"]);
    }

    #[test]
    fn an_audience_in_words() {
        let seats = |numbers: &[u8]| numbers.iter().map(|&n| Seat(n)).collect::<SeatSet>();
        for (to, words) in [
            (Audience::ALL, "all"),
            (Audience::only(Seat(2)), "seat 2"),
            (Audience::only(Seat(2)).others(), "everyone but seat 2"),
            (Audience::seats(seats(&[0, 1, 2, 3])), "all seats"),
            (Audience::seats(seats(&[0, 3])), "seat 0 and seat 3"),
            (Audience::seats(SeatSet::EMPTY), "nobody"),
        ] {
            assert_eq!(audience(to, 4), words);
        }
    }
}
