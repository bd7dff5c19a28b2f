use kernel::Hex32;
use serde_json::json;
use server::{
    log::{Entry, What},
    protocol::{RoomState, lobby::Seated},
};
use std::collections::BTreeSet;

/// What no client may be sent.
pub(super) struct Secrets {
    /// Never: tokens, their hashes, keys, and what was drawn.
    lasting: Vec<String>,
    /// Until the game is over: what the deal is derived from.
    current: Vec<String>,
}

impl Secrets {
    pub(super) fn of<'a>(people: impl Iterator<Item = &'a Seated>, entries: &[Entry]) -> Secrets {
        let tokens = people.map(|seated| seated.token.clone());
        let hashes = entries.iter().filter_map(token_hash);
        Secrets { lasting: tokens.chain(hashes).collect(), current: Vec::new() }
    }

    /// Takes in an entry: what it adds, and what it makes public.
    pub(super) fn go_on(&mut self, entry: &Entry, state: RoomState) {
        match &entry.what {
            What::DealOpened { secret, .. } => self.current.extend(forms(&secret.0)),
            // A discarded deal is public.
            What::DealVoided { .. } | What::Freed { .. } => self.current.clear(),
            What::Started { deal, chances, .. } => {
                self.current.extend(deal.iter().flat_map(|deal| forms(&deal.secret.0)));
                // Short lists could be anything.
                let drawn = chances.iter().filter_map(|drawn| serde_json::to_value(drawn).ok());
                let orders = drawn.flat_map(|drawn| lists(&drawn)).filter(|list| list.len() > 40);
                self.lasting.extend(orders);
            }
            _ => {}
        }
        if matches!(state, RoomState::Finished | RoomState::Closed) {
            self.current.clear();
        }
    }

    pub(super) fn in_text<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.lasting
            .iter()
            .chain(&self.current)
            .filter(|secret| text.contains(secret.as_str()))
            .map(String::as_str)
    }

    pub(super) fn lasting_in<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.lasting.iter().filter(|secret| text.contains(secret.as_str())).map(String::as_str)
    }
}

/// All secrets of a room that are written in hexadecimal digits. Each is there once, although a game that starts names that of its
/// ceremony again.
pub(super) fn of_log(entries: &[Entry]) -> BTreeSet<String> {
    let hidden = entries.iter().flat_map(|entry| match &entry.what {
        What::DealOpened { secret, .. } => vec![secret.to_string()],
        What::Started { deal, .. } => deal.iter().map(|deal| deal.secret.to_string()).collect(),
        _ => Vec::new(),
    });
    hidden.chain(entries.iter().filter_map(token_hash)).collect()
}

fn token_hash(entry: &Entry) -> Option<String> {
    match &entry.what {
        What::Opened { host: person, .. } | What::Joined(person) => Some(person.token_hash.clone()),
        _ => None,
    }
}

/// As hexadecimal digits, and as a list of numbers.
fn forms(bytes: &[u8; 32]) -> [String; 2] {
    [Hex32(*bytes).to_string(), json!(bytes).to_string()]
}

/// Returns the lists of numbers in what was drawn.
fn lists(drawn: &serde_json::Value) -> Vec<String> {
    match drawn {
        serde_json::Value::Array(list) if list.iter().all(serde_json::Value::is_number) => {
            vec![drawn.to_string()]
        }
        serde_json::Value::Array(list) => list.iter().flat_map(lists).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(lists).collect(),
        _ => Vec::new(),
    }
}
