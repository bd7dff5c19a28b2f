//! A page at a local room: it stores what it is handed before it looks at any frame, and answers as a browser does.

use catalog::proof::{self, ServerKey};
use kernel::{Hex32, Seat};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use room::{
    Pace, Wish,
    entropy::SeedEntropy,
    entry::{Entry, GameRow, RoomId},
    local::{Device, LocalRoom, Outcome},
    protocol::lobby::{NewRoom, Play, Seated},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The bytes that the page adds to every deal.
pub(crate) const OWN_BYTES: [u8; 32] = [7; 32];

pub(crate) fn key() -> ServerKey {
    ServerKey::new(&[9; 32])
}

pub(crate) fn device(seed: u8) -> Device {
    Device { key: key(), entropy: Arc::new(SeedEntropy::new([seed; 32])), pace: Pace::AtOnce }
}

pub(crate) fn play(game: &str, level: &str) -> Wish {
    let play: Play = serde_json::from_value(
        json!({ "player": { "name": "Ann" }, "game": game, "level": level, "seals": true }),
    )
    .unwrap();
    Wish::play_now(play).unwrap()
}

pub(crate) fn table(game: &str, more: &Value) -> Wish {
    let mut wish = json!({ "host": { "name": "Ann" }, "game": game });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let wish: NewRoom = serde_json::from_value(wish).unwrap();
    Wish::table(wish).unwrap()
}

pub(crate) struct Page {
    pub(crate) local: LocalRoom,
    pub(crate) seated: Seated,
    pub(crate) now: u64,
    /// The stored entries.
    pub(crate) entries: Vec<Entry>,
    /// Every frame that was shown, as it was sent.
    pub(crate) frames: Vec<String>,
    pub(crate) games: Vec<GameRow>,
    pub(crate) room: Value,
    pub(crate) table: Value,
    pub(crate) seq: u64,
    pub(crate) next: Option<u64>,
    pub(crate) thinking: bool,
    pub(crate) ended: bool,
    /// Whether it adds bytes to deals.
    pub(crate) seals: bool,
    sent: u32,
    /// The openings and transcripts that it has answered.
    answered: Vec<String>,
    dice: Xoshiro256PlusPlus,
}

impl Page {
    /// Opens a room and says hello.
    pub(crate) fn open(wish: Wish, seed: u8) -> Page {
        Page::open_on(wish, device(seed), true)
    }

    pub(crate) fn open_on(wish: Wish, device: Device, seals: bool) -> Page {
        let now = 1_000_000;
        let (local, seated, outcome) = LocalRoom::open(wish, device, now).unwrap();
        let mut page = Page {
            local,
            seated,
            now,
            entries: Vec::new(),
            frames: Vec::new(),
            games: Vec::new(),
            room: Value::Null,
            table: Value::Null,
            seq: 0,
            next: None,
            thinking: false,
            ended: false,
            seals,
            sent: 0,
            answered: Vec::new(),
            dice: Xoshiro256PlusPlus::seed_from_u64(5),
        };
        page.take(outcome);
        page.hello();
        page
    }

    /// A page that begins again with the first `upto` of these entries, as after a crash.
    pub(crate) fn resumed(&self, upto: usize, device: Device) -> Page {
        let entries = self.entries[..upto].to_vec();
        let local = LocalRoom::resume(self.local.id(), entries.clone(), device).unwrap();
        Page {
            local,
            entries,
            seated: self.seated.clone(),
            frames: Vec::new(),
            games: Vec::new(),
            room: Value::Null,
            table: Value::Null,
            answered: Vec::new(),
            dice: self.dice.clone(),
            // Ids of messages are never used twice.
            sent: self.sent + 1000,
            ended: false,
            thinking: false,
            next: None,
            seq: 0,
            ..*self
        }
    }

    pub(crate) fn hello(&mut self) {
        let text = self.hello_text();
        self.hear(&text);
    }

    pub(crate) fn hello_text(&self) -> String {
        let Seated { code, player_id, token } = &self.seated;
        let rejoin = json!({ "protocol": room::protocol::PROTOCOL, "code": code, "player_id": player_id,
            "token": token, "seals": self.seals });
        json!({ "rejoin": rejoin }).to_string()
    }

    /// Sends a frame; returns what came back.
    pub(crate) fn hear(&mut self, text: &str) -> Vec<Value> {
        let outcome = self.local.on_frame(text, self.now);
        self.take(outcome)
    }

    /// Lets the room go on, and time with it where nothing else is to be done. Returns whether anything was to come.
    pub(crate) fn tick(&mut self) -> bool {
        match (self.thinking, self.next) {
            (false, None) => return false,
            (false, Some(at)) => self.now = self.now.max(at),
            (true, _) => {}
        }
        let outcome = self.local.tick(self.now);
        self.take(outcome);
        true
    }

    pub(crate) fn take(&mut self, outcome: Outcome) -> Vec<Value> {
        let Outcome { entries, frames, next, thinking, game, ended, faults } = outcome;
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(self.local.entries().len(), self.entries.len() + entries.len(), "nothing is kept back");
        self.entries.extend(entries);
        self.games.extend(game.map(|row| *row));
        (self.next, self.thinking, self.ended) = (next, thinking, ended);
        let read = |frame: &String| serde_json::from_str::<Value>(frame).unwrap();
        let values: Vec<Value> = frames.iter().map(read).collect();
        self.frames.extend(frames);
        for update in values.iter().filter_map(|value| value.get("update")) {
            self.seq = update["seq"].as_u64().unwrap();
            for (part, place) in [("room", &mut self.room), ("table", &mut self.table)] {
                if let Some(new) = update.get(part) {
                    *place = new.clone();
                }
            }
        }
        self.take_part();
        values
    }

    /// Adds its own bytes to a deal, as soon as it is asked for them.
    fn take_part(&mut self) {
        let opening = self.room["opening"].clone();
        let text = |name: &str| opening[name].as_str().map(str::to_owned);
        let Some(opened) = text("opening").filter(|_| self.seals) else { return };
        let Some(seat) = opening["asked"].as_array().and_then(|asked| asked.first()?.as_u64()) else {
            return;
        };
        let step = text("transcript").unwrap_or_else(|| opened.clone());
        if self.answered.contains(&step) {
            return;
        }
        self.answered.push(step.clone());
        let hash = proof::hash_text(&step);
        let command = if step == opened {
            let promise = proof::promise(&hash, Seat(seat as u8), &OWN_BYTES);
            json!({ "promise": { "opening": hash.to_string(), "promise": promise.to_string() } })
        } else {
            json!({ "reveal": { "transcript": hash.to_string(), "bytes": Hex32(OWN_BYTES).to_string() } })
        };
        let answer = self.order(&json!({ "room": command }));
        assert!(answer.get("ok").is_some(), "{answer}");
    }

    /// Sends something with an id, and returns the answer.
    pub(crate) fn order(&mut self, what: &Value) -> Value {
        self.sent += 1;
        let id = format!("m{}", self.sent);
        let mut message = json!({ "id": id, "version": self.seq });
        message.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        let mut values = self.hear(&message.to_string());
        // The answer may take a thought.
        while !values.iter().any(|value| is_answer(value, &id)) {
            assert!(self.thinking, "{what} was not answered");
            let outcome = self.local.tick(self.now);
            values = self.take(outcome);
        }
        values.into_iter().find(|value| is_answer(value, &id)).unwrap()
    }

    pub(crate) fn command(&mut self, command: &Value) -> Value {
        self.order(&json!({ "room": command }))
    }

    pub(crate) fn done(&mut self, command: &Value) {
        let answer = self.command(command);
        assert!(answer.get("ok").is_some(), "{command}: {answer}");
    }

    pub(crate) fn legal(&self) -> Vec<Value> {
        self.table["legal"].as_array().cloned().unwrap_or_default()
    }

    pub(crate) fn state(&self) -> &str {
        self.room["state"].as_str().unwrap_or_default()
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.dice.next_u64() % n as u64) as usize
    }

    /// One step of a game: a random legal action, or the others go on. Some actions are only allowed and not asked for, so
    /// it does not always act.
    pub(crate) fn step(&mut self) {
        let legal = self.legal();
        let acts = !legal.is_empty() && self.below(2) == 0;
        if acts || !self.tick() {
            assert!(!legal.is_empty(), "nobody can go on: {}", self.room);
            let action = legal[self.below(legal.len())].clone();
            let answer = self.order(&json!({ "do": action }));
            assert!(answer.get("ok").is_some(), "{action}: {answer}");
        }
    }

    /// Plays until the game is over.
    pub(crate) fn play_out(&mut self) {
        for _ in 0..20_000 {
            if self.state() == "finished" {
                return;
            }
            self.step();
        }
        panic!("the game does not end");
    }

    pub(crate) fn record(&self) -> String {
        format!("{}-{}", self.local.id(), self.room["games"])
    }
}

fn is_answer(value: &Value, id: &str) -> bool {
    ["ok", "err"].iter().any(|kind| value.get(kind).is_some_and(|answer| answer["id"] == id))
}

/// The file of a game that is over, checked with all bots thinking again.
pub(crate) fn check(room: RoomId, number: u32, entries: &[Entry]) -> String {
    let record = room::RecordId { room, number };
    let file = room::Finished::prove(record, entries).unwrap().file(&key()).unwrap();
    let mut report = proof::verify(file.text.as_bytes());
    report.recompute_bots(&mut |_| {});
    let faults: Vec<_> = report.faults().collect();
    assert!(report.is_consistent() && faults.is_empty(), "{faults:?}");
    assert!(report.checks.iter().any(|check| check.what == "bots"), "the bots were asked again");
    file.text
}
