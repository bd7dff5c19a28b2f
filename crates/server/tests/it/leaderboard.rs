//! The leaderboard.

use crate::{history::*, test_server::*};
use serde_json::{Value, json};
use server::Config;

#[tokio::test]
async fn the_leaderboard_is_off_until_the_host_switches_it_on() {
    let house = House::with(quick()).await;
    let name = json!({ "name": "Ann" }).to_string();
    assert_eq!(overview(&house, ANN).await["board"], json!({ "on": false, "name": null }));
    for (method, path) in [("GET", "/api/leaderboard"), ("PUT", "/api/history/name")] {
        let (status, refused) = asks(&house, method, path, ANN, &name).await;
        assert_eq!((status, &refused["code"]), (409, &json!("not_available")));
    }
}

#[tokio::test]
async fn the_leaderboard_has_bots_and_people_who_opted_in() {
    let house = House::with(Config { leaderboard: true, ..quick() }).await;
    three(&house).await;
    let rows = async |key: Option<&str>| {
        let (_, board) = match key {
            Some(key) => asks(&house, "GET", "/api/leaderboard", key, "").await,
            None => house.get("/api/leaderboard").await,
        };
        assert_eq!(board["games"][0]["game"], "eights");
        board["games"][0]["rows"].as_array().unwrap().clone()
    };
    let only = rows(Some(ANN)).await;
    assert_eq!(only.len(), 1, "nobody has asked to be on it: {only:?}");
    assert_eq!(
        (&only[0]["level"], &only[0]["name"], &only[0]["played"]),
        (&json!("easy"), &Value::Null, &json!(1))
    );

    for (name, code) in [("", "bad_name"), ("x".repeat(21).as_str(), "bad_name")] {
        let (status, refused) =
            asks(&house, "PUT", "/api/history/name", ANN, &json!({ "name": name }).to_string()).await;
        assert_eq!((status, &refused["code"]), (400, &json!(code)));
    }
    let put = async |name: Value| {
        asks(&house, "PUT", "/api/history/name", ANN, &json!({ "name": name }).to_string()).await
    };
    assert_eq!(put(json!("  Queen   Ann ")).await, (200, Value::Null));
    assert_eq!(overview(&house, ANN).await["board"], json!({ "on": true, "name": "Queen Ann" }));
    let both = rows(None).await;
    assert_eq!(both.len(), 2);
    let sure = |row: &Value| {
        row["rating"]["rating"].as_i64().unwrap() - row["rating"]["plus_minus"].as_i64().unwrap()
    };
    assert!(sure(&both[0]) >= sure(&both[1]), "by what is nearly certain");
    let hers = |rows: &[Value]| rows.iter().find(|row| row["name"] == "Queen Ann").cloned().unwrap();
    assert_eq!(hers(&both)["you"], false);
    assert_eq!(hers(&rows(Some(ANN)).await)["you"], true);
    assert_eq!(hers(&both)["rating"], overview(&house, ANN).await["games"][0]["rating"]);
    assert_eq!(put(Value::Null).await, (200, Value::Null));
    assert_eq!(rows(None).await.len(), 1);
}
