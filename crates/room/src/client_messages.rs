//! Judges the messages of players.

use crate::{
    ceremony::Means,
    entry::{Sender, Seq},
    judge::{ConnectionStatus, Verdict},
    protocol::{Ask, Code, Controller, Hint, Order, ServerMsg},
    seats::Occupant,
    state::Room,
};
use catalog::{Fault, Json};
use kernel::Seat;

/// What a message asks for, once it was judged.
#[derive(Debug)]
pub enum Judged {
    /// These entries, the last of them in the sender's name. With none, there was nothing to do.
    Change(Vec<Verdict>),
    /// Nothing changes; this is what the game has to say.
    Note(Option<Json>),
    /// Advice.
    Hint(Hint),
    /// The reasons behind the entry that led to this version.
    Why(Seq),
}

impl Room {
    /// Judges a message of the player on `seat`. `means` is called where a game may begin.
    pub fn judge_order<'a>(
        &self,
        seat: Seat,
        order: &Order,
        means: impl FnOnce() -> Means<'a>,
        now: u64,
    ) -> Result<Judged, Fault> {
        match &order.ask {
            Ask::Do(action) => {
                let verdict = self.judge_action(seat, order.version, action.clone(), now)?;
                Ok(Judged::Change(vec![verdict]))
            }
            Ask::Whether(action) => {
                self.judge_action(seat, order.version, action.clone(), now)?;
                Ok(Judged::Note(self.note(seat, action.clone())))
            }
            Ask::Hint(hint) => Ok(Judged::Hint(*hint)),
            Ask::Why(version) => Ok(Judged::Why(*version)),
            Ask::Room(command) => {
                let verdicts = self.judge_command(seat, command, &means(), now)?;
                if order.version > self.seq {
                    return Err(Code::Stale.into());
                }
                Ok(Judged::Change(verdicts))
            }
        }
    }

    /// Judges whether a connected person takes back a seat that was given to a bot: with an action that is accepted, it
    /// is theirs again. Returns nothing where there is nothing to take back.
    pub fn judge_return(
        &self,
        seat: Seat,
        order: &Order,
        line: impl FnOnce(&str) -> ConnectionStatus,
        now: u64,
    ) -> Result<Option<Verdict>, Fault> {
        let Ask::Do(action) = &order.ask else { return Ok(None) };
        let occupant = self.occupant(seat).filter(|occupant| occupant.controller == Controller::Bot);
        let Some(occupant) = occupant else { return Ok(None) };
        self.judge_action(seat, order.version, action.clone(), now)?;
        let human = occupant.as_human().ok_or(Code::NotSeated)?;
        self.judge_connection(seat, line(&human.id), now).map(Some)
    }

    /// The sender of a message, as the log names them.
    pub fn sender(&self, seat: Seat, order: &Order, body: u64) -> Result<Sender, Fault> {
        let human = self.occupant(seat).and_then(Occupant::as_human).ok_or(Code::NotSeated)?;
        Ok(Sender { player: human.id.clone(), id: order.id.as_str().into(), body })
    }

    /// Says yes to a message that changes nothing, and keeps the answer.
    pub fn accept(&mut self, seat: Seat, sender: &Sender, note: Option<Json>) -> ServerMsg {
        let answer = ServerMsg::Ok { id: sender.id.clone(), version: self.seq, note };
        self.keep_answer(seat, &sender.id, sender.body, answer.clone());
        answer
    }

    /// Refuses a message, and keeps the answer where the sender has a seat.
    pub fn refuse(&mut self, seat: Option<Seat>, id: &str, body: u64, fault: Fault) -> ServerMsg {
        // An id that was used stands for its first message, and after an internal error the message may be sent again.
        let kept = ![Code::IdReused.as_str(), Code::Internal.as_str()].contains(&fault.code.as_str());
        let refusal = ServerMsg::Err { id: Some(id.into()), code: fault.code, detail: fault.detail };
        if let Some(seat) = seat.filter(|_| kept) {
            self.keep_answer(seat, id, body, refusal.clone());
        }
        refusal
    }
}

impl ServerMsg {
    /// Refuses a message that has no id, or none that could be read.
    pub fn refusal(fault: Fault) -> ServerMsg {
        ServerMsg::Err { id: None, code: fault.code, detail: fault.detail }
    }

    /// Refuses a message that cannot be parsed, with its id where that can be read.
    pub fn unreadable(text: &str, fault: Fault) -> ServerMsg {
        #[derive(serde::Deserialize)]
        struct Id {
            id: String,
        }
        let id = serde_json::from_str::<Id>(text).ok().map(|message| message.id).filter(|id| id.len() <= 36);
        ServerMsg::Err { id, code: fault.code, detail: fault.detail }
    }
}
