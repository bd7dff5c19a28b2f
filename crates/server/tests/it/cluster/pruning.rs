//! Closed rooms leave the log of a cluster, and their games stay in the archive.

use crate::{
    cluster::Room,
    history::{ANN, games, hosted, quick, to_the_end},
    test_server::*,
};
use serde_json::json;
use server::{
    Config,
    log::{Connection, JetStreamLog, RoomId, RoomLog},
};
use std::time::Duration;

/// How long closed rooms are kept here, in seconds: a day without games, a week with them.
const DAY: u64 = 24 * 60 * 60;

async fn log_of(room: &Room) -> JetStreamLog {
    let connection = Connection::open(&room.jetstream).await.unwrap();
    JetStreamLog::open(&connection).await.unwrap()
}

/// Waits until the log has just these rooms.
async fn until_rooms(house: &House, log: &dyn RoomLog, mut wanted: Vec<RoomId>) {
    wanted.sort();
    let there = async {
        loop {
            let mut rooms = log.rooms().await.unwrap();
            rooms.sort();
            if rooms == wanted {
                return;
            }
            // The next round.
            house.advance(601);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), there).await.expect("closed rooms go");
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_rooms_leave_the_log_and_their_games_stay() {
    let keep_played = Some(Duration::from_secs(7 * DAY));
    let room = Room { config: Config { keep_played, ..quick() }, ..Room::new() };
    let node = room.node().await;
    let log = log_of(&room).await;
    let opened = async |before: &[RoomId]| {
        let rooms = log.rooms().await.unwrap();
        rooms.into_iter().find(|room| !before.contains(room)).unwrap()
    };
    // One without a game, one with a game, and one that stays open.
    let mut empty = node.room("eights", "Zoe", json!({})).await;
    let empty_room = opened(&[]).await;
    empty.command(json!("close")).await.unwrap();
    let mut ann = hosted(&node, "eights", "Ann", ANN, json!({ "hand_size": 3, "turn_limit": 100 })).await;
    let played_room = opened(&[empty_room]).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.command(json!("start")).await.unwrap();
    ann.until(|ann| ann.view.is_some()).await;
    to_the_end(&node, std::slice::from_mut(&mut ann), &mut Dice::new(3)).await;
    ann.command(json!("close")).await.unwrap();
    let _bea = node.room("eights", "Bea", json!({})).await;
    let open_room = opened(&[empty_room, played_room]).await;
    assert!(log.closed_at(empty_room).await.unwrap().is_some());
    assert_eq!(log.closed_at(open_room).await.unwrap(), None);
    assert!(!log.remove(open_room).await.unwrap(), "an open room stays whoever asks");

    node.advance(DAY + 3_600);
    until_rooms(&node, &log, vec![played_room, open_room]).await;
    assert!(log.read(empty_room, 0).await.unwrap().is_empty());
    assert!(!log.read(played_room, 0).await.unwrap().is_empty());
    // Rooms in which nothing happens for a day are closed; the newest entry of the log stays, whosever it is.
    let _cal = node.room("eights", "Cal", json!({})).await;
    let newest = opened(&[empty_room, played_room, open_room]).await;
    node.advance(7 * DAY);
    until_rooms(&node, &log, vec![newest]).await;
    assert_eq!(games(&node, ANN, "").await.len(), 1, "the archive has it");
    // A node that comes later finds what is left.
    let later = room.node().await;
    assert_eq!(games(&later, ANN, "").await.len(), 1);
    assert_eq!(log_of(&room).await.open_rooms().await.unwrap(), []);
}
