//! The targets. A target returns the outcome of an input as a number; inputs with a new outcome are mutated further.

use catalog::proof::{ServerKey, verify};
use engine::Engine;
use kernel::{Hex32, Seat};
use room::{
    Means, ReplayedRoom, Room, Wish, clean_name,
    entry::{Entry, RoomId, What},
    protocol::{
        Ask, ClientMsg, Hello,
        lobby::{Learn, NewRoom, Person, Play},
    },
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    str,
    sync::OnceLock,
};

/// A function that reads what strangers send.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also the name of its folder in the corpus.
    pub name: &'static str,
    /// Reads an input and returns the outcome.
    pub run: fn(&[u8]) -> u64,
    /// The approximate time of an input, relative to the lightest target.
    pub weight: u32,
}

/// All targets.
pub const TARGETS: [Target; 6] = [
    Target { name: "messages", run: messages, weight: 1 },
    Target { name: "lobby", run: lobby, weight: 1 },
    Target { name: "engine", run: engine, weight: 4 },
    Target { name: "proofs", run: proofs, weight: 40 },
    Target { name: "decks", run: decks, weight: 10 },
    Target { name: "entries", run: entries, weight: 20 },
];

fn outcome(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn text(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes).ok()
}

/// A parser's message without its positions: every position would be a new outcome.
fn kind(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words
        .split(" at line")
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(40)
        .collect()
}

/// A room in the middle of a game, from the corpus.
fn playing() -> Room {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    let entries = ENTRIES.get_or_init(|| {
        let lines = include_str!("../corpus/entries/eights-playing.jsonl").lines();
        lines.map(|line| serde_json::from_str(line).expect("an entry of the corpus")).collect()
    });
    let mut room = Room::open(RoomId(1), &entries[0]).expect("the corpus opens a room");
    for entry in &entries[1..] {
        room.apply(entry, None).expect("the corpus can be applied");
    }
    room
}

/// The frames of a connection: the first, and every other. What can be read can also be written.
fn messages(bytes: &[u8]) -> u64 {
    let Some(text) = text(bytes) else { return 0 };
    let hello = read_and_write::<Hello>(text).map(|_| ()).map_err(|error| kind(&error));
    let message = match read_and_write::<ClientMsg>(text) {
        Err(error) => return outcome((hello, kind(&error))),
        Ok(message) => message,
    };
    let ClientMsg::Order(order) = message else { return outcome((hello, "other")) };
    let room = playing();
    let code = match &order.ask {
        Ask::Do(action) | Ask::Whether(action) => {
            room.judge_action(Seat(0), order.version, action.clone(), 2_000_000_000_000).err()
        }
        Ask::Room(command) => {
            let server = ServerKey::new(&[7; 32]);
            let means = Means { secret: [3; 32], server: &server, sealers: Vec::new() };
            room.judge_command(Seat(0), command, &means, 2_000_000_000_000).err()
        }
        Ask::Hint(_) | Ask::Why(_) => None,
    };
    outcome((hello, code.map(|fault| fault.code)))
}

/// Reads a message, and checks that it is the same after it was written and read again.
fn read_and_write<T: DeserializeOwned + Serialize>(text: &str) -> serde_json::Result<T> {
    let message: T = serde_json::from_str(text)?;
    let written = serde_json::to_string(&message).expect("a message can be written");
    let again: T = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("a message can be written"), written);
    Ok(message)
}

/// The bodies of requests to the lobby.
fn lobby(bytes: &[u8]) -> u64 {
    let Some(text) = text(bytes) else { return 0 };
    let others = (
        read_and_write::<Person>(text).map(|person| clean_name(&person.name).is_ok()).map_err(|e| kind(&e)),
        read_and_write::<Play>(text).is_ok(),
        read_and_write::<Learn>(text).is_ok(),
    );
    let room = match read_and_write::<NewRoom>(text) {
        Err(error) => return outcome((others, kind(&error))),
        Ok(room) => room,
    };
    let game = room.game.clone();
    let checked = Wish::table(room).map(drop).map_err(|fault| (fault.code, fault.detail.to_string()));
    outcome((others, game, checked))
}

/// Lines for the engine, one after the other.
fn engine(bytes: &[u8]) -> u64 {
    let mut engine = Engine::default();
    let answers = bytes.split(|byte| *byte == b'\n').map(|line| engine.answer(line).to_string());
    let codes: Vec<_> = answers.map(|answer| code_in(&answer).to_owned()).collect();
    outcome(codes)
}

fn code_in(line: &str) -> &str {
    line.split_once("\"code\":\"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or("ok")
}

/// The file of a finished game.
fn proofs(bytes: &[u8]) -> u64 {
    let report = verify(bytes);
    outcome((report.is_readable(), report.is_consistent(), report.faults().count(), report.entries()))
}

/// The files of a deck, with a line between them.
fn decks(bytes: &[u8]) -> u64 {
    let Some(text) = text(bytes) else { return 0 };
    let (deck, cards) = text.split_once("\n=====\n").unwrap_or((text, ""));
    let Some(game) = catalog::ALL.iter().find(|game| game.has_decks()) else { return 0 };
    match game.read_deck(&[("deck.toml", deck), ("cards.toml", cards)]) {
        Ok(_) => 1,
        Err(wrong) => {
            outcome(wrong.iter().map(|line| line.chars().take(24).collect::<String>()).collect::<Vec<_>>())
        }
    }
}

/// The log of a room, one entry per line.
fn entries(bytes: &[u8]) -> u64 {
    let Some(text) = text(bytes) else { return 0 };
    let mut replayed: Option<ReplayedRoom> = None;
    let mut applied = 0_u32;
    for line in text.lines() {
        let entry: Entry = match serde_json::from_str(line) {
            Ok(entry) => entry,
            Err(error) => return outcome((applied, kind(&error))),
        };
        let closed = matches!(entry.what, What::Closed { .. });
        let done = match &mut replayed {
            None => {
                ReplayedRoom::open(RoomId(1), &entry, Hex32([0; 32])).map(|opened| replayed = Some(opened))
            }
            Some(replayed) => replayed.go_on(&entry),
        };
        if let Err(fault) = done {
            return outcome((applied, fault.code));
        }
        applied += 1;
        if closed {
            break;
        }
    }
    outcome((applied, "complete"))
}
