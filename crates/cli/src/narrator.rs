use kernel::{Card, Outcome, Suit};
use serde_json::{Map, Value};

/// Turns events into sentences.
///
/// It knows a few turns of phrase and no game: an event that it has no phrase for is written with its name and
/// fields, so a new game can be watched on its first day.
pub(crate) struct Narrator {
    seats: u8,
    /// Cards played one after another make one sentence: it is not finished yet.
    plays: Vec<String>,
}

/// The occupant of each seat.
const NAMES: [&str; 10] = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"];

/// Fields whose number is a seat.
const SEATS: [&str; 8] = ["seat", "seats", "dealer", "target", "thief", "victim", "a", "b"];

/// How many plays one sentence holds.
const PLAYS: usize = 4;

/// The sentences of an event; `{field}` stands for a field. An event that lacks one is written with the next sentence, in the
/// end plainly.
/// An empty sentence: not worth a line.
const PHRASES: [(&str, &str); 34] = [
    ("dealt", "{dealer} deals and turns up {up_card}."),
    ("dealt", "{dealer} deals (deal {deal})."),
    ("started", "The first card is {first}; {seat} begins."),
    ("passed", "  {seat} passes."),
    ("ordered", "  {seat} orders it up."),
    ("picked_up", "  {dealer} picks it up …"),
    ("discarded", "  … and puts a card away."),
    ("turned_down", "  Nobody wants it."),
    ("named", "  {seat} names {suit}."),
    ("redeal", "  No call: the next one deals."),
    ("trick_won", "    {seat} takes the trick."),
    ("scored", "{side}: {points} for this deal ({reason})."),
    ("deal_over", "In the kitty lay {kitty}."),
    ("drew", "  {seat} draws {count}."),
    ("stack", "    That makes {total} to draw."),
    ("skipped", "    {seats} must wait."),
    ("reversed", "    The other way round!"),
    ("noped", "    Nope: nobody draws."),
    ("swapped", "    {a} and {b} exchange their hands."),
    ("rotated", "    All hands move on by one seat."),
    ("stole", "    {thief} steals a card from {victim}."),
    ("trailed", "  {seat} leaves {card} on the table."),
    ("captured", "  {seat} captures {total} with {card}."),
    ("built", "  {seat} lays {card} on {loose}: a build of {value}."),
    ("joined", "    It joins another one."),
    ("added", "  {seat} adds {card} to a build."),
    ("raised", "  {seat} raises a build to {value} with {card}."),
    ("set", "    A set of {count}!"),
    ("swept", "    {seat} sweeps the table."),
    ("shiya_open", "  {seat} captures its own build with {card} …"),
    ("shiya_called", "  … and {seat} asks for it: shiya!"),
    ("deal_ended", ""),
    ("ready", ""),
    ("ended", ""),
];

impl Narrator {
    pub(crate) fn new(seats: u8) -> Narrator {
        Narrator { seats, plays: Vec::new() }
    }
    /// Everybody at the table.
    pub(crate) fn cast(&self) -> String {
        list((0..self.seats).map(|seat| name_of(seat.into())))
    }
    /// The name of an event.
    pub(crate) fn name(event: &Value) -> &str {
        match event {
            Value::String(name) => name,
            Value::Object(fields) => fields.keys().next().map_or("", String::as_str),
            _ => "",
        }
    }
    /// The lines that are complete.
    pub(crate) fn narrate(&mut self, event: &Value) -> Vec<String> {
        let name = Self::name(event);
        let fields = event.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        if let ("played", Some(seat), Some(card)) = (name, fields.get("seat"), fields.get("card")) {
            let lines = if self.plays.len() == PLAYS { self.pause() } else { Vec::new() };
            self.plays.push(self.play(seat, card, &fields));
            return lines;
        }
        let mut phrases = PHRASES.iter().filter(|(known, _)| *known == name);
        let line = phrases.find_map(|(_, phrase)| self.fill(phrase, &fields));
        let line = line.unwrap_or_else(|| self.plainly(name, &fields));
        let mut lines = self.pause();
        lines.extend((!line.is_empty()).then_some(line));
        lines
    }
    /// Ends the current sentence.
    pub(crate) fn pause(&mut self) -> Vec<String> {
        let plays = std::mem::take(&mut self.plays);
        if plays.is_empty() { Vec::new() } else { vec![format!("  {}.", plays.join(", "))] }
    }
    /// How it ended.
    pub(crate) fn end(&self, outcome: &Outcome) -> String {
        let winners = outcome.places.iter().filter(|(_, place)| **place == 1);
        let winners = list(winners.map(|(seat, _)| name_of(seat.0.into())));
        let points = outcome.points.values();
        let told: Vec<_> = points.iter().map(ToString::to_string).collect();
        // Not every game counts any.
        let told = if points.iter().all(|&points| points == 0) { String::new() } else { told.join(", ") };
        let told = if told.is_empty() { told } else { format!("; points {told}") };
        format!("{winners} won ({}{told}).", words(&outcome.reason))
    }

    /// `Ann plays 10♥`, and after the first of a sentence `Bea J♦`.
    fn play(&self, seat: &Value, card: &Value, fields: &Map<String, Value>) -> String {
        let verb = if self.plays.is_empty() { " plays" } else { "" };
        let mut play = format!("{}{verb} {}", self.value("seat", seat), self.value("card", card));
        for (name, value) in fields.iter().filter(|(name, _)| *name != "seat" && *name != "card") {
            play.push_str(&format!(" ({})", self.value(name, value)));
        }
        play
    }
    fn fill(&self, phrase: &str, fields: &Map<String, Value>) -> Option<String> {
        let mut line = phrase.to_string();
        for (name, value) in fields {
            line = line.replace(&format!("{{{name}}}"), &self.value(name, value));
        }
        let alone = fields.get("alone") == Some(&Value::Bool(true));
        (!line.contains('{')).then(|| if alone { format!("{line} Alone!") } else { line })
    }
    fn plainly(&self, name: &str, fields: &Map<String, Value>) -> String {
        let told = fields.iter().filter(|(name, value)| !value.is_null() && *name != "hands");
        let told: Vec<_> =
            told.map(|(name, value)| format!("{} {}", words(name), self.value(name, value))).collect();
        let colon = if told.is_empty() { "" } else { ": " };
        format!("    {}{colon}{}", words(name), told.join(", "))
    }
    fn value(&self, name: &str, value: &Value) -> String {
        match value {
            Value::Number(number) => match (name, number.as_u64()) {
                (name, Some(seat)) if SEATS.contains(&name) => name_of(seat),
                // Partners sit opposite each other.
                ("side", Some(side)) => {
                    list((0..self.seats).map(u64::from).filter(|seat| seat % 2 == side % 2).map(name_of))
                }
                _ => number.to_string(),
            },
            Value::String(word) => card(word).unwrap_or_else(|| words(word)),
            Value::Array(values) if SEATS.contains(&name) => {
                list(values.iter().map(|value| self.value(name, value)))
            }
            Value::Array(values) => {
                values.iter().map(|value| self.value(name, value)).collect::<Vec<_>>().join(" ")
            }
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| self.value(name, value)).collect::<Vec<_>>().join(" ")
            }
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
            Value::Null => "nothing".into(),
        }
    }
}

fn name_of(seat: u64) -> String {
    NAMES.get(seat as usize).map_or_else(|| format!("seat {seat}"), ToString::to_string)
}

/// `Ann, Bea and Cal`.
fn list(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<_> = names.collect();
    match (names.pop(), names.join(", ")) {
        (Some(last), rest) if rest.is_empty() => last,
        (Some(last), rest) => format!("{rest} and {last}"),
        (None, _) => "nobody".into(),
    }
}

/// `trick_won` as `trick won`.
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// `10h` as `10♥`, `h` as `hearts`; `None` for other words.
fn card(word: &str) -> Option<String> {
    if let Some(suit) = Suit::ALL.into_iter().find(|suit| suit.to_string() == word) {
        return Some(format!("{suit:?}").to_lowercase());
    }
    let card = Card::parse(word).ok().filter(|card| card.to_string() == word)?;
    Some(format!("{}{}", card.rank(), ['♣', '♦', '♥', '♠'][card.suit() as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_become_sentences() {
        let mut narrator = Narrator::new(4);
        for (event, line) in [
            (json!({"named": {"seat": 0, "suit": "s", "alone": true}}), Some("  Ann names spades. Alone!")),
            (json!({"skipped": {"seats": [2, 3]}}), Some("    Cal and Dot must wait.")),
            (
                json!({"scored": {"side": 1, "points": 2, "reason": "march"}}),
                Some("Bea and Dot: 2 for this deal (march)."),
            ),
            (json!("turned_down"), Some("  Nobody wants it.")),
            (json!({"ready": {"seat": 1}}), None),
            // No phrase, or one that does not fit.
            (json!({"big_bang": {}}), Some("    big bang")),
            (json!({"drew": {"seat": 2}}), Some("    drew: seat Cal")),
        ] {
            let lines: Vec<_> = line.into_iter().map(String::from).collect();
            assert_eq!(narrator.narrate(&event), lines, "{event}");
        }
    }

    #[test]
    fn cards_played_one_after_another_make_one_sentence() {
        let mut narrator = Narrator::new(4);
        for (seat, card) in [(1, "10h"), (2, "Jd")] {
            assert!(narrator.narrate(&json!({"played": {"seat": seat, "card": card}})).is_empty());
        }
        let lines = narrator.narrate(&json!({"trick_won": {"seat": 2}}));
        assert_eq!(lines, ["  Bea plays 10♥, Cal J♦.", "    Cal takes the trick."]);
        assert!(narrator.pause().is_empty());
    }
}
