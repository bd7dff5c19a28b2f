//! Backups of a busy server, and card rooms restored from them.

use crate::{
    operator::run,
    running::{Running, serve_in},
};
use client::protocol::lobby::Seated;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
};
use tempfile::tempdir;

const BUSY: [&str; 4] = ["--bot-pace", "at-once", "--limits", "off"];

/// A table on a server, and the last version that its player had acknowledged.
struct Played {
    seated: Seated,
    version: u64,
}

/// Plays some moves at each of some tables, one after the other.
fn play(server: &Running, tables: &mut [(Played, client::Client)]) {
    for (played, client) in tables {
        server.wait(client.until(|shown| !shown.legal().is_empty() || shown.is_finished())).unwrap();
        let Some(action) = client.shown().legal().first().cloned() else { continue };
        let version = server.wait(client.act(action)).unwrap().version;
        server.wait(client.until(|shown| shown.seq >= version)).unwrap();
        played.version = version;
    }
}

fn open(server: &Running, tables: usize) -> Vec<(Played, client::Client)> {
    let opened = (0..tables).map(|_| {
        let seated = server.play_now();
        let client = server.sit_down(&seated);
        (Played { seated, version: 0 }, client)
    });
    opened.collect()
}

/// Restores a backup, and finds every table at least where it was.
fn check(backup: &Path, known: &[(Seated, u64)]) {
    let home = tempdir().unwrap();
    let folder = home.path().join("restored");
    let (code, text) = run(&folder, &["restore", backup.to_str().unwrap()]);
    assert!(code == Some(0) && text.contains(&format!("{} open rooms", known.len())), "{text}");
    let server = Running::start(serve_in(&folder, &BUSY));
    for (seated, version) in known {
        let client = server.sit_down(seated);
        let there = client.shown().seq;
        assert!(there >= *version, "{there} of {version} moves that were acknowledged before the backup");
    }
    let (code, text) = run(&folder, &["doctor", "--deep"]);
    assert!(text.contains("that cannot be: 0") && code.is_some(), "{text}");
}

#[test]
fn a_backup_of_a_busy_server_has_every_move_that_was_acknowledged_before_it() {
    let folder = tempdir().unwrap();
    let server = Running::start(serve_in(folder.path(), &BUSY));
    let mut tables = open(&server, 4);
    let mut copies = Vec::new();
    for round in 0..3 {
        play(&server, &mut tables);
        let known: Vec<_> =
            tables.iter().map(|(played, _)| (played.seated.clone(), played.version)).collect();
        let file = folder.path().join(format!("copy-{round}.db"));
        let (data, to) = (folder.path().to_owned(), file.to_str().unwrap().to_owned());
        let copying = thread::spawn(move || run(&data, &["backup", &to]));
        while !copying.is_finished() {
            play(&server, &mut tables);
        }
        let (code, text) = copying.join().unwrap();
        assert!(code == Some(0) && text.contains("MB in"), "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "cards are in it");
        }
        copies.push((file, known));
    }
    // Killed in the middle of everything, and copied as it lies there.
    let known: Vec<_> = tables.iter().map(|(played, _)| (played.seated.clone(), played.version)).collect();
    server.signal("KILL");
    server.ended();
    let file = folder.path().join("copy-killed.db");
    let (code, text) = run(folder.path(), &["backup", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
    copies.push((file, known));
    for (file, known) in copies {
        check(&file, &known);
    }
}

#[test]
fn a_backup_that_is_killed_leaves_no_file_that_looks_like_one() {
    let folder = tempdir().unwrap();
    let server = Running::start(serve_in(folder.path(), &BUSY));
    let mut tables = open(&server, 2);
    let file = folder.path().join("copy.db");
    for _ in 0..10 {
        play(&server, &mut tables);
        let mut copying = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
        copying.arg("backup").arg(&file).arg("--data-dir").arg(folder.path());
        let mut copying = copying.stdout(Stdio::null()).spawn().unwrap();
        copying.kill().unwrap();
        let finished = copying.wait().unwrap().success();
        assert_eq!(file.exists(), finished, "whole or not at all");
        if finished {
            fs::remove_file(&file).unwrap();
        }
    }
    let (code, text) = run(folder.path(), &["backup", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "what was left does not matter: {text}");
    play(&server, &mut tables);
}

#[test]
fn finished_games_are_written_out_and_removed_when_they_are_old() {
    let folder = tempdir().unwrap();
    let server = Running::start(serve_in(folder.path(), &BUSY));
    let mut tables = open(&server, 3);
    play(&server, &mut tables);
    let record = tables[0].1.shown().record().unwrap().to_owned();
    for (_, client) in &mut tables {
        server.wait(client.command(client::protocol::Command::Leave)).unwrap();
        while server.message(client).is_some() {}
    }
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().unwrap();
    let (code, text) = run(folder.path(), &["archive", "export", file]);
    assert!(code == Some(0) && text.contains("3 finished games"), "{text}");
    let lines = fs::read_to_string(file).unwrap();
    let games: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((games.len(), &games[0]["game"]), (3, &serde_json::json!("euchre")));
    assert!(
        games.iter().any(|game| record.starts_with(game["table"].as_str().unwrap())),
        "{record}: {lines}"
    );
    let proof = format!("/api/played/{record}/proof");
    assert_eq!(server.get(&proof).0, 200);
    for (command, exit, words) in [
        (&["archive", "export", file][..], 2, "exists and is not overwritten"),
        (&["archive", "prune", "--days", "0"], 1, "is in use by another server"),
        (&["archive", "prune"], 2, "--days"),
        (&["archive", "prune", "--days", "-1"], 2, "from 0 to 36500"),
    ] {
        let (code, text) = run(folder.path(), command);
        assert!(code == Some(exit) && text.contains(words), "{command:?}: {code:?} {text}");
    }
    server.stop();
    let (_, text) = run(folder.path(), &["archive", "prune", "--days", "1"]);
    assert!(text.contains("removed from the log: 0"), "they are of today: {text}");
    let (code, text) = run(folder.path(), &["archive", "prune", "--days", "0"]);
    assert!(code == Some(0) && text.contains("removed from the log: 3"), "{text}");
    let server = Running::start(serve_in(folder.path(), &BUSY));
    assert_eq!(server.get(&proof).0, 404, "its log is gone");
    let (code, text) = run(folder.path(), &["doctor", "--deep"]);
    assert!(text.contains("finished games: 3") && text.contains("that cannot be: 0"), "{code:?} {text}");
}

#[test]
fn nothing_is_overwritten_and_nothing_that_is_no_backup_is_restored() {
    let (folder, empty) = (tempdir().unwrap(), tempdir().unwrap());
    let server = Running::start(serve_in(folder.path(), &[]));
    server.play_now();
    let file = folder.path().join("copy.db");
    let copy = file.to_str().unwrap();
    assert_eq!(run(folder.path(), &["backup", copy]).0, Some(0));
    let diary = folder.path().join("diary.db");
    fs::write(&diary, "Dear diary, ".repeat(1000)).unwrap();
    let torn = folder.path().join("torn.db");
    let bytes = fs::read(&file).unwrap();
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    let blank = folder.path().join("blank.db");
    fs::write(&blank, "").unwrap();
    let keyed = tempdir().unwrap();
    fs::write(keyed.path().join("server.key"), "0").unwrap();
    let [diary, torn, blank] = [&diary, &torn, &blank].map(|path| path.to_str().unwrap());
    for (data, command, words) in [
        (folder.path(), &["backup", copy][..], "copy.db exists and is not overwritten"),
        (folder.path(), &["backup", "/nowhere/copy.db"], "/nowhere/copy.db"),
        (empty.path(), &["backup", "/tmp/never.db"], "no card room in"),
        (folder.path(), &["restore", copy], "aboveboard.db is there already"),
        (keyed.path(), &["restore", copy], "server.key is there already"),
        (empty.path(), &["restore", "/nowhere/copy.db"], "/nowhere/copy.db"),
        (empty.path(), &["restore", diary], "diary.db is not a backup"),
        (empty.path(), &["restore", torn], "torn.db is not a backup"),
        (empty.path(), &["restore", blank], "blank.db is not a backup"),
    ] {
        let (code, text) = run(data, command);
        assert!(code == Some(2) && text.contains(words), "{command:?}: {code:?} {text}");
    }
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is created");
    assert_eq!(server.get("/readyz").0, 200, "the server has noticed nothing");
}
