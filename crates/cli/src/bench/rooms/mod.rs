//! Many rooms at once on a real server.
//!
//! The server is a separate process (`server.rs`, started and observed by `process.rs`), so that its CPU time and memory can
//! be measured. Every room (`table.rs`) has a player on every seat (`player.rs`), connected over loopback TCP by the crate
//! `client`. The results are in `figures.rs`. The same parts measure what grows (`soak.rs`), a table while others abuse the
//! server (`abuse.rs`, `attack.rs`), and a restart (`restart.rs`).

pub(crate) mod abuse;
mod attack;
mod disk;
mod figures;
mod player;
mod process;
pub(crate) mod restart;
pub(crate) mod server;
pub(crate) mod soak;
mod table;

use crate::{
    Failure,
    args::Rooms,
    bench::rooms::{
        figures::Figures,
        process::ServerProcess,
        table::{Pace, Table, Tally},
    },
    numbers::rounded,
    progress,
};
use catalog::Fault;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use std::{
    io::{self, Write},
    iter::Sum,
    path::Path,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// Rooms that are opened at the same time, so that they wait for the disk together.
const AT_ONCE: usize = 64;
/// Open files that a process needs in addition to one per connection.
const OTHER_FILES: u64 = 256;

/// Measures rooms.
pub(crate) fn run(args: &Rooms, out: &mut dyn Write) -> Result<(), Failure> {
    let game = catalog::find(&args.game).map_err(Failure::Usage)?;
    // Refuse here what the server would refuse a moment later.
    game.open(&catalog::HouseRules::default(), &game.start(Some(args.seats))).map_err(Failure::Usage)?;
    enough_files(u64::from(args.rooms) * u64::from(args.seats) + OTHER_FILES)?;
    let folder = match &args.data_dir {
        Some(parent) => tempfile::tempdir_in(parent)?,
        None => tempfile::tempdir()?,
    };
    let sync = disk::time_a_sync(folder.path())?;
    let servers = start_all(args, folder.path())?;
    // One thread: the clients should leave the rest of the machine to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut figures = runtime.block_on(measure(args, game.name, &servers))?;
    figures.sync_p50_ms = rounded(sync, 3);
    // Stop the servers before their folder goes.
    drop(servers);
    figures.write(args.json, out)
}

/// One server, or the nodes of a cluster with a new name, so that nothing of an earlier measurement is in it.
fn start_all(args: &Rooms, folder: &Path) -> Result<Vec<ServerProcess>, Failure> {
    if args.nodes > 1 && args.cluster.cluster.is_empty() {
        let text = "several nodes need a shared log: say where NATS is with --cluster".to_owned();
        return Err(Failure::Usage(Fault::new("no_cluster", text)));
    }
    let name = format!("bench-{}", std::process::id());
    (0..args.nodes).map(|_| ServerProcess::start(folder, &args.cluster, &name)).collect()
}

/// The sum over all servers, if each of them reports it.
fn sum<T: Sum>(servers: &[ServerProcess], of: impl Fn(&ServerProcess) -> Option<T>) -> Option<T> {
    servers.iter().map(of).sum()
}

/// Raises the limit of open files if it is too low.
fn enough_files(needed: u64) -> Result<(), Failure> {
    let allowed = allow_files(needed)?;
    if allowed < needed {
        let text = format!(
            "this many connections need {needed} open files, and this process may have {allowed}: \
             allow more (ulimit -n {needed}) or open fewer rooms"
        );
        return Err(Failure::Usage(Fault::new("too_few_files", text)));
    }
    Ok(())
}

/// Raises this process's limit of open files to this number if permitted; returns the limit in force.
#[cfg(unix)]
fn allow_files(needed: u64) -> Result<u64, Failure> {
    use rustix::process::{Resource::Nofile, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Nofile);
    let allowed = current.map_or(needed, |current| current.max(needed.min(maximum.unwrap_or(needed))));
    if current.is_some_and(|current| current < allowed) {
        setrlimit(Nofile, Rlimit { current: Some(allowed), maximum }).map_err(io::Error::from)?;
    }
    Ok(allowed)
}

/// Other systems have no such limit.
#[cfg(not(unix))]
fn allow_files(needed: u64) -> Result<u64, Failure> {
    Ok(needed)
}

async fn measure(args: &Rooms, game: &'static str, servers: &[ServerProcess]) -> Result<Figures, Failure> {
    let empty = sum(servers, ServerProcess::resident_kb);
    let mut tables = open_all(args, game, servers).await?;
    let rss_kb =
        sum(servers, ServerProcess::resident_kb).zip(empty).map(|(full, empty)| full.saturating_sub(empty));

    let began = Instant::now();
    let until = began + Duration::from_secs_f64(args.seconds);
    let cpu = sum(servers, ServerProcess::cpu_seconds);
    let mut playing = JoinSet::new();
    for (room, mut table) in tables.drain(..).enumerate() {
        // Rooms take turns within the time between two moves of one of them.
        let share = room as f64 / f64::from(args.rooms);
        let pace = args.rate.map(|rate| Pace::new(began, Duration::from_secs_f64(1.0 / rate), share));
        playing.spawn(async move { table.play(until, pace).await.map(|tally| (table, tally)) });
    }
    let bar = progress::bar((args.seconds * 10.0) as u64, "{wide_bar} playing, {eta} left");
    while Instant::now() < until {
        let left = until.saturating_duration_since(Instant::now());
        tokio::time::sleep(left.min(Duration::from_millis(100))).await;
        bar.inc(1);
    }
    let seconds = began.elapsed().as_secs_f64();
    let server_cpu_seconds =
        sum(servers, ServerProcess::cpu_seconds).zip(cpu).map(|(after, before)| after - before);
    bar.finish_and_clear();

    let mut all = Tally::default();
    while let Some(played) = playing.join_next().await {
        let (table, tally) = played.map_err(io::Error::other)??;
        all.add(tally);
        // Connections stay open until everything is measured.
        tables.push(table);
    }
    Ok(Figures::of(args, game, seconds, server_cpu_seconds, rss_kb, all))
}

/// Opens every room with a player on every seat, and starts a game in each.
async fn open_all(args: &Rooms, game: &str, servers: &[ServerProcess]) -> Result<Vec<Table>, Failure> {
    let nodes: Vec<_> = servers.iter().map(|server| server.address).collect();
    let nodes = nodes.as_slice();
    let rooms = u64::from(args.rooms);
    let bar = progress::bar(2 * rooms, "{wide_bar} opening rooms, {eta} left");
    let opened = stream::iter(0..rooms).map(|room| {
        let bar = &bar;
        async move {
            let table = Table::open(nodes, game, args.seats, room).await?;
            bar.inc(1);
            io::Result::Ok(table)
        }
    });
    let tables: Vec<Table> = opened.buffer_unordered(AT_ONCE).try_collect().await?;
    // Only now, because a game that has begun has clocks that run.
    let started = stream::iter(tables).map(|mut table| {
        let bar = &bar;
        async move {
            table.start().await?;
            bar.inc(1);
            io::Result::Ok(table)
        }
    });
    let tables = started.buffer_unordered(AT_ONCE).try_collect().await?;
    bar.finish_and_clear();
    Ok(tables)
}
