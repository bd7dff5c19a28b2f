//! Clients that break the protocol: whatever they send, it harms nobody else and reveals nothing.

use crate::test_server::*;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Config;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::tungstenite::Message;

pub(crate) const THREE: [&str; 3] = ["Ann", "Bea", "Cal"];

/// What the server says to something on a fresh connection that should be its last.
async fn last_words(house: &House, frame: Message) -> Vec<String> {
    let mut client = Client::connect(house).await;
    // The server may be faster with closing than this with sending.
    let _ = client.socket.send(frame).await;
    client.until_closed().await;
    client.frames.iter().map(|frame| code_in(frame)).collect()
}

pub(crate) fn code_in(frame: &str) -> String {
    let message: Value = serde_json::from_str(frame).unwrap();
    message["err"]["code"].as_str().unwrap_or(frame).to_owned()
}

#[tokio::test]
async fn a_first_frame_other_than_a_hello_is_the_last() {
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
pub(crate) async fn until_metric(house: &House, name: &str, count: f64) {
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
