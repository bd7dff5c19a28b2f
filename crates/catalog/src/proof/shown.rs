use crate::{AnyTable, Json};
use kernel::{Hex32, Listed, Seat, Told, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer is shown after an entry: always whole, so that its hash stands for everything on a screen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// The version of the room.
    pub version: u64,
    /// Commits the server to the entry and to all before it.
    pub link: Hex32,
    /// What the viewer sees.
    pub view: Json,
    /// What the viewer may do; empty for spectators.
    pub legal: Vec<Json>,
    /// Whether more is legal than is listed.
    pub more: bool,
    /// What the viewer was told of the entry.
    pub events: Vec<Json>,
    /// Whose action it was, for those who were told of it.
    pub acted: Option<Seat>,
    /// Whether the cards of the deal just played lie open.
    pub revealed: bool,
}

/// What happened at a table with one entry.
#[derive(Clone, Copy, Debug)]
pub struct LastEntry<'a> {
    /// The version of the room that it led to.
    pub version: u64,
    /// Its link.
    pub link: Hex32,
    /// What was told, and to whom.
    pub told: &'a [Told<Json>],
    /// Whose action it was.
    pub acted: Option<Seat>,
}

impl TableView {
    /// What `viewer` is shown of a table right after an entry.
    pub fn new(table: &dyn AnyTable, viewer: Viewer, entry: LastEntry<'_>) -> TableView {
        let events: Vec<Json> = entry
            .told
            .iter()
            .filter(|told| told.to.includes(viewer))
            .map(|told| told.event.clone())
            .collect();
        let legal = match viewer {
            Viewer::Seat(seat) => Some(table.legal(seat)),
            Viewer::Spectator | Viewer::Recall(_) => None,
        };
        TableView {
            version: entry.version,
            link: entry.link,
            view: table.view(viewer),
            more: legal.as_ref().is_some_and(|legal| legal.listed == Listed::Truncated),
            legal: legal.map(|legal| legal.actions).unwrap_or_default(),
            acted: entry.acted.filter(|_| !events.is_empty()),
            events,
            revealed: table.cards_revealed(),
        }
    }

    /// What stands for it in a file: the first 32 digits of the hash of its JSON.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(self).expect("plain data");
        let mut digits = super::hash_text(&text).to_string();
        digits.truncate(32);
        digits
    }
}
