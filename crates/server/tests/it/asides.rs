//! Messages beside the game: phrases, notes about actions that are only asked about, and move previews.

use crate::test_server::*;
use serde_json::{Value, json};

/// Two at a table of Casino with a card on it, the one to move first.
async fn table_of_two(house: &House, options: Value) -> [Client; 2] {
    let mut clients = house.playing("casino", &["Ann", "Bea"], options).await;
    let first = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
    clients.rotate_left(first);
    let trail = clients[0].legal.iter().find(|action| action.get("trail").is_some()).unwrap().clone();
    let seq = clients[0].act(trail).await.unwrap();
    all_at(&mut clients, seq).await;
    clients.rotate_left(1);
    clients.try_into().map_err(|_| "two").unwrap()
}

fn on_the_table(client: &Client) -> String {
    client.view.as_ref().unwrap()["open"]["loose"][0].as_str().unwrap().into()
}

/// The code of the refusal that comes back to what has no id.
async fn refused(client: &mut Client, text: &str) -> String {
    client.send_text(text).await;
    loop {
        let message = client.receive().await.unwrap();
        if let Some(refusal) = message.get("err") {
            assert_eq!(refusal["id"], Value::Null);
            return refusal["code"].as_str().unwrap().into();
        }
    }
}

#[tokio::test]
async fn c_64_a_move_in_the_making_is_shown_to_the_others_and_changes_nothing() {
    let house = House::open().await;
    let [mut ann, mut bea] = table_of_two(&house, json!({ "staging_hint": "on" })).await;
    let code = ann.code.clone();
    let mut zoe = Client::watch(&house, &code, "Zoe").await.unwrap();
    let (room, seq, card) = (house.only_room().await, ann.seq, on_the_table(&ann));
    let entries = house.entries(room).await.len();

    let show = json!({ "show": { "loose": [card], "from_hand": true } }).to_string();
    ann.send_text(&show).await;
    let shown = json!({ "seat": ann.seat(), "what": { "loose": [card], "builds": [], "tops": [], "from_hand": true } });
    for other in [&mut bea, &mut zoe] {
        other.until(|client| client.notices.iter().any(|notice| notice.get("shows").is_some())).await;
        let notice = other.notices.iter().find_map(|notice| notice.get("shows")).unwrap();
        assert_eq!(*notice, shown);
    }
    // Not to move; not everybody's to see; not seated; and the hand is nobody's business.
    let own = ann.view.as_ref().unwrap()["hand"][0].clone();
    assert_eq!(refused(&mut bea, &show).await, "bad_stage");
    assert_eq!(refused(&mut ann, &json!({ "show": { "loose": [own] } }).to_string()).await, "bad_stage");
    assert_eq!(refused(&mut ann, &json!({ "show": { "hand": [own] } }).to_string()).await, "bad_message");
    assert_eq!(refused(&mut zoe, &show).await, "not_seated");
    for client in [&mut ann, &mut bea] {
        client.settle().await;
        assert_eq!(client.seq, seq, "it has no version");
    }
    assert_eq!(house.entries(room).await.len(), entries, "and is on no log");
    assert!(ann.notices.iter().all(|notice| notice.get("shows").is_none()), "who shows it knows it");
}

#[tokio::test]
async fn c_64_without_the_option_no_move_preview_is_shown() {
    let house = House::open().await;
    let [mut ann, _bea] = table_of_two(&house, json!({ "staging_hint": "off" })).await;
    let show = json!({ "show": { "loose": [on_the_table(&ann)] } }).to_string();
    assert_eq!(refused(&mut ann, &show).await, "option_off");
}

#[tokio::test]
async fn a_move_in_the_making_needs_a_game_that_knows_it_and_some_patience() {
    let house = House::open().await;
    let mut lobby = house.room("casino", "Ann", json!({})).await;
    assert_eq!(refused(&mut lobby, r#"{"show":{}}"#).await, "not_started");
    let mut clients = house.playing("eights", &["Ann", "Bea", "Cal"], json!({})).await;
    for _ in 0..5 {
        assert_eq!(refused(&mut clients[0], r#"{"show":{}}"#).await, "bad_message");
    }
    assert_eq!(refused(&mut clients[0], r#"{"show":{}}"#).await, "rate_limited");
    house.advance(1);
    assert_eq!(refused(&mut clients[0], r#"{"show":{}}"#).await, "bad_message");
}

/// The note to an action that is only asked about.
async fn note(client: &mut Client, action: &Value) -> Option<Value> {
    let message = json!({ "id": "note", "version": client.seq, "ask": action });
    client.send_text(&message.to_string()).await;
    loop {
        let message = client.receive().await.unwrap();
        if let Some(ok) = message.get("ok") {
            return ok.get("note").cloned();
        }
    }
}

#[tokio::test]
async fn a_note_comes_with_the_answer_where_the_table_gives_hints() {
    for (hints, people, told) in
        [("on", 2, true), ("practice", 2, false), ("practice", 1, true), ("off", 1, false)]
    {
        let house = House::open().await;
        let mut clients = vec![house.room("casino", "Ann", json!({})).await];
        clients[0].done(json!({ "options": { "settings": { "hints": hints } } })).await;
        if people == 2 {
            let code = clients[0].code.clone();
            clients.push(house.join(&code, "Bea").await);
        }
        clients[0].done(json!({ "fill": { "seats": 2 } })).await;
        clients[0].done(json!("start")).await;
        for client in &mut clients {
            client.until(|client| client.view.is_some()).await;
        }
        let room = house.only_room().await;
        // Against a bot it may be the bot's turn.
        let index = match clients.iter().position(|client| !client.legal.is_empty()) {
            Some(index) => index,
            None => {
                house.advance(60);
                clients[0].until(|client| !client.legal.is_empty()).await;
                0
            }
        };
        let client = &mut clients[index];
        let entries = house.entries(room).await.len();
        let action = client.legal[0].clone();
        let note = note(client, &action).await;
        assert_eq!(note.is_some(), told, "{hints} with {people}: {note:?}");
        assert_eq!(house.entries(room).await.len(), entries, "asking leaves no trace");
    }
}
