//! What connections send, and what they are answered.

use super::{
    Actor, ConnId, OnBehalf,
    commit::{MAX_CONFLICTS, NotDone},
};
use crate::{
    cluster::PeerMessage,
    limits::Allowance,
    outbox::Outbox,
    protocol::{Ask, ClientMsg, Code, Command, Order, ServerMsg},
};
use catalog::{Fault, Json};
use kernel::Seat;
use room::{Judged, Occupant, PHRASES, Seen};
use std::net::IpAddr;

impl Actor {
    pub(super) async fn on_client(&mut self, id: ConnId, message: ClientMsg, body: u64) {
        let Some(connection) = self.connections.iter().find(|connection| connection.id == id) else { return };
        let (outbox, address) = (connection.outbox.clone(), connection.address);
        let player = connection.player.clone();
        let order = match message {
            ClientMsg::Order(order) => order,
            ClientMsg::Say(phrase) => return self.send_phrase(player.as_deref(), &phrase, &outbox).await,
            ClientMsg::Show(what) => return self.preview(id, &what, &outbox).await,
            ClientMsg::Ping(number) => return outbox.send(&ServerMsg::Pong(number)),
        };
        let message_id = order.id.clone();
        let mut answer = Ok(());
        // On another node something may have been shown that has not come here yet.
        if order.version > self.room.seq {
            answer = self.be_up_to_date().await.map_err(NotDone::Refused);
        }
        let mut left = MAX_CONFLICTS;
        while answer.is_ok() {
            answer = match player.as_deref().and_then(|player| self.room.seat_of(player)) {
                None => Err(self.room.not_seated(&order.ask).into()),
                Some(seat) => match self.room.seen(seat, order.id.as_str(), body) {
                    Seen::Answered(answer) => return outbox.send(&answer),
                    Seen::Reused => Err(Code::IdReused.into()),
                    Seen::New => match self.order(seat, &order, body, (&outbox, address)).await {
                        Ok(()) => return,
                        Err(NotDone::Conflict) if left > 0 => Ok(()),
                        Err(not_done) => Err(not_done),
                    },
                },
            };
            left = left.saturating_sub(1);
        }
        if let Err(not_done) = answer {
            let fault = match not_done {
                NotDone::Refused(fault) => fault,
                NotDone::Conflict => Code::Internal.into(),
            };
            self.shared.metrics.refused(&fault.code);
            let seat = player.as_deref().and_then(|player| self.room.seat_of(player));
            let refusal = self.room.refuse(seat, message_id.as_str(), body, fault);
            outbox.send(&refusal);
        }
    }

    pub(super) async fn order(
        &mut self,
        seat: Seat,
        order: &Order,
        body: u64,
        (outbox, address): (&Outbox, IpAddr),
    ) -> Result<(), NotDone> {
        let now = self.shared.clock.now();
        if let Ask::Room(Command::Options { settings: Some(settings), .. }) = &order.ask {
            self.shared.config.may_be_public(settings.listed)?;
        }
        let sender = self.room.sender(seat, order, body)?;
        if let Some(verdict) = self.room.judge_return(seat, order, |player| self.line(player), now)? {
            self.commit(None, verdict).await?;
        }
        if let Ask::Room(command) = &order.ask
            && is_change(command)
        {
            self.shared.limits.may_change(self.room.id, address, now)?;
        }
        let verdicts = match self.room.judge_order(seat, order, || self.means(None), now)? {
            Judged::Change(verdicts) => verdicts,
            Judged::Note(note) => {
                outbox.send(&self.room.accept(seat, &sender, note));
                return Ok(());
            }
            Judged::Hint(hint) => return Ok(self.hint(seat, hint, &order.id, outbox)?),
            Judged::Why(version) => return Ok(self.why(seat, version, &order.id, outbox)?),
        };
        if !verdicts.is_empty() {
            self.shared.limits.may_write(address, now)?;
        }
        self.shared.metrics.input();
        let removed = match &order.ask {
            Ask::Room(Command::Remove { seat }) => self.room.occupant(*seat).and_then(Occupant::as_human),
            _ => None,
        };
        let removed = removed.map(|human| human.id.clone());
        let last = verdicts.len().saturating_sub(1);
        let id = sender.id.clone();
        let mut sender = Some(sender);
        for (index, verdict) in verdicts.into_iter().enumerate() {
            let by = if index == last { sender.take() } else { None };
            self.commit_for(by, verdict, Some((outbox, id.as_str())).filter(|_| index == last)).await?;
        }
        if let Some(player) = removed {
            self.keep_out(&player);
        }
        if let Some(sender) = sender {
            // Nothing was to be done, and it is done.
            outbox.send(&self.room.accept(seat, &sender, None));
        }
        Ok(())
    }

    pub(super) async fn command(&mut self, wish: &OnBehalf) -> Result<(), Fault> {
        self.commit_with_retry(|actor| {
            let seat = actor.room.seat_of(&wish.player).ok_or(Code::NotSeated)?;
            let means = actor.means(wish.seals.then_some(wish.player.as_str()));
            actor.room.judge_command(seat, &wish.command, &means, actor.shared.clock.now())
        })
        .await
    }

    /// Those whose browsers are there, through whichever node, and add to deals.
    pub(super) fn sealers(&self) -> Vec<String> {
        let here = self.connections.iter().filter(|c| c.seals).filter_map(|c| c.player.clone());
        let people = self.room.seats.iter().filter_map(Occupant::as_human);
        let replication = people.filter(|human| human.online && human.seals && human.node != self.me());
        here.chain(replication.map(|human| human.id.clone())).collect()
    }

    /// One of the room's phrases, for everybody.
    pub(super) async fn send_phrase(&self, player: Option<&str>, phrase: &str, outbox: &Outbox) {
        let seat = player.and_then(|player| self.room.seat_of(player));
        match (seat, PHRASES.into_iter().find(|known| *known == phrase)) {
            (None, _) => refuse(outbox, Code::NotSeated.into()),
            (_, None) => refuse(outbox, Code::BadMessage.into()),
            (Some(seat), Some(phrase)) => {
                for connection in &self.connections {
                    connection.outbox.send(&ServerMsg::Said { seat: seat.0, phrase: phrase.into() });
                }
                self.send_to_peers(PeerMessage::Said { seat: seat.0, phrase: phrase.into() }).await;
            }
        }
    }

    /// A move preview: the game says whether the others may see it. It is not logged.
    pub(super) async fn preview(&mut self, id: ConnId, what: &Json, outbox: &Outbox) {
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
                self.send_to_peers(PeerMessage::Shows { seat: seat.0, what: what.clone() }).await;
                let message = ServerMsg::Shows { seat: seat.0, what };
                for other in self.connections.iter().filter(|other| other.id != id && other.synced) {
                    other.outbox.send(&message);
                }
            }
        }
    }
}

/// Whether a command changes the table before a game, and could be sent without end.
fn is_change(command: &Command) -> bool {
    matches!(
        command,
        Command::Options { .. }
            | Command::AddBot { .. }
            | Command::Fill { .. }
            | Command::BotLevel { .. }
            | Command::Remove { .. }
            | Command::Move { .. }
            | Command::Reopen
    )
}

/// To the sender alone, who gave it no id.
fn refuse(outbox: &Outbox, fault: Fault) {
    outbox.send(&ServerMsg::refusal(fault));
}
