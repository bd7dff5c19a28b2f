//! Several nodes as an operator has them: processes that share a NATS.

use crate::{
    nats::Nats,
    running::{Running, serve_in},
};
use client::{
    Client,
    protocol::{Command as RoomCommand, lobby::Person},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Output},
    sync::Arc,
};
use tempfile::{TempDir, tempdir};

/// How to start nodes of one cluster.
struct Cluster {
    _nats: Arc<Nats>,
    url: String,
    name: String,
    /// The folders of its nodes.
    home: TempDir,
}

impl Cluster {
    fn new() -> Cluster {
        let nats = Nats::shared(1);
        let config = nats.config();
        let (url, name) = (config.servers[0].clone(), format!("cli-{}", config.prefix));
        Cluster { _nats: nats, url, name, home: tempdir().unwrap() }
    }
    /// A node with a folder of this name.
    fn node(&self, folder: &str) -> Command {
        let options = ["--lease-seconds", "1", "--bot-pace", "at-once"];
        let mut command = serve_in(&self.home.path().join(folder), &options);
        command.args(self.options());
        command
    }
    fn options(&self) -> [&str; 4] {
        ["--cluster", &self.url, "--cluster-name", &self.name]
    }
}

/// Waits for the player's turn, and plays the first legal action.
fn play(server: &Running, client: &mut Client) -> u64 {
    server.wait(client.until(|shown| !shown.legal().is_empty())).unwrap();
    let action = client.shown().legal()[0].clone();
    server.wait(client.act(action)).unwrap().version
}

#[test]
fn a_table_goes_on_when_its_node_is_killed() {
    let cluster = Cluster::new();
    let (first, second) = (Running::start(cluster.node("one")), Running::start(cluster.node("two")));
    assert_eq!(second.get("/readyz"), (200, "ready\n".into()));
    let seated = first.play_now();
    let mut client = first.sit_down(&seated);
    let accepted = play(&first, &mut client);
    first.signal("KILL");
    // Acknowledged moves are there, the bots go on, and so does the player.
    let mut client = second.sit_down(&seated);
    assert!(client.shown().seq >= accepted, "{:?}", client.shown());
    let version = play(&second, &mut client);
    second.wait(client.until(|shown| shown.seq > version && !shown.legal().is_empty())).unwrap();
}

#[test]
fn a_cluster_that_cannot_be_joined_is_reported() {
    let folder = tempdir().unwrap();
    let output = serve_in(folder.path(), &["--cluster", "nats://me:secret@127.0.0.1:1"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("cannot reach NATS at 127.0.0.1:1") && !told.contains("secret"), "{told}");
    let output = serve_in(folder.path(), &["--cluster", "nats://127.0.0.1:1", "--cluster-cert", "x"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "a certificate needs its key");
}

const KEY: &str = "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1";

/// A game that somebody with a key gives up, and what the server then knows of their games.
fn give_up_a_game(server: &Running) -> Value {
    let player: Person = serde_json::from_value(json!({ "name": "Zebulon", "profile": KEY })).unwrap();
    let mut client = server.sit_down(&server.play_now_as(player));
    server.wait(client.until(|shown| !shown.legal().is_empty())).unwrap();
    server.wait(client.command(RoomCommand::Leave)).unwrap();
    while server.message(&mut client).is_some() {}
    games(server)
}
fn games(server: &Running) -> Value {
    let header = format!("Authorization: Bearer {KEY}\r\n");
    let (status, _, body) = server.http("GET /api/history/games", &header, "");
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

fn rebuild(options: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
    command.args(["history", "rebuild", "--log", "off"]).args(options).arg("--data-dir").arg(folder);
    command.output().unwrap()
}

#[test]
fn the_history_is_rebuilt_by_one_command() {
    let cluster = Cluster::new();
    let alone = cluster.home.path().join("alone");
    for (options, folder, command) in [
        (cluster.options().to_vec(), cluster.home.path().join("one"), cluster.node("one")),
        (vec![], alone.clone(), serve_in(&alone, &[])),
    ] {
        let server = Running::start(command);
        let known = give_up_a_game(&server);
        assert_eq!(known["games"][0]["result"], "given_up", "{known}");
        let in_use = rebuild(&options, &folder);
        let told = String::from_utf8(in_use.stderr).unwrap();
        assert!(in_use.status.code() == Some(1) && told.contains("in use"), "{told}");
        server.stop();
        let made = rebuild(&options, &folder);
        assert_eq!(String::from_utf8(made.stdout).unwrap(), "games rebuilt, with all ratings: 1\n");
        let again = match options.is_empty() {
            true => serve_in(&folder, &[]),
            false => cluster.node("one"),
        };
        assert_eq!(games(&Running::start(again)), known);
    }
    // A node that was never there needs no command.
    let fresh = Running::start(cluster.node("new"));
    assert_eq!(games(&fresh)["games"].as_array().unwrap().len(), 1);
}
