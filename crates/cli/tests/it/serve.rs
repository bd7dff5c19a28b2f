//! The card room as an operator has it: started, asked, set up, stopped.

use crate::running::{Running, action, serve, serve_in};
use client::protocol::{RoomState, ServerMsg};
use serde_json::{Value, json};
use std::{
    fs,
    io::Write,
    net::{TcpListener, TcpStream},
    process::{Command, Output},
    time::{Duration, Instant},
};
use tempfile::tempdir;

#[test]
fn it_opens_answers_and_stops() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("made/on/the/way");
    let room = Running::start(serve_in(&data, &[]));
    assert_ne!(room.address.port(), 0, "the real port is told");
    assert_eq!(room.get("/healthz"), (200, "ok\n".into()));
    let (status, games) = room.get("/api/games");
    let games: Value = serde_json::from_str(&games).unwrap();
    assert_eq!((status, games.as_array().unwrap().len()), (200, catalog::ALL.len()));
    let (status, page) = room.get("/");
    assert!(status == 200 && page.contains("Aboveboard"), "{page}");
    let log = room.stop();
    assert!(log.contains("open") && log.contains("stopping") && log.contains("stopped"), "{log}");
    assert!(data.join("aboveboard.db").exists());
    assert!(!data.join("aboveboard.db-wal").exists(), "the log was closed, not only left");
}

#[test]
fn every_answer_has_the_headers_that_keep_browsers_safe() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    let long = "x".repeat(20_000);
    for (request, headers, body, expected) in [
        ("GET /", "", "", 200),
        ("GET /healthz", "", "", 200),
        ("GET /readyz", "", "", 200),
        ("GET /metrics", "", "", 200),
        ("GET /api/games", "", "", 200),
        ("GET /api/rooms", "", "", 200),
        ("GET /api/rooms?game=euchre&x=1", "", "", 400),
        ("GET /api/rooms/ZZZZ", "", "", 404),
        ("GET /assets/nowhere.js", "", "", 404),
        ("DELETE /api/rooms", "", "", 405),
        ("POST /api/rooms", "", "{", 400),
        ("POST /api/rooms", "", &long, 413),
        ("GET /ws", "", "", 400),
        ("GET /api/games", "Origin: http://evil.example\r\n", "", 403),
    ] {
        let (status, head, _) = room.http(request, headers, body);
        assert_eq!(status, expected, "{request}: {head}");
        for header in [
            "content-security-policy: default-src 'self';",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{request} without {header}: {head}");
        }
    }
}

#[test]
fn metrics_are_numbers_that_prometheus_reads() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    let mut client = room.sit_down(&room.play_now());
    room.get("/api/rooms/ZZZZ");
    room.wait(client.act(action("\"no such action\""))).unwrap_err();

    let (_, head, page) = room.http("GET /metrics", "", "");
    assert!(head.contains("content-type: application/openmetrics-text; version=1.0.0"), "{head}");
    for line in [
        "# TYPE aboveboard_rooms gauge",
        "aboveboard_rooms 1\n",
        "# TYPE aboveboard_connections gauge",
        "aboveboard_connections 1\n",
        "# TYPE aboveboard_inputs counter",
        "aboveboard_inputs_total ",
        "# TYPE aboveboard_refusals counter",
        "aboveboard_refusals_total{code=\"room_not_found\"} 1\n",
        "aboveboard_refusals_total{code=\"bad_message\"} 1\n",
        "# TYPE aboveboard_append_seconds histogram",
        "aboveboard_append_seconds_bucket{le=\"0.0001\"} ",
        "aboveboard_append_seconds_count ",
        "# TYPE aboveboard_bot_seconds histogram",
        "aboveboard_bot_seconds_sum ",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    assert!(page.ends_with("# EOF\n"), "{page}");
}

#[test]
fn people_are_asked_to_reconnect_and_find_everything_as_it_was() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    let seated = room.play_now();
    let mut client = room.sit_down(&seated);
    room.signal("TERM");
    assert!(matches!(room.message(&mut client), Some(ServerMsg::ComeBack)), "it is sent before the end");
    assert!(room.message(&mut client).is_none());
    drop(client);
    let (status, log) = room.ended();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(!log.contains("did not end in time"), "nobody hangs: {log}");

    let mut room = Running::start(serve_in(folder.path(), &[]));
    room.wait_for("resumed=1");
    assert_eq!(room.sit_down(&seated).shown().state(), Some(RoomState::Playing));
    room.stop();
}

#[test]
fn nobody_who_hangs_keeps_it_from_stopping() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    // Half a request, a connection that says nothing, a socket that says nothing, a player who reads nothing.
    let mut half = TcpStream::connect(room.address).unwrap();
    half.write_all(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{").unwrap();
    let _silent = TcpStream::connect(room.address).unwrap();
    let _mute = room.connect();
    let _deaf = room.sit_down(&room.play_now());
    let asked = Instant::now();
    let log = room.stop();
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert!(log.contains("did not end in time"), "{log}");
}

#[test]
fn asked_twice_it_ends_at_once() {
    let folder = tempdir().unwrap();
    let mut room = Running::start(serve_in(folder.path(), &[]));
    let _mute = room.connect();
    room.signal("INT");
    room.wait_for("stopping");
    room.signal("TERM");
    let (status, log) = room.ended();
    assert_eq!(status.code(), Some(128 + 15), "{log}");
    assert!(!log.contains("stopped"), "{log}");
}

#[test]
fn the_command_line_counts_before_the_environment_and_that_before_the_file() {
    let rooms = |command: Command| {
        let room = Running::start(command);
        (0..5).filter(|_| room.open_room("").0 == 200).count()
    };
    let folder = tempdir().unwrap();
    assert_eq!(rooms(serve_in(folder.path(), &[])), 5, "more than that by default");
    fs::write(folder.path().join("aboveboard.toml"), "room-burst = 1").unwrap();
    assert_eq!(rooms(serve_in(folder.path(), &[])), 1, "the file in the data folder");
    let environment = |options: &[&str]| {
        let mut command = serve_in(folder.path(), options);
        command.env("ABOVEBOARD_ROOM_BURST", "2");
        command
    };
    assert_eq!(rooms(environment(&[])), 2);
    assert_eq!(rooms(environment(&["--room-burst", "3"])), 3);
    let named = folder.path().join("named.toml");
    fs::write(&named, "room-burst = 4").unwrap();
    assert_eq!(rooms(serve_in(folder.path(), &["--config", named.to_str().unwrap()])), 4, "the file named");
}

#[test]
fn everything_can_come_from_the_environment() {
    let folder = tempdir().unwrap();
    let mut command = serve(&[]);
    command
        .env("ABOVEBOARD_LISTEN", "127.0.0.1:0")
        .env("ABOVEBOARD_DATA_DIR", folder.path())
        .env("ABOVEBOARD_TRUSTED_PROXY", "10.0.0.1,127.0.0.1")
        .env("ABOVEBOARD_ROOM_BURST", "1")
        .env("ABOVEBOARD_PUBLIC_URL", "https://cards.example.org/")
        .env("ABOVEBOARD_LOG_FORMAT", "json");
    let room = Running::start(command);
    assert_eq!(room.open_room("X-Forwarded-For: 198.51.100.1\r\n").0, 200);
    assert_eq!(room.open_room("X-Forwarded-For: 198.51.100.2\r\n").0, 200, "somebody else");
    assert_eq!(room.open_room("X-Forwarded-For: 1.2.3.4, 198.51.100.2\r\n").0, 429, "the same, in disguise");
    assert_eq!(room.open_room("Origin: https://cards.example.org\r\n").0, 200);
    assert_eq!(room.open_room("Origin: http://cards.example.org\r\n").0, 403);
    for line in room.stop().lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        assert!(event["level"].is_string() && event["message"].is_string(), "{line}");
    }
}

#[test]
fn without_a_trusted_proxy_nobody_is_believed() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &["--room-burst", "1"]));
    assert_eq!(room.open_room("X-Forwarded-For: 198.51.100.1\r\n").0, 200);
    let (status, refused) = room.open_room("X-Forwarded-For: 198.51.100.2\r\n");
    assert_eq!((status, &refused["code"]), (429, &json!("rate_limited")));
}

#[test]
fn pages_from_elsewhere_are_turned_away() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &[]));
    let upgrade = |origin: &str| {
        let headers = format!(
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{origin}"
        );
        room.http("GET /ws", &headers, "").0
    };
    assert_eq!(upgrade("Origin: http://evil.example\r\n"), 403);
    assert_eq!(upgrade("Origin: null\r\n"), 403);
    assert_eq!(room.open_room("Origin: http://evil.example\r\n").0, 403);
    assert_eq!(room.open_room(&format!("Origin: http://{}\r\n", room.address)).0, 200);
    assert!(room.get("/metrics").1.contains("aboveboard_refusals_total{code=\"origin\"} 3\n"));
}

#[test]
fn logs_know_no_secrets() {
    let folder = tempdir().unwrap();
    let room = Running::start(serve_in(folder.path(), &["--log", "trace"]));
    let seated = room.play_now();
    let mut client = room.sit_down(&seated);
    assert!(client.shown().table.is_some());
    let order = json!({"id": "very-private", "version": 0, "do": {"play": {"card": "9c"}}}).to_string();
    for text in [order.as_str(), "very-private {"] {
        room.wait(client.socket().send_text(text)).unwrap();
        assert!(matches!(room.message(&mut client), Some(ServerMsg::Err { .. })));
    }
    let mut wrong = serde_json::to_value(&seated).unwrap();
    wrong["token"] = json!("wrong-token");
    wrong["protocol"] = json!(1);
    let mut stranger = room.connect();
    room.wait(stranger.send_message(&json!({ "rejoin": wrong }))).unwrap();
    while let Ok(Some(_)) = room.wait(stranger.receive_text()) {}
    let log = room.stop();
    for secret in [seated.token.as_str(), "wrong-token", "Zebulon", "very-private", "hand", "view"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
    // As a word: the hexadecimal id of a room may have these two digits in it.
    let mut words = log.split(|c: char| !c.is_alphanumeric());
    assert!(!words.any(|word| word == "9c"), "{log}");
}

/// What a program that did not start has to say.
fn refused(mut command: Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(stdout.is_empty(), "{}", String::from_utf8_lossy(&stdout));
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn mistakes_end_with_2_and_say_where() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("cards.toml");
    for (text, words) in [
        ("lisen = \"127.0.0.1:0\"", &["cards.toml", "lisen", "unknown field"][..]),
        ("bot-threads = 0", &["cards.toml", "bot-threads", "from 1 to 256"]),
        ("listen = ", &["cards.toml", "line 1"]),
    ] {
        fs::write(&file, text).unwrap();
        let (code, error) = refused(serve_in(folder.path(), &["--config", file.to_str().unwrap()]));
        assert_eq!(code, Some(2), "{error}");
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
    for (options, words) in [
        (&["--listen", "7878"][..], "such as 127.0.0.1:7878"),
        (&["--messages-per-second", "0"], "from 1 to 1000000"),
        (&["--public-url", "cards.example.org"], "such as https://cards.example.org"),
        (&["--trusted-proxy", "everybody"], "--trusted-proxy"),
        (&["--log", "loud"], "possible values"),
        (&["--config", "/nowhere/cards.toml"], "/nowhere/cards.toml"),
        (&["--lisen", "127.0.0.1:0"], "'--listen'"),
    ] {
        let (code, error) = refused(serve(options));
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(words), "{error}");
    }
    let mut command = serve(&[]);
    command.env("ABOVEBOARD_BOT_THREADS", "many");
    let (code, error) = refused(command);
    assert!(code == Some(2) && error.contains("--bot-threads"), "{error}");
}

#[test]
fn one_server_for_one_folder_and_one_port() {
    let (folder, other) = (tempdir().unwrap(), tempdir().unwrap());
    let _room = Running::start(serve_in(folder.path(), &[]));
    let (code, error) = refused(serve_in(folder.path(), &[]));
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("is in use by another server"), "{error}");

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = serve(&["--listen", &address, "--data-dir"]);
    command.arg(other.path());
    let (code, error) = refused(command);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains(&format!("another program listens on {address} already")), "{error}");

    fs::write(other.path().join("file"), "").unwrap();
    let (code, error) = refused(serve_in(&other.path().join("file/data"), &[]));
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("/file is a file, not a folder"), "{error}");
}

#[test]
fn without_a_data_folder_it_takes_that_of_the_user_and_says_which() {
    let (home, here) = (tempdir().unwrap(), tempdir().unwrap());
    let start = || {
        let mut command = serve(&["--listen", "127.0.0.1:0"]);
        command
            .env("HOME", home.path())
            .env("XDG_DATA_HOME", home.path().join("data"))
            .current_dir(here.path());
        Running::start(command)
    };
    let room = start();
    let folder =
        if cfg!(target_os = "macos") { "Library/Application Support/aboveboard" } else { "data/aboveboard" };
    let folder = home.path().join(folder);
    let data = format!("data: {}", folder.display());
    assert!(room.announced.contains(&format!("{data} (a new card room)\n")), "{}", room.announced);
    assert!(folder.join("aboveboard.db").exists());
    room.stop();
    assert!(start().announced.contains(&format!("{data}\n")), "the same again");
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0, "nothing where it was started");
}

#[test]
fn with_a_certificate_it_speaks_https_and_redirects_plain_http() {
    let folder = tempdir().unwrap();
    let pair = rcgen::generate_simple_self_signed(vec!["localhost".into()]).unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (certificate, key, other) = (path("cert.pem"), path("key.pem"), path("other.pem"));
    fs::write(&certificate, pair.cert.pem()).unwrap();
    fs::write(&key, pair.signing_key.serialize_pem()).unwrap();
    let stranger = rcgen::generate_simple_self_signed(vec!["localhost".into()]).unwrap();
    fs::write(&other, stranger.signing_key.serialize_pem()).unwrap();
    // A free port, for a moment nobody's.
    let plain = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let redirect = plain.to_string();
    let tls = ["--tls-cert", &certificate, "--tls-key", &key, "--redirect-http", &redirect];
    let room = Running::start(serve_in(&folder.path().join("data"), &tls));
    assert!(room.announced.starts_with("listening on https://127.0.0.1:"), "{}", room.announced);
    let mut stream = TcpStream::connect(plain).unwrap();
    stream.write_all(b"GET /t/ABCD HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let answer = std::io::read_to_string(stream).unwrap().to_lowercase();
    let there = format!("location: https://localhost:{}/t/abcd", room.address.port());
    assert!(answer.starts_with("http/1.1 308") && answer.contains(&there), "{answer}");
    room.stop();

    let file = path("cards.toml");
    fs::write(&file, format!("tls-cert = {certificate:?}")).unwrap();
    for (options, words) in [
        (&["--tls-cert", &certificate][..], "--tls-key"),
        (&["--redirect-http", "127.0.0.1:0"], "--tls-cert"),
        (&["--tls-cert", "/nowhere/cert.pem", "--tls-key", &key], "/nowhere/cert.pem"),
        (&["--tls-cert", &key, "--tls-key", &key], "it holds no certificate"),
        (&["--tls-cert", &certificate, "--tls-key", &other], "other.pem"),
        (&["--config", &file], "tls-cert and tls-key belong together"),
    ] {
        let data = folder.path().join("never");
        let (code, error) = refused(serve_in(&data, options));
        assert!(code == Some(2) && error.contains(words), "{options:?}: {code:?} {error}");
        assert!(!data.exists(), "nothing is created");
    }
}

#[test]
fn the_manual_knows_every_option() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operating.md")).unwrap();
    let help = String::from_utf8(serve(&["--help"]).output().unwrap().stdout).unwrap();
    let options: Vec<_> =
        help.split("\n      --").skip(1).filter(|option| option.contains("[env: ")).collect();
    assert!(options.len() > 10, "{help}");
    for option in options {
        let name = option.split_whitespace().next().unwrap();
        let row = page.lines().find(|line| line.starts_with(&format!("| `--{name}`")));
        let row = row.unwrap_or_else(|| panic!("no row for --{name}"));
        let environment = format!("ABOVEBOARD_{}", name.to_uppercase().replace('-', "_"));
        assert!(option.contains(&environment) && row.contains(&environment), "{row}");
        let words = option.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, default)) = words.split_once("[default: ") {
            let default = default.split([' ', ']']).next().unwrap();
            assert!(row.contains(&format!("`{default}`")), "{default}: {row}");
        }
    }
    let usual = server::Config::default();
    for (name, default) in [
        ("messages-per-second", usual.messages_per_second as usize),
        ("message-burst", usual.message_burst as usize),
        ("message-bytes", usual.message_bytes),
        ("rooms-per-minute", usual.rooms_per_minute as usize),
        ("room-burst", usual.room_burst as usize),
        ("open-rooms", usual.open_rooms),
        ("connections", usual.connections),
        ("connections-per-address", usual.connections_per_address),
        ("request-seconds", usual.request_within.as_secs() as usize),
        ("min-free-mb", (usual.min_free_bytes >> 20) as usize),
        ("history-per-minute", usual.history_per_minute as usize),
        ("failures-per-minute", usual.failures_per_minute as usize),
        ("hello-seconds", usual.hello_within.as_secs() as usize),
        ("heartbeat-seconds", usual.heartbeat.as_secs() as usize),
        ("bot-threads", usual.bot_threads),
    ] {
        let row = page.lines().find(|line| line.starts_with(&format!("| `--{name}`"))).unwrap();
        assert!(row.contains(&format!("`{default}`")), "{default}: {row}");
    }
}
