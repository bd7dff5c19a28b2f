use crate::Json;
use kernel::{Addressed, Hex32, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer is shown after an entry: always whole, so that its hash stands for everything on a screen.
/// [`AnyTable::show`](crate::AnyTable::show) writes it.
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
    /// The events of the entry that the viewer received.
    pub events: Vec<Json>,
    /// The seat that acted, for those who see it.
    pub acted: Option<Seat>,
    /// Whether the cards of the deal just played are revealed.
    pub revealed: bool,
}

/// What happened at a table with one entry.
#[derive(Clone, Copy, Debug)]
pub struct LastEntry<'a> {
    /// The version of the room that it led to.
    pub version: u64,
    /// Its link.
    pub link: &'a Hex32,
    /// The events and their audiences.
    pub events: &'a [Addressed<Json>],
    /// Whose action it was.
    pub acted: Option<Seat>,
    /// Whether the cards of the deal just played are revealed after it.
    pub revealed: bool,
}

/// A [`TableView`] on its way into JSON, with the game's own types: rooms write one for every viewer of every move, so nothing
/// in it is copied first.
#[derive(Serialize)]
pub(crate) struct Screen<'a, V, A> {
    version: u64,
    link: &'a Hex32,
    view: &'a V,
    legal: &'a [A],
    more: bool,
    events: Vec<&'a Json>,
    acted: Option<Seat>,
    revealed: bool,
}

impl<'a, V, A> Screen<'a, V, A> {
    pub(crate) fn new(
        viewer: Viewer,
        entry: &LastEntry<'a>,
        view: &'a V,
        legal: &'a [A],
        more: bool,
    ) -> Screen<'a, V, A> {
        let received = entry.events.iter().filter(|sent| sent.to.includes(viewer));
        let events: Vec<&Json> = received.map(|sent| &sent.event).collect();
        let acted = entry.acted.filter(|_| !events.is_empty());
        let LastEntry { version, link, revealed, .. } = *entry;
        Screen { version, link, view, legal, more, events, acted, revealed }
    }
}

/// What stands for a table view in a file: the first 32 digits of the hash of its JSON.
pub(super) fn fingerprint(shown: &Json) -> String {
    let mut digits = super::hash_text(shown.get()).to_string();
    digits.truncate(32);
    digits
}
