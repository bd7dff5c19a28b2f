//! Messages that are refused: the order of the reasons, and that nothing else happens.

use crate::{abuse::THREE, test_server::*};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn of_two_who_race_for_a_decision_one_wins() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &THREE, json!({ "tier": "base" })).await;
    let room = house.only_room().await;
    for round in 0..20 {
        let before = house.entries(room).await.len();
        let version = clients[0].seq;
        // All three act on what they see, two of them out of turn, and the one in turn twice.
        let mut waiting: [Vec<String>; 3] =
            std::array::from_fn(|seat| vec![format!("r{round}-{seat}-a"), format!("r{round}-{seat}-b")]);
        for (seat, ids) in waiting.iter().enumerate() {
            for id in ids {
                let message = json!({ "id": id, "version": version, "do": "draw" });
                clients[seat].socket.feed(Message::text(message.to_string())).await.unwrap();
            }
        }
        for client in &mut clients {
            client.socket.flush().await.unwrap();
        }
        let (mut won, mut lost) = (0, vec![]);
        for (client, ids) in clients.iter_mut().zip(&mut waiting) {
            while !ids.is_empty() {
                let answer = client.receive().await.unwrap();
                if let Some(ok) = answer.get("ok") {
                    ids.retain(|id| ok["id"] != **id);
                    won += 1;
                } else if let Some(err) = answer.get("err") {
                    ids.retain(|id| err["id"] != **id);
                    lost.push(err["code"].as_str().unwrap().to_owned());
                }
            }
        }
        assert_eq!((won, lost.len()), (1, 5), "{lost:?}");
        assert!(lost.iter().all(|code| code == "stale" || code == "not_your_turn"), "{lost:?}");
        assert_eq!(house.entries(room).await.len(), before + 1);
        all_at(&mut clients, version + 1).await;
    }
}

#[tokio::test]
async fn a_refusal_leaves_everything_as_it_was() {
    let mut drawn = vec![];
    for refusals in [false, true] {
        let house = House::open().await;
        let mut clients = house.playing("eights", &THREE, json!({ "first_seat": "host" })).await;
        let room = house.only_room().await;
        house.advance(3);
        clients[0].settle().await;
        if refusals {
            let before = (fresh_look(&house, &mut clients[1]).await, house.entries(room).await.len());
            let seq = clients[1].seq;
            all_at(&mut clients, seq).await;
            for client in &mut clients {
                for (message, _) in refused_messages() {
                    client.order(message).await.expect_err("this is refused");
                }
            }
            // A refused client gets the answer, and nobody else gets anything.
            for client in &mut clients {
                client.settle().await;
                assert_eq!(client.seq, seq);
            }
            let after = (fresh_look(&house, &mut clients[1]).await, house.entries(room).await.len());
            assert_eq!(before, after);
            let seq = clients[1].seq;
            all_at(&mut clients, seq).await;
        }
        let seq = clients[0].act(json!("draw")).await.unwrap();
        clients[0].at(seq).await;
        drawn.push(clients[0].view.as_ref().unwrap()["hands"][0].clone());
    }
    assert_eq!(drawn[0], drawn[1], "the same luck comes next");
}

/// Messages that everybody is refused in a running game of Eights, and why.
fn refused_messages() -> Vec<(Value, &'static str)> {
    vec![
        (json!({ "version": u64::MAX, "do": "draw" }), "stale"),
        (json!({ "version": 0, "do": "draw" }), "stale"),
        (json!({ "version": 1, "do": "dance" }), "bad_message"),
        (json!({ "version": 1, "room": "start" }), "already_started"),
        (json!({ "version": 1, "room": "rematch" }), "already_started"),
        (json!({ "version": 1, "room": { "bot_level": { "seat": 2, "level": "hard" } } }), "already_started"),
        (json!({ "version": 1, "room": { "hand_over": { "seat": 9 } } }), "not_available"),
    ]
}

/// A client that connects again is shown everything.
async fn fresh_look(house: &House, client: &mut Client) -> (String, u64) {
    *client = Client::rejoin(house, &client.seated.clone()).await;
    (client.frames.last().unwrap().clone(), client.seq)
}

#[tokio::test]
async fn errors_are_looked_for_in_their_order() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    let room = ann.code.clone();
    // Getting in.
    let hello = async |hello: Value| code(Client::hello(&house, &hello).await.map(|_| ()));
    let watch = |code: &str, name: &str| json!({ "watch": { "protocol": 2, "code": code, "name": name } });
    assert_eq!(hello(watch("1", "")).await, "bad_code");
    assert_eq!(hello(watch("QQQQ", "")).await, "room_not_found");
    assert_eq!(hello(watch(&room, "")).await, "bad_name");
    // An id before everything else that is right about a message.
    ann.exact(&json!({ "id": "x", "version": 1, "room": { "fill": { "seats": 3 } } })).await.unwrap();
    assert_eq!(code(ann.exact(&json!({ "id": "x", "version": 1, "room": "dance" })).await), "bad_message");
    assert_eq!(code(ann.exact(&json!({ "id": "x", "version": 1, "do": "draw" })).await), "id_reused");
    // Permission is checked before the message, and the message before its time.
    let bad = json!({ "version": u64::MAX, "room": { "options": { "options": { "hand_size": 99 } } } });
    assert_eq!(code(bea.order(bad.clone()).await), "not_host");
    assert_eq!(code(ann.order(bad.clone()).await), "bad_options");
    let good = json!({ "version": u64::MAX, "room": { "options": { "options": { "hand_size": 5 } } } });
    assert_eq!(code(ann.order(good).await), "stale");
    assert_eq!(code(bea.order(json!({ "version": u64::MAX, "do": "draw" })).await), "not_started");
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    let mut zoe = Client::watch(&house, &room, "Zoe").await.unwrap();
    for client in [&mut ann, &mut bea, &mut zoe] {
        assert_eq!(code(client.order(bad.clone()).await), "already_started");
    }
    assert_eq!(code(zoe.order(json!({ "version": 0, "do": "draw" })).await), "not_seated");
    assert_eq!(code(zoe.order(json!({ "version": 0, "room": "close" })).await), "not_seated");
    assert_eq!(code(ann.order(json!({ "version": 0, "do": "pass" })).await), "stale");
    let seq = ann.seq;
    assert_eq!(code(ann.order(json!({ "version": seq, "do": "pass" })).await), "wrong_phase");
    for (message, expected) in refused_messages() {
        assert_eq!(code(ann.order(message).await), expected);
    }
}

#[tokio::test]
async fn an_id_has_one_answer_also_for_questions_and_refusals() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &THREE, json!({ "first_seat": "host" })).await;
    let ann = &mut clients[0];
    let ask = json!({ "id": "q", "version": ann.seq, "ask": "draw" });
    let answer = ann.exact(&ask).await.unwrap();
    let wrong = json!({ "id": "w", "version": ann.seq, "do": "pass" });
    assert_eq!(code(ann.exact(&wrong).await), "wrong_phase");
    ann.act(json!("draw")).await.unwrap();
    assert_eq!(ann.exact(&ask).await.unwrap(), answer, "the same answer, though it would be another now");
    assert_eq!(code(ann.exact(&wrong).await), "wrong_phase");
    assert_eq!(code(ann.exact(&json!({ "id": "q", "version": ann.seq, "do": "draw" })).await), "id_reused");
    // The last 64 are kept.
    for _ in 0..64 {
        ann.settle().await;
    }
    assert_eq!(code(ann.exact(&wrong).await), "stale", "forgotten, and judged anew");
}

#[tokio::test]
async fn remarks_are_phrases_and_go_to_everybody() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    let mut zoe = Client::watch(&house, &ann.code.clone(), "Zoe").await.unwrap();
    bea.send_text(r#"{"say":"well_played"}"#).await;
    for client in [&mut ann, &mut bea, &mut zoe] {
        client.until(|client| !client.notices.iter().all(|notice| notice.get("said").is_none())).await;
        assert_eq!(
            client.notices.pop_back(),
            Some(json!({ "said": { "seat": 1, "phrase": "well_played" } }))
        );
    }
    for (client, text, expected) in [
        (&mut bea, r#"{"say":"<b>anything</b>"}"#, "bad_message"),
        (&mut zoe, r#"{"say":"well_played"}"#, "not_seated"),
    ] {
        client.send_text(text).await;
        let answer = loop {
            let answer = client.receive().await.unwrap();
            if answer.get("err").is_some() {
                break answer;
            }
        };
        assert_eq!(answer["err"]["code"], expected);
    }
    ann.settle().await;
    assert!(ann.frames.iter().all(|frame| !frame.contains("anything")));
}
