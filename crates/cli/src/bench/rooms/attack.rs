//! What a stranger can do to a server, all of it at once.

use super::{client::Client, lobby::Lobby, table::Table};
use futures_util::SinkExt;
use serde_json::json;
use std::{
    future::Future,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    time::{sleep, timeout},
};
use tokio_tungstenite::tungstenite::Message;

/// How long it goes on before anything is measured.
pub(super) const WARM_UP: Duration = Duration::from_secs(2);
/// The address of those who abuse the server.
const ADDRESS: u8 = 2;
/// The pause of an attacker between two attempts. On a machine with few cores the attack itself would be measured without.
const PAUSE: Duration = Duration::from_millis(10);
/// The longest time of an attempt.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a game takes whose proof is asked for.
const PLAYED: Duration = Duration::from_secs(5);
/// Tables whose people ask for hints.
const HINTS: usize = 30;

/// What an attack has done.
#[derive(Debug)]
pub(super) struct Attacked {
    pub(super) attempts: u64,
    /// A game that was closed.
    pub(super) record: Option<String>,
}

/// What all attackers know.
struct Knowledge {
    address: SocketAddr,
    until: Instant,
    /// The table that is measured.
    code: String,
    /// Five tables of their own.
    tables: Vec<Table>,
    /// Tables with bots, where people may ask for hints.
    hinted: tokio::sync::Mutex<Vec<Client>>,
    record: Option<String>,
    attempts: AtomicU64,
}

type Attempt<'a> = Pin<Box<dyn Future<Output = io::Result<()>> + Send + 'a>>;

/// Attacks from as many tasks as there are `attackers`, each with one kind of abuse. Says when it `begins`.
pub(super) fn run(
    address: SocketAddr,
    attackers: u32,
    length: Duration,
    code: &str,
    begins: oneshot::Sender<()>,
) -> io::Result<Attacked> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let prepared = prepare(address).await?;
        // Whoever waits for it may have given up.
        let _ = begins.send(());
        let knowledge = Arc::new(Knowledge {
            address,
            until: Instant::now() + length,
            code: code.to_owned(),
            record: prepared.1.clone(),
            tables: prepared.0,
            hinted: tokio::sync::Mutex::new(prepared.2),
            attempts: AtomicU64::new(0),
        });
        let tasks: Vec<_> =
            (0..attackers).map(|number| tokio::spawn(attacker(knowledge.clone(), number))).collect();
        for task in tasks {
            task.await.map_err(io::Error::other)?;
        }
        Ok(Attacked { attempts: knowledge.attempts.load(Ordering::Relaxed), record: prepared.1 })
    })
}

/// Tables of the attackers' own, a finished game, and tables with hints.
async fn prepare(address: SocketAddr) -> io::Result<(Vec<Table>, Option<String>, Vec<Client>)> {
    let from = Some(source(ADDRESS));
    let mut tables = Vec::new();
    for number in 0..6 {
        let mut table = Table::open_from(from, &[address], "eights", 3, 1_000 + number).await?;
        table.start().await?;
        tables.push(table);
    }
    // One of them plays for a while and is closed: then there is a proof.
    let mut played = tables.swap_remove(0);
    played.play_for(PLAYED).await?;
    let record = played.close().await?;
    let mut hinted = Vec::new();
    for number in 0..HINTS {
        let seated = Lobby::enter_from(from, address).await?.open("eights", "Curious").await?;
        let mut client = Client::connect_from(from, address, &seated, 5_000 + number as u64).await?;
        for command in [r#"{"fill":{"seats":3}}"#, "\"start\""] {
            client.say("room", command).await?.map_err(io::Error::other)?;
        }
        hinted.push(client);
    }
    Ok((tables, record, hinted))
}

async fn attacker(known: Arc<Knowledge>, number: u32) {
    while Instant::now() < known.until {
        let attempt: Attempt<'_> = match number % 10 {
            0 => Box::pin(reconnects(&known, number)),
            1 => Box::pin(changes_options(&known)),
            2 => Box::pin(sends_a_long_head(&known)),
            3 => Box::pin(stays_silent(&known)),
            4 => Box::pin(guesses_tokens(&known)),
            5 => Box::pin(opens_tables(&known)),
            6 => Box::pin(sits_down(&known)),
            7 => Box::pin(comes_and_goes(&known)),
            8 => Box::pin(wants_proofs(&known)),
            _ => Box::pin(asks_for_hints(&known, number)),
        };
        known.attempts.fetch_add(1, Ordering::Relaxed);
        // Most attempts are refused, cut off or too slow: that is what the limits are for.
        let _ = timeout(PATIENCE, attempt).await;
        sleep(PAUSE).await;
    }
}

/// Leaves a seat and takes it again.
async fn reconnects(known: &Knowledge, number: u32) -> io::Result<()> {
    let table = &known.tables[number as usize / 10 % known.tables.len()];
    let seat = table.seats().last().ok_or(io::ErrorKind::NotFound)?;
    Client::connect_from(Some(source(ADDRESS)), known.address, seat, 9).await.map(drop)
}

async fn changes_options(known: &Knowledge) -> io::Result<()> {
    let from = Some(source(ADDRESS));
    let seated = Lobby::enter_from(from, known.address).await?.open("eights", "Fickle").await?;
    let mut client = Client::connect_from(from, known.address, &seated, 11).await?;
    for seconds in 10..60 {
        let command = json!({ "options": { "options": { "turn_seconds": seconds } } });
        if client.say("room", &command.to_string()).await?.is_err() {
            break;
        }
    }
    client.say("room", "\"close\"").await.map(drop)
}

async fn sends_a_long_head(known: &Knowledge) -> io::Result<()> {
    let mut stream = dial(known.address, ADDRESS).await?;
    let origin = "x".repeat(60_000);
    let request =
        format!("GET /api/rooms HTTP/1.1\r\nhost: {}\r\norigin: http://{origin}\r\n\r\n", known.address);
    stream.write_all(request.as_bytes()).await?;
    stream.read_u8().await.map(drop)
}

/// Half a head, and then nothing: until the attempt is over.
async fn stays_silent(known: &Knowledge) -> io::Result<()> {
    let mut held = Vec::new();
    for _ in 0..10 {
        let mut stream = dial(known.address, ADDRESS).await?;
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await?;
        held.push(stream);
    }
    sleep(PATIENCE).await;
    Ok(())
}

async fn guesses_tokens(known: &Knowledge) -> io::Result<()> {
    let hello = json!({ "rejoin": {
        "protocol": server::protocol::PROTOCOL,
        "code": known.code,
        "player_id": "0000000000000000",
        "token": "0".repeat(32),
    } });
    hello_only(known, &hello.to_string()).await
}

async fn opens_tables(known: &Knowledge) -> io::Result<()> {
    let seated =
        Lobby::enter_from(Some(source(ADDRESS)), known.address).await?.open("eights", "Opener").await?;
    let mut client = Client::connect_from(Some(source(ADDRESS)), known.address, &seated, 13).await?;
    client.say("room", "\"close\"").await.map(drop)
}

async fn sits_down(known: &Knowledge) -> io::Result<()> {
    let mut lobby = Lobby::enter_from(Some(source(ADDRESS)), known.address).await?;
    lobby.join(&known.code, "Squatter").await.map(drop)
}

/// Looks on at the table that is measured, for a moment.
async fn comes_and_goes(known: &Knowledge) -> io::Result<()> {
    let hello = json!({ "watch": {
        "protocol": server::protocol::PROTOCOL,
        "code": known.code,
        "name": "Onlooker",
    } });
    hello_only(known, &hello.to_string()).await
}

async fn wants_proofs(known: &Knowledge) -> io::Result<()> {
    let Some(record) = &known.record else { return Ok(()) };
    for what in ["proof", "replay", "analysis"] {
        fetch(known.address, ADDRESS, &format!("/api/played/{record}/{what}")).await?;
    }
    Ok(())
}

async fn asks_for_hints(known: &Knowledge, number: u32) -> io::Result<()> {
    let client = known.hinted.lock().await.pop();
    let Some(mut client) = client else { return Ok(()) };
    let asked = client.say("hint", "\"move\"").await;
    if number % 20 == 9 && client.may_act() {
        // The tables go on, so that there is something new to ask.
        client.act().await?.ok();
    }
    known.hinted.lock().await.insert(0, client);
    asked.map(drop)
}

/// Says hello and waits for the first words.
async fn hello_only(known: &Knowledge, hello: &str) -> io::Result<()> {
    let stream = dial(known.address, ADDRESS).await?;
    let url = format!("ws://{}/ws", known.address);
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.map_err(io::Error::other)?;
    socket.send(Message::text(hello)).await.map_err(io::Error::other)?;
    let first = futures_util::StreamExt::next(&mut socket).await;
    first.ok_or(io::ErrorKind::UnexpectedEof)?.map(drop).map_err(io::Error::other)
}

/// Fetches a page from one of the addresses that loopback has.
pub(super) async fn fetch(address: SocketAddr, last: u8, path: &str) -> io::Result<String> {
    let mut stream = dial(address, last).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page).await?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// An address of loopback.
fn source(last: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))
}

async fn dial(address: SocketAddr, last: u8) -> io::Result<TcpStream> {
    super::lobby::dial(Some(source(last)), address).await
}
