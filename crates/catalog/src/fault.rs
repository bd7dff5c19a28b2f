use kernel::Refusal;
use serde::Serialize;
use serde_json::{Map, Value};
use std::{error::Error, fmt::Display};

/// What went wrong, in the one form in which everybody is told.
///
/// Programs go by `code` and `detail`, people read `text`. Code and detail are the error's own wire form:
/// `MustFollow { led: Hearts }` is `"must_follow"` and `{"led":"h"}`. None of the three holds anything that
/// its receiver may not know; for the errors of a game the laws see to that.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
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
            Some((what, _)) if error.is_data() && error.line() > 0 => Fault::bad_message(what),
            _ => Fault::bad_message(text),
        }
    }
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
