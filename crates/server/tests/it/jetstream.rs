//! The log of a cluster: the laws of every log, and what only a shared one can do.

use crate::{
    log_suite::{self, fill, fresh_room, numbered, numbers, text},
    nats::Nats,
};
use async_nats::{
    HeaderMap,
    header::NATS_MESSAGE_ID,
    jetstream::{self, consumer},
};
use futures_util::TryStreamExt;
use server::log::{
    AppendError, ConnectError, Connection, IndexUpdate, JetStreamConfig, JetStreamLog, RoomId, RoomLog,
};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    time::timeout,
};

log_suite::run!(open);

async fn open() -> (Arc<dyn RoomLog>, Arc<Nats>) {
    let nats = Nats::shared(1);
    (Arc::new(log(&nats.config()).await), nats)
}

/// The same laws, with every entry on three servers.
mod three_replicas {
    use super::{Arc, JetStreamLog, Nats, RoomLog, log, log_suite};

    log_suite::run!(open);

    async fn open() -> (Arc<dyn RoomLog>, Arc<Nats>) {
        let nats = Nats::shared(3);
        let log: JetStreamLog = log(&nats.config()).await;
        (Arc::new(log), nats)
    }
}

async fn log(config: &JetStreamConfig) -> JetStreamLog {
    let connection = Connection::open(config).await.unwrap();
    JetStreamLog::open(&connection).await.unwrap()
}

/// Puts a message into a room's subject past everything that guards it.
async fn plant(config: &JetStreamConfig, room: RoomId, seq: u64, body: String) {
    plant_as(None, config, room, seq, body).await;
}

/// The same, with the name that its sender would give it.
async fn plant_as(id: Option<&str>, config: &JetStreamConfig, room: RoomId, seq: u64, body: String) {
    let client = async_nats::connect(&config.servers).await.unwrap();
    let mut headers = HeaderMap::new();
    headers.insert("Aboveboard-Seq", seq.to_string());
    if let Some(id) = id {
        headers.insert(NATS_MESSAGE_ID, id);
    }
    let subject = format!("{}.room.{room}", config.prefix);
    let context = jetstream::new(client);
    context.publish_with_headers(subject, headers, body.into()).await.unwrap().await.unwrap();
}

/// Makes every consumer under this prefix deliver nothing from now on, while it keeps sending heartbeats. This happens
/// to one whose server lags behind.
pub(crate) async fn hush(config: &JetStreamConfig) {
    let client = async_nats::connect(&config.servers).await.unwrap();
    let context = jetstream::new(client);
    let ours = |name: &str| name.trim_start_matches("KV_").starts_with(&format!("{}-", config.prefix));
    let names: Vec<_> = context.stream_names().try_collect().await.unwrap();
    let mut hushed = 0;
    for name in names.iter().filter(|name| ours(name)) {
        let stream = context.get_stream(name).await.unwrap();
        let nothing = stream.cached_info().config.subjects[0].replace(['*', '>'], "nothing");
        let consumers: Vec<_> = stream.consumers().try_collect().await.unwrap();
        for consumer in consumers {
            // Those of room logs that have been read are gone in a moment, and maybe by now.
            let deaf = consumer::Config {
                name: Some(consumer.name),
                filter_subject: nothing.clone(),
                ..consumer.config
            };
            hushed += usize::from(stream.update_consumer(deaf).await.is_ok());
        }
    }
    assert!(hushed > 0, "nobody tells anything");
}

#[tokio::test]
async fn two_nodes_have_one_log() {
    let nats = Nats::shared(1);
    let config = nats.config();
    let (here, there) = (log(&config).await, log(&config).await);
    let room = fresh_room();
    let mut heard_there = there.watch(room).await.unwrap();
    fill(&here, room, 3).await;
    assert_eq!(there.append(room, 2, &numbered(9), None).await, Err(AppendError::Conflict { at: 3 }));
    assert_eq!(there.append(room, 3, &numbered(4), None).await, Ok(4));
    assert_eq!(here.append(room, 4, &numbered(5), None).await, Ok(5));
    for n in 1..=5 {
        let heard = timeout(Duration::from_secs(20), heard_there.recv()).await.unwrap().unwrap();
        assert_eq!((heard.seq, text(&heard.entry().unwrap())), (n, text(&numbered(n))));
    }
    for log in [&here, &there] {
        assert_eq!(numbers(&log.read(room, 0).await.unwrap()), [1, 2, 3, 4, 5]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_race_get_one_order() {
    let nats = Nats::shared(3);
    let config = nats.config();
    let room = fresh_room();
    let mut nodes = Vec::new();
    for node in 0..3 {
        let log = log(&config).await;
        nodes.push(tokio::spawn(async move {
            let (mut at, mut mine) = (0, Vec::new());
            while mine.len() < 30 {
                let entry = numbered(node * 1_000 + mine.len() as u64);
                match log.append(room, at, &entry, None).await {
                    Ok(seq) => {
                        mine.push((seq, entry.at));
                        at = seq;
                    }
                    Err(AppendError::Conflict { at: now }) => at = now,
                    Err(failed) => panic!("{failed}"),
                }
            }
            (log, mine)
        }));
    }
    let mut told = Vec::new();
    let mut logs = Vec::new();
    for node in nodes {
        let (log, mine) = node.await.unwrap();
        logs.push(log);
        told.extend(mine);
    }
    told.sort_unstable();
    let order: Vec<_> = told.iter().map(|(_, n)| *n).collect();
    assert!(told.iter().map(|(seq, _)| *seq).eq(1..=90), "each place was given once");
    for log in &logs {
        assert_eq!(numbers(&log.read(room, 0).await.unwrap()), order, "and everybody reads the same");
    }
}

#[tokio::test]
async fn doubles_are_skipped_by_everybody() {
    let nats = Nats::shared(1);
    let config = nats.config();
    let (here, there) = (log(&config).await, log(&config).await);
    let room = fresh_room();
    let mut heard = here.watch(room).await.unwrap();
    fill(&here, room, 3).await;
    // For a place that is taken, for one long past, for one that does not exist yet, and for none at all.
    for seq in [3, 1, 9, 0] {
        plant(&config, room, seq, text(&numbered(100 + seq))).await;
    }
    // Neither of those who know the room nor of those who do not has a word of it.
    assert_eq!(numbers(&here.read(room, 0).await.unwrap()), [1, 2, 3]);
    assert_eq!(numbers(&there.read(room, 0).await.unwrap()), [1, 2, 3]);
    assert_eq!(there.append(room, 2, &numbered(0), None).await, Err(AppendError::Conflict { at: 3 }));
    // And both go on after it.
    assert_eq!(here.append(room, 3, &numbered(4), None).await, Ok(4));
    plant(&config, room, 4, text(&numbered(104))).await;
    assert_eq!(there.append(room, 4, &numbered(5), None).await, Ok(5));
    for log in [&here, &there, &log(&config).await] {
        assert_eq!(numbers(&log.read(room, 0).await.unwrap()), [1, 2, 3, 4, 5]);
    }
    for n in 1..=5 {
        assert_eq!(heard.recv().await.unwrap().entry().unwrap().at, n);
    }
    assert!(heard.is_empty());
}

#[tokio::test]
async fn an_entry_that_lost_its_place_is_not_acknowledged() {
    let nats = Nats::shared(1);
    let config = nats.config();
    let log = log(&config).await;
    let room = fresh_room();
    fill(&log, room, 1).await;
    // Another node's entry for the next place, which this node has not received when it appends.
    plant(&config, room, 2, text(&numbered(77))).await;
    assert_eq!(log.append(room, 1, &numbered(2), None).await, Err(AppendError::Conflict { at: 2 }));
    assert_eq!(numbers(&log.read(room, 0).await.unwrap()), [1, 77]);
}

#[tokio::test]
async fn an_entry_that_nats_takes_for_known_is_written_all_the_same() {
    let nats = Nats::shared(1);
    let config = nats.config();
    let (here, there) = (log(&config).await, log(&config).await);
    let room = fresh_room();
    fill(&here, room, 1).await;
    // A leader that loses its majority remembers names of messages that come to nothing, and confirms them
    // when they are repeated. Here the names of the next two are those of messages elsewhere.
    let client = async_nats::connect(&config.servers).await.unwrap();
    let stream = jetstream::new(client).get_stream(format!("{}-rooms", config.prefix)).await.unwrap();
    let first =
        stream.get_last_raw_message_by_subject(&format!("{}.room.{room}", config.prefix)).await.unwrap();
    let name = first.headers.get(NATS_MESSAGE_ID).unwrap().as_str();
    let (process, number) = name.strip_suffix(".0").unwrap().split_once('-').unwrap();
    let number: u64 = number.parse().unwrap();
    for (next, seq) in (number + 1..).zip(1..=2) {
        let name = format!("{process}-{next}.0");
        plant_as(Some(&name), &config, RoomId(!room.0), seq, text(&numbered(99))).await;
    }
    let patience = Duration::from_secs(15);
    let entry = numbered(2);
    let appended = timeout(patience, here.append(room, 1, &entry, None)).await;
    assert_eq!(appended.expect("it waits for what is not there"), Ok(2));
    // And the append that lost learns so.
    let entry = numbered(3);
    let (slow, quick) = tokio::join!(
        timeout(patience, here.append(room, 2, &entry, None)),
        there.append(room, 2, &numbered(33), None)
    );
    let slow = slow.expect("it waits for what is not there");
    assert_eq!((slow, quick), (Err(AppendError::Conflict { at: 3 }), Ok(3)));
    assert_eq!(numbers(&there.read(room, 0).await.unwrap()), [1, 2, 33]);
}

#[tokio::test]
async fn a_closed_room_is_closed_whatever_is_planted() {
    let nats = Nats::shared(1);
    let config = nats.config();
    let log = log(&config).await;
    let room = fresh_room();
    let opened = IndexUpdate::Opened { code: "KXMT".into() };
    assert_eq!(log.append(room, 0, &numbered(1), Some(opened)).await, Ok(1));
    assert_eq!(log.open_rooms().await.unwrap(), [(room, "KXMT".to_owned())]);
    assert_eq!(log.append(room, 1, &numbered(2), Some(IndexUpdate::Closed)).await, Ok(2));
    plant(&config, room, 2, text(&numbered(2))).await;
    assert_eq!(log.open_rooms().await.unwrap(), []);
}

#[tokio::test]
async fn acknowledged_entries_survive_the_servers() {
    let nats = Nats::start(1);
    let config = nats.config();
    let log = log(&config).await;
    let room = fresh_room();
    for round in 1..=3 {
        fill(&log, room, 10 * round).await;
        nats.kill(0);
        nats.restart(0);
    }
    // The same connection has found its way back, and so has the one consumer.
    let mut heard = log.watch(room).await.unwrap();
    fill(&log, room, 31).await;
    assert_eq!(heard.recv().await.unwrap().seq, 31);
    assert_eq!(numbers(&log.read(room, 0).await.unwrap()), (1..=31).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_of_three_may_die() {
    let nats = Nats::start(3);
    let config = nats.config();
    let log = log(&config).await;
    let room = fresh_room();
    let mut heard = log.watch(room).await.unwrap();
    for round in 0..3 {
        fill(&log, room, 10 * round as u64 + 5).await;
        // Sooner or later it is the one that leads, and the one that this node is connected to.
        nats.kill(round);
        fill(&log, room, 10 * round as u64 + 10).await;
        nats.restart(round);
    }
    assert_eq!(numbers(&log.read(room, 0).await.unwrap()), (1..=30).collect::<Vec<_>>());
    for n in 1..=30 {
        assert_eq!(heard.recv().await.unwrap().seq, n);
    }
}

#[tokio::test]
async fn a_consumer_that_delivers_nothing_is_replaced() {
    let nats = Nats::shared(1);
    let config = nats.config();
    let (writes, waits) = (log(&config).await, log(&config).await);
    let room = fresh_room();
    let mut heard = waits.watch(room).await.unwrap();
    for round in 1..=3 {
        hush(&config).await;
        // One waits for its own entry; the other does nothing that could make it look.
        let appended = timeout(Duration::from_secs(15), fill(&writes, room, 4 * round)).await;
        assert!(appended.is_ok(), "an entry is not heard back");
        for n in 4 * round - 3..=4 * round {
            let heard = timeout(Duration::from_secs(15), heard.recv()).await.expect("nothing is heard");
            assert_eq!(heard.unwrap().seq, n);
        }
    }
}

#[tokio::test]
async fn an_old_server_is_refused() {
    for (version, fits) in
        [("2.9.10", false), ("2.10.26", false), ("2.10.27", true), ("2.12.1", true), ("", false)]
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let servers = vec![format!("nats://{}", listener.local_addr().unwrap())];
        let served = tokio::spawn(pretend(listener, version));
        let opened = Connection::open(&JetStreamConfig { servers, ..JetStreamConfig::default() }).await;
        match opened {
            Ok(_) => assert!(fits, "{version} was let in"),
            Err(ConnectError::TooOld { found }) => assert!(!fits && found == version),
            Err(other) => panic!("{version}: {other}"),
        }
        served.abort();
    }
    let refused = ConnectError::TooOld { found: "2.9.10".into() }.to_string();
    assert!(refused.contains("2.9.10, and 2.10.27 or newer"), "{refused}");
}

/// As much of a NATS server as it takes to be asked for its version.
async fn pretend(listener: TcpListener, version: &str) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let (reader, mut writer) = stream.split();
        let info = format!(
            r#"INFO {{"server_id":"x","server_name":"x","version":"{version}","proto":1,"host":"127.0.0.1","port":1,"headers":true,"max_payload":1048576,"jetstream":true,"client_id":1}}"#
        );
        writer.write_all(format!("{info}\r\n").as_bytes()).await.unwrap();
        let mut lines = BufReader::new(reader).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if line.starts_with("PING") && writer.write_all(b"PONG\r\n").await.is_err() {
                break;
            }
        }
    }
}

#[tokio::test]
async fn connection_errors_say_what_is_wrong() {
    let nobody = JetStreamConfig {
        servers: vec!["nats://ann:secret@127.0.0.1:1".into()],
        ..JetStreamConfig::default()
    };
    let refused = Connection::open(&nobody).await.unwrap_err().to_string();
    assert!(refused.contains("cannot reach NATS at 127.0.0.1:1"), "{refused}");
    assert!(!refused.contains("secret"), "{refused}");
    let prefix = JetStreamConfig { prefix: "a.b".into(), ..JetStreamConfig::default() };
    assert!(matches!(Connection::open(&prefix).await, Err(ConnectError::Prefix { .. })));
    let missing = JetStreamConfig { credentials: Some("/no/such/file".into()), ..JetStreamConfig::default() };
    assert!(matches!(Connection::open(&missing).await, Err(ConnectError::File { .. })));
}
