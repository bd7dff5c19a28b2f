//! Clients that send too much, connect too often, or do not read.

use crate::{
    abuse::{THREE, code_in, until_metric},
    test_server::*,
};
use futures_util::{SinkExt, StreamExt, future::join_all};
use serde_json::{Value, json};
use server::Config;
use std::time::Duration;
use tokio::{
    io::AsyncWriteExt,
    net::{TcpSocket, TcpStream},
};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn forty_messages_at_once_and_twenty_a_second() {
    let usual = Config::default();
    let config = Config {
        messages_per_second: usual.messages_per_second,
        message_burst: usual.message_burst,
        ..generous()
    };
    let house = House::with(config).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let mut bea = house.join(&ann.code.clone(), "Bea").await;
    let refused =
        |client: &Client| client.frames.iter().filter(|frame| code_in(frame) == "rate_limited").count();
    for _ in 0..40 {
        ann.settle().await;
    }
    assert_eq!(refused(&ann), 0, "a burst of forty");
    // Unreadable, but that is not even looked at.
    ann.send_text("{").await;
    let answer = ann.receive().await.unwrap();
    assert_eq!(answer["err"]["code"], "rate_limited");
    house.clock.advance(Duration::from_millis(1_000));
    for _ in 0..20 {
        ann.settle().await;
    }
    assert_eq!(refused(&ann), 1, "twenty more after a second");
    ann.order(json!({ "version": 0, "room": "start" })).await.expect_err("two");
    ann.order(json!({ "version": 0, "room": "start" })).await.expect_err("three");
    assert_eq!(refused(&ann), 3);
    ann.send_text("{").await;
    ann.until_closed().await;
    assert_eq!(refused(&ann), 4, "the fourth in a minute is the last");
    // Others have an allowance of their own.
    bea.settle().await;
    bea.until(|bea| bea.occupant(0)["online"] == false).await;
    assert_eq!(refused(&bea), 0);
}

#[tokio::test]
async fn a_flood_of_signs_of_life_is_a_flood() {
    let house = House::with(Config { message_burst: 40, messages_per_second: 20, ..generous() }).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    for _ in 0..100 {
        let _ = ann.socket.feed(Message::Ping(vec![0; 100].into())).await;
    }
    let _ = ann.socket.flush().await;
    ann.until_closed().await;
    assert_eq!(code_in(ann.frames.last().unwrap()), "rate_limited");
}

#[tokio::test]
async fn an_address_fails_twenty_times_a_minute_and_no_more() {
    let house = House::with(Config { failures_per_minute: 20, ..generous() }).await;
    let ann = house.room("eights", "Ann", json!({})).await;
    let mut wrong = ann.seated.clone();
    wrong["token"] = json!("0".repeat(32));
    for attempt in 0..20 {
        let refused = match attempt % 4 {
            0 => code(Client::try_rejoin(&house, &wrong).await.map(|_| ())),
            1 => code(Client::watch(&house, "QQQQ", "Zoe").await.map(|_| ())),
            2 => house.get("/api/rooms/QQQQ").await.1["code"].as_str().unwrap().to_owned(),
            _ => house.post("/api/rooms/QQQQ/join", &json!({ "name": "Zoe" })).await.1["code"]
                .as_str()
                .unwrap()
                .to_owned(),
        };
        assert!(["bad_token", "room_not_found"].contains(&refused.as_str()), "{refused}");
    }
    // Now even a right code is refused, by every door, but not the token of a seat.
    assert_eq!(code(Client::watch(&house, &ann.code, "Zoe").await.map(|_| ())), "rate_limited");
    let path = format!("/api/rooms/{}", ann.code);
    assert_eq!(house.get(&path).await.0, 429);
    assert_eq!(house.post(&format!("{path}/join"), &json!({ "name": "Zoe" })).await.0, 429);
    Client::try_rejoin(&house, &ann.seated).await.unwrap();
    house.advance(60);
    assert_eq!(house.get(&path).await.0, 200);
}

#[tokio::test]
async fn a_client_that_does_not_read_delays_nobody_and_is_shown_everything_later() {
    let house = House::open().await;
    let long = "😀".repeat(20);
    let mut ann = house.room("eights", &long, json!({ "max_players": 10 })).await;
    let join = format!("/api/rooms/{}/join", ann.code);
    // People with long names make large updates.
    for _ in 0..8 {
        assert_eq!(house.post(&join, &json!({ "name": long })).await.0, 200);
    }
    let (_, seated) = house.post(&join, &json!({ "name": "Bea" })).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(house.address).await.unwrap();
    let mut bea = Client::over(&house, stream).await.greet(&rejoin(&seated)).await.unwrap();
    let read = bea.frames.len();

    let changes: u64 = 2_000;
    for change in 0..changes {
        // Some at a time, so that Ann herself is not a slow reader.
        let seconds = 10 + change % 100;
        let command = json!({ "options": { "options": { "turn_seconds": seconds } } });
        let message = json!({ "id": format!("s{change}"), "version": 0, "room": command });
        ann.socket.feed(Message::text(message.to_string())).await.unwrap();
        if change % 10 == 9 {
            ann.socket.flush().await.unwrap();
            let seconds = json!(seconds);
            ann.until(|ann| ann.room["options"]["turn_seconds"] == seconds).await;
        }
    }
    let newest = ann.seq;
    assert!(newest > changes);
    // Bea reads again: first what had been on its way, then, after a gap, how things are now.
    bea.at(newest).await;
    let seqs: Vec<u64> = bea.frames[read..]
        .iter()
        .filter_map(|frame| serde_json::from_str::<Value>(frame).unwrap()["update"]["seq"].as_u64())
        .collect();
    assert!(seqs.is_sorted());
    assert!((seqs.len() as u64) < changes, "{} of {changes} updates fitted on the way", seqs.len());
    assert_eq!((&bea.room, bea.seat()), (&ann.room, 9), "the newest state, complete");
    // From here on she gets every update again.
    ann.done(json!({ "remove": { "seat": 8 } })).await;
    bea.at(newest + 1).await;
    assert_eq!((bea.seq, bea.seat()), (newest + 1, 8));
    bea.command(json!("leave")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storm_of_connections_passes() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &THREE, json!({})).await;
    let room = clients[0].code.clone();
    let address = house.address;
    let storm = (0..300).map(|number| {
        let (room, seated) = (room.clone(), clients[2].seated.clone());
        tokio::spawn(async move {
            let Ok(mut stream) = TcpStream::connect(address).await else { return };
            if number % 5 == 0 {
                let _ = stream.write_all(b"GET /ws HTTP/1.1\r\nhost:").await;
                return;
            }
            let Ok((mut socket, _)) =
                tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream).await
            else {
                return;
            };
            let hello = match number % 5 {
                1 => return,
                2 => json!({ "watch": { "protocol": 2, "code": room, "name": format!("Z{number}") } }),
                3 => rejoin(&seated),
                _ => json!("?"),
            };
            let _ = socket.send(Message::text(hello.to_string())).await;
            if number % 2 == 0 {
                let _ = socket.next().await;
            }
        })
    });
    join_all(storm).await;
    // Cal was replaced sixty times; he comes back once more, and the game goes on.
    clients[2] = Client::rejoin(&house, &clients[2].seated.clone()).await;
    until_metric(&house, "aboveboard_connections", 3.0).await;
    for client in &mut clients {
        client
            .until(|client| client.room["spectators"] == json!([]) && client.occupant(2)["online"] == true)
            .await;
    }
    for client in &mut clients {
        client.settle().await;
    }
    let newest = clients.iter().map(|client| client.seq).max().unwrap();
    all_at(&mut clients, newest).await;
    play_out(&house, &mut clients, &mut Dice::new(8)).await;
}
