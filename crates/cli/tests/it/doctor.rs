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
