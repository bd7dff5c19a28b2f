//! Advice for people, and the reasons of those who have acted. Nothing here changes the room, so nothing is kept.

use super::{Actor, Connection};
use crate::{
    limits::{Held, limited},
    log::{RoomId, Seq},
    outbox::Outbox,
    pool::Thinker,
    protocol::{Advice, Code, Counted, Hint, MsgId, Why},
    shared::Shared,
    throttle::throttled_error,
};
use catalog::Fault;
use kernel::Seat;
use room::{ADVISER, Advised, Decision, decision, note_answer};
use std::{net::IpAddr, sync::Arc};

impl Actor {
    /// Advises the person on `seat`, where the table gives hints.
    pub(super) fn hint(&self, seat: Seat, hint: Hint, id: &MsgId, outbox: &Outbox) -> Result<(), Fault> {
        match self.room.advise(seat, hint)? {
            Advised::Count(knowledge) => {
                let knowledge = knowledge.map_err(|fault| {
                    tracing::error!(room = %self.room.id, code = fault.code, "a seat's counts do not add up");
                    Code::Internal.fault()
                })?;
                outbox.send(&note_answer(id, self.room.seq, Ok(Counted { knowledge })));
            }
            Advised::Move { deliberation, seed } => {
                let place = self.place_to_think(seat)?;
                let (version, id, to) = (self.room.seq, id.clone(), outbox.clone());
                let thinker = Thinker { room: self.room.id, seat, level: ADVISER };
                self.shared.pool.explain(deliberation, seed, thinker, place.address, move |answer| {
                    let note = answer.map(|answer| Advice { action: answer.action, reasons: answer.reasons });
                    to.send(&note_answer(&id, version, note));
                    drop(place);
                });
            }
        }
        Ok(())
    }

    /// Why was that done which led to `version`? Bots think from the log and a seed, so what they thought need not
    /// be kept: it is thought again, from what the seat knew then.
    pub(super) fn why(&self, seat: Seat, version: Seq, id: &MsgId, outbox: &Outbox) -> Result<(), Fault> {
        self.room.check_why(version)?;
        let place = self.place_to_think(seat)?;
        let (room, now) = (self.room.id, self.room.seq);
        let (shared, id, to) = (self.shared.clone(), id.clone(), outbox.clone());
        tokio::spawn(async move {
            let decision = match find_decision(&shared, room, version, seat).await {
                Ok(decision) => decision,
                Err(fault) => return to.send(&note_answer::<Why>(&id, now, Err(fault))),
            };
            let Decision { seat, level, seed, .. } = decision;
            let (deliberation, why) = decision.into_question();
            let thinker = Thinker { room, seat, level };
            shared.pool.explain(deliberation, seed, thinker, place.address, move |answer| {
                to.send(&note_answer(&id, now, answer.map(why)));
                drop(place);
            });
        });
        Ok(())
    }

    /// The right to have something thought over: one thing at a time for each person, and some that wait for each address.
    fn place_to_think(&self, seat: Seat) -> Result<PlaceToThink, Fault> {
        let human = self.room.occupant(seat).and_then(|occupant| occupant.as_human());
        let connection = human.and_then(|human| self.connections.iter().find(|c| c.is_of(&human.id)));
        let Connection { thinking, address, .. } = connection.ok_or(Code::NotSeated)?;
        if Arc::strong_count(thinking) > 1 {
            return Err(limited("one hint at a time", 1_000));
        }
        let held = self.shared.limits.may_think(*address)?;
        Ok(PlaceToThink { address: *address, _thinking: thinking.clone(), _held: held })
    }
}

/// Held while something is thought over for a person.
struct PlaceToThink {
    address: IpAddr,
    _thinking: Arc<()>,
    _held: Held,
}

/// Reads the log and plays it again, where that holds nobody up.
async fn find_decision(shared: &Shared, room: RoomId, version: Seq, asks: Seat) -> Result<Decision, Fault> {
    let turn = shared.records.turn().await?;
    let entries = shared.log.read(room, 0).await.map_err(|error| {
        throttled_error!(%room, %error, "the log could not be read");
        Code::Internal.fault()
    })?;
    let found = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        decision(room, &entries, version, asks)
    });
    found.await.unwrap_or_else(|_| Err(Code::Internal.into()))
}
