//! What a stranger can do to a server, all of it at once.

use super::{player::Player, table::Table};
use client::{
    Client, Endpoint, Http, Lobby,
    protocol::{
        Command, Hello, Hint,
        lobby::{Person, Seated},
    },
};
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
    sync::oneshot,
    time::{sleep, timeout},
};

/// How long the attack goes on before anything is measured.
pub(super) const WARM_UP: Duration = Duration::from_secs(2);
/// The last byte of the attackers' address.
const ADDRESS: u8 = 2;
/// An attacker's delay between two attempts. Without it, a machine with few cores would measure the attack itself.
const ATTEMPT_DELAY: Duration = Duration::from_millis(10);
/// Timeout of an attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long the game is played whose proof is requested.
const PLAYED: Duration = Duration::from_secs(5);
/// Tables whose people ask for hints.
const HINTS: usize = 30;

/// What an attack did.
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
    hinted: tokio::sync::Mutex<Vec<Player>>,
    record: Option<String>,
    attempts: AtomicU64,
}

type Attempt<'a> = Pin<Box<dyn Future<Output = io::Result<()>> + Send + 'a>>;

/// Attacks from this number of tasks, each with one kind of abuse. Signals when it `begins`.
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
        // The receiver may have failed meanwhile.
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
async fn prepare(address: SocketAddr) -> io::Result<(Vec<Table>, Option<String>, Vec<Player>)> {
    let server = source(address, ADDRESS);
    let mut tables = Vec::new();
    for number in 0..6 {
        let mut table = Table::open_from(server.from, &[address], "eights", 3, 1_000 + number).await?;
        table.start().await?;
        tables.push(table);
    }
    // One of them plays for a while and is closed: then there is a proof.
    let mut played = tables.swap_remove(0);
    played.play_for(PLAYED).await?;
    let record = played.close().await?;
    let mut hinted = Vec::new();
    for number in 0..HINTS {
        let mut host = Player::host(server, "eights", "Curious", 5_000 + number as u64).await?;
        for command in [Command::Fill { seats: 3 }, Command::Start] {
            host.command(command).await?;
        }
        hinted.push(host);
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
        // The limits refuse, cut off or slow down most attempts.
        let _ = timeout(ATTEMPT_TIMEOUT, attempt).await;
        sleep(ATTEMPT_DELAY).await;
    }
}

/// Leaves a seat and takes it again.
async fn reconnects(known: &Knowledge, number: u32) -> io::Result<()> {
    let table = &known.tables[number as usize / 10 % known.tables.len()];
    let seat = table.seats().last().ok_or(io::ErrorKind::NotFound)?;
    Player::connect(known.server(), seat, 9).await.map(drop)
}

async fn changes_options(known: &Knowledge) -> io::Result<()> {
    let mut host = Player::host(known.server(), "eights", "Fickle", 11).await?;
    for seconds in 10..60 {
        let options = [("turn_seconds".to_owned(), seconds.into())].into_iter().collect();
        let command = Command::Options { preset: None, options, settings: None };
        if host.command(command).await.is_err() {
            break;
        }
    }
    host.command(Command::Close).await.map(drop)
}

/// Raw bytes: no library sends such a head.
async fn sends_a_long_head(known: &Knowledge) -> io::Result<()> {
    let mut stream = known.server().dial().await?;
    let origin = "x".repeat(60_000);
    let request =
        format!("GET /api/rooms HTTP/1.1\r\nhost: {}\r\norigin: http://{origin}\r\n\r\n", known.address);
    stream.write_all(request.as_bytes()).await?;
    stream.read_u8().await.map(drop)
}

/// Half a head, and then nothing until the attempt is over.
async fn stays_silent(known: &Knowledge) -> io::Result<()> {
    let mut held = Vec::new();
    for _ in 0..10 {
        let mut stream = known.server().dial().await?;
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await?;
        held.push(stream);
    }
    sleep(ATTEMPT_TIMEOUT).await;
    Ok(())
}

async fn guesses_tokens(known: &Knowledge) -> io::Result<()> {
    let (player_id, token) = ("0000000000000000".into(), "0".repeat(32));
    let guess = Seated { code: known.code.clone(), player_id, token };
    Player::connect(known.server(), &guess, 1).await.map(drop)
}

async fn opens_tables(known: &Knowledge) -> io::Result<()> {
    let mut host = Player::host(known.server(), "eights", "Opener", 13).await?;
    host.command(Command::Close).await.map(drop)
}

async fn sits_down(known: &Knowledge) -> io::Result<()> {
    let mut lobby = Lobby::connect(known.server()).await?;
    Ok(lobby.join(&known.code, &Person::named("Squatter")).await.map(drop)?)
}

/// Spectates for a moment at the table that is measured.
async fn comes_and_goes(known: &Knowledge) -> io::Result<()> {
    let hello = Hello::watch(&known.code, "Spectator");
    Ok(Client::connect(known.server(), &hello).await.map(drop)?)
}

async fn wants_proofs(known: &Knowledge) -> io::Result<()> {
    let Some(record) = &known.record else { return Ok(()) };
    for what in ["proof", "replay", "analysis"] {
        let mut http = Http::connect(known.server()).await?;
        http.get(&format!("/api/played/{record}/{what}")).await?;
    }
    Ok(())
}

async fn asks_for_hints(known: &Knowledge, number: u32) -> io::Result<()> {
    let player = known.hinted.lock().await.pop();
    let Some(mut player) = player else { return Ok(()) };
    let asked = player.client().hint(Hint::Move).await;
    if number % 20 == 9 && player.may_act() {
        // The tables go on, so that there is something new to ask. A move may be refused.
        let _ = player.act().await;
    }
    known.hinted.lock().await.insert(0, player);
    Ok(asked.map(drop)?)
}

impl Knowledge {
    fn server(&self) -> Endpoint {
        source(self.address, ADDRESS)
    }
}

/// The server, from one of the addresses that loopback has.
pub(super) fn source(address: SocketAddr, last: u8) -> Endpoint {
    Endpoint { address, from: Some(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))) }
}
