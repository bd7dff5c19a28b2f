//! What the page sends, and what it is answered.

use super::{Connected, LocalRoom, ONLINE};
use crate::{
    answers::Seen,
    bots::Bots,
    client_messages::Judged,
    entry::Sender,
    judge::Verdict,
    names::{PHRASES, clean_code},
    protocol::{ClientMsg, Code, Controller, Hello, Order, PROTOCOL, ServerMsg},
    state::Applied,
    timers::Timers,
};
use catalog::{Fault, Json};
use kernel::Seat;

impl LocalRoom {
    pub(super) fn hello(&mut self, text: &str, now: u64) -> Result<(), Fault> {
        let hello: Hello = serde_json::from_str(text).map_err(|error| Fault::unreadable(&error))?;
        let (Hello::Rejoin { protocol, code, .. } | Hello::Watch { protocol, code, .. }) = &hello;
        if *protocol != PROTOCOL {
            return Err(Code::BadMessage.fault().with("protocol", PROTOCOL));
        }
        if clean_code(code)? != self.room.code {
            return Err(Code::RoomNotFound.into());
        }
        let Hello::Rejoin { player_id, token, seals, .. } = hello else {
            return Err(Code::NotAvailable.into());
        };
        let seat = self.room.recognize(&player_id, &token)?;
        self.seals = seals;
        self.connected = Some(Connected { since: now, synced: false });
        self.send(&ServerMsg::Welcome { protocol: PROTOCOL, player_id: Some(player_id) });
        // Time and bots have stood still: decisions have their full time again, and pauses begin now.
        (self.timers, self.bots) = (Timers::patient(), Bots::default());
        self.thoughts.clear();
        self.timers.observe(&self.room, now);
        self.plan_bots(now, false);
        let occupant = self.room.occupant(seat).ok_or(Code::NotSeated)?;
        if !occupant.is_online() || occupant.controller == Controller::Bot {
            self.timers.welcome_back(&self.room, seat, now);
            let verdict = self.room.judge_connection(seat, ONLINE, now)?;
            self.commit(None, verdict, now, None)?;
        }
        self.connected = Some(Connected { since: now, synced: true });
        self.send_update(&Applied { room: true, table: true }, now);
        Ok(())
    }

    pub(super) fn on_message(&mut self, message: ClientMsg, body: u64, now: u64) {
        match message {
            ClientMsg::Order(order) => {
                if let Err(fault) = self.order(&order, body, now) {
                    let seat = self.seat();
                    let refusal = self.room.refuse(seat, order.id.as_str(), body, fault);
                    self.send(&refusal);
                }
            }
            ClientMsg::Say(phrase) => self.send_phrase(&phrase),
            ClientMsg::Ping(number) => self.send(&ServerMsg::Pong(number)),
            ClientMsg::Show(what) => {
                if let Err(fault) = self.preview(&what) {
                    self.send(&ServerMsg::refusal(fault));
                }
            }
        }
    }

    fn order(&mut self, order: &Order, body: u64, now: u64) -> Result<(), Fault> {
        let Some(seat) = self.seat() else { return Err(self.room.not_seated(&order.ask)) };
        match self.room.seen(seat, order.id.as_str(), body) {
            Seen::Answered(answer) => {
                self.send(&answer);
                return Ok(());
            }
            Seen::Reused => return Err(Code::IdReused.into()),
            Seen::New => {}
        }
        let sender = self.room.sender(seat, order, body)?;
        if let Some(verdict) = self.room.judge_return(seat, order, |_| ONLINE, now)? {
            self.commit(None, verdict, now, None)?;
        }
        match self.room.judge_order(seat, order, || self.means(), now)? {
            Judged::Change(verdicts) => self.change(seat, sender, verdicts, now),
            Judged::Note(note) => {
                let answer = self.room.accept(seat, &sender, note);
                self.send(&answer);
                Ok(())
            }
            Judged::Hint(hint) => self.hint(seat, hint, &order.id),
            Judged::Why(version) => self.why(seat, version, &order.id),
        }
    }

    fn change(&mut self, seat: Seat, sender: Sender, verdicts: Vec<Verdict>, now: u64) -> Result<(), Fault> {
        let last = verdicts.len().saturating_sub(1);
        let mut sender = Some(sender);
        for (index, verdict) in verdicts.into_iter().enumerate() {
            let by = if index == last { sender.take() } else { None };
            let id = by.as_ref().map(|by| by.id.clone());
            self.commit(by, verdict, now, id.as_deref())?;
        }
        if let Some(sender) = sender {
            let answer = self.room.accept(seat, &sender, None);
            self.send(&answer);
        }
        Ok(())
    }

    fn send_phrase(&mut self, phrase: &str) {
        match (self.seat(), PHRASES.into_iter().find(|known| *known == phrase)) {
            (None, _) => self.send(&ServerMsg::refusal(Code::NotSeated.into())),
            (_, None) => self.send(&ServerMsg::refusal(Code::BadMessage.into())),
            (Some(seat), Some(phrase)) => self.send(&ServerMsg::Said { seat: seat.0, phrase: phrase.into() }),
        }
    }

    /// A move preview. Nobody else can see it here, but it must be valid.
    fn preview(&mut self, what: &Json) -> Result<(), Fault> {
        let seat = self.seat().ok_or(Code::NotSeated)?;
        let play = self.room.playing().ok_or(Code::NotStarted)?;
        play.table.remark(seat, what).map(drop)
    }
}
