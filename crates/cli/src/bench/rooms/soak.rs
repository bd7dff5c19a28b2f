//! Rooms that open, play, lose connections, have spectators and close, for a long time: what grows?
//!
//! Each table connects from its own loopback address, so that the default limits can be on. Where the system has only one,
//! they are off.

use super::{
    enough_files,
    player::{Player, play_now},
    process::ServerProcess,
    table::{Pace, Table},
};
use crate::{
    Failure,
    args::{RoomsCluster, Soak},
};
use client::{
    Endpoint, Error, Lobby,
    protocol::{Command, Hint},
};
use server::lock::lock;
use std::{
    fs, io,
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// How long a room is played in before it is closed.
const ROUND: Duration = Duration::from_secs(20);
/// The time between two moves at a table.
const MOVE: Duration = Duration::from_millis(200);
/// The most seats of a table.
const SEATS: u8 = 4;
/// Moves of a person against bots, in each round.
const AGAINST_BOTS: usize = 5;
/// Memory grows if it grew by more than this, in percent: less is noise of the allocator.
const GROWTH_LIMIT: f64 = 10.0;

/// What all tables did since the last line.
#[derive(Debug, Default)]
struct Done {
    latencies: Vec<Duration>,
    rooms: u64,
    proofs: u64,
    hints: u64,
    failures: Vec<String>,
}

type Shared = Arc<Mutex<Done>>;

/// Plays for some minutes, and writes a line for every part of it.
pub(crate) fn run(args: &Soak, out: &mut dyn Write) -> Result<(), Failure> {
    enough_files(u64::from(args.tables) * u64::from(SEATS + 2) + 256)?;
    let folder = match &args.data_dir {
        Some(parent) => tempfile::tempdir_in(parent)?,
        None => tempfile::tempdir()?,
    };
    let own_addresses = TcpListener::bind(SocketAddr::new(address_of(0), 0)).is_ok();
    let options: &[&str] = if own_addresses { &["--limited"] } else { &[] };
    let server = ServerProcess::start_with(folder.path(), &RoomsCluster::default(), "soak", options)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(soak(args, &server, own_addresses, folder.path(), out))
}

async fn soak(
    args: &Soak,
    server: &ServerProcess,
    own_addresses: bool,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let began = Instant::now();
    let until = began + Duration::from_secs_f64(args.minutes * 60.0);
    let done = Shared::default();
    let mut tables = JoinSet::new();
    for table in 0..args.tables {
        let from = own_addresses.then(|| address_of(table));
        tables.spawn(rounds(server.address, from, table.into(), until, done.clone()));
    }
    writeln!(out, "minute  memory MB  files  database MB  moves  p50 ms  p99 ms  rooms  proofs  hints")?;
    let every = Duration::from_secs_f64(args.minutes * 60.0 / f64::from(args.lines));
    let mut memories = Vec::new();
    for line in 1..=args.lines {
        tokio::time::sleep_until((began + every * line).into()).await;
        let mut part = std::mem::take(&mut *lock(&done));
        part.latencies.sort_unstable();
        let memory = server.resident_kb().unwrap_or(0);
        memories.push(memory);
        writeln!(
            out,
            "{:6.1}  {:9.1}  {:5}  {:11.1}  {:5}  {:6.1}  {:6.1}  {:5}  {:6}  {:5}",
            began.elapsed().as_secs_f64() / 60.0,
            memory as f64 / 1024.0,
            server.open_files().unwrap_or(0),
            size(folder) as f64 / 1_048_576.0,
            part.latencies.len(),
            share(&part.latencies, 0.5),
            share(&part.latencies, 0.99),
            part.rooms,
            part.proofs,
            part.hints
        )?;
        out.flush()?;
        if let Some(failure) = part.failures.first() {
            return Err(io::Error::other(format!("after {} rounds: {failure}", part.rooms)).into());
        }
    }
    tables.abort_all();
    writeln!(out, "{}", verdict(&memories))?;
    Ok(())
}

/// Whether memory grows: compares the last quarter of the time with the second.
fn verdict(memories: &[u64]) -> String {
    let quarter = memories.len().div_ceil(4);
    let mean = |part: &[u64]| part.iter().sum::<u64>() as f64 / part.len().max(1) as f64;
    let second = memories.get(quarter..2 * quarter).map_or(0.0, mean);
    let last = mean(&memories[memories.len() - quarter..]);
    if second <= 0.0 {
        return "memory: not measured".into();
    }
    let growth = (last / second - 1.0) * 100.0;
    let word = if growth > GROWTH_LIMIT { "grows" } else { "flat" };
    format!("memory: {word} ({growth:+.1} % in the last quarter against the second)")
}

/// The loopback address of a table.
fn address_of(table: u32) -> IpAddr {
    let [_, _, high, low] = (table + 257).to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, 1, high, low))
}

/// Rooms one after the other, each opened, played, disturbed and closed, until the time is up.
async fn rounds(address: SocketAddr, from: Option<IpAddr>, table: u64, until: Instant, done: Shared) {
    let mut round = 0;
    while Instant::now() < until {
        if let Err(error) = one_round(address, from, table * 1_000_000 + round, until, &done).await {
            lock(&done).failures.push(error.to_string());
            return;
        }
        round += 1;
    }
}

async fn one_round(
    address: SocketAddr,
    from: Option<IpAddr>,
    seed: u64,
    until: Instant,
    done: &Shared,
) -> io::Result<()> {
    let game = catalog::ALL[(seed / 1_000_000 + seed) as usize % catalog::ALL.len()].name;
    let seats = catalog::find(game).map_err(io::Error::other)?.start(None).seats.min(SEATS);
    let mut table = Table::open_from(from, &[address], game, seats, seed).await?;
    table.start().await?;
    let began = Instant::now();
    for part in 1..=2 {
        let end = (began + ROUND * part / 2).min(until);
        let pace = Pace::new(Instant::now(), MOVE, 0.5);
        let tally = table.play(end, Some(pace)).await?;
        lock(done).latencies.extend(tally.latencies);
        table.disturb(seed * 10 + u64::from(part)).await?;
    }
    let record = table.close().await?;
    let server = Endpoint { address, from };
    let mut lobby = Lobby::connect(server).await?;
    lobby.http().get("/api/rooms").await?;
    if let Some(record) = record {
        let proof = lobby.http().get(&format!("/api/played/{record}/proof")).await?.body.len();
        let replay = lobby.http().get(&format!("/api/played/{record}/replay")).await?.body.len();
        lock(done).proofs += u64::from(proof > 1_000 && replay > 1_000);
    }
    let mut person = Player::connect(server, &play_now(&mut lobby, game).await?, seed + 1).await?;
    for _ in 0..AGAINST_BOTS {
        tokio::time::sleep(MOVE).await;
        lock(done).hints += u64::from(not_refused(person.client().hint(Hint::Move).await)?);
        // A move may come too late; the next one does not.
        if person.may_act() {
            not_refused(person.act().await)?;
        }
    }
    person.command(Command::Close).await?;
    lock(done).rooms += 1;
    Ok(())
}

/// Whether the server accepted it.
fn not_refused<T>(answer: Result<T, Error>) -> io::Result<bool> {
    match answer {
        Ok(_) => Ok(true),
        Err(Error::Refused(_)) => Ok(false),
        Err(Error::Io(error)) => Err(error),
    }
}

/// Bytes in a folder without subfolders.
pub(super) fn size(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten();
    files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum()
}

/// A share of sorted times, in milliseconds.
fn share(times: &[Duration], share: f64) -> f64 {
    let index = ((times.len().saturating_sub(1)) as f64 * share) as usize;
    times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_judged_by_the_last_quarter() {
        // What a server takes at first is not growth.
        assert!(
            verdict(&[50, 100, 100, 101]).starts_with("memory: flat (+1.0 %"),
            "{}",
            verdict(&[50, 100, 100, 101])
        );
        assert!(verdict(&[50, 100, 110, 120]).starts_with("memory: grows (+20.0 %"));
        assert!(verdict(&[100, 100, 100, 100, 100, 100, 90, 90]).starts_with("memory: flat (-10.0 %"));
        assert_eq!(verdict(&[0, 0, 0]), "memory: not measured");
    }

    #[test]
    fn every_table_has_its_own_address() {
        assert_eq!(address_of(0).to_string(), "127.1.1.1");
        assert_eq!(address_of(9_999).to_string(), "127.1.40.16");
    }
}
