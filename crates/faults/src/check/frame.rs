use super::Wrong;
use kernel::Viewer;
use serde_json::{Map, Value};
use server::ReplayedRoom;

/// Fields of an update that do not follow from the log.
const NOT_LOGGED: [&str; 2] = ["seq", "remaining_ms"];

/// An update that a client received.
pub(super) struct Frame {
    pub(super) seq: u64,
    pub(super) text: String,
    update: Map<String, Value>,
}

impl Frame {
    /// Reads a message of the server, if it is an update.
    pub(super) fn read(text: &str) -> Option<Frame> {
        let mut said: Value = serde_json::from_str(text).ok()?;
        let update = said.get_mut("update")?.as_object_mut()?;
        Some(Frame { seq: update.get("seq")?.as_u64()?, text: text.into(), update: std::mem::take(update) })
    }

    /// Returns what differs from the update that follows from the log.
    pub(super) fn compare(
        &self,
        expected: &Value,
        room: &ReplayedRoom,
        viewer: Viewer,
    ) -> Vec<(Wrong, String)> {
        let mut wrongs = Vec::new();
        for (name, shown) in &self.update {
            if NOT_LOGGED.contains(&name.as_str()) {
                continue;
            }
            let expected = expected.get(name).unwrap_or(&Value::Null);
            let fits = match name.as_str() {
                "room" => same_room(shown, expected),
                _ => shown == expected,
            };
            if fits {
                continue;
            }
            let leaked = match name.as_str() {
                "table" => {
                    shows_events_of_others(&shown["events"], &expected["events"], room, viewer)
                        || shows_more(shown, expected)
                }
                _ => shows_more(shown, expected),
            };
            let wrong = if leaked { Wrong::Leaked } else { Wrong::Diverged };
            wrongs.push((wrong, format!("{name} was {shown} and should be {expected}")));
        }
        wrongs
    }
}

/// Whether they are equal except for what is not logged: the spectators, and the key that the server signs with.
fn same_room(shown: &Value, expected: &Value) -> bool {
    let (Some(shown), Some(expected)) = (shown.as_object(), expected.as_object()) else { return false };
    shown.len() == expected.len()
        && shown.iter().all(|(name, value)| {
            ["spectators", "server"].contains(&name.as_str()) || expected.get(name) == Some(value)
        })
}

/// Whether something is shown where nothing should be.
fn shows_more(shown: &Value, expected: &Value) -> bool {
    match (shown, expected) {
        (Value::Null, Value::Null) => false,
        (_, Value::Null) => true,
        (Value::Object(shown), Value::Object(expected)) => {
            shown.iter().any(|(name, value)| shows_more(value, expected.get(name).unwrap_or(&Value::Null)))
        }
        (Value::Array(shown), Value::Array(expected)) => {
            shown.len() > expected.len()
                || shown.iter().zip(expected).any(|(shown, expected)| shows_more(shown, expected))
        }
        _ => false,
    }
}

/// Whether an event is shown that was for others.
fn shows_events_of_others(shown: &Value, expected: &Value, room: &ReplayedRoom, viewer: Viewer) -> bool {
    let kept: Vec<Value> =
        room.kept_from(viewer).iter().filter_map(|event| serde_json::from_str(event.get()).ok()).collect();
    let mine = expected.as_array().map(Vec::as_slice).unwrap_or_default();
    let shown = shown.as_array().map(Vec::as_slice).unwrap_or_default();
    shown.iter().any(|event| kept.contains(event) && !mine.contains(event))
}
