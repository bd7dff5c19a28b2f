//! Bots and advisers think one at a time, when the caller has time for it.

use super::LocalRoom;
use crate::{
    advice::{Advised, Decision, decision, note_answer},
    bots::{Asked, Bots, Question},
    entry::Seq,
    protocol::{Advice, Code, Counted, Hint, MsgId, Why},
    trail::Trail,
};
use catalog::{Deliberation, Fault};
use kernel::Seat;

/// Something to be thought over.
#[derive(Debug)]
pub(super) enum Thought {
    /// A bot decides. Without a deliberation its seat's knowledge is found in the log.
    Bot(Question, Option<Deliberation>),
    /// The person wants advice.
    Hint { id: MsgId, version: Seq, deliberation: Deliberation, seed: u64 },
    /// The person wants reasons.
    Why { id: MsgId, seat: Seat, version: Seq, now: Seq },
}

impl Thought {
    /// Whether anybody still waits for it.
    pub(super) fn is_wanted(&self, bots: &Bots) -> bool {
        match self {
            Thought::Bot(question, _) => bots.awaits(*question),
            Thought::Hint { .. } | Thought::Why { .. } => true,
        }
    }
}

impl LocalRoom {
    /// Looks at the bots after an entry; `changed`: whether it has changed the table.
    pub(super) fn plan_bots(&mut self, now: u64, changed: bool) {
        for Asked { question, looks_back } in self.bots.observe(&self.room, now, self.device.pace, changed) {
            match self.room.deliberation(&question) {
                Some(_) if looks_back => self.thoughts.push_back(Thought::Bot(question, None)),
                Some(here) => self.thoughts.push_back(Thought::Bot(question, Some(here))),
                None => {}
            }
        }
    }

    /// Advises the person on `seat`, where the table gives hints.
    pub(super) fn hint(&mut self, seat: Seat, hint: Hint, id: &MsgId) -> Result<(), Fault> {
        let version = self.room.seq;
        match self.room.advise(seat, hint)? {
            Advised::Count(knowledge) => {
                let counted = knowledge.map(|knowledge| Counted { knowledge });
                let counted = counted.map_err(|fault| self.internal(fault))?;
                self.send(&note_answer(id, version, Ok(counted)));
            }
            Advised::Move { deliberation, seed } => {
                self.check_thinking()?;
                self.thoughts.push_front(Thought::Hint { id: id.clone(), version, deliberation, seed });
            }
        }
        Ok(())
    }

    /// Answers why something was done, where the cards of that deal are revealed by now.
    pub(super) fn why(&mut self, seat: Seat, version: Seq, id: &MsgId) -> Result<(), Fault> {
        self.room.check_why(version)?;
        self.check_thinking()?;
        self.thoughts.push_front(Thought::Why { id: id.clone(), seat, version, now: self.room.seq });
        Ok(())
    }

    /// One thought at a time for the person.
    fn check_thinking(&self) -> Result<(), Fault> {
        let busy = self.thoughts.iter().any(|thought| !matches!(thought, Thought::Bot(..)));
        if busy { Err(Code::RateLimited.into()) } else { Ok(()) }
    }

    pub(super) fn think(&mut self, thought: Thought) {
        match thought {
            Thought::Bot(question, deliberation) => {
                let answer = self.decide(question, deliberation);
                let answer = answer.map_err(|fault| self.out.faults.push(fault)).ok();
                let again = self.bots.answered(&self.room, &self.timers, self.device.pace, question, answer);
                self.thoughts.extend(again.map(|again| Thought::Bot(question, Some(again))));
            }
            Thought::Hint { id, version, deliberation, seed } => {
                let answer = deliberation.decide(seed, true).map_err(|fault| self.internal(fault));
                let advice =
                    |answer: catalog::Answer| Advice { action: answer.action, reasons: answer.reasons };
                self.send(&note_answer(&id, version, answer.map(advice)));
            }
            Thought::Why { id, seat, version, now } => {
                let found = decision(self.room.id, &self.entries, version, seat);
                let why = found.and_then(|decision| self.explain(decision));
                self.send(&note_answer(&id, now, why));
            }
        }
    }

    fn decide(
        &self,
        question: Question,
        deliberation: Option<Deliberation>,
    ) -> Result<catalog::Answer, Fault> {
        let seed = self.room.seed_of(&question).ok_or(Code::NotStarted)?;
        let deliberation = match deliberation {
            Some(deliberation) => deliberation,
            None => Trail::follow(self.room.id, &self.entries, question.seat, question.basis)?,
        };
        deliberation.decide(seed, false)
    }

    fn explain(&mut self, decision: Decision) -> Result<Why, Fault> {
        let (seed, (deliberation, why)) = (decision.seed, decision.into_question());
        let answer = deliberation.decide(seed, true).map_err(|fault| self.internal(fault))?;
        Ok(why(answer))
    }

    /// Reports a fault that should not happen. The page learns only that there was one.
    fn internal(&mut self, fault: Fault) -> Fault {
        self.out.faults.push(fault);
        Code::Internal.into()
    }
}
