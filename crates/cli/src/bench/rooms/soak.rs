//! Rooms that open, play, lose connections, are watched and close, for a long time: what grows?

use super::{
    enough_files,
    lobby::Lobby,
    process::ServerProcess,
    table::{Pace, Table},
};
use crate::{
    Failure,
    args::{RoomsCluster, Soak},
};
use std::{
    fs, io,
    io::Write,
    net::SocketAddr,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// How long a room is played in before it is closed.
const ROUND: Duration = Duration::from_secs(20);
/// The time between two moves at a table.
const MOVE: Duration = Duration::from_millis(200);
/// Seats of a table.
const SEATS: u8 = 3;

/// What all tables have done since the last line.
#[derive(Debug, Default)]
struct Done {
    latencies: Vec<Duration>,
    rooms: u64,
    proofs: u64,
    failures: Vec<String>,
}

type Shared = Arc<Mutex<Done>>;

fn lock(done: &Shared) -> std::sync::MutexGuard<'_, Done> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays for some minutes, and writes a line for every part of it.
pub(crate) fn run(args: &Soak, out: &mut dyn Write) -> Result<(), Failure> {
    enough_files(u64::from(args.tables) * u64::from(SEATS + 2) + 256)?;
    let folder = match &args.data_dir {
        Some(parent) => tempfile::tempdir_in(parent)?,
        None => tempfile::tempdir()?,
    };
    let server = ServerProcess::start(folder.path(), &RoomsCluster::default(), "soak")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(soak(args, &server, folder.path(), out))
}

async fn soak(
    args: &Soak,
    server: &ServerProcess,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let began = Instant::now();
    let until = began + Duration::from_secs_f64(args.minutes * 60.0);
    let done = Shared::default();
    let mut tables = JoinSet::new();
    for table in 0..args.tables {
        tables.spawn(rounds(server.address, table.into(), until, done.clone()));
    }
    writeln!(out, "minute  memory MB  files  database MB  moves  p50 ms  p99 ms  rooms  proofs")?;
    let every = Duration::from_secs_f64(args.minutes * 60.0 / f64::from(args.lines));
    let mut first_half: Option<u64> = None;
    let mut last = 0;
    for line in 1..=args.lines {
        tokio::time::sleep_until((began + every * line).into()).await;
        let mut part = std::mem::take(&mut *lock(&done));
        part.latencies.sort_unstable();
        let memory = server.resident_kb().unwrap_or(0);
        if line == args.lines / 2 {
            first_half = Some(memory);
        }
        last = memory;
        writeln!(
            out,
            "{:6.1}  {:9.1}  {:5}  {:11.1}  {:5}  {:6.1}  {:6.1}  {:5}  {:6}",
            began.elapsed().as_secs_f64() / 60.0,
            memory as f64 / 1024.0,
            server.open_files().unwrap_or(0),
            size(folder) as f64 / 1_048_576.0,
            part.latencies.len(),
            share(&part.latencies, 0.5),
            share(&part.latencies, 0.99),
            part.rooms,
            part.proofs
        )?;
        out.flush()?;
        if let Some(failure) = part.failures.first() {
            return Err(io::Error::other(format!("after {} rounds: {failure}", part.rooms)).into());
        }
    }
    tables.abort_all();
    if let Some(half) = first_half.filter(|half| *half > 0) {
        let growth = (last as f64 / half as f64 - 1.0) * 100.0;
        writeln!(out, "memory at the end against half time: {growth:+.1} %")?;
    }
    Ok(())
}

/// Rooms one after the other, each opened, played, disturbed and closed, until the time is up.
async fn rounds(address: SocketAddr, table: u64, until: Instant, done: Shared) {
    let mut round = 0;
    while Instant::now() < until {
        if let Err(error) = one_round(address, table * 1_000_000 + round, until, &done).await {
            lock(&done).failures.push(error.to_string());
            return;
        }
        round += 1;
    }
}

async fn one_round(address: SocketAddr, seed: u64, until: Instant, done: &Shared) -> io::Result<()> {
    let mut table = Table::open(&[address], "eights", SEATS, seed).await?;
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
    let mut lobby = Lobby::enter(address).await?;
    lobby.fetch("/api/rooms").await?;
    if let Some(record) = record {
        let proof = lobby.fetch(&format!("/api/played/{record}/proof")).await?;
        let replay = lobby.fetch(&format!("/api/played/{record}/replay")).await?;
        lock(done).proofs += u64::from(proof > 1_000 && replay > 1_000);
    }
    lock(done).rooms += 1;
    Ok(())
}

/// Bytes in a folder without folders.
fn size(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten();
    files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum()
}

/// A share of sorted times, in milliseconds.
fn share(times: &[Duration], share: f64) -> f64 {
    let index = ((times.len().saturating_sub(1)) as f64 * share) as usize;
    times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}
