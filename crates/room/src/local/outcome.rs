use crate::entry::{Entry, GameRow};
use catalog::Fault;
use serde::{Serialize, Serializer, ser::Error};

/// What a call has led to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outcome {
    /// The new entries: to be stored, in this order, before anything is shown. A caller that cannot store them drops the
    /// room and resumes it from what is stored.
    ///
    /// In JSON each one is a text: entries hold numbers of 64 bits, which a browser that reads them would round.
    #[serde(serialize_with = "as_texts")]
    pub entries: Vec<Entry>,
    /// What the page is sent after that, one JSON text each.
    pub frames: Vec<String>,
    /// When to call [`tick`](super::LocalRoom::tick) at the latest.
    pub next: Option<u64>,
    /// Whether somebody has to think: then `tick` is to be called at once, after whatever the page has sent meanwhile.
    pub thinking: bool,
    /// The game that has ended with these entries, as an archive keeps it.
    pub game: Option<Box<GameRow>>,
    /// Whether the connection is over after these frames.
    pub ended: bool,
    /// What went wrong that should not, for the device's own log. Nothing of it is for the page.
    pub faults: Vec<Fault>,
}

fn as_texts<S: Serializer>(entries: &[Entry], serializer: S) -> Result<S::Ok, S::Error> {
    let texts: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
    texts.map_err(S::Error::custom)?.serialize(serializer)
}
