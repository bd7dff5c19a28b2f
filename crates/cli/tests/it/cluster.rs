//! Several nodes as an operator has them: processes that share a NATS.

use crate::{
    nats::Nats,
    running::{Running, next, serve_in},
};
use serde_json::{Value, json};
use std::{process::Command, sync::Arc};
use tempfile::tempdir;
use tokio_tungstenite::tungstenite::Message;

/// How to start nodes of one cluster.
struct Cluster {
    _nats: Arc<Nats>,
    url: String,
    name: String,
}

impl Cluster {
    fn new() -> Cluster {
        let nats = Nats::shared(1);
        let config = nats.config();
        Cluster { _nats: nats, url: config.servers[0].clone(), name: format!("cli-{}", config.prefix) }
    }
    fn node(&self) -> Command {
        let folder = tempdir().unwrap();
        let options = [
            "--cluster",
            &self.url,
            "--cluster-name",
            &self.name,
            "--lease-seconds",
            "1",
            "--bot-pace",
            "at-once",
        ];
        serve_in(folder.path(), &options)
    }
}

/// The next update that shows a table.
fn table(socket: &mut tokio_tungstenite::tungstenite::WebSocket<std::net::TcpStream>) -> Value {
    loop {
        let said = next(socket).expect("an update");
        if said["update"].get("view").is_some()
            && said["update"]["legal"].as_array().is_some_and(|l| !l.is_empty())
        {
            return said["update"].clone();
        }
    }
}

#[test]
fn a_table_goes_on_when_its_node_is_killed() {
    let cluster = Cluster::new();
    let (first, second) = (Running::start(cluster.node()), Running::start(cluster.node()));
    assert_eq!(second.get("/readyz"), (200, "ready\n".into()));
    let seated = first.play_now();
    let mut socket = first.sit_down(&seated);
    let before = table(&mut socket);
    let act =
        |seq: &Value, action: &Value, id: &str| json!({"id": id, "version": seq, "do": action}).to_string();
    socket.send(Message::text(act(&before["seq"], &before["legal"][0], "one"))).unwrap();
    let accepted = loop {
        let said = next(&mut socket).unwrap();
        if let Some(version) = said["ok"]["version"].as_u64() {
            break version;
        }
    };
    first.signal("KILL");
    // What was acknowledged is there, the bots go on by themselves, and so does the player.
    let mut socket = second.sit_down(&seated);
    let after = table(&mut socket);
    assert!(after["seq"].as_u64().unwrap() >= accepted, "{after}");
    socket.send(Message::text(act(&after["seq"], &after["legal"][0], "two"))).unwrap();
    while next(&mut socket).expect("an answer")["ok"]["id"] != "two" {}
    table(&mut socket);
}

#[test]
fn a_cluster_that_cannot_be_joined_is_told() {
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
