//! Clients that break the protocol: whatever they send, it harms nobody else and reveals nothing.

use crate::test_server::*;
use futures_util::{SinkExt, StreamExt, future::join_all};
use serde_json::{Value, json};
use server::{
    Config, Pace,
    log::{AppendError, AppendedEntry, Entry, IndexUpdate, LogFuture, RoomId, RoomLog, Seq, SqliteLog},
};
use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    sync::{Semaphore, broadcast},
};
use tokio_tungstenite::tungstenite::Message;

const THREE: [&str; 3] = ["Ann", "Bea", "Cal"];

/// What the server says to something on a fresh connection that should be its last.
async fn last_words(house: &House, frame: Message) -> Vec<String> {
    let mut client = Client::connect(house).await;
    // The server may be faster with closing than this with sending.
    let _ = client.socket.send(frame).await;
    client.until_closed().await;
    client.frames.iter().map(|frame| code_in(frame)).collect()
}

fn code_in(frame: &str) -> String {
    let message: Value = serde_json::from_str(frame).unwrap();
    message["err"]["code"].as_str().unwrap_or(frame).to_owned()
}

#[tokio::test]
async fn a_first_frame_that_is_no_hello_is_the_last() {
    let house = House::open().await;
    for text in [
        "",
        "hello",
        "{",
        "null",
        "[]",
        "{}",
        "\"rejoin\"",
        r#"{"rejoin":{}}"#,
        r#"{"rejoin":{"protocol":2,"code":"AAAA","player_id":"x"}}"#,
        r#"{"rejoin":{"protocol":2,"code":"AAAA","player_id":"x","token":1}}"#,
        r#"{"rejoin":{"protocol":2,"code":"AAAA","player_id":"x","token":"y","more":1}}"#,
        r#"{"watch":{"protocol":2,"code":"AAAA","name":"x"},"rejoin":{}}"#,
        r#"{"watch":{"protocol":"1","code":"AAAA","name":"x"}}"#,
        r#"{"watch":{"protocol":-1,"code":"AAAA","name":"x"}}"#,
        r#"{"id":"a","version":1,"do":"draw"}"#,
        r#"{"say":"hello"}"#,
    ] {
        assert_eq!(last_words(&house, Message::text(text)).await, ["bad_message"], "{text}");
    }
    let deep = "[".repeat(4_000);
    assert_eq!(last_words(&house, Message::text(deep)).await, ["bad_message"]);
    assert_eq!(last_words(&house, Message::binary(b"{}".to_vec())).await, ["bad_message"]);
    assert_eq!(last_words(&house, Message::text("x".repeat(4_097))).await, ["too_large"]);
}

#[tokio::test]
async fn a_client_with_another_protocol_learns_ours() {
    let house = House::open().await;
    let ann = house.room("eights", "Ann", json!({})).await;
    for protocol in [0, 1, 4_294_967_295_u32] {
        let hello = json!({ "watch": { "protocol": protocol, "code": ann.code, "name": "Zoe" } });
        let (code, detail) = Client::hello(&house, &hello).await.map(|_| ()).unwrap_err();
        assert_eq!((code.as_str(), &detail["protocol"]), ("bad_message", &json!(2)));
    }
}

#[tokio::test]
async fn a_connection_without_a_hello_is_closed() {
    let house = House::with(Config { hello_within: Duration::from_millis(50), ..generous() }).await;
    let mut silent = Client::connect(&house).await;
    // Pings do not count as a hello.
    silent.socket.send(Message::Ping(vec![1, 2, 3].into())).await.unwrap();
    silent.until_closed().await;
    assert_eq!(silent.frames, Vec::<String>::new());
}

#[tokio::test]
async fn a_dead_line_is_noticed() {
    let house = House::with(Config { heartbeat: Duration::from_millis(100), ..generous() }).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    // Bea's end never reads, so it never answers: as if her line were cut.
    let bea = house.join(&ann.code.clone(), "Bea").await;
    ann.until(|ann| ann.room["seats"].as_array().unwrap().len() == 2 && ann.occupant(1)["online"] == true)
        .await;
    ann.until(|ann| ann.occupant(1)["online"] == false).await;
    // Ann reads, which answers, and is still there.
    assert_eq!(ann.occupant(0)["online"], true);
    drop(bea);
}

#[tokio::test]
async fn pings_are_answered_without_the_room_and_count_as_messages() {
    let config = Config { messages_per_second: 1, message_burst: 3, ..generous() };
    let house = House::with(config).await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    let room = house.only_room().await;
    let entries = house.entries(room).await.len();
    for number in [1, 2, 3] {
        ann.send_text(&json!({ "ping": number }).to_string()).await;
        ann.until(|ann| ann.notices.back() == Some(&json!({ "pong": number }))).await;
    }
    assert_eq!(house.entries(room).await.len(), entries, "a ping is not kept");
    ann.send_text(&json!({ "ping": 4 }).to_string()).await;
    let refused = ann.receive().await.unwrap();
    assert_eq!(refused["err"]["code"], "rate_limited");
    house.advance(10);
    for bad in [r#"{"ping":-1}"#, r#"{"ping":1,"say":"hello"}"#, r#"{"id":"a","ping":1}"#] {
        ann.send_text(bad).await;
        assert_eq!(ann.receive().await.unwrap()["err"]["code"], "bad_message", "{bad}");
    }
}

#[tokio::test]
async fn messages_that_cannot_be_read_are_answered_and_change_nothing() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &THREE, json!({})).await;
    let (before, room) = (clients[0].seq, house.only_room().await);
    let entries = house.entries(room).await.len();
    let ann = &mut clients[0];
    for (text, id) in [
        ("", None),
        ("nonsense", None),
        ("{\"id\":", None),
        ("[1,2,3]", None),
        ("{}", None),
        (r#"{"id":"a"}"#, Some("a")),
        (r#"{"id":"b","version":1}"#, Some("b")),
        (r#"{"id":"c","version":1,"do":"draw","ask":"draw"}"#, Some("c")),
        (r#"{"id":"d","do":"draw"}"#, Some("d")),
        (r#"{"version":1,"do":"draw"}"#, None),
        (r#"{"id":"e","version":-1,"do":"draw"}"#, Some("e")),
        (r#"{"id":"f","version":1.5,"do":"draw"}"#, Some("f")),
        (r#"{"id":"g","version":"1","do":"draw"}"#, Some("g")),
        (r#"{"id":"h","version":1,"do":"draw","more":1}"#, Some("h")),
        (r#"{"id":"h2","id":"h3","version":1,"do":"draw"}"#, None),
        (r#"{"id":"","version":1,"do":"draw"}"#, Some("")),
        (r#"{"id":7,"version":1,"do":"draw"}"#, None),
        (r#"{"id":"a b","version":1,"do":"draw"}"#, Some("a b")),
        (r#"{"id":"ä","version":1,"do":"draw"}"#, Some("ä")),
        (r#"{"id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","version":1,"do":"draw"}"#, None),
        (r#"{"id":"i","version":1,"room":"dance"}"#, Some("i")),
        (r#"{"id":"j","version":1,"room":{"remove":{"seat":256}}}"#, Some("j")),
        (r#"{"id":"k","version":1,"room":{"remove":{}}}"#, Some("k")),
        (r#"{"id":"l","version":1,"say":"hello"}"#, Some("l")),
        (r#"{"say":7}"#, None),
    ] {
        ann.send_text(text).await;
        let answer = loop {
            let answer = ann.receive().await.unwrap();
            if answer.get("err").is_some() {
                break answer;
            }
        };
        assert_eq!(
            (&answer["err"]["code"], answer["err"]["id"].as_str()),
            (&json!("bad_message"), id),
            "{text}"
        );
    }
    // The game reads its own part.
    for action in [
        json!("dance"),
        json!(7),
        json!(null),
        json!({}),
        json!({ "play": {} }),
        json!({ "play": { "card": -1 } }),
        json!({ "play": { "card": 1, "color": "pink" } }),
        json!({ "play": { "card": 1, "more": 1 } }),
        serde_json::from_str::<Value>(&format!("{}{}", "[".repeat(100), "]".repeat(100))).unwrap(),
    ] {
        assert_eq!(code(ann.act(action.clone()).await), "bad_message", "{action}");
    }
    // Brackets that go deeper than any reader should follow.
    let deep = format!(r#"{{"id":"deep","version":1,"do":{}{}}}"#, "[".repeat(1_900), "]".repeat(1_900));
    ann.send_text(&deep).await;
    ann.settle().await;
    assert!(ann.frames.iter().any(|frame| frame.contains("\"deep\"") && code_in(frame) == "bad_message"));
    assert_eq!((ann.seq, house.entries(room).await.len()), (before, entries));
    assert_eq!(ann.state(), "playing");
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection_of_its_sender() {
    let house = House::open().await;
    let mut clients = house.playing("eights", &THREE, json!({})).await;
    // Exactly as large as may be: read, and refused for what it says.
    let most = format!("{:<4096}", r#"{"id":"a","version":0,"do":"draw"}"#);
    clients[1].send_text(&most).await;
    clients[1].settle().await;
    assert!(clients[1].frames.iter().any(|frame| frame.contains("\"a\"") && code_in(frame) == "stale"));
    for size in [4_097, 5_000, 60_000, 1_000_000] {
        let seated = clients[1].seated.clone();
        let _ = clients[1].socket.send(Message::text("x".repeat(size))).await;
        clients[1].until_closed().await;
        assert_eq!(code_in(clients[1].frames.last().unwrap()), "too_large", "{size} bytes");
        clients[1] = Client::rejoin(&house, &seated).await;
    }
    // Many small pieces are one large message.
    let mut raw = RawSocket::open(&house).await;
    for piece in 0..100 {
        raw.frame(u8::from(piece == 0), false, &[b'x'; 1_000]).await;
    }
    assert!(raw.read_all().await.contains("too_large"));
    clients[0].settle().await;
    assert_eq!(clients[0].state(), "playing");
}

/// A WebSocket by hand, for frames that no library would send.
struct RawSocket(TcpStream);

impl RawSocket {
    async fn open(house: &House) -> RawSocket {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            house.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"));
        RawSocket(stream)
    }
    /// One frame, masked with zeros.
    async fn frame(&mut self, opcode: u8, last: bool, payload: &[u8]) {
        let mut frame = vec![opcode | if last { 0x80 } else { 0 }];
        match payload.len() {
            short @ 0..126 => frame.push(0x80 | short as u8),
            long => {
                frame.push(0x80 | 126);
                frame.extend((long as u16).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        // The server may have closed already.
        let _ = self.0.write_all(&frame).await;
    }
    /// Everything the server sends until it closes.
    async fn read_all(&mut self) -> String {
        let mut all = Vec::new();
        let read = self.0.read_to_end(&mut all);
        let _ = tokio::time::timeout(Duration::from_secs(20), read).await.expect("the server closes");
        String::from_utf8_lossy(&all).into_owned()
    }
}

#[tokio::test]
async fn frames_that_break_the_protocol_end_the_connection() {
    let house = House::open().await;
    // No UTF-8; an opcode that does not exist; a continuation of nothing; a ping in two pieces.
    for (opcode, last, payload) in
        [(1, true, &b"\xff\xfe{}"[..]), (5, true, b"x"), (0, true, b"x"), (9, false, b"x")]
    {
        let mut raw = RawSocket::open(&house).await;
        raw.frame(opcode, last, payload).await;
        assert!(raw.read_all().await.contains("bad_message"), "opcode {opcode}");
    }
    // Half a frame, and then nothing more.
    let mut raw = RawSocket::open(&house).await;
    raw.0.write_all(&[0x81, 0xfe, 0x01]).await.unwrap();
    raw.0.shutdown().await.unwrap();
    raw.read_all().await;
    assert_eq!(house.get("/healthz").await, (200, json!("ok\n")));
    until_metric(&house, "aboveboard_connections", 0.0).await;
}

/// Asks until the server counts this number.
async fn until_metric(house: &House, name: &str, count: f64) {
    let wait = async {
        while house.metric(name).await != count {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait)
        .await
        .unwrap_or_else(|_| panic!("{name} is not {count}"));
}

#[tokio::test]
async fn a_client_that_says_goodbye_is_answered() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    ann.socket.send(Message::Close(None)).await.unwrap();
    // The library says "closed", not "broken", when the other side has answered.
    loop {
        match ann.socket.next().await {
            Some(Ok(_)) => {}
            Some(Err(error)) => panic!("{error}"),
            None => break,
        }
    }
}

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

/// A log that fails or waits on command.
#[derive(Debug)]
struct Moody {
    log: Arc<SqliteLog>,
    mood: Arc<Mood>,
}

#[derive(Debug)]
struct Mood {
    fails: AtomicBool,
    attempts: AtomicUsize,
    /// An append needs one of these.
    permits: Semaphore,
}

impl RoomLog for Moody {
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        let entry = entry.clone();
        Box::pin(async move {
            self.mood.attempts.fetch_add(1, Ordering::SeqCst);
            let _permit = self.mood.permits.acquire().await.unwrap();
            if self.mood.fails.load(Ordering::SeqCst) {
                return Err(AppendError::Failed("no space left on this device".into()));
            }
            self.log.append(room, expected, &entry, index_update).await
        })
    }
    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>> {
        self.log.read(room, from)
    }
    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<AppendedEntry>, AppendError>> {
        self.log.watch(room)
    }
    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>> {
        self.log.open_rooms()
    }
    fn is_shared(&self) -> bool {
        self.log.is_shared()
    }
}

async fn moody_house() -> (House, Arc<Mood>) {
    let mood = Arc::new(Mood {
        fails: AtomicBool::new(false),
        attempts: AtomicUsize::new(0),
        permits: Semaphore::new(100),
    });
    let given = mood.clone();
    let before_log = Arc::new(move |log| Arc::new(Moody { log, mood: given.clone() }) as Arc<dyn RoomLog>);
    let config = Config { pace: Pace::AtOnce, ..generous() };
    (House::built(Setup { config, before_log, ..Setup::default() }).await, mood)
}

#[tokio::test]
async fn a_log_that_fails_shows_nothing_and_is_tried_again() {
    let (house, mood) = moody_house().await;
    let mut clients = house.playing("eights", &THREE, json!({ "first_seat": "host", "tier": "base" })).await;
    let seq = clients[0].seq;
    mood.fails.store(true, Ordering::SeqCst);
    let message = json!({ "id": "lost", "version": seq, "do": "draw" });
    assert_eq!(code(clients[0].exact(&message).await), "internal");
    assert_eq!(code(clients[1].command(json!("leave")).await), "internal");
    for client in &mut clients {
        client.settle().await;
        assert_eq!(client.seq, seq, "nobody is shown what is not on disk");
    }
    // The clock strikes, and a connection breaks: both are tried again, but not without end.
    let before = mood.attempts.load(Ordering::SeqCst);
    house.advance(30);
    let cal = clients.pop().unwrap().seated.clone();
    while mood.attempts.load(Ordering::SeqCst) < before + 2 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    for _ in 0..30 {
        assert_eq!(house.get("/healthz").await.0, 200);
        clients[0].settle().await;
    }
    let attempts = mood.attempts.load(Ordering::SeqCst) - before;
    assert!(attempts <= 4, "{attempts} attempts at a log that fails");

    mood.fails.store(false, Ordering::SeqCst);
    house.advance(2);
    clients[0].until(|ann| ann.occupant(2)["online"] == false && ann.seq >= seq + 2).await;
    let timed_out = json!({ "timed_out": { "seat": 0 } });
    assert!(clients[0].events.contains(&timed_out));
    // Bea has not left, and Ann's message that was lost is judged again.
    clients[1].settle().await;
    assert_eq!((clients[1].occupant(1)["controller"].clone(), clients[1].seat()), (json!("human"), 1));
    assert_eq!(code(clients[0].exact(&message).await), "stale");
    Client::rejoin(&house, &cal).await;
}

#[tokio::test]
async fn a_disk_that_fails_is_not_filled_with_the_words_about_it() {
    let listener: &'static Listener = Box::leak(Box::default());
    let _heard = tracing::subscriber::set_default(listener);
    let (house, mood) = moody_house().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    mood.fails.store(true, Ordering::SeqCst);
    let began = std::time::Instant::now();
    let body = json!({ "host": { "name": "Bea" }, "game": "eights" });
    for _ in 0..200 {
        assert_eq!(code(ann.command(json!({ "fill": { "seats": 2 } })).await), "internal");
        assert_eq!(house.post("/api/rooms", &body).await.0, 500);
    }
    let seconds = began.elapsed().as_secs() as usize;
    let text = listener.0.lock().unwrap().clone();
    for kind in ["the log refused an entry", "a room cannot be opened"] {
        let lines = text.matches(kind).count();
        assert!(lines <= seconds + 2, "{lines} lines in {seconds} s: {kind}");
    }
}

#[tokio::test]
async fn a_bot_whose_move_was_lost_moves_again() {
    let (house, mood) = moody_house().await;
    let mut ann = house.room("eights", "Ann", json!({ "first_seat": "host", "tier": "base" })).await;
    ann.done(json!({ "fill": { "seats": 3 } })).await;
    ann.done(json!("start")).await;
    // Ann's own draw goes through; what comes after it fails.
    mood.permits.forget_permits(100);
    let message = json!({ "id": "d", "version": ann.seq, "do": "draw" });
    ann.send_text(&message.to_string()).await;
    let before = mood.attempts.load(Ordering::SeqCst);
    while mood.attempts.load(Ordering::SeqCst) == before {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    mood.permits.add_permits(1);
    ann.until(|ann| ann.legal.is_empty()).await;
    mood.fails.store(true, Ordering::SeqCst);
    mood.permits.add_permits(99);
    let seq = ann.seq;
    let before = mood.attempts.load(Ordering::SeqCst);
    let tried = async {
        while mood.attempts.load(Ordering::SeqCst) == before && ann.seq == seq {
            ann.settle().await;
        }
    };
    tried.await;
    mood.fails.store(false, Ordering::SeqCst);
    house.advance(2);
    ann.until(|ann| !ann.legal.is_empty() || ann.state() == "finished").await;
}

#[tokio::test]
async fn a_room_whose_opener_hangs_up_is_there_all_the_same() {
    let (house, mood) = moody_house().await;
    mood.permits.forget_permits(100);
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" }).to_string();
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n{body}",
        house.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    while mood.attempts.load(Ordering::SeqCst) == 0 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    drop(stream);
    for _ in 0..10 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    mood.permits.add_permits(100);
    let room = house.room("eights", "Bea", json!({})).await;
    assert_eq!(house.log.open_rooms().await.unwrap().len(), 2);
    assert_eq!(house.metric("aboveboard_rooms").await, 2.0, "both run");
    // Nobody comes to the first: it is closed in time, and not for ever in the way.
    house.advance(120);
    until_metric(&house, "aboveboard_rooms", 1.0).await;
    assert_eq!(house.log.open_rooms().await.unwrap(), vec![(house.only_room().await, room.code.clone())]);
}

#[tokio::test]
async fn the_lobby_refuses_what_it_cannot_read() {
    let house = House::open().await;
    for body in ["", "{", "null", "[]", "{\"host\":1}", "\u{0}"] {
        for path in ["/api/rooms", "/api/quick-play", "/api/play-now", "/api/rooms/AAAA/join"] {
            let (status, error) = house.http("POST", path, Some(body.into())).await;
            assert_eq!((status, &error["code"]), (400, &json!("bad_message")), "{path} {body}");
        }
    }
    let large = json!({ "name": "x".repeat(20_000) });
    let (status, error) = house.post("/api/rooms", &large).await;
    assert_eq!((status, &error["code"]), (413, &json!("too_large")));
    assert_eq!(house.get("/api/nothing").await.0, 404);
    assert_eq!(house.get("/api/rooms/A/B/C").await.0, 404);
    assert_eq!(house.http("DELETE", "/api/rooms", None).await.0, 405);
    assert_eq!(house.get("/api/play-now").await.0, 405);
    assert_eq!(house.get("/api/rooms?colour=red").await.0, 400);
    assert_eq!(house.get("/api/rooms/%ff%fe").await.0, 400);
    assert_eq!(house.get("/ws").await.0, 400, "not a WebSocket");
    assert_eq!(house.get("/healthz").await, (200, json!("ok\n")));
}

#[tokio::test]
async fn every_answer_carries_the_safe_headers() {
    let house = House::open().await;
    let ann = house.room("eights", "Ann", json!({})).await;
    for (method, path, body) in [
        ("GET", "/".to_owned(), ""),
        ("GET", "/t/ABCD".to_owned(), ""),
        ("GET", "/assets/none.js".to_owned(), ""),
        ("GET", "/api/address".to_owned(), ""),
        ("GET", "/api/games".to_owned(), ""),
        ("GET", "/api/rooms".to_owned(), ""),
        ("GET", format!("/api/rooms/{}", ann.code), ""),
        ("GET", "/api/rooms/QQQQ".to_owned(), ""),
        ("GET", "/api/rooms?colour=red".to_owned(), ""),
        ("POST", "/api/rooms".to_owned(), "{"),
        ("DELETE", "/api/rooms".to_owned(), ""),
        ("GET", "/nothing/here".to_owned(), ""),
        ("GET", "/ws".to_owned(), ""),
        ("GET", "/healthz".to_owned(), ""),
        ("GET", "/metrics".to_owned(), ""),
    ] {
        for origin in ["", "origin: https://evil.example\r\n"] {
            let (_, head, _) = house.raw_http(method, &path, origin, body).await;
            for header in [
                "content-security-policy: default-src 'self'",
                "script-src 'self' 'wasm-unsafe-eval';",
                "frame-ancestors 'none'",
                "x-content-type-options: nosniff",
                "x-frame-options: deny",
                "referrer-policy: no-referrer",
            ] {
                assert!(head.contains(header), "{header} is missing on {method} {path}: {head}");
            }
        }
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_may_not_connect() {
    let house = House::open().await;
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let status = async |origin: &str| {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let request = format!("GET /ws HTTP/1.1\r\nhost: {}\r\n{upgrade}{origin}\r\n", house.address);
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        String::from_utf8_lossy(&start[9..]).into_owned()
    };
    assert_eq!(status("").await, "101");
    assert_eq!(status(&format!("origin: http://{}\r\n", house.address)).await, "101");
    for stranger in ["https://evil.example", "null", "", "http://127.0.0.1:1"] {
        assert_eq!(status(&format!("origin: {stranger}\r\n")).await, "403", "{stranger}");
    }
}

/// Everything that is logged, as text.
#[derive(Default)]
struct Listener(Mutex<String>);

struct Written<'a>(&'a mut String);

impl tracing::field::Visit for Written<'_> {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
        use fmt::Write;
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl tracing::Subscriber for &'static Listener {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, attributes: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        attributes.record(&mut Written(&mut self.0.lock().unwrap()));
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut Written(&mut self.0.lock().unwrap()));
    }
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        let mut text = self.0.lock().unwrap();
        event.record(&mut Written(&mut text));
        text.push('\n');
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// Whether a word is the name of a card of Euchre, such as `9c`.
fn is_card(word: &str) -> bool {
    word.len() == 2
        && word.starts_with(['9', 'T', 'J', 'Q', 'K', 'A'])
        && word.ends_with(['c', 'd', 'h', 's'])
}

#[tokio::test]
async fn logs_hold_no_token_no_card_and_no_message() {
    let listener: &'static Listener = Box::leak(Box::default());
    // For the whole process: the log lines of other tests are captured as well, and must be as clean.
    tracing::subscriber::set_global_default(listener).unwrap();
    let (house, mood) = moody_house().await;
    let mut clients = vec![house.room("euchre", "Ann", json!({ "target": 5 })).await];
    for name in ["Bea", "Cal"] {
        let code = clients[0].code.clone();
        clients.push(house.join(&code, name).await);
    }
    // A bot decides with cards in its hand, and logs none of them either.
    clients[0].done(json!({ "add_bot": { "level": "hard" } })).await;
    clients[0].command(json!("start")).await.unwrap();
    for client in &mut clients {
        client.until(|client| client.view.is_some()).await;
    }
    let mut tokens: Vec<String> =
        clients.iter().map(|c| c.seated["token"].as_str().unwrap().to_owned()).collect();
    let mut wrong = clients[0].seated.clone();
    wrong["token"] = json!("feedfacefeedfacefeedfacefeedface");
    tokens.push("feedfacefeedfacefeedfacefeedface".into());
    code(Client::try_rejoin(&house, &wrong).await.map(|_| ()));
    let mut hands: Vec<String> = vec![];
    let mut dice = Dice::new(6);
    for step in 0..60 {
        let actor = loop {
            // Also what the bot has played.
            for client in &clients {
                let view = client.view.as_ref().unwrap().to_string();
                hands.extend(
                    view.split(|c: char| !c.is_alphanumeric()).filter(|w| is_card(w)).map(str::to_owned),
                );
            }
            if let Some(actor) = clients.iter().position(|client| !client.legal.is_empty()) {
                break actor;
            }
            let next = clients[0].seq + 1;
            all_at(&mut clients, next).await;
        };
        // Faults are where people log too much.
        let action = dice.pick(&clients[actor].legal).clone();
        mood.fails.store(step % 10 == 9, Ordering::SeqCst);
        if step % 10 == 9 {
            assert_eq!(code(clients[actor].act(action).await), "internal");
            clients[actor].send_text(r#"{"xyzzy":"plugh"}"#).await;
            clients[actor].settle().await;
            // Timers and bots wait for a moment after a failure.
            house.advance(2);
            continue;
        }
        let seq = clients[actor].act(action).await.unwrap();
        all_at(&mut clients, seq).await;
        if clients[0].state() == "finished" {
            break;
        }
    }
    house.raw_http("GET", "/", "origin: https://evil.example\r\n", "").await;
    // Lines are throttled for the whole process, and another test may have used up those of this second.
    mood.fails.store(true, Ordering::SeqCst);
    let heard = async {
        while !listener.0.lock().unwrap().contains("no space left") {
            assert_eq!(code(clients[0].command(json!("leave")).await), "internal");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), heard).await.expect("the listener hears");
    drop(clients);
    let text = listener.0.lock().unwrap().clone();
    for secret in tokens.iter().map(String::as_str).chain(["xyzzy", "plugh", "evil.example"]) {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    assert!(hands.len() > 20);
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    for card in &hands {
        assert!(!words.contains(&card.as_str()), "{card} in {text}");
    }
}
