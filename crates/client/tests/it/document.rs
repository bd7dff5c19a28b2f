//! Every example of `docs/protocol.md`, which a test of the server records, fits the types in both directions.

use catalog::Fault;
use client::protocol::{
    BoardName, ClientMsg, Hello, HistoryPage, Leaderboard, Overview, RoomView, ServerMsg, Update,
    lobby::{Address, Learn, NewRoom, Person, Play, Seated, Summary},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../../docs/protocol.md");

/// The JSON blocks of the document with the titles of their section and example.
fn examples() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut examples = Vec::new();
    for section in DOCUMENT.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap();
        for example in section.split("\n### ").skip(1) {
            let name = example.lines().next().unwrap().trim_matches('`');
            let blocks = example.split("```json\n").skip(1).map(|block| block.split("\n```").next().unwrap());
            examples.extend(blocks.map(|block| (title, name, block)));
        }
    }
    examples
}

/// Reads an example and writes it again: nothing may be lost or added.
fn fits<T: DeserializeOwned + Serialize>(example: &str) -> T {
    let read: T = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    let written = serde_json::to_value(&read).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(example).unwrap());
    read
}

#[test]
fn every_message_of_a_client_can_be_read_and_written() {
    let (mut hellos, mut messages) = (0, 0);
    for (section, _, example) in examples() {
        match section {
            "The first frame" => {
                fits::<Hello>(example);
                hellos += 1;
            }
            "What a client sends" | "Commands of a room" => {
                fits::<ClientMsg>(example);
                messages += 1;
            }
            _ => {}
        }
    }
    assert_eq!((hellos, messages), (2, 8 + 15));
}

#[test]
fn every_message_of_the_server_can_be_read_and_written() {
    let mut messages = 0;
    for (_, _, example) in examples().into_iter().filter(|(section, ..)| *section == "What the server sends")
    {
        messages += 1;
        if let ServerMsg::Update(Update { room: Some(room), .. }) = fits::<ServerMsg>(example) {
            fits::<RoomView>(room.get());
        }
    }
    assert_eq!(messages, 11);
}

#[test]
fn every_request_to_the_lobby_and_its_answer_can_be_read_and_written() {
    let (mut requests, mut last) = (0, "");
    for (_, name, example) in examples().into_iter().filter(|(section, ..)| *section == "The lobby over HTTP")
    {
        let is_body = !name.starts_with("GET") && name != last && example != "null";
        last = if is_body { name } else { "" };
        requests += usize::from(!is_body);
        let (_, path) = name.split_once(' ').unwrap();
        match (path.split('?').next().unwrap(), is_body) {
            ("/api/rooms", true) => drop(fits::<NewRoom>(example)),
            ("/api/quick-play" | "/api/play-now", true) => drop(fits::<Play>(example)),
            ("/api/lessons", true) => drop(fits::<Learn>(example)),
            ("/api/history/name", true) => drop(fits::<BoardName>(example)),
            (join, true) if join.ends_with("/join") => drop(fits::<Person>(example)),
            ("/api/rooms", false) if name.starts_with("GET") => drop(fits::<Vec<Summary>>(example)),
            ("/api/address", false) => drop(fits::<Address>(example)),
            ("/api/history" | "/api/history/name", false) if example == "null" => {}
            ("/api/history", false) => drop(fits::<Overview>(example)),
            ("/api/history/games", false) => drop(fits::<HistoryPage>(example)),
            ("/api/leaderboard", false) => drop(fits::<Leaderboard>(example)),
            ("/api/rooms/XYZ", false) => drop(fits::<Fault>(example)),
            (_, false) if name.starts_with("GET") => drop(fits::<Summary>(example)),
            (_, false) => drop(fits::<Seated>(example)),
            (path, true) => panic!("what is the body of {path}?"),
        }
    }
    assert!(requests >= 14, "{requests}");
}
