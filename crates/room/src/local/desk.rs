//! All local rooms of one worker, spoken to in lines of JSON.

use super::{Device, LocalRoom, Outcome};
use crate::{
    bots::Pace,
    entropy::SeedEntropy,
    entry::{Entry, RoomId},
    played::{Finished, RecordId},
    protocol::{
        Code, Replay,
        lobby::{Learn, NewRoom, Play, Seated, Summary},
    },
    wish::Wish,
};
use catalog::{Fault, Json, proof::ServerKey};
use kernel::{Hex32, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

/// The local rooms of a worker.
#[derive(Debug, Default)]
pub struct Desk {
    rooms: BTreeMap<RoomId, LocalRoom>,
}

/// What a worker asks for. Times are milliseconds of the Unix epoch.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// A new room. `seed`: 32 random bytes that are used once. `key`: what the device signs with.
    Open {
        wish: Wanted,
        now: u64,
        seed: Hex32,
        key: Hex32,
        #[serde(default)]
        pace: Pace,
    },
    /// A stored room. Entries are the texts that an [`Outcome`] has handed out.
    Resume {
        room: String,
        entries: Vec<String>,
        seed: Hex32,
        key: Hex32,
        #[serde(default)]
        pace: Pace,
    },
    /// What the page sends on its connection.
    Frame { room: String, text: String, now: u64 },
    /// Time goes on.
    Tick { room: String, now: u64 },
    /// The page is gone.
    Disconnect { room: String },
    /// The room is not needed in memory.
    Drop { room: String },
    /// What a list of rooms says about it.
    Summary { room: String },
    /// The file of a finished game. `entries` where the room is not open.
    Proof {
        record: String,
        key: Hex32,
        #[serde(default)]
        entries: Option<Vec<String>>,
    },
    /// A finished game once more. `entries` where the room is not open.
    Replay {
        record: String,
        viewer: Option<Seat>,
        #[serde(default)]
        from: u32,
        #[serde(default)]
        entries: Option<Vec<String>>,
    },
    /// The games of the catalog.
    Games {},
    /// The cards of a deck.
    Deck { hash: String },
}

/// The request to open a room, as the lobby's endpoints take it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    Table(NewRoom),
    Play(Play),
    Lesson(Learn),
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Opened { room: String, seated: Seated, outcome: Outcome },
    Resumed { room: String, summary: Summary },
    Outcome(Outcome),
    Summary(Summary),
    Proof { table: String, game: u32, text: String },
    Replay(Replay),
    Games(&'static [catalog::Entry]),
    Deck(Json),
    Done {},
}

impl Desk {
    /// Answers one request as text. A refusal is an answer too: `{"error":{"code":…,"detail":…,"text":…}}`.
    pub fn answer(&mut self, line: &str) -> String {
        let refusal = |fault: Fault| serde_json::json!({ "error": fault }).to_string();
        self.reply(line).map_or_else(refusal, |answer| answer.to_string())
    }

    /// Answers one request, or says why it is refused.
    pub fn reply(&mut self, line: &str) -> Result<Json, Fault> {
        let request = serde_json::from_str(line).map_err(|error| Fault::unreadable(&error))?;
        let answer = self.carry_out(request)?;
        to_raw_value(&answer).map_err(|error| Fault::new("internal", error.to_string()))
    }

    fn carry_out(&mut self, request: Request) -> Result<Answer, Fault> {
        Ok(match request {
            Request::Open { wish, now, seed, key, pace } => {
                let wish = match wish {
                    Wanted::Table(room) => Wish::table(room),
                    Wanted::Play(play) => Wish::play_now(play),
                    Wanted::Lesson(learn) => Wish::lesson(learn),
                };
                let (local, seated, outcome) = LocalRoom::open(wish?, device(&seed, &key, pace), now)?;
                let id = local.id();
                // The seed was used before: both rooms would have the same secrets.
                if self.rooms.contains_key(&id) {
                    return Err(Code::IdReused.into());
                }
                self.rooms.insert(id, local);
                let room = id.to_string();
                Answer::Opened { room, seated, outcome }
            }
            Request::Resume { room, entries, seed, key, pace } => {
                let id = room.parse()?;
                let local = LocalRoom::resume(id, read(&entries)?, device(&seed, &key, pace))?;
                let summary = local.summary();
                self.rooms.insert(id, local);
                Answer::Resumed { room, summary }
            }
            Request::Frame { room, text, now } => Answer::Outcome(self.room(&room)?.on_frame(&text, now)),
            Request::Tick { room, now } => Answer::Outcome(self.room(&room)?.tick(now)),
            Request::Disconnect { room } => {
                self.room(&room)?.disconnect();
                Answer::Done {}
            }
            Request::Drop { room } => {
                self.rooms.remove(&room.parse()?);
                Answer::Done {}
            }
            Request::Summary { room } => Answer::Summary(self.room(&room)?.summary()),
            Request::Proof { record, key, entries } => {
                let finished = self.finished(&record, entries)?;
                let file = finished.file(&ServerKey::new(&key.0))?;
                Answer::Proof { table: file.table, game: file.game, text: file.text }
            }
            Request::Replay { record, viewer, from, entries } => {
                Answer::Replay(self.finished(&record, entries)?.replay(viewer, from)?)
            }
            Request::Games {} => Answer::Games(catalog::ALL),
            Request::Deck { hash } => {
                let deck = catalog::deck(&hash).ok_or(Code::DeckMissing)?;
                Answer::Deck(deck.json.clone())
            }
        })
    }

    fn room(&mut self, id: &str) -> Result<&mut LocalRoom, Fault> {
        self.rooms.get_mut(&id.parse()?).ok_or_else(|| Code::RoomNotFound.into())
    }

    fn finished(&self, record: &str, entries: Option<Vec<String>>) -> Result<Finished, Fault> {
        let record: RecordId = record.parse()?;
        let entries = match (entries, self.rooms.get(&record.room)) {
            (Some(entries), _) => Cow::Owned(read(&entries)?),
            (None, Some(local)) => Cow::Borrowed(local.entries()),
            (None, None) => return Err(Code::RoomNotFound.into()),
        };
        Finished::prove(record, &entries)
    }
}

fn device(seed: &Hex32, key: &Hex32, pace: Pace) -> Device {
    Device { key: ServerKey::new(&key.0), entropy: Arc::new(SeedEntropy::new(seed.0)), pace }
}

fn read(entries: &[String]) -> Result<Vec<Entry>, Fault> {
    let read = |text: &String| serde_json::from_str(text).map_err(|error| Fault::unreadable(&error));
    entries.iter().map(read).collect()
}
