//! The check: compares the record of every client with the log.

mod frame;
mod secrets;

use crate::record::{Happened, RecordLine};
use frame::Frame;
use kernel::{Hex32, Viewer};
use secrets::Secrets;
use serde_json::Value;
use server::{
    ReplayedRoom,
    log::{Entry, RoomId, What},
    protocol::{Ask, ClientMsg, Order, RoomState, ServerMsg, lobby::Seated},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
};

/// No log has the key of a server.
const NO_KEY: Hex32 = Hex32([0; 32]);

/// How many findings are described.
const DESCRIPTIONS: usize = 200;

/// The log of one room.
#[derive(Clone, Debug)]
pub struct RoomLog {
    /// The room.
    pub room: RoomId,
    /// Its entries.
    pub entries: Vec<Entry>,
    /// When each was written, in milliseconds of the Unix epoch by NATS's clock.
    pub written_at: Vec<u64>,
    /// Messages for a position that was taken.
    pub skipped: u64,
}

impl RoomLog {
    /// Returns an empty log.
    pub fn of(room: RoomId) -> RoomLog {
        RoomLog { room, entries: Vec::new(), written_at: Vec::new(), skipped: 0 }
    }

    /// Whether the room is closed.
    pub fn is_closed(&self) -> bool {
        self.entries.last().is_some_and(|entry| matches!(entry.what, What::Closed { .. }))
    }

    /// Everybody who ever had a seat.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            What::Opened { host: person, .. } | What::Joined(person) => Some(person.id.as_str()),
            _ => None,
        })
    }
}

/// A kind of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// An acknowledged input is missing in the log.
    Lost,
    /// An input is in the log twice.
    Doubled,
    /// A client was shown or answered something that differs from the log.
    Diverged,
    /// A client was sent something that it may not know.
    Leaked,
    /// A refused input is in the log nevertheless.
    Contradicted,
    /// A game neither ended nor goes on.
    Stuck,
}

/// The results of the comparison.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Inputs that were acknowledged.
    pub acknowledged: u64,
    /// Frames that were compared.
    pub frames: u64,
    counts: BTreeMap<Wrong, u64>,
    /// Descriptions of the first violations.
    pub descriptions: Vec<String>,
    /// Tables with violations.
    pub tables: BTreeSet<usize>,
}

impl Findings {
    /// How many violations of this kind there are.
    pub fn count(&self, wrong: Wrong) -> u64 {
        self.counts.get(&wrong).copied().unwrap_or_default()
    }
    /// Whether there are none.
    pub fn is_clean(&self) -> bool {
        self.counts.is_empty()
    }
    /// Adds a violation at a table.
    pub fn add(&mut self, wrong: Wrong, table: usize, description: impl fmt::Display) {
        *self.counts.entry(wrong).or_default() += 1;
        self.tables.insert(table);
        if self.descriptions.len() < DESCRIPTIONS {
            self.descriptions.push(format!("{wrong:?} at table {table}: {description}"));
        }
    }
}

/// Compares the record of a table with the log of its room.
pub fn table(number: usize, log: Option<&RoomLog>, record: &[RecordLine], findings: &mut Findings) {
    let nothing = RoomLog::of(RoomId(0));
    let check = Check { number, log: log.unwrap_or(&nothing), record };
    let people = check.seats(findings);
    check.inputs(&people, findings);
    check.frames(&people, findings);
}

struct Check<'a> {
    number: usize,
    log: &'a RoomLog,
    record: &'a [RecordLine],
}

impl Check<'_> {
    /// Every seat that was given is in the log once.
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

    /// Every acknowledged input is in the log once, at its position; no refused one is.
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
        // By client and id: whether the message can change anything.
        let mut orders: HashMap<(usize, String), bool> = HashMap::new();
        let mut acknowledged = HashSet::new();
        for line in self.record {
            match &line.what {
                Happened::Sent(text) => {
                    if let Ok(ClientMsg::Order(Order { id, ask, .. })) = serde_json::from_str(text.get()) {
                        let changes = !matches!(ask, Ask::Whether(_));
                        orders.insert((line.who, id.as_str().to_owned()), changes);
                    }
                }
                Happened::Received(text) => {
                    let (id, answer) = match serde_json::from_str(text.get()) {
                        Ok(ServerMsg::Ok { id, version, .. }) => (id, Ok(version)),
                        Ok(ServerMsg::Err { id: Some(id), code, .. }) => (id, Err(code)),
                        Ok(_) => continue,
                        Err(error) => {
                            findings.add(Wrong::Diverged, self.number, format_args!("{error}: {text}"));
                            continue;
                        }
                    };
                    let Some(Seated { player_id, .. }) = people.get(&line.who) else { continue };
                    let key = (line.who, id);
                    let Some(changes) = orders.get(&key).copied() else {
                        findings.add(Wrong::Diverged, self.number, format_args!("{} was never sent", key.1));
                        continue;
                    };
                    let place = places.get(&(player_id.as_str(), key.1.as_str()));
                    let place = place.and_then(|seqs| seqs.first()).copied();
                    if let Some((wrong, what)) = compare(&answer, changes, place) {
                        findings.add(wrong, self.number, format_args!("{} of {player_id} {what}", key.1));
                    }
                    if changes && answer.is_ok() {
                        findings.acknowledged += u64::from(acknowledged.insert(key));
                    }
                }
                _ => {}
            }
        }
    }

    /// Everything that a client was shown follows from the log, and the client may see it.
    fn frames(&self, people: &HashMap<usize, Seated>, findings: &mut Findings) {
        let mut secrets = Secrets::of(people.values(), &self.log.entries);
        let mut at: BTreeMap<u64, Vec<(usize, Frame)>> = BTreeMap::new();
        let mut last: HashMap<usize, u64> = HashMap::new();
        let mut others = Vec::new();
        for line in self.record {
            let Happened::Received(text) = &line.what else { continue };
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
            let what = format_args!("{seq} was shown, but the log ends at {end}");
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
            // Many clients have the same role.
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
        // Other messages say nothing about the table; they are checked for secrets only.
        let over = room.is_some_and(|room| room.state() == RoomState::Closed);
        for (who, seq, text) in others {
            let closed = text.starts_with("{\"closed\"");
            if closed && text.contains("\"secret\"") && !over {
                findings.add(
                    Wrong::Leaked,
                    self.number,
                    format_args!("{who} after {seq} was sent the secret"),
                );
            }
            for what in secrets.lasting_in(text) {
                findings.add(Wrong::Leaked, self.number, format_args!("{who} after {seq} was sent {what}"));
            }
        }
    }
}

/// Compares the answer to a message with its position in the log; `changes` if the message can change anything.
fn compare(answer: &Result<u64, String>, changes: bool, place: Option<u64>) -> Option<(Wrong, String)> {
    match (answer, place) {
        (Ok(_), Some(_)) if !changes => Some((Wrong::Contradicted, "was only asked".into())),
        (Ok(_), None) if changes => Some((Wrong::Lost, "was acknowledged".into())),
        (Ok(version), Some(seq)) if *version != seq => {
            Some((Wrong::Diverged, format!("is at {seq}, and was answered {version}")))
        }
        // After these it may be tried again.
        (Err(code), Some(_)) if !["internal", "rate_limited"].contains(&code.as_str()) => {
            Some((Wrong::Contradicted, format!("was refused: {code}")))
        }
        _ => None,
    }
}

/// Returns how far a game came; one without a result must go on after `since` (milliseconds of the Unix epoch).
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

/// How far a game came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It has a result.
    Finished,
    /// It went on after everything was repaired.
    GoesOn,
    /// The room was closed, by its host or because nobody was there.
    Closed,
    /// It did not begin.
    NeverBegan,
    /// It did not go on afterwards.
    Stuck,
}

/// Counts the secrets that nodes have logged.
pub fn secrets_in<'a>(logged: &str, logs: impl Iterator<Item = &'a RoomLog>, tokens: &[String]) -> u64 {
    let logged: HashSet<&str> =
        logged.split(|c: char| !c.is_ascii_hexdigit()).filter(|run| run.len() >= 32).collect();
    let kept = logs.flat_map(|log| secrets::of_log(&log.entries));
    kept.chain(tokens.iter().cloned()).filter(|secret| logged.contains(secret.as_str())).count() as u64
}
