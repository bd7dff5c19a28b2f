//! HTTPS with a certificate from files, as browsers speak it.

use crate::test_server::*;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Empty};
use hyper::{Request, body::Bytes, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use server::{Backends, Config, Tls, log::SqliteLog};
use std::{fs, net::SocketAddr, sync::Arc};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer},
};
use tokio_tungstenite::{client_async, tungstenite::Message};

/// A server with a certificate for `localhost`, and a port where plain HTTP is redirected.
struct Encrypted {
    https: SocketAddr,
    http: SocketAddr,
    trusted: CertificateDer<'static>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
    _folder: TempDir,
}

impl Encrypted {
    async fn open(config: Config) -> Encrypted {
        let folder = memory();
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".into()]).unwrap();
        let (certificate, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
        fs::write(&certificate, cert.pem()).unwrap();
        fs::write(&key, signing_key.serialize_pem()).unwrap();
        let tls = Some(Tls::from_files(&certificate, &key).unwrap());
        let listen = || async { TcpListener::bind("127.0.0.1:0").await.unwrap() };
        let (listener, plain) = (listen().await, listen().await);
        let (https, http) = (listener.local_addr().unwrap(), plain.local_addr().unwrap());
        let log = Arc::new(SqliteLog::open(folder.path().join("aboveboard.db")).unwrap());
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            let _ = stopped.await;
        };
        let config = Config { tls, https_only: true, ..config };
        let served = server::run_with_redirect(listener, Some(plain), Backends::new(log), config, shutdown);
        let (served, trusted) = (tokio::spawn(served), cert.der().clone());
        Encrypted { https, http, trusted, stop: Some(stop), served, _folder: folder }
    }

    /// Shakes hands as a browser does that speaks these protocols.
    async fn connect(&self, protocols: &[&str]) -> TlsStream<TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(self.trusted.clone()).unwrap();
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let stream = TcpStream::connect(self.https).await.unwrap();
        let name = "localhost".try_into().unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap()
    }

    async fn stop(mut self) {
        drop(self.stop.take());
        self.served.await.unwrap().unwrap();
    }
}

/// A request over HTTP/1.1 without anything but these headers; the whole answer.
async fn plain(mut stream: impl AsyncReadExt + AsyncWriteExt + Unpin, head: &str) -> String {
    stream.write_all(format!("GET {head}\r\nConnection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // Some servers end without the farewell of TLS; what came counts.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn pages_come_by_https_with_both_versions_of_http() {
    let server = Encrypted::open(generous()).await;
    let stream = server.connect(&["http/1.1"]).await;
    let answer = plain(stream, "/healthz HTTP/1.1\r\nHost: localhost").await.to_lowercase();
    assert!(answer.starts_with("http/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    assert!(answer.contains("strict-transport-security: max-age=15768000"), "{answer}");

    let stream = server.connect(&["h2", "http/1.1"]).await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (mut sender, connection) =
        http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let address = format!("https://localhost:{}", server.https.port());
    let asks = |path: &str, origin: &str| {
        let request = Request::get(format!("{address}{path}")).header("origin", origin);
        request.body(Empty::<Bytes>::new()).unwrap()
    };
    let (one, two) = tokio::join!(
        sender.clone().send_request(asks("/api/games", &address)),
        sender.send_request(asks("/", &address))
    );
    let games: Value =
        serde_json::from_slice(&one.unwrap().into_body().collect().await.unwrap().to_bytes()).unwrap();
    assert_eq!(games.as_array().unwrap().len(), catalog::ALL.len());
    assert_eq!(two.unwrap().status(), 200);
    let foreign = sender.send_request(asks("/api/games", "https://evil.example")).await.unwrap();
    assert_eq!(foreign.status(), 403, "the origin is compared with the name that HTTP/2 has");
    let stranger = Request::get("https://evil.example/api/games").body(Empty::new()).unwrap();
    assert_eq!(sender.send_request(stranger).await.unwrap().status(), 421, "so is the name itself");
    drop(sender);
    server.stop().await;
}

#[tokio::test]
async fn a_table_is_reached_by_https() {
    let server = Encrypted::open(generous()).await;
    let stream = server.connect(&["http/1.1"]).await;
    let address = format!("wss://localhost:{}/ws", server.https.port());
    let (mut socket, _) = client_async(address, stream).await.unwrap();
    let hello = json!({ "watch": { "protocol": 2, "code": "ZZZZ", "name": "Eve" } });
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let answer = socket.next().await.unwrap().unwrap();
    assert!(answer.to_text().unwrap().contains("room_not_found"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn plain_http_is_redirected_and_strangers_names_are_not() {
    let server = Encrypted::open(generous()).await;
    let ask =
        async |head: &str| plain(TcpStream::connect(server.http).await.unwrap(), head).await.to_lowercase();
    let port = server.https.port();
    for (host, there) in [("localhost", "localhost"), ("127.0.0.1:80", "127.0.0.1"), ("[::1]:80", "[::1]")] {
        let answer = ask(&format!("/t/abcd?x=1 HTTP/1.1\r\nHost: {host}")).await;
        let location = format!("location: https://{there}:{port}/t/abcd?x=1\r\n");
        assert!(answer.starts_with("http/1.1 308") && answer.contains(&location), "{answer}");
    }
    let answer = ask("/ HTTP/1.1\r\nHost: evil.example").await;
    assert!(answer.starts_with("http/1.1 421") && !answer.contains("location"), "{answer}");
    server.stop().await;

    let public = Config { public_url: Some("https://cards.example.org".into()), ..generous() };
    let server = Encrypted::open(public).await;
    let stream = TcpStream::connect(server.http).await.unwrap();
    let answer = plain(stream, "/t/abcd HTTP/1.1\r\nHost: evil.example").await;
    assert!(answer.contains("location: https://cards.example.org/t/abcd\r\n"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_does_not_shake_hands_is_let_go() {
    let server =
        Encrypted::open(Config { request_within: std::time::Duration::from_secs(1), ..generous() }).await;
    let stream = TcpStream::connect(server.https).await.unwrap();
    let answer = plain(stream, "/healthz HTTP/1.1\r\nHost: localhost").await;
    assert!(!answer.contains("ok"), "nothing comes in the clear: {answer}");
    let mut silent = TcpStream::connect(server.https).await.unwrap();
    assert_eq!(silent.read(&mut [0]).await.unwrap_or(0), 0, "closed after its second");
    let stream = server.connect(&["http/1.1"]).await;
    assert!(plain(stream, "/healthz HTTP/1.1\r\nHost: localhost").await.contains("200"), "others are served");
    server.stop().await;
}
