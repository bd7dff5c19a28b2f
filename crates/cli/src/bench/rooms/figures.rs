use super::table::Tally;
use crate::{
    Failure,
    args::Rooms,
    numbers::{grouped, rounded},
};
use serde::Serialize;
use std::{io::Write, time::Duration};

/// The results of a measurement of rooms. What this system does not report is left empty.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    game: &'static str,
    rooms: u32,
    seats: u8,
    /// Servers that share the rooms.
    nodes: u8,
    /// The number of NATS servers that store every move; empty: a database.
    replicas: Option<usize>,
    seconds: f64,
    /// Moves per second and room that were requested; empty: as many as possible.
    rate: Option<f64>,
    moves: u64,
    refused: u64,
    moves_per_second: f64,
    server_cpu_seconds: Option<f64>,
    moves_per_server_cpu_second: Option<f64>,
    p50_ms: Option<f64>,
    p99_ms: Option<f64>,
    rss_kb_per_room: Option<f64>,
    /// How long a durable write takes on this disk alone.
    pub(super) sync_p50_ms: f64,
}

impl Figures {
    pub(super) fn of(
        args: &Rooms,
        game: &'static str,
        seconds: f64,
        server_cpu_seconds: Option<f64>,
        rss_kb: Option<u64>,
        mut tally: Tally,
    ) -> Figures {
        let moves = tally.latencies.len() as u64;
        tally.latencies.sort_unstable();
        Figures {
            game,
            rooms: args.rooms,
            seats: args.seats,
            nodes: args.nodes,
            replicas: (!args.cluster.cluster.is_empty()).then_some(args.cluster.cluster_replicas),
            seconds: rounded(seconds, 3),
            rate: args.rate,
            moves,
            refused: tally.refused,
            moves_per_second: rounded(moves as f64 / seconds, 1),
            server_cpu_seconds: server_cpu_seconds.map(|cpu| rounded(cpu, 2)),
            // Less than a tick of the kernel cannot be measured.
            moves_per_server_cpu_second: server_cpu_seconds
                .filter(|cpu| *cpu > 0.0)
                .map(|cpu| (moves as f64 / cpu).round()),
            p50_ms: percentile(&tally.latencies, 50),
            p99_ms: percentile(&tally.latencies, 99),
            rss_kb_per_room: rss_kb.map(|kb| rounded(kb as f64 / f64::from(args.rooms), 1)),
            sync_p50_ms: 0.0,
        }
    }

    pub(super) fn write(&self, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            writeln!(out)?;
            return Ok(());
        }
        let Figures { game, rooms, seats, seconds, moves, .. } = self;
        let measured = |figure: Option<f64>, unit: &str| match figure {
            Some(figure) => format!("{figure} {unit}"),
            None => "not measured".into(),
        };
        let per_cpu = match self.moves_per_server_cpu_second {
            Some(moves) => grouped(moves as u64),
            None => "not measured".into(),
        };
        let log = match self.replicas {
            None => "log on disk".to_owned(),
            Some(replicas) => format!("nodes: {}, log in NATS, replicas: {replicas}", self.nodes),
        };
        writeln!(out, "{game}, {} rooms with {seats} seats, {log}", grouped(u64::from(*rooms)))?;
        writeln!(out, "  moves                 {} in {seconds:.1} s", grouped(*moves))?;
        writeln!(out, "  per second            {}", grouped(self.moves_per_second as u64))?;
        writeln!(out, "  per server CPU second {per_cpu}")?;
        writeln!(out, "  until all saw it      {} (median)", measured(self.p50_ms, "ms"))?;
        writeln!(out, "                        {} (99 of 100)", measured(self.p99_ms, "ms"))?;
        writeln!(out, "  a sync of this disk   {} (median)", measured(Some(self.sync_p50_ms), "ms"))?;
        writeln!(out, "  memory                {}", measured(self.rss_kb_per_room, "KB per idle room"))?;
        if self.refused > 0 {
            writeln!(out, "  refused               {} moves that came too late", grouped(self.refused))?;
        }
        Ok(())
    }
}

/// The time within which this percentage finished, in milliseconds.
pub(super) fn percentile(sorted: &[Duration], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).map(|time| rounded(time.as_secs_f64() * 1000.0, 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_occurred() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Some(100.0));
        assert_eq!(percentile(&times, 99), Some(198.0));
        assert_eq!(percentile(&times[..1], 99), Some(1.0));
        assert_eq!(percentile(&[], 50), None);
    }
}
