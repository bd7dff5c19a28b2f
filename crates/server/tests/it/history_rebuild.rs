//! A history that is rebuilt from the log, or catches up with it.

use crate::{history::*, test_server::*};
use serde_json::json;

/// Throws away all that follows from the log, and starts again.
pub(crate) async fn rebuilt(mut house: House) -> House {
    house.stop().await;
    house
        .database()
        .execute_batch("DELETE FROM history_seats; DELETE FROM history_games; DELETE FROM ratings; UPDATE history_progress SET edition = 0, upto = 0")
        .unwrap();
    house.restart().await
}

#[tokio::test]
async fn everything_can_be_rebuilt_from_the_log() {
    let house = House::with(quick()).await;
    for game in catalog::ALL {
        let (options, seats) = match game.name {
            "euchre" => (json!({ "target": 5 }), game.default_seats),
            "casino" => (json!({ "teams": "on" }), 4),
            _ => (json!({}), game.default_seats),
        };
        let mut ann = hosted(&house, game.name, "Ann", ANN, options).await;
        ann.done(json!({ "fill": { "seats": seats } })).await;
        ann.command(json!("start")).await.unwrap();
        ann.until(|client| client.view.is_some()).await;
        to_the_end(&house, std::slice::from_mut(&mut ann), &mut Dice::new(9)).await;
        house.advance(60);
    }
    // And one where somebody goes, and one that is given up.
    let (mut clients, _) = three(&house).await;
    clients[1].done(json!("rematch")).await;
    clients[0].done(json!("start")).await;
    clients[1].command(json!("leave")).await.unwrap();
    to_the_end(&house, &mut clients[..1], &mut Dice::new(2)).await;
    clients[0].done(json!("start")).await;
    clients[0].command(json!("close")).await.unwrap();
    clients[0].until_closed().await;

    let (list, told) = (games(&house, ANN, "").await, overview(&house, ANN).await);
    assert_eq!(list.len(), catalog::ALL.len() + 3);
    for game in &list {
        let players = game["players"].as_array().unwrap();
        let sides: Vec<u64> = players.iter().map(|player| player["side"].as_u64().unwrap()).collect();
        match game["game"].as_str().unwrap() {
            "casino" | "euchre" => assert_eq!(sides, [0, 1, 0, 1], "partners sit opposite"),
            _ => assert!(sides.iter().copied().eq(0..players.len() as u64), "everybody alone: {game}"),
        }
    }
    let hers = games(&house, BEA, "").await;
    let house = rebuilt(house).await;
    assert_eq!(games(&house, ANN, "").await, list);
    assert_eq!(overview(&house, ANN).await, told);
    assert_eq!(games(&house, BEA, "").await, hers);
    // Once more without anything being lost: nothing is there twice.
    let house = house.restart().await;
    assert_eq!(games(&house, ANN, "").await, list);
}

#[tokio::test]
async fn a_log_that_cannot_be_played_again_loses_no_history() {
    let mut house = House::with(quick()).await;
    three(&house).await;
    let list = games(&house, ANN, "").await;
    house.stop().await;
    // As if a game had been taken out of the catalog.
    let changed = house
        .database()
        .execute(r#"UPDATE entries SET body = replace(body, '"eights"', '"sevens"') WHERE seq = 1"#, ())
        .unwrap();
    assert_eq!(changed, 1);
    let house = rebuilt(house).await;
    assert_eq!(games(&house, ANN, "").await, list);
}

#[tokio::test]
async fn rows_that_are_missing_are_made_up_for_at_the_next_start() {
    let mut house = House::with(quick()).await;
    three(&house).await;
    let list = games(&house, ANN, "").await;
    house.stop().await;
    // As if the power had failed between the archive and the rows.
    house
        .database()
        .execute_batch("DELETE FROM history_seats; DELETE FROM history_games; DELETE FROM ratings; UPDATE history_progress SET upto = 0")
        .unwrap();
    let house = house.restart().await;
    assert_eq!(games(&house, ANN, "").await, list);
}
