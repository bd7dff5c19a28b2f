//! What it costs that everything a viewer is shown can be checked afterwards.

use crate::{
    Failure,
    args::Timed,
    numbers::{grouped, rounded},
};
use catalog::{
    AnyTable, Fault, Json,
    proof::{Happened, LastEntry, Step, linked_text, simulate},
};
use cpu_time::ProcessTime;
use kernel::{Addressed, Hex32, Seat, Viewer};
use serde::Serialize;
use std::{hint::black_box, io::Write};

/// How often each entry is measured before the next, so that the clock is read seldom.
const TIMES: u32 = 100;

#[derive(Debug, Serialize)]
struct Figures {
    game: &'static str,
    seats: u8,
    seed: u64,
    moves: u64,
    link_us: f64,
    tables_us: f64,
    parts_us: f64,
    table_bytes: f64,
    parts_bytes: f64,
}

/// The same without a link and a version: what a client would need if nobody checked anything.
#[derive(Serialize)]
struct Parts {
    view: Json,
    legal: Vec<Json>,
    events: Vec<Json>,
}

/// A table right after an entry.
struct Moment<'a> {
    table: &'a dyn AnyTable,
    happened: &'a Happened,
    events: Vec<Addressed<Json>>,
    acted: Option<Seat>,
}

impl Moment<'_> {
    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.table.seats())
    }
    fn tables(&self, link: &Hex32) -> usize {
        let revealed = self.table.cards_revealed();
        let (version, events, acted) = (self.happened.version, &self.events, self.acted);
        let last = LastEntry { version, link, events, acted, revealed };
        self.seats().map(|seat| written(&self.table.show(Viewer::Seat(seat), &last))).sum()
    }
    fn parts(&self) -> usize {
        let parts = |seat| {
            let received = self.events.iter().filter(|sent| sent.to.includes(Viewer::Seat(seat)));
            let events = received.map(|sent| sent.event.clone()).collect();
            written(&Parts {
                view: self.table.view(Viewer::Seat(seat)),
                legal: self.table.legal(seat).actions,
                events,
            })
        };
        self.seats().map(parts).sum()
    }
}

/// The length of a message with this in it.
fn written(part: &impl Serialize) -> usize {
    black_box(serde_json::to_vec(part).expect("plain data")).len()
}

/// Measures the links and table objects of one random game.
pub(crate) fn run(args: &Timed, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let (rules, start) = (args.table.rules(), args.table.start(entry));
    let (_, proof) = simulate(entry, &rules, &start, args.seed).map_err(Failure::Usage)?;
    let keys = proof.keys();
    let (mut link, mut link_time, mut table_time, mut part_time) = (Hex32([0; 32]), 0.0, 0.0, 0.0);
    let (mut moves, mut table_bytes, mut part_bytes) = (0, 0, 0);
    let began = ProcessTime::now();
    while began.elapsed().as_secs_f64() < args.seconds {
        let mut table = entry.open(&rules, &start).map_err(Failure::Usage)?;
        for happened in &proof.log {
            let (sent, acted) = play(table.as_mut(), happened).map_err(Failure::Game)?;
            let moment = Moment { table: table.as_ref(), happened, events: sent, acted };
            link_time += timed(|| {
                link = keys.link(&link, &linked_text(happened.version, &happened.steps));
            });
            table_time += timed(|| table_bytes += moment.tables(&link));
            part_time += timed(|| part_bytes += moment.parts());
            moves += u64::from(TIMES);
        }
    }
    let (all, updates) = (moves as f64, moves as f64 * f64::from(start.seats));
    let figures = Figures {
        game: entry.name,
        seats: start.seats,
        seed: args.seed,
        moves,
        link_us: rounded(link_time / all * 1e6, 3),
        tables_us: rounded(table_time / all * 1e6, 3),
        parts_us: rounded(part_time / all * 1e6, 3),
        table_bytes: rounded(table_bytes as f64 / updates, 0),
        parts_bytes: rounded(part_bytes as f64 / updates, 0),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &figures)?;
        writeln!(out)?;
        return Ok(());
    }
    let Figures { link_us, tables_us, parts_us, table_bytes, parts_bytes, .. } = figures;
    writeln!(out, "{}, {} seats: {} moves of one random game", entry.name, start.seats, grouped(moves))?;
    writeln!(out, "  link of a move         {link_us:>9.2} µs")?;
    writeln!(out, "  tables of all seats    {tables_us:>9.2} µs, {table_bytes} bytes each")?;
    writeln!(out, "  the same without proof {parts_us:>9.2} µs, {parts_bytes} bytes each")?;
    Ok(())
}

/// Plays an entry of a proof; returns its events, and whose action it was.
fn play(
    table: &mut dyn AnyTable,
    happened: &Happened,
) -> Result<(Vec<Addressed<Json>>, Option<Seat>), Fault> {
    let (mut sent, mut acted) = (Vec::new(), None);
    for step in &happened.steps {
        sent.extend(table.play(&step.input())?);
        if let Step::Act(seat, _) = step {
            acted = Some(*seat);
        }
    }
    Ok((sent, acted))
}

/// CPU seconds of doing something many times.
fn timed(mut work: impl FnMut()) -> f64 {
    let watch = ProcessTime::now();
    (0..TIMES).for_each(|_| work());
    watch.elapsed().as_secs_f64()
}
