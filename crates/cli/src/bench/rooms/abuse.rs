//! A table while others do everything that a server should withstand.
//!
//! The server has its default limits. The players of a table and of a table with bots connect from 127.0.0.1, the attackers
//! from 127.0.0.2 and in a thread of their own. Loopback only.

use super::{
    attack::{self, Attacked},
    enough_files,
    figures::percentile,
    player::Player,
    process::ServerProcess,
    table::{Pace, Table, Tally},
};
use crate::{
    Failure,
    args::{Abuse, RoomsCluster},
    numbers::rounded,
};
use client::{
    Error, Http,
    protocol::{Command, RoomState},
};
use serde::Serialize;
use std::{
    io::{self, Write},
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The time between two moves at the table.
const MOVE: Duration = Duration::from_millis(100);
/// Seats of the table.
const SEATS: u8 = 3;
/// Clients that request a proof at once, on five addresses.
const PROOFS: u8 = 150;

/// The measurements. What this system does not report is left empty.
#[derive(Debug, Serialize)]
struct Figures {
    seconds: f64,
    attackers: u32,
    attempts: u64,
    quiet_moves: usize,
    quiet_p50_ms: Option<f64>,
    quiet_p99_ms: Option<f64>,
    loud_moves: usize,
    loud_p50_ms: Option<f64>,
    loud_p99_ms: Option<f64>,
    p99_factor: Option<f64>,
    quiet_bot_p50_ms: Option<f64>,
    loud_bot_p50_ms: Option<f64>,
    proofs_at_once: u8,
    proofs_mb: Option<f64>,
    database_mb: f64,
}

/// Measures a table alone and under abuse.
pub(crate) fn run(args: &Abuse, out: &mut dyn Write) -> Result<(), Failure> {
    enough_files(2_000)?;
    let folder = match &args.data_dir {
        Some(parent) => tempfile::tempdir_in(parent)?,
        None => tempfile::tempdir()?,
    };
    let server = ServerProcess::start_with(folder.path(), &RoomsCluster::default(), "abuse", &["--limited"])?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut figures = runtime.block_on(measure(args, &server))?;
    figures.database_mb = rounded(super::soak::size(folder.path()) as f64 / 1_048_576.0, 1);
    figures.write(args.json, out)
}

async fn measure(args: &Abuse, server: &ServerProcess) -> Result<Figures, Failure> {
    let length = Duration::from_secs_f64(args.seconds);
    let address = server.address;
    let mut table = Table::open(&[address], "eights", SEATS, 1).await?;
    table.start().await?;
    let mut person = Player::host(address.into(), "eights", "Host", 77).await?;
    person.command(Command::Fill { seats: 3 }).await?;
    person.command(Command::Start).await?;

    let (quiet, quiet_bots) = both(&mut table, &mut person, length).await?;
    let (attackers, code) = (args.attackers, table.code().to_owned());
    let (begins, begun) = oneshot::channel();
    let attack =
        thread::spawn(move || attack::run(address, attackers, length + attack::WARM_UP, &code, begins));
    // If it fails before, its thread returns the reason.
    if begun.await.is_ok() {
        tokio::time::sleep(attack::WARM_UP).await;
    }
    let (loud, loud_bots) = both(&mut table, &mut person, length).await?;
    let attacked = attack.join().map_err(|_| io::Error::other("the attack panicked"))??;
    let proofs_mb = proofs(&attacked, server).await?;
    Ok(Figures::of(args, attacked.attempts, [quiet, loud], [quiet_bots, loud_bots], proofs_mb))
}

/// Plays at both tables at the same time; returns what was measured at each.
async fn both(
    table: &mut Table,
    person: &mut Player,
    length: Duration,
) -> io::Result<(Tally, Vec<Duration>)> {
    let until = Instant::now() + length;
    let pace = Pace::new(Instant::now(), MOVE, 0.5);
    tokio::try_join!(table.play(until, Some(pace)), against_bots(person, until))
}

/// How long bots take, from the move of a person to theirs. They wait for nobody else.
async fn against_bots(person: &mut Player, until: Instant) -> io::Result<Vec<Duration>> {
    let mut times = Vec::new();
    while Instant::now() < until {
        tokio::time::sleep(MOVE / 2).await;
        if person.is_finished() {
            // The host alone decides about the next game.
            person.command(Command::Start).await?;
            person.client().until(|shown| shown.state() == Some(RoomState::Playing)).await?;
        } else if person.may_act() {
            let version = match person.act().await {
                Ok(accepted) => accepted.version,
                Err(Error::Refused(_)) => continue,
                Err(Error::Io(error)) => return Err(error),
            };
            person.until(version).await?;
            let sent = Instant::now();
            if !person.may_act() && !person.is_finished() {
                person.until(version + 1).await?;
                times.push(sent.elapsed());
            }
        } else {
            person.wait().await?;
        }
    }
    Ok(times)
}

/// Requests the proof of a game many times at once. Returns by how many megabytes the server grew, at most.
async fn proofs(attacked: &Attacked, server: &ServerProcess) -> Result<Option<f64>, Failure> {
    let Some(record) = &attacked.record else { return Ok(None) };
    let path = format!("/api/played/{record}/proof");
    let before = server.resident_kb();
    let fetch = async |from| Http::connect(attack::source(server.address, from)).await?.get(&path).await;
    let pages = futures_util::future::join_all((0..PROOFS).map(|n| fetch(3 + n / 30))).await;
    let made = pages.into_iter().filter(|page| page.as_ref().is_ok_and(|page| page.status == 200)).count();
    if made < usize::from(PROOFS) {
        return Err(io::Error::other(format!("{made} of {PROOFS} requests for a proof succeeded")).into());
    }
    Ok(server.peak_kb().zip(before).map(|(peak, before)| peak.saturating_sub(before) as f64 / 1024.0))
}

impl Figures {
    fn of(
        args: &Abuse,
        attempts: u64,
        [mut quiet, mut loud]: [Tally; 2],
        [mut quiet_bots, mut loud_bots]: [Vec<Duration>; 2],
        proofs_mb: Option<f64>,
    ) -> Figures {
        for times in [&mut quiet.latencies, &mut loud.latencies, &mut quiet_bots, &mut loud_bots] {
            times.sort_unstable();
        }
        let (quiet_p99_ms, loud_p99_ms) = (percentile(&quiet.latencies, 99), percentile(&loud.latencies, 99));
        Figures {
            seconds: args.seconds,
            attackers: args.attackers,
            attempts,
            quiet_moves: quiet.latencies.len(),
            quiet_p50_ms: percentile(&quiet.latencies, 50),
            quiet_p99_ms,
            loud_moves: loud.latencies.len(),
            loud_p50_ms: percentile(&loud.latencies, 50),
            loud_p99_ms,
            p99_factor: loud_p99_ms.zip(quiet_p99_ms).map(|(loud, quiet)| rounded(loud / quiet, 2)),
            quiet_bot_p50_ms: percentile(&quiet_bots, 50),
            loud_bot_p50_ms: percentile(&loud_bots, 50),
            proofs_at_once: PROOFS,
            proofs_mb: proofs_mb.map(|mb| rounded(mb, 1)),
            database_mb: 0.0,
        }
    }

    fn write(&self, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            writeln!(out)?;
            return Ok(());
        }
        let ms = |figure: Option<f64>| figure.map_or("not measured".into(), |figure| format!("{figure} ms"));
        writeln!(
            out,
            "a table for {} s alone, then under abuse by {} attackers",
            self.seconds, self.attackers
        )?;
        writeln!(
            out,
            "  alone        {} (median) {} (99 of 100)",
            ms(self.quiet_p50_ms),
            ms(self.quiet_p99_ms)
        )?;
        writeln!(
            out,
            "  under abuse  {} (median) {} (99 of 100)",
            ms(self.loud_p50_ms),
            ms(self.loud_p99_ms)
        )?;
        let factor = self.p99_factor.map_or("not measured".into(), |factor| factor.to_string());
        writeln!(out, "  factor       {factor} (99 of 100)")?;
        let (quiet, loud) = (ms(self.quiet_bot_p50_ms), ms(self.loud_bot_p50_ms));
        writeln!(out, "  a bot's move {quiet} alone, {loud} while others request hints (median)")?;
        writeln!(out, "  attempts     {}", self.attempts)?;
        let proofs = self.proofs_mb.map_or("not measured".into(), |mb| format!("{mb} MB"));
        writeln!(out, "  memory       {proofs} more for {} proofs at once", self.proofs_at_once)?;
        writeln!(out, "  database     {} MB", self.database_mb)?;
        Ok(())
    }
}
