//! A room needs no operating system: nothing that it is built from may bring one in.

use std::{collections::BTreeSet, process::Command};

/// Crates that reach for a clock, a random source, a thread, a socket or a file, or for a browser's.
const NEEDS_A_SYSTEM: [&str; 17] = [
    "async-nats",
    "axum",
    "chrono",
    "getrandom",
    "hyper",
    "js-sys",
    "libc",
    "mio",
    "rand",
    "rayon",
    "rusqlite",
    "server",
    "socket2",
    "time",
    "tokio",
    "tracing",
    "wasm-bindgen",
];

#[test]
fn nothing_that_a_room_is_built_from_needs_an_operating_system() {
    // The lock file does not say it: it has what any crate of the workspace switches on.
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "room", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--target", "wasm32-unknown-unknown", "--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let listed = String::from_utf8(tree.stdout).unwrap();
    let names: BTreeSet<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains("catalog") && names.contains("ed25519-dalek"), "{names:?}");
    let found: Vec<_> = NEEDS_A_SYSTEM.iter().filter(|name| names.contains(*name)).collect();
    assert!(found.is_empty(), "a room must not depend on {found:?}");
}
