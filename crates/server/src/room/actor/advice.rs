//! Advice for people, and the reasons of those who have acted. Nothing here changes the room, so nothing is kept.

use super::Actor;
use crate::{
    log::{Entry, Played, RoomId, Seq, What},
    outbox::Outbox,
    pool::Who,
    protocol::{Advice, Code, Controller, Counted, Hint, MsgId, ServerMsg, Why},
    room::{Room, bots::level},
};
use catalog::{Fault, Json, Thinker};
use kernel::{Input, Level, Seat, Turn, Viewer};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::sync::Arc;

/// How well the bot plays that advises people.
const ADVISER: Level = Level::Hard;

impl Actor {
    /// Advises the person on `seat`, where the table gives hints.
    pub(super) fn hint(&self, seat: Seat, hint: Hint, id: &MsgId, outbox: &Outbox) -> Result<(), Fault> {
        let play = self.room.playing().ok_or(Code::NotStarted)?;
        if !self.room.gives_hints() {
            return Err(Code::NotAvailable.into());
        }
        match hint {
            Hint::Count => {
                let knowledge = play.table.counts(seat).map_err(|fault| {
                    tracing::error!(room = %self.room.id, code = fault.code, "a seat's counts do not add up");
                    Code::Internal.fault()
                })?;
                self.reply(id, outbox, &Counted { knowledge });
            }
            Hint::Move => {
                let asked = match play.table.turn() {
                    Turn::Seats { must, may, window } => Some(window).filter(|_| (must | may).contains(seat)),
                    _ => None,
                };
                let window = asked.ok_or(Code::NotAvailable)?;
                let thinker = play.table.adviser(seat, ADVISER);
                let seed = play.key.thought(seat, window.id.0.into());
                let (version, id, to) = (self.room.seq, id.clone(), outbox.clone());
                let place = self.place_to_think(seat)?;
                let who = Who { room: self.room.id, seat, level: ADVISER };
                self.shared.pool.explain(thinker, seed, who, move |answer| {
                    let note = answer.map(|answer| Advice { action: answer.action, reasons: answer.reasons });
                    to.send(&told(&id, version, note));
                    drop(place);
                });
            }
        }
        Ok(())
    }

    /// Why was that done which led to `version`? Bots think from the log and a seed, so what they thought need not
    /// be kept: it is thought again, from what the seat knew then.
    pub(super) fn why(&self, seat: Seat, version: Seq, id: &MsgId, outbox: &Outbox) -> Result<(), Fault> {
        if self.room.play.is_none() {
            return Err(Code::NotStarted.into());
        }
        if version > self.room.seq || self.room.lesson.is_some() {
            return Err(Code::NotAvailable.into());
        }
        let place = self.place_to_think(seat)?;
        let (room, now) = (self.room.id, self.room.seq);
        let (shared, id, to) = (self.shared.clone(), id.clone(), outbox.clone());
        tokio::spawn(async move {
            let entries = shared.log.read(room, 0).await.map_err(|error| {
                tracing::error!(%room, %error, "the log could not be read");
                Code::Internal.fault()
            });
            let found = entries.and_then(|entries| decision(room, &entries, version, seat));
            let decision = match found {
                Ok(decision) => decision,
                Err(fault) => return to.send(&told::<Why>(&id, now, Err(fault))),
            };
            let Decision { seat, level, did, view, seed, thinker } = decision;
            let who = Who { room, seat, level };
            shared.pool.explain(thinker, seed, who, move |answer| {
                let why = |answer: catalog::Answer| Why {
                    seat: seat.0,
                    level,
                    did,
                    view,
                    action: answer.action,
                    reasons: answer.reasons,
                };
                to.send(&told(&id, now, answer.map(why)));
                drop(place);
            });
        });
        Ok(())
    }

    /// The right to have something thought over: one thing at a time for each person.
    fn place_to_think(&self, seat: Seat) -> Result<Arc<()>, Fault> {
        let human = self.room.occupant(seat).and_then(|occupant| occupant.as_human());
        let connection = human.and_then(|human| self.connections.iter().find(|c| c.is_of(&human.id)));
        let thinking = &connection.ok_or(Code::NotSeated)?.thinking;
        if Arc::strong_count(thinking) > 1 {
            return Err(Code::RateLimited.into());
        }
        Ok(thinking.clone())
    }

    fn reply(&self, id: &MsgId, outbox: &Outbox, note: &impl Serialize) {
        outbox.send(&told(id, self.room.seq, Ok(note)));
    }
}

fn told<T: Serialize>(id: &MsgId, version: Seq, note: Result<T, Fault>) -> ServerMsg {
    let id = id.as_str().to_owned();
    let written = note.and_then(|note| to_raw_value(&note).map_err(|_| Code::Internal.fault()));
    match written {
        Ok(note) => ServerMsg::Ok { id, version, note: Some(note) },
        Err(fault) => ServerMsg::Err { id: Some(id), code: fault.code, detail: fault.detail },
    }
}

/// A decision of the past, to be taken again.
struct Decision {
    seat: Seat,
    level: Level,
    did: Json,
    view: Json,
    seed: u64,
    thinker: Thinker,
}

/// What led to `version`, if the cards of that deal lie open by now: a bot's action, or one of the person on
/// `asks` (what other people knew is nobody's business).
fn decision(id: RoomId, entries: &[Entry], version: Seq, asks: Seat) -> Result<Decision, Fault> {
    let not_available = || Code::NotAvailable.fault();
    let index = usize::try_from(version).ok().and_then(|version| version.checked_sub(1));
    let at = index.filter(|at| (1..entries.len()).contains(at)).ok_or_else(not_available)?;
    let What::Played(Played { input: Input::Act(seat, did), formed_on, .. }) = &entries[at].what else {
        return Err(not_available());
    };
    let formed_on = formed_on.map_or(at, |formed_on| formed_on as usize);
    let mut room = Room::open(id, &entries[0])?;
    let mut thinker = None;
    for (before, entry) in entries.iter().enumerate().skip(1) {
        if before == formed_on {
            let bot = room.occupant(*seat).is_some_and(|occupant| occupant.controller == Controller::Bot);
            let level = match bot {
                true => level(&room, *seat),
                false if *seat == asks => ADVISER,
                false => return Err(not_available()),
            };
            let play = room.playing().ok_or_else(not_available)?;
            let Turn::Seats { window, .. } = play.table.turn() else { return Err(not_available()) };
            let seed = play.key.thought(*seat, window.id.0.into());
            let asked = if bot { play.table.thinker(*seat, level) } else { play.table.adviser(*seat, level) };
            thinker = Some((asked, level, seed, play.table.view(Viewer::Seat(*seat))));
        }
        room.apply(entry, None)?;
        let open = before >= at && room.play.as_ref().is_some_and(|play| play.table.laid_open());
        if let Some((thinker, level, seed, view)) = thinker.take_if(|_| open) {
            return Ok(Decision { seat: *seat, level, did: did.clone(), view, seed, thinker });
        }
    }
    Err(not_available())
}
