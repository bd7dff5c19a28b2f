//! Requests that the HTTP side refuses, and the headers of every answer.

use crate::test_server::*;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

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
