//! What an operator does about trouble: the doctor, and a server without file handles.

use crate::running::{Running, serve_in};
use std::{
    fs,
    net::TcpStream,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::tempdir;

fn doctor(folder: &Path, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
    command.arg("doctor").arg("--data-dir").arg(folder).args(options).env_remove("ABOVEBOARD_DATA_DIR");
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    (status.code(), text)
}

#[test]
fn the_doctor_looks_at_a_card_room_that_runs_and_at_one_that_rests() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    room.play_now();
    let (code, text) = doctor(folder.path(), &["--deep"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("rooms: 1, open: 1") && text.contains("rooms played again: 1"), "{text}");
    room.stop();
    let (code, text) = doctor(folder.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn the_doctor_says_what_is_wrong_and_what_to_do() {
    let folder = tempdir().unwrap();
    let (code, text) = doctor(folder.path(), &[]);
    assert!(code == Some(2) && text.contains("no card room in"), "{text}");
    assert!(!folder.path().join("aboveboard.db").exists(), "nothing is created");
    fs::write(folder.path().join("aboveboard.db"), "Dear diary, ".repeat(1000)).unwrap();
    let (code, text) = doctor(folder.path(), &["--deep"]);
    assert!(code == Some(1) && text.contains("WRONG") && text.contains("to restore"), "{text}");
}

#[cfg(unix)]
#[test]
fn without_file_handles_the_log_says_so_and_the_server_goes_on() {
    let folder = tempdir().unwrap();
    let served = serve_in(folder.path(), &[]);
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""])
        .arg(served.get_program())
        .args(served.get_args());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut room = Running::start(command);
    let held: Vec<_> = (0..100).filter_map(|_| TcpStream::connect(room.address).ok()).collect();
    room.wait_for("a connection could not be accepted");
    drop(held);
    let page = loop {
        // The server notices soon that they are gone.
        let answered = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| room.get("/metrics")));
        if let Ok((200, page)) = answered {
            break page;
        }
    };
    let line = page.lines().find(|line| line.starts_with("aboveboard_accept_errors_total")).unwrap();
    assert!(!line.ends_with(" 0"), "{line}");
}

#[test]
fn the_doctor_looks_at_the_machine_too() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    let here = room.address.to_string();
    let (code, text) = doctor(folder.path(), &["--listen", &here]);
    assert!(code == Some(0) && text.contains("answers and is ready"), "{text}");
    assert!(text.contains("the disk has") && text.contains("the clock is not behind"), "{text}");
    let (_, text) = doctor(folder.path(), &["--listen", "127.0.0.1:9"]);
    assert!(text.contains("note   nothing listens on 127.0.0.1:9"), "{text}");
    let (_, text) = doctor(folder.path(), &["--connections", "1000000"]);
    assert!(text.contains("note ") && text.contains("LimitNOFILE=1000064"), "{text}");

    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    let closing = std::thread::spawn(move || drop(other.accept()));
    let (code, text) = doctor(folder.path(), &["--listen", &taken]);
    assert!(code == Some(1) && text.contains("another program listens on"), "{text}");
    closing.join().unwrap();
    for (options, words) in [
        (&["--min-free-mb", "1000000"][..], "make space"),
        (&["--public-url", "https://cards.example.org"], "--trusted-proxy 127.0.0.1"),
        (&["--trusted-proxy", "127.0.0.1"], "--public-url https://cards.example.org"),
    ] {
        let (code, text) = doctor(folder.path(), options);
        assert!(code == Some(1) && text.contains("WRONG") && text.contains(words), "{options:?}: {text}");
    }
    let text = doctor_of_a_log_from_tomorrow(folder.path());
    assert!(text.contains("minutes behind the log"), "{text}");
}

/// What the doctor says of a log whose newest room is from tomorrow.
fn doctor_of_a_log_from_tomorrow(folder: &Path) -> String {
    let offset = folder.join("offset");
    fs::write(&offset, "86400000").unwrap();
    let ahead = tempdir().unwrap();
    let room = Running::start(serve_in(ahead.path(), &["--wrong-clock", offset.to_str().unwrap()]));
    room.play_now();
    room.stop();
    doctor(ahead.path(), &[]).1
}
