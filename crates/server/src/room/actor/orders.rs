//! What connections send, and what they are answered.

use super::{
    Actor, ConnId, OnBehalf,
    commit::{NotDone, OVERTAKEN},
};
use crate::{
    cluster::Aside,
    entropy::{Purpose, random},
    limits::Allowance,
    log::Sender,
    outbox::Outbox,
    protocol::{Ask, ClientMsg, Code, Controller, Order, ServerMsg},
    room::{answers::Seen, names::PHRASES, seats::Occupant},
};
use catalog::{Fault, Json};
use kernel::Seat;

impl Actor {
    pub(super) async fn said(&mut self, id: ConnId, message: ClientMsg, body: u64) {
        let Some(connection) = self.connections.iter().find(|connection| connection.id == id) else { return };
        let outbox = connection.outbox.clone();
        let player = connection.player.clone();
        let order = match message {
            ClientMsg::Order(order) => order,
            ClientMsg::Say(phrase) => return self.say(player.as_deref(), &phrase, &outbox).await,
            ClientMsg::Show(what) => return self.show(id, &what, &outbox).await,
        };
        let message_id = order.id.clone();
        let mut answer = Ok(());
        // On another node something may have been shown that has not come here yet.
        if order.version > self.room.seq {
            answer = self.be_up_to_date().await.map_err(NotDone::Refused);
        }
        let mut left = OVERTAKEN;
        while answer.is_ok() {
            answer = match player.as_deref().and_then(|player| self.room.seat_of(player)) {
                None => Err(self.room.not_seated(&order.ask).into()),
                Some(seat) => match self.seen(seat, order.id.as_str(), body) {
                    Seen::Answered(answer) => return outbox.send(&answer),
                    Seen::Reused => Err(Code::IdReused.into()),
                    Seen::New => match self.order(seat, &order, body, &outbox).await {
                        Ok(()) => return,
                        Err(NotDone::Overtaken) if left > 0 => Ok(()),
                        Err(not_done) => Err(not_done),
                    },
                },
            };
            left = left.saturating_sub(1);
        }
        if let Err(not_done) = answer {
            let fault = match not_done {
                NotDone::Refused(fault) => fault,
                NotDone::Overtaken => Code::Internal.into(),
            };
            self.shared.metrics.refused(&fault.code);
            let refusal = ServerMsg::Err {
                id: Some(message_id.as_str().into()),
                code: fault.code.clone(),
                detail: fault.detail,
            };
            // An id that was used stands for its first message, and after a fault of ours it may be tried again.
            let kept = ![Code::IdReused.as_str(), Code::Internal.as_str()].contains(&fault.code.as_str());
            let seat = player.as_deref().and_then(|player| self.room.seat_of(player));
            if let Some(seat) = seat.filter(|_| kept) {
                self.room.keep_answer(seat, message_id.as_str(), body, refusal.clone());
            }
            outbox.send(&refusal);
        }
    }

    pub(super) fn seen(&self, seat: Seat, id: &str, body: u64) -> Seen {
        let human = self.room.occupant(seat).and_then(|occupant| occupant.as_human());
        human.map_or(Seen::New, |human| human.answers.look_up(id, body))
    }

    pub(super) async fn order(
        &mut self,
        seat: Seat,
        order: &Order,
        body: u64,
        outbox: &Outbox,
    ) -> Result<(), NotDone> {
        let now = self.shared.clock.now();
        let player = self.room.occupant(seat).and_then(|o| o.as_human()).map(|human| human.id.clone());
        let sender = Sender { player: player.ok_or(Code::NotSeated)?, id: order.id.as_str().into(), body };
        let verdicts = match &order.ask {
            Ask::Do(action) => {
                if self.room.occupant(seat).is_some_and(|o| o.controller == Controller::Bot) {
                    self.take_back(seat, order.version, action.clone()).await?;
                }
                vec![self.room.judge_action(seat, order.version, action.clone(), now)?]
            }
            Ask::Whether(action) => {
                self.room.judge_action(seat, order.version, action.clone(), now)?;
                let note = self.room.note(seat, action.clone());
                self.answer(seat, &sender, note, outbox);
                return Ok(());
            }
            Ask::Hint(hint) => return Ok(self.hint(seat, *hint, &order.id, outbox)?),
            Ask::Why(version) => return Ok(self.why(seat, *version, &order.id, outbox)?),
            Ask::Room(command) => {
                let entropy = random(self.shared.entropy.as_ref(), Purpose::DealSecret);
                let verdicts = self.room.judge_command(seat, command, entropy, &self.sealers(), now)?;
                if order.version > self.room.seq {
                    return Err(Code::Stale.into());
                }
                verdicts
            }
        };
        self.shared.metrics.input();
        let last = verdicts.len().saturating_sub(1);
        let id = sender.id.clone();
        let mut sender = Some(sender);
        for (index, verdict) in verdicts.into_iter().enumerate() {
            let by = if index == last { sender.take() } else { None };
            self.commit_for(by, verdict, Some((outbox, id.as_str())).filter(|_| index == last)).await?;
        }
        if let Some(sender) = sender {
            // Nothing was to be done, and it is done.
            self.answer(seat, &sender, None, outbox);
        }
        Ok(())
    }

    /// Says yes to something that changes nothing.
    pub(super) fn answer(&mut self, seat: Seat, sender: &Sender, note: Option<Json>, outbox: &Outbox) {
        let answer = ServerMsg::Ok { id: sender.id.clone(), version: self.room.seq, note };
        outbox.send(&answer);
        self.room.keep_answer(seat, &sender.id, sender.body, answer);
    }

    /// Somebody who is connected acts on a seat that was given to a bot for want of action: with an action that
    /// goes, it is theirs again.
    pub(super) async fn take_back(&mut self, seat: Seat, version: u64, action: Json) -> Result<(), NotDone> {
        let now = self.shared.clock.now();
        self.room.judge_action(seat, version, action, now)?;
        let human = self.room.occupant(seat).and_then(|occupant| occupant.as_human());
        let line = human.map(|human| self.line(&human.id)).ok_or(Code::NotSeated)?;
        let verdict = self.room.judge_connection(seat, line, now)?;
        self.commit(None, verdict).await
    }

    pub(super) async fn command(&mut self, wish: &OnBehalf) -> Result<(), Fault> {
        self.insist(|actor| {
            let seat = actor.room.seat_of(&wish.player).ok_or(Code::NotSeated)?;
            let entropy = random(actor.shared.entropy.as_ref(), Purpose::DealSecret);
            let mut sealers = actor.sealers();
            sealers.extend(wish.seals.then(|| wish.player.clone()));
            actor.room.judge_command(seat, &wish.command, entropy, &sealers, actor.shared.clock.now())
        })
        .await
    }

    /// Those whose browsers are there, through whichever node, and add to deals.
    fn sealers(&self) -> Vec<String> {
        let here = self.connections.iter().filter(|c| c.seals).filter_map(|c| c.player.clone());
        let people = self.room.seats.iter().filter_map(Occupant::as_human);
        let elsewhere = people.filter(|human| human.online && human.seals && human.node != self.me());
        here.chain(elsewhere.map(|human| human.id.clone())).collect()
    }

    /// One of the room's phrases, for everybody.
    pub(super) async fn say(&self, player: Option<&str>, phrase: &str, outbox: &Outbox) {
        let seat = player.and_then(|player| self.room.seat_of(player));
        match (seat, PHRASES.into_iter().find(|known| *known == phrase)) {
            (None, _) => refuse(outbox, Code::NotSeated.into()),
            (_, None) => refuse(outbox, Code::BadMessage.into()),
            (Some(seat), Some(phrase)) => {
                for connection in &self.connections {
                    connection.outbox.send(&ServerMsg::Said { seat: seat.0, phrase: phrase.into() });
                }
                self.say_elsewhere(Aside::Said { seat: seat.0, phrase: phrase.into() }).await;
            }
        }
    }

    /// A move in the making: the game says whether the others may see it. It is no fact, so it is on no log.
    pub(super) async fn show(&mut self, id: ConnId, what: &Json, outbox: &Outbox) {
        let now = self.shared.clock.now();
        let Some(connection) = self.connections.iter_mut().find(|connection| connection.id == id) else {
            return;
        };
        if connection.shows.take(now) != Allowance::Fine {
            return refuse(outbox, Code::RateLimited.into());
        }
        let Some(seat) = connection.player.as_deref().and_then(|player| self.room.seat_of(player)) else {
            return refuse(outbox, Code::NotSeated.into());
        };
        let Some(play) = self.room.playing() else { return refuse(outbox, Code::NotStarted.into()) };
        match play.table.remark(seat, what) {
            Err(fault) => refuse(outbox, fault),
            Ok(what) => {
                self.say_elsewhere(Aside::Shows { seat: seat.0, what: what.clone() }).await;
                let message = ServerMsg::Shows { seat: seat.0, what };
                for other in self.connections.iter().filter(|other| other.id != id && other.synced) {
                    other.outbox.send(&message);
                }
            }
        }
    }
}

/// To the sender alone, who gave it no id.
fn refuse(outbox: &Outbox, fault: Fault) {
    outbox.send(&ServerMsg::Err { id: None, code: fault.code, detail: fault.detail });
}
