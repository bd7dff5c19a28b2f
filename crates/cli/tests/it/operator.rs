//! The operator's commands, as somebody types them beside a running server.

use crate::running::{Running, serve_in};
use client::protocol::ServerMsg;
use std::{
    path::Path,
    process::{Command, Output},
};
use tempfile::tempdir;

/// Runs a command on a data folder; its exit code, and what it says.
pub(crate) fn run(folder: &Path, command: &[&str]) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
    program.args(command).arg("--data-dir").arg(folder).env_remove("ABOVEBOARD_DATA_DIR");
    let Output { status, stdout, stderr } = program.output().unwrap();
    (status.code(), format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)))
}

#[test]
fn an_operator_looks_closes_and_removes() {
    let folder = tempdir().unwrap();
    let operate = |command: &[&str]| {
        let (code, text) = run(folder.path(), command);
        assert_eq!(code, Some(0), "{command:?}: {text}");
        text
    };
    let room = Running::start(serve_in(folder.path(), &[]));
    // Once it answers, its operator can reach it.
    room.get("/readyz");
    assert_eq!(operate(&["rooms"]), "no rooms are open\n");
    assert_eq!(operate(&["bans"]), "nobody is banned\n");
    let seated = room.play_now();
    let mut client = room.sit_down(&seated);
    let rooms = operate(&["rooms"]);
    assert!(
        rooms.contains(&seated.code) && rooms.contains("playing") && rooms.contains("Zebulon"),
        "{rooms}"
    );
    let one = operate(&["rooms", &seated.code]);
    assert!(one.contains("seat 1: Zebulon (connected)  127.0.0.1") && one.contains("(bot)"), "{one}");
    let json: serde_json::Value = serde_json::from_str(&operate(&["rooms", "--json"])).unwrap();
    assert_eq!(json[0]["code"], seated.code);
    let stats = operate(&["stats"]);
    assert!(stats.contains("rooms        1 (1 with a game under way)"), "{stats}");

    assert_eq!(operate(&["announce", "Ten minutes to go."]), "shown to 1 connections\n");
    let announced = loop {
        match room.message(&mut client) {
            Some(ServerMsg::Announced { text }) => break text,
            Some(_) => {}
            None => panic!("the connection has ended"),
        }
    };
    assert_eq!(announced, "Ten minutes to go.");
    operate(&["close", &seated.code]);
    let closed = std::iter::from_fn(|| room.message(&mut client)).last();
    assert!(matches!(closed, Some(ServerMsg::Closed { reason, .. }) if reason == "closed by the operator"));

    assert!(operate(&["ban", "127.0.0.1", "--hours", "2"]).contains("banned for 2 h: 127.0.0.1"));
    assert_eq!(room.open_room("").0, 403);
    assert!(operate(&["bans"]).contains("left  127.0.0.1"));
    operate(&["unban", "127.0.0.1"]);
    assert_eq!(room.open_room("").0, 200);
    operate(&["drain"]);
    let (status, log) = room.ended();
    assert!(status.code() == Some(0) && log.contains("drained"), "{log}");
}

#[test]
fn a_command_that_cannot_be_done_says_why_and_what_would_be_right() {
    let (folder, empty) = (tempdir().unwrap(), tempdir().unwrap());
    let nowhere = empty.path().join("typo");
    for command in [&["rooms"][..], &["stats"], &["drain"], &["close", "ABCD"], &["announce", "hello"]] {
        for folder in [empty.path(), &nowhere] {
            let (code, text) = run(folder, command);
            assert!(code == Some(2) && text.contains("no card room is running in"), "{command:?}: {text}");
        }
    }
    assert!(!nowhere.exists(), "nothing is created");
    let room = Running::start(serve_in(folder.path(), &[]));
    room.get("/readyz");
    for (command, words) in [
        (&["close", "ZZZZ"][..], "no room with this code"),
        (&["rooms", "X"], "four or six letters"),
        (&["kick", "ZZZZ", "1"], "no room with this code"),
        (&["kick", "ZZZZ", "0"], "from 1 to 64"),
        (&["ban", "everybody"], "203.0.113.7"),
        (&["ban", "127.0.0.1", "--hours", "-1"], "from 1 to 87600"),
        (&["unban", "127.0.0.1"], "this ban does not exist"),
        (&["announce", ""], "1 to 200 characters"),
    ] {
        let (code, text) = run(folder.path(), command);
        assert!(code == Some(2) && text.contains(words), "{command:?}: {text}");
    }
}
