use super::{
    GameKeys, Opening, Proof, Report, Step, Transcript, file::Happened, scribe::open, seats::SeatSettings,
};
use crate::{AnyTable, Bases, Basis, Deliberation, Json, permits};
use kernel::{Level, Seat, SeatStatus, Turn};
use std::{fmt, mem};

impl Report {
    /// Thinks every decision of a bot again, from what its seat knew and from its seed, and compares.
    /// Stand-ins are bots too. That takes about as long as the bots thought in the game: `progress` is called
    /// for every entry, from 1.
    pub fn recompute_bots(&mut self, progress: &mut dyn FnMut(usize)) {
        let mut check = BotCheck::new(mem::take(self));
        while check.step() {
            progress(check.done());
        }
        *self = check.finish();
    }
}

/// The same in steps of one entry each, for callers who have something else to do in between.
pub struct BotCheck {
    report: Report,
    /// Nothing if there is nothing left to do.
    rest: Option<Recomputation>,
    done: usize,
}

impl BotCheck {
    /// Begins with the report of a file. What the rules refuse cannot be played again: then there is nothing to do.
    pub fn new(mut report: Report) -> BotCheck {
        let begun = match &report.read {
            Some((proof, transcript)) if report.is_consistent() => {
                Some(Recomputation::new(proof, transcript))
            }
            _ => None,
        };
        let rest = match begun.transpose() {
            Ok(rest) => rest,
            Err(fault) => {
                report.add("bots", Err(fault));
                None
            }
        };
        BotCheck { report, rest, done: 0 }
    }
    /// How many entries there are.
    pub fn total(&self) -> usize {
        self.report.entries()
    }
    /// How many entries were looked at.
    pub fn done(&self) -> usize {
        self.done
    }
    /// Whether nothing is left to do, and the report is whole.
    pub fn is_over(&self) -> bool {
        self.rest.is_none()
    }
    /// Looks at the next entry; `false`: there was none left, and the report is whole.
    pub fn step(&mut self) -> bool {
        let (Some(rest), Some((proof, transcript))) = (&mut self.rest, &self.report.read) else {
            return false;
        };
        let found = match proof.log.get(self.done) {
            Some(happened) => match rest.step(happened, &transcript.opening) {
                Ok(()) => {
                    self.done += 1;
                    return true;
                }
                Err(fault) => Err(fault),
            },
            None => Ok(rest.found()),
        };
        self.rest = None;
        self.report.add("bots", found);
        false
    }
    /// The report; the check of the bots is in it if no step is left.
    pub fn finish(self) -> Report {
        self.report
    }
}

impl fmt::Debug for BotCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotCheck").field("done", &self.done).finish_non_exhaustive()
    }
}

/// What the bot on a seat decides, from its basis on.
struct Pending {
    basis: Basis,
    thought: Thought,
}

enum Thought {
    /// Nobody has asked for its choice yet.
    Open(Deliberation),
    /// Its choice, which was asked for when a window ran out.
    Chosen(Option<Json>),
}

/// The bots at a table whose decisions are not played yet.
struct Waiting {
    keys: GameKeys,
    seats: Vec<Option<Pending>>,
}

impl Waiting {
    /// What the bot on a seat decides; nothing if none is to decide there.
    fn choice(&mut self, seat: Seat) -> Option<Option<Json>> {
        let pending = self.seats.get_mut(seat.index())?.take()?;
        let choice = match pending.thought {
            // A bot that finds no world has no choice: its time runs out.
            Thought::Open(deliberation) => {
                let Basis { window, earlier, .. } = pending.basis;
                let seed = self.keys.bot_seed(seat, window, earlier);
                deliberation.decide(seed, false).ok().and_then(|answer| answer.action)
            }
            Thought::Chosen(choice) => choice,
        };
        let thought = Thought::Chosen(choice.clone());
        self.seats[seat.index()] = Some(Pending { basis: pending.basis, thought });
        Some(choice)
    }

    /// A bot that would have acted before the window ran out.
    fn skipped(&mut self, table: &dyn AnyTable) -> Option<(Seat, Json)> {
        let Turn::Seats { must, may, .. } = table.turn() else { return None };
        (must | may).iter().find_map(|seat| {
            let action = self.choice(seat)??;
            permits(table, seat, Some(&action)).then_some((seat, action))
        })
    }

    /// Looks at the table after an entry.
    fn observe(
        &mut self,
        table: &dyn AnyTable,
        bases: &Bases,
        level: &dyn Fn(Seat) -> Result<Level, String>,
    ) -> Result<(), String> {
        for (seat, pending) in Seat::all(table.seats()).zip(&mut self.seats) {
            let Some(basis) = bases.of(seat) else {
                *pending = None;
                continue;
            };
            match pending
                .as_mut()
                .filter(|pending| pending.basis == basis)
                .map(|pending| &mut pending.thought)
            {
                Some(Thought::Open(deliberation)) => deliberation.goes_on(table),
                Some(Thought::Chosen(choice)) if permits(table, seat, choice.as_ref()) => {}
                _ => {
                    let thought = Thought::Open(Deliberation::new(table, seat, level(seat)?));
                    *pending = Some(Pending { basis, thought });
                }
            }
        }
        Ok(())
    }
}

/// A game that is played again for its bots.
struct Recomputation {
    settings: SeatSettings,
    table: Box<dyn AnyTable>,
    bases: Bases,
    waiting: Waiting,
    /// How many actions of bots came out as they are in the file.
    recomputed: usize,
}

impl Recomputation {
    fn new(proof: &Proof, transcript: &Transcript) -> Result<Recomputation, String> {
        let table = open(transcript).map_err(|fault| fault.to_string())?;
        let seats = table.seats();
        Ok(Recomputation {
            settings: SeatSettings::of(&transcript.opening)?,
            table,
            bases: Bases::new(seats),
            waiting: Waiting { keys: proof.keys(), seats: (0..seats).map(|_| None).collect() },
            recomputed: 0,
        })
    }

    /// Plays one entry, and compares what bots did in it.
    fn step(&mut self, happened: &Happened, opening: &Opening) -> Result<(), String> {
        let Happened { version, steps, .. } = happened;
        let mut acted = None;
        for step in steps {
            match step {
                Step::Act(seat, action) => {
                    acted = Some(*seat);
                    self.compare(*version, *seat, action)?;
                }
                Step::Expire(_) => {
                    if let Some((seat, skipped)) = self.waiting.skipped(self.table.as_ref()) {
                        return Err(format!(
                            "version {version}: time ran out before the bot on {seat} did {}",
                            skipped.get()
                        ));
                    }
                }
                Step::Status(..) | Step::Chance { .. } => {}
            }
            self.table.play(&step.input()).map_err(|fault| fault.to_string())?;
        }
        self.bases.observe(self.table.as_ref(), *version, acted);
        let level = |seat| self.settings.level(opening, seat);
        self.waiting.observe(self.table.as_ref(), &self.bases, &level)
    }

    /// Compares an action with what the bot on its seat does, if a bot plays it.
    fn compare(&mut self, version: u64, seat: Seat, action: &Json) -> Result<(), String> {
        if self.table.status(seat) != Some(SeatStatus::Bot) {
            return Ok(());
        }
        let due = self.waiting.choice(seat).flatten();
        if due.as_ref().map(|due| due.get()) != Some(action.get()) {
            let due = due.map_or_else(|| "nothing".to_owned(), |due| due.get().to_owned());
            return Err(format!(
                "version {version}: the bot on {seat} did {}; recomputed, it does {due}",
                action.get()
            ));
        }
        self.recomputed += 1;
        Ok(())
    }

    fn found(&self) -> String {
        match self.recomputed {
            0 => "no bot has done anything".into(),
            n => format!("{n} of {n} bot actions are what the bots decide when they are recomputed"),
        }
    }
}
