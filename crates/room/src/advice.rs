//! Advice for people, and the reasons of those who have acted. Nothing here changes the room, so nothing is kept.

use crate::{
    entry::{Entry, Played, RoomId, Seq, What},
    protocol::{Code, Controller, Hint, MsgId, ServerMsg, Why},
    state::Room,
    trail::{Found, Trail},
};
use catalog::{Answer, Deliberation, Fault, Json};
use kernel::{Input, Level, Seat, Turn, Viewer};
use serde::Serialize;
use serde_json::value::to_raw_value;

/// The level of the bot that advises people: the strongest, because the others err on purpose now and then.
pub const ADVISER: Level = Level::Expert;

/// What advice takes.
#[derive(Debug)]
pub enum Advised {
    /// Counting, which is done: what can be worked out about hidden cards. An error means that the books do not add up.
    Count(Result<Option<Json>, Fault>),
    /// A bot's thought.
    Move {
        /// Its question.
        deliberation: Deliberation,
        /// Its seed.
        seed: u64,
    },
}

impl Room {
    /// Advises the person on `seat`, where the table gives hints.
    pub fn advise(&self, seat: Seat, hint: Hint) -> Result<Advised, Fault> {
        let play = self.playing().ok_or(Code::NotStarted)?;
        if !self.gives_hints() {
            return Err(Code::NotAvailable.into());
        }
        if hint == Hint::Count {
            return Ok(Advised::Count(play.table.counts(seat)));
        }
        let asked = match play.table.turn() {
            Turn::Seats { must, may, window } => Some(window).filter(|_| (must | may).contains(seat)),
            _ => None,
        };
        let window = asked.ok_or(Code::NotAvailable)?;
        let deliberation = Deliberation::advising(play.table.as_ref(), seat, ADVISER);
        Ok(Advised::Move { deliberation, seed: play.bot_seed(seat, window.id) })
    }

    /// Whether anybody may ask why that was done which led to `version`.
    pub fn check_why(&self, version: Seq) -> Result<(), Fault> {
        if self.play.is_none() {
            return Err(Code::NotStarted.into());
        }
        if version > self.seq || self.lesson.is_some() {
            return Err(Code::NotAvailable.into());
        }
        Ok(())
    }
}

/// The answer to a question that was thought over, for the message `id`.
pub fn note_answer<T: Serialize>(id: &MsgId, version: Seq, note: Result<T, Fault>) -> ServerMsg {
    let id = id.as_str().to_owned();
    let written = note.and_then(|note| to_raw_value(&note).map_err(|_| Code::Internal.fault()));
    match written {
        Ok(note) => ServerMsg::Ok { id, version, note: Some(note) },
        Err(fault) => ServerMsg::Err { id: Some(id), code: fault.code, detail: fault.detail },
    }
}

/// A decision of the past, to be taken again.
#[derive(Debug)]
pub struct Decision {
    /// The seat that acted.
    pub seat: Seat,
    /// How well the bot plays that decides again.
    pub level: Level,
    /// The action that was taken.
    pub did: Json,
    /// What the seat saw then.
    pub view: Json,
    /// The seed of the thought.
    pub seed: u64,
    /// The question.
    pub deliberation: Deliberation,
}

impl Decision {
    /// The question, and what its answer is made into.
    pub fn into_question(self) -> (Deliberation, impl FnOnce(Answer) -> Why + Send + 'static) {
        let Decision { seat, level, did, view, deliberation, .. } = self;
        let why = move |answer: Answer| Why {
            seat: seat.0,
            level,
            did,
            view,
            action: answer.action,
            reasons: answer.reasons,
        };
        (deliberation, why)
    }
}

/// Finds what led to `version`, if the cards of that deal are revealed by now: a bot's action, or one of the person on
/// `asks`. What other people knew stays private.
pub fn decision(id: RoomId, entries: &[Entry], version: Seq, asks: Seat) -> Result<Decision, Fault> {
    let not_available = || Code::NotAvailable.fault();
    let index = usize::try_from(version).ok().and_then(|version| version.checked_sub(1));
    let at = index.filter(|at| (1..entries.len()).contains(at)).ok_or_else(not_available)?;
    let What::Played(Played { input: Input::Act(seat, did), .. }) = &entries[at].what else {
        return Err(not_available());
    };
    let seat = *seat;
    let (mut room, mut trail) = (Room::open(id, &entries[0])?, Trail::of(seat));
    let mut decision = None;
    for (before, entry) in entries.iter().enumerate().skip(1) {
        if before == at {
            let play = room.playing().ok_or_else(not_available)?;
            let bot = room.occupant(seat).is_some_and(|occupant| occupant.controller == Controller::Bot);
            let Turn::Seats { window, .. } = play.table.turn() else { return Err(not_available()) };
            let did = did.clone();
            decision = Some(if bot {
                let found = std::mem::replace(&mut trail, Trail::of(seat)).into_found();
                let Found { level, seed, view, deliberation, .. } = found.ok_or_else(not_available)?;
                Decision { seat, level, did, view, seed, deliberation }
            } else if seat == asks {
                let (seed, view) = (play.bot_seed(seat, window.id), play.table.view(Viewer::Seat(seat)));
                let deliberation = Deliberation::advising(play.table.as_ref(), seat, ADVISER);
                Decision { seat, level: ADVISER, did, view, seed, deliberation }
            } else {
                return Err(not_available());
            });
        }
        let applied = room.apply(entry, None)?;
        trail.observe(&room, &applied);
        let open = before >= at && room.play.as_ref().is_some_and(|play| play.table.cards_revealed());
        if let Some(decision) = decision.take_if(|_| open) {
            return Ok(decision);
        }
    }
    Err(not_available())
}
