//! Bots whose node is killed while they pause: the node that takes over has them do what the proof expects.

use crate::{
    cluster::{Node, Room, eventually},
    proofs::{assert_every_bot_recomputed, fetch, proved, record, returns_before_bots},
    test_server::*,
};
use serde_json::json;
use std::time::Duration;

/// Nodes that are killed in one game.
const TAKEOVERS: usize = 2;
/// Actions of the player after which the game is closed: long games need not end.
const ACTIONS: usize = 60;

/// Waits until the table has moved on or asks its player, whichever node runs its bots.
async fn until_bots_acted(room: &Room, ann: &mut Client) {
    let seq = ann.seq;
    eventually("no node has the bots act", async || {
        room.clock.advance(Duration::from_secs(1));
        ann.settle().await;
        ann.seq > seq || !ann.legal.is_empty() || ann.state() == "finished"
    })
    .await;
}

/// Ann with easy bots at a table of `game` that was opened on the first node, which therefore runs its bots.
async fn with_bots(node: &Node, game: &catalog::Entry) -> Client {
    let options = if game.name == "euchre" { json!({ "target": 5 }) } else { json!({}) };
    let mut ann = node.room(game.name, "Ann", options).await;
    for _ in 1..game.default_seats.max(2) {
        ann.done(json!({ "add_bot": { "level": "easy" } })).await;
    }
    ann.command(json!("start")).await.unwrap();
    ann.until(|ann| ann.view.is_some()).await;
    ann
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_were_asked_before_a_takeover_do_what_they_do_when_they_are_recomputed() {
    let mut looked_back = Vec::new();
    for game in catalog::ALL {
        let room = Room::new();
        let mut nodes = room.nodes(1).await;
        let mut ann = with_bots(&nodes[0], game).await;
        let (record, seated, mut dice) = (record(&ann), ann.seated.clone(), Dice::new(3));
        let (mut killed, mut acted) = (0, 0);
        while ann.state() != "finished" && acted < ACTIONS {
            ann.settle().await;
            if !ann.legal.is_empty() {
                let action = dice.pick(&ann.legal).clone();
                // A bot may have been quicker.
                let _ = ann.act(action).await;
                acted += 1;
                continue;
            }
            // A bot is asked, and pauses like a person: its node ends before it acts.
            if killed < TAKEOVERS && acted > 3 * killed {
                killed += 1;
                nodes.insert(0, room.node().await);
                nodes[1].kill();
                nodes.truncate(1);
                // The node that takes over logs that Ann is gone, and then that she is back.
                let mut zoe = Client::watch(&nodes[0], &ann.code.clone(), "Zoe").await.unwrap();
                zoe.until(|zoe| zoe.occupant(0)["online"] == false).await;
                ann = Client::rejoin(&nodes[0], &seated).await;
            }
            until_bots_acted(&room, &mut ann).await;
        }
        assert_eq!(killed, TAKEOVERS, "{}", game.name);
        if ann.state() != "finished" {
            ann.command(json!("close")).await.unwrap();
            ann.until_closed().await;
        }
        let mut file = None;
        eventually("the game is not archived", async || {
            file = fetch(&nodes[0], &record).await.ok();
            file.is_some()
        })
        .await;
        let file = file.unwrap();
        looked_back.extend(returns_before_bots(&proved(&file)).map(|_| game.name));
        assert_every_bot_recomputed(&file);
    }
    println!("bots that acted after a takeover was logged: {looked_back:?}");
    assert!(looked_back.len() > 3, "{looked_back:?}");
}
