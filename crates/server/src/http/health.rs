//! What an operator's tools ask.

use super::App;
use axum::{extract::State, http::StatusCode};
use std::{fmt::Write, sync::atomic::Ordering};

/// Whether the process is well. Rooms that were set aside and damaged data are named: nothing else is wrong with the
/// process, and starting it again would not help.
pub(super) async fn healthy(State(shared): App) -> String {
    let mut text = String::from("ok\n");
    let aside = shared.set_aside();
    if !aside.is_empty() {
        // The whole number of a room is half the name of its games, and strangers can read this page.
        let rooms: Vec<_> = aside.iter().map(|room| room.to_string()[..8].to_owned()).collect();
        let _ =
            writeln!(text, "rooms set aside, because they cannot go on (see the log): {}", rooms.join(" "));
    }
    let storage = shared.log.storage();
    if let Some(damage) = storage.damage {
        let _ = writeln!(text, "the database is damaged (see the log): {damage}");
    }
    if shared.history_damaged.load(Ordering::Relaxed) {
        text.push_str("the history of finished games cannot be used (see the log); games go on without it\n");
    }
    if storage.missing {
        text.push_str("the database was removed under the running server (see the log)\n");
    }
    text
}

/// Whether a load balancer should send people here. Whether the process is well is another question.
pub(super) async fn ready(State(shared): App) -> (StatusCode, String) {
    match shared.not_ready() {
        None => (StatusCode::OK, "ready\n".into()),
        Some(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {reason}\n")),
    }
}
