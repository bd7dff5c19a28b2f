//! A server that stops and starts again: seats, hands and times are back, and nothing is cut off.

use crate::{
    restart::{open_socket, post},
    test_server::*,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use server::{
    Backends,
    log::{SqliteLog, What},
};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn a_restart_gives_back_seats_tokens_hands_and_the_full_time() {
    let house = House::open().await;
    let mut clients = house.playing("euchre", &["Ann", "Bea", "Cal", "Dot"], json!({})).await;
    let mut dice = Dice::new(4);
    for _ in 0..6 {
        let actor = clients.iter().position(|client| !client.legal.is_empty()).unwrap();
        let action = dice.pick(&clients[actor].legal).clone();
        let seq = clients[actor].act(action).await.unwrap();
        all_at(&mut clients, seq).await;
    }
    house.advance(7);
    let before: Vec<_> =
        clients.iter().map(|c| (c.seated.clone(), c.view.clone(), c.legal.clone(), c.seq)).collect();
    let room = house.only_room().await;
    drop(clients);
    let house = house.restart().await;
    let mut back = vec![];
    for (seated, view, legal, seq) in &before {
        let client = Client::rejoin(&house, seated).await;
        assert_eq!((&client.view, &client.legal), (view, legal));
        assert!(client.seq > *seq);
        back.push(client);
    }
    assert_eq!(back[3].remaining, Some(20_000), "everybody was away: the decision has its full time");
    // Nothing was played meanwhile, and nobody was handed over.
    let entries = house.entries(room).await;
    let since = &entries[before[0].3 as usize..];
    assert!(since.iter().all(|entry| matches!(entry.what, What::Connection { .. })), "{since:?}");
}

#[tokio::test]
async fn a_server_that_stops_asks_clients_to_reconnect() {
    let mut house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    let mut zoe = Client::watch(&house, &ann.code.clone(), "Zoe").await.unwrap();
    house.stop().await;
    for client in [&mut ann, &mut bea, &mut zoe] {
        client.until_closed().await;
        assert_eq!(client.notices.pop_back(), Some(json!("come_back")));
    }
}

/// A program ends when `run` returns, and its tasks with it: by then everything must be said and written.
#[test]
fn by_the_time_a_server_has_stopped_everything_is_sent_and_logged() {
    let folder = memory();
    let file = folder.path().join("aboveboard.db");
    let (told, address) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let log_file = file.clone();
    let serving = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            told.send(listener.local_addr().unwrap()).unwrap();
            let ground = Backends::new(Arc::new(SqliteLog::open(log_file).unwrap()));
            let shutdown = async {
                let _ = stopped.await;
            };
            server::run(listener, ground, generous(), shutdown).await.unwrap();
        });
    });
    let address = address.recv().unwrap().to_string();
    let clients = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    clients.block_on(async {
        let mut sockets = vec![];
        for _ in 0..20 {
            let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
            let seated = post(&address, "/api/rooms", &body).await;
            let mut socket = open_socket(&address).await.unwrap();
            let hello = json!({ "rejoin": { "protocol": 2, "code": seated["code"],
                "player_id": seated["player_id"], "token": seated["token"] } });
            socket.send(Message::text(hello.to_string())).await.unwrap();
            // Welcome, and everything.
            assert!(socket.next().await.unwrap().is_ok());
            assert!(socket.next().await.unwrap().is_ok());
            sockets.push(socket);
        }
        // Much is under way when the server stops.
        for socket in &mut sockets {
            for n in 0..5 {
                let level = ["easy", "hard"][n % 2];
                let message =
                    json!({ "id": format!("a{n}"), "version": 1, "room": { "add_bot": { "level": level } } });
                socket.feed(Message::text(message.to_string())).await.unwrap();
            }
            socket.flush().await.unwrap();
        }
        stop.send(()).unwrap();
        for mut socket in sockets {
            let mut last = String::new();
            while let Some(Ok(Message::Text(text))) = socket.next().await {
                last = text.to_string();
            }
            assert_eq!(last, "\"come_back\"", "the last word");
        }
    });
    serving.join().unwrap();
}
