//! What must hold: the record of every client against the log.

mod frame;
mod secrets;

use crate::record::{Happened, Line};
use frame::Frame;
use kernel::{Hex32, Viewer};
use secrets::Secrets;
use serde_json::Value;
use server::{
    ReplayedRoom,
    log::{Entry, RoomId, What},
    protocol::{RoomState, lobby::Seated},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
};

/// The key of a server is on no log.
const NO_KEY: Hex32 = Hex32([0; 32]);

/// So many findings are put into words.
const WORDS: usize = 200;

/// The log of one room.
#[derive(Clone, Debug)]
pub struct RoomLog {
    /// Which room.
    pub room: RoomId,
    /// What happened.
    pub entries: Vec<Entry>,
    /// When each was written, in milliseconds of the Unix epoch, by NATS's clock.
    pub written_at: Vec<u64>,
    /// Messages for a place that was taken.
    pub skipped: u64,
}

impl RoomLog {
    /// An empty one.
    pub fn of(room: RoomId) -> RoomLog {
        RoomLog { room, entries: Vec::new(), written_at: Vec::new(), skipped: 0 }
    }

    /// Whether the room is closed.
    pub fn is_closed(&self) -> bool {
        self.entries.last().is_some_and(|entry| matches!(entry.what, What::Closed { .. }))
    }

    /// Everybody who has ever had a seat.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            What::Opened { host: person, .. } | What::Joined(person) => Some(person.id.as_str()),
            _ => None,
        })
    }
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// Something was acknowledged and is not on the log.
    Lost,
    /// Something is on the log twice.
    Doubled,
    /// Somebody was shown or told something that the log does not bear out.
    Diverged,
    /// Somebody was sent what they may not know.
    Leaked,
    /// Something was refused and is on the log all the same.
    Contradicted,
    /// A game neither ended nor goes on.
    Stuck,
}

/// What came of the comparison.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Inputs that were acknowledged.
    pub acknowledged: u64,
    /// Frames that were compared.
    pub frames: u64,
    counts: BTreeMap<Wrong, u64>,
    /// The first of what is wrong, in words.
    pub words: Vec<String>,
    /// Tables with something wrong.
    pub tables: BTreeSet<usize>,
}

impl Findings {
    /// How often something was wrong in this way.
    pub fn count(&self, wrong: Wrong) -> u64 {
        self.counts.get(&wrong).copied().unwrap_or_default()
    }
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.counts.is_empty()
    }
    /// Something is wrong at a table.
    pub fn add(&mut self, wrong: Wrong, table: usize, words: impl fmt::Display) {
        *self.counts.entry(wrong).or_default() += 1;
        self.tables.insert(table);
        if self.words.len() < WORDS {
            self.words.push(format!("{wrong:?} at table {table}: {words}"));
        }
    }
}

/// Compares the record of a table with the log of its room.
pub fn table(number: usize, log: Option<&RoomLog>, record: &[Line], findings: &mut Findings) {
    let nothing = RoomLog::of(RoomId(0));
    let check = Check { number, log: log.unwrap_or(&nothing), record };
    let people = check.seats(findings);
    check.inputs(&people, findings);
    check.frames(&people, findings);
}

struct Check<'a> {
    number: usize,
    log: &'a RoomLog,
    record: &'a [Line],
}

impl Check<'_> {
    /// Everybody who was given a seat has it on the log, once.
    fn seats(&self, findings: &mut Findings) -> HashMap<usize, Seated> {
        let mut people = HashMap::new();
        for line in self.record {
            let Happened::Seated(seated) = &line.what else { continue };
            findings.acknowledged += 1;
            match self.log.people().filter(|id| *id == seated.player_id).count() {
                0 => findings.add(Wrong::Lost, self.number, format_args!("the seat of {}", line.who)),
                1 => {}
                _ => findings.add(Wrong::Doubled, self.number, format_args!("the seat of {}", line.who)),
            }
            people.insert(line.who, seated.clone());
        }
        people
    }

    /// Every input that was acknowledged is on the log once, in its place; none that was refused is.
    fn inputs(&self, people: &HashMap<usize, Seated>, findings: &mut Findings) {
        let mut places: HashMap<(&str, &str), Vec<u64>> = HashMap::new();
        for (entry, seq) in self.log.entries.iter().zip(1..) {
            if let Some(by) = &entry.by {
                places.entry((&by.player, &by.id)).or_default().push(seq);
            }
        }
        for ((player, id), seqs) in places.iter().filter(|(_, seqs)| seqs.len() > 1) {
            findings.add(Wrong::Doubled, self.number, format_args!("{id} of {player} at {seqs:?}"));
        }
        let mut orders: HashMap<(usize, String), bool> = HashMap::new();
        let mut acknowledged = HashSet::new();
        for line in self.record {
            match &line.what {
                Happened::Sent(text) => {
                    let sent: Value = serde_json::from_str(text.get()).unwrap_or_default();
                    if let Some(id) = sent["id"].as_str() {
                        // What was only asked changes nothing.
                        orders.insert((line.who, id.to_owned()), sent.get("ask").is_none());
                    }
                }
                Happened::Heard(text) => {
                    let Some(seated) = people.get(&line.who) else { continue };
                    let heard: Value = serde_json::from_str(text.get()).unwrap_or_default();
                    let answer = heard.get("ok").or_else(|| heard.get("err"));
                    let Some(id) = answer.and_then(|answer| answer["id"].as_str()) else { continue };
                    let key = (line.who, id.to_owned());
                    let Some(changes) = orders.get(&key).copied() else {
                        findings.add(Wrong::Diverged, self.number, format_args!("{id} was never sent"));
                        continue;
                    };
                    let place = places.get(&(seated.player_id.as_str(), id)).and_then(|seqs| seqs.first());
                    match heard.get("ok") {
                        Some(ok) if changes => {
                            findings.acknowledged += u64::from(acknowledged.insert(key));
                            match place {
                                None => findings.add(
                                    Wrong::Lost,
                                    self.number,
                                    format_args!("{id} of {} was acknowledged", seated.player_id),
                                ),
                                Some(seq) if ok["version"] != *seq => findings.add(
                                    Wrong::Diverged,
                                    self.number,
                                    format_args!(
                                        "{id} of {} is at {seq}, and was told {ok}",
                                        seated.player_id
                                    ),
                                ),
                                Some(_) => {}
                            }
                        }
                        Some(_) => {
                            if place.is_some() {
                                findings.add(
                                    Wrong::Contradicted,
                                    self.number,
                                    format_args!("{id} was only asked"),
                                );
                            }
                        }
                        None => {
                            let code = heard["err"]["code"].as_str().unwrap_or_default();
                            // These say that it may be tried again.
                            if place.is_some() && !["internal", "rate_limited"].contains(&code) {
                                let who = &seated.player_id;
                                findings.add(
                                    Wrong::Contradicted,
                                    self.number,
                                    format_args!("{id} of {who} was refused: {code}"),
                                );
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Everything that anybody was shown follows from the log, and is theirs to see.
    fn frames(&self, people: &HashMap<usize, Seated>, findings: &mut Findings) {
        let mut secrets = Secrets::of(people.values(), &self.log.entries);
        let mut at: BTreeMap<u64, Vec<(usize, Frame)>> = BTreeMap::new();
        let mut last: HashMap<usize, u64> = HashMap::new();
        let mut others = Vec::new();
        for line in self.record {
            let Happened::Heard(text) = &line.what else { continue };
            findings.frames += 1;
            match Frame::read(text.get()) {
                Some(frame) => {
                    let before = last.insert(line.who, frame.seq).unwrap_or_default();
                    if frame.seq < before {
                        let (who, seq) = (line.who, frame.seq);
                        findings.add(
                            Wrong::Diverged,
                            self.number,
                            format_args!("{who} was shown {seq} after {before}"),
                        );
                    }
                    at.entry(frame.seq).or_default().push((line.who, frame));
                }
                None => others.push((line.who, last.get(&line.who).copied().unwrap_or_default(), text.get())),
            }
        }
        let end = self.log.entries.len() as u64;
        if let Some((seq, _)) = at.range(end + 1..).next() {
            let what = format_args!("{seq} was shown, and the log ends at {end}");
            findings.add(Wrong::Diverged, self.number, what);
        }
        let mut room: Option<ReplayedRoom> = None;
        for (entry, seq) in self.log.entries.iter().zip(1..) {
            let gone_on = match &mut room {
                None => ReplayedRoom::open(self.log.room, entry, NO_KEY).map(|opened| room = Some(opened)),
                Some(room) => room.go_on(entry),
            };
            if let Err(fault) = gone_on {
                let what = format_args!("entry {seq} cannot have happened: {}", fault.code);
                return findings.add(Wrong::Diverged, self.number, what);
            }
            let Some(room) = &room else { return };
            secrets.go_on(entry, room.state());
            // Many viewers have the same role.
            let mut expected: Vec<(Viewer, Value)> = Vec::new();
            for (who, frame) in at.get(&seq).into_iter().flatten() {
                let viewer = room.viewer(people.get(who).map(|seated| seated.player_id.as_str()));
                if !expected.iter().any(|(role, _)| *role == viewer) {
                    let update = serde_json::to_value(room.update(viewer)).unwrap_or_default();
                    expected.push((viewer, update));
                }
                let Some((_, expected)) = expected.iter().find(|(role, _)| *role == viewer) else { continue };
                for (wrong, what) in frame.compare(expected, room, viewer) {
                    findings.add(wrong, self.number, format_args!("{who} at {seq}: {what}"));
                }
                for what in secrets.in_text(&frame.text) {
                    findings.add(Wrong::Leaked, self.number, format_args!("{who} at {seq} was sent {what}"));
                }
            }
        }
        // Answers, remarks and farewells say nothing about the table; all that matters is what must not be in them.
        let over = room.is_some_and(|room| room.state() == RoomState::Closed);
        for (who, seq, text) in others {
            let farewell = text.starts_with("{\"closed\"");
            if farewell && text.contains("\"secret\"") && !over {
                findings.add(
                    Wrong::Leaked,
                    self.number,
                    format_args!("{who} after {seq} was told the secret"),
                );
            }
            for what in secrets.lasting_in(text) {
                findings.add(Wrong::Leaked, self.number, format_args!("{who} after {seq} was sent {what}"));
            }
        }
    }
}

/// What became of a game; one that has no result must go on after `since` (milliseconds of the Unix epoch).
pub fn goes_on(log: &RoomLog, since: u64) -> Result<Fate, String> {
    let mut room: Option<ReplayedRoom> = None;
    let mut moved = false;
    let (mut began, mut finished) = (false, false);
    for (entry, at) in log.entries.iter().zip(&log.written_at) {
        match &mut room {
            None => room = Some(ReplayedRoom::open(log.room, entry, NO_KEY).map_err(|fault| fault.code)?),
            Some(room) => room.go_on(entry).map_err(|fault| fault.code)?,
        }
        began |= matches!(entry.what, What::Started { .. });
        finished |= room.as_ref().is_some_and(|room| room.state() == RoomState::Finished);
        moved |= *at > since && matches!(entry.what, What::Played(_) | What::Started { .. });
    }
    Ok(match room.map(|room| room.state()) {
        _ if finished => Fate::Finished,
        Some(RoomState::Closed) if began => Fate::Closed,
        Some(RoomState::Playing) if moved => Fate::GoesOn,
        Some(RoomState::Playing) => Fate::Stuck,
        Some(_) | None => Fate::NeverBegan,
    })
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It has a result.
    Finished,
    /// It went on after everything was mended.
    GoesOn,
    /// The room was closed, by somebody or because nobody was there.
    Closed,
    /// Its people did not come to begin.
    NeverBegan,
    /// It did not go on.
    Stuck,
}

/// Secrets that stand in what nodes have written about themselves.
pub fn words_of_nodes<'a>(words: &str, logs: impl Iterator<Item = &'a RoomLog>, tokens: &[String]) -> u64 {
    let said: HashSet<&str> =
        words.split(|c: char| !c.is_ascii_hexdigit()).filter(|run| run.len() >= 32).collect();
    let kept = logs.flat_map(|log| secrets::of_log(&log.entries));
    kept.chain(tokens.iter().cloned()).filter(|secret| said.contains(secret.as_str())).count() as u64
}
