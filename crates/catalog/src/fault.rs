use kernel::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{error::Error, fmt::Display};

/// What went wrong, in the one form in which everybody is told.
///
/// Programs go by `code` and `detail`, people read `text`. Code and detail are the error's own wire form:
/// `MustFollow { led: Hearts }` is `"must_follow"` and `{"led":"h"}`. None of the three holds anything that
/// its receiver may not know; for the errors of a game the laws see to that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    /// Which error it is. Codes are stable.
    pub code: String,
    /// Its numbers and names; `{}` where there are none.
    pub detail: Value,
    /// The same for people.
    pub text: String,
}

impl Fault {
    /// From an error that is plain data.
    pub fn of<E: Error + Serialize>(error: &E) -> Fault {
        let (code, detail) = match serde_json::to_value(error) {
            Ok(Value::String(code)) => (code, Value::Null),
            Ok(Value::Object(fields)) if fields.len() == 1 => fields.into_iter().next().unwrap_or_default(),
            // Any other form has no code of its own. Nothing of the error is passed on then: an unexpected
            // fault is answered without its text.
            _ => return Fault::new("internal", "an unexpected fault"),
        };
        let detail = if detail.is_null() { Value::Object(Map::new()) } else { detail };
        Fault { code, detail, text: shortened(error) }
    }
    /// One without detail.
    pub fn new(code: &str, text: impl Display) -> Fault {
        Fault { code: code.into(), detail: Value::Object(Map::new()), text: shortened(text) }
    }
    /// The same with a detail.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Fault {
        if let Value::Object(detail) = &mut self.detail {
            detail.insert(key.into(), value.into());
        }
        self
    }
    /// For what cannot be read: no JSON, an unknown field or word, a wrong type, a missing field.
    pub fn bad_message(reason: impl Display) -> Fault {
        Fault::new("bad_message", reason)
    }
    /// The same, as the parser puts it.
    pub fn unreadable(error: &serde_json::Error) -> Fault {
        let text = error.to_string();
        // A place in the text helps with bad syntax. A wrong value is found by its name, and its place would
        // be counted within a fragment that the sender has never seen.
        match text.rsplit_once(" at line ") {
            Some((what, _)) if error.is_data() && error.line() > 0 => Fault::bad_message(with_range(what)),
            _ => Fault::bad_message(with_range(&text)),
        }
    }
}

/// The parser names a type where people need its range.
fn with_range(text: &str) -> String {
    let ranges = [
        ("u8", u64::from(u8::MAX)),
        ("u16", u64::from(u16::MAX)),
        ("u32", u64::from(u32::MAX)),
        ("u64", u64::MAX),
    ];
    let named = ranges
        .iter()
        .find_map(|(name, most)| Some((text.strip_suffix(&format!(", expected {name}"))?, most)));
    named.map_or_else(
        || text.into(),
        |(what, most)| format!("{what}, expected a whole number from 0 to {most}"),
    )
}

impl<E: Error + Serialize> From<Refusal<E>> for Fault {
    /// The rules' own errors stand beside the table's: nobody outside cares who refused.
    fn from(refusal: Refusal<E>) -> Fault {
        match refusal {
            Refusal::Rule(error) => Fault::of(&error),
            table => Fault::of(&table),
        }
    }
}

/// Parsers quote what they were given, and that may be as long as a message.
fn shortened(text: impl Display) -> String {
    const LONGEST: usize = 240;
    let mut text = text.to_string();
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        let text = |refused: serde_json::Error| Fault::unreadable(&refused).text;
        let seed = text(serde_json::from_str::<u64>("-1").unwrap_err());
        assert_eq!(
            seed,
            "invalid value: integer `-1`, expected a whole number from 0 to 18446744073709551615"
        );
        let small = text(serde_json::from_str::<u8>("300").unwrap_err());
        assert!(small.ends_with("expected a whole number from 0 to 255"), "{small}");
    }
}
