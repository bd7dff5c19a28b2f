//! How long a server takes to resume all its rooms.

use super::{player::play_now, process::ServerProcess};
use crate::{
    Failure,
    args::{Restart, RoomsCluster},
    numbers::{grouped, rounded},
    progress,
};
use client::{Http, Lobby};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde::Serialize;
use std::{
    io::{self, Write},
    net::SocketAddr,
    path::Path,
    time::Instant,
};

/// Connections through which rooms are opened.
const AT_ONCE: usize = 32;

/// The measurements.
#[derive(Debug, Serialize)]
struct Figures {
    rooms: u32,
    database_mb: f64,
    ready_after_seconds: f64,
    /// CPU time of the server until then, where the system reports it. Other programs make the server wait, but hardly change
    /// this.
    cpu_seconds: Option<f64>,
}

/// Opens rooms with games against bots, kills the server, and starts another on its data.
pub(crate) fn run(args: &Restart, out: &mut dyn Write) -> Result<(), Failure> {
    let folder = match &args.data_dir {
        Some(parent) => tempfile::tempdir_in(parent)?,
        None => tempfile::tempdir()?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server = start(folder.path())?;
    runtime.block_on(open_all(server.address, args.rooms))?;
    drop(server);
    let began = Instant::now();
    let server = start(folder.path())?;
    let health = runtime.block_on(ready(server.address))?;
    let (seconds, cpu) = (began.elapsed().as_secs_f64(), server.cpu_seconds());
    let running = runtime.block_on(running(server.address))?;
    if running != args.rooms {
        return Err(io::Error::other(format!("{running} of {} rooms resumed: {health}", args.rooms)).into());
    }
    let figures = Figures {
        rooms: args.rooms,
        database_mb: rounded(super::soak::size(folder.path()) as f64 / 1_048_576.0, 1),
        ready_after_seconds: rounded(seconds, 2),
        cpu_seconds: cpu.map(|cpu| rounded(cpu, 2)),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &figures)?;
        writeln!(out)?;
        return Ok(());
    }
    let Figures { rooms, database_mb, ready_after_seconds, cpu_seconds } = figures;
    let rooms = grouped(u64::from(rooms));
    let cpu = cpu_seconds.map_or("not measured".into(), |cpu| format!("{cpu} s"));
    writeln!(out, "{rooms} rooms, {database_mb} MB: ready after {ready_after_seconds} s (CPU time: {cpu})")?;
    Ok(())
}

fn start(folder: &Path) -> Result<ServerProcess, Failure> {
    ServerProcess::start(folder, &RoomsCluster::default(), "restart")
}

async fn open_all(address: SocketAddr, rooms: u32) -> io::Result<()> {
    let bar = progress::bar(rooms.into(), "{wide_bar} opening rooms, {eta} left");
    let lanes = u32::try_from(AT_ONCE).unwrap_or(1).min(rooms);
    let shares = (0..lanes).map(|lane| rooms / lanes + u32::from(lane < rooms % lanes));
    let opened = stream::iter(shares).map(|share| {
        let bar = &bar;
        async move {
            let mut lobby = Lobby::connect(address).await?;
            for _ in 0..share {
                play_now(&mut lobby, "eights").await?;
                bar.inc(1);
            }
            io::Result::Ok(())
        }
    });
    opened.buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    bar.finish_and_clear();
    Ok(())
}

/// Waits for the first response: the server accepts connections before, and responds once all rooms are resumed.
async fn ready(address: SocketAddr) -> io::Result<String> {
    Ok(Http::connect(address).await?.get("/healthz").await?.text().into_owned())
}

async fn running(address: SocketAddr) -> io::Result<u32> {
    let page = Http::connect(address).await?.get("/metrics").await?;
    let count = page.text().lines().find_map(|line| line.strip_prefix("aboveboard_rooms ")?.parse().ok());
    count.ok_or_else(|| io::Error::other("/metrics has no aboveboard_rooms"))
}
