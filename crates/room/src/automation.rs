//! Inputs without a message: timeouts, bots, and the next step of a ceremony.

use crate::{
    bots::{Bots, Decided, Question},
    ceremony::{Ceremony, Means},
    judge::Verdict,
    protocol::Code,
    state::Room,
    timers::{Due, Timers},
};
use catalog::{Deliberation, Fault, proof::ServerKey};

/// What comes next by bots and by time, and when.
#[derive(Debug, Default)]
pub struct Schedule {
    /// The next bot to act.
    pub bot: Option<(u64, Decided)>,
    /// The next thing that time does.
    pub due: Option<(u64, Due)>,
}

impl Schedule {
    /// Looks at a room whose bots and timers have observed its last entry.
    pub fn of(room: &Room, bots: &Bots, timers: &Timers) -> Schedule {
        let due = timers.next(room);
        // Time does not run out before bots have done what they owe or have chosen to do.
        let hurry = due.filter(|(_, due)| matches!(due, Due::Expire(_)) && bots.has_open()).map(|(at, _)| at);
        let bot = bots.next().filter(|_| !room.is_frozen());
        let bot = bot.map(|decided| (hurry.map_or(decided.at, |at| decided.at.min(at)), decided));
        Schedule { bot, due: due.filter(|_| hurry.is_none()) }
    }
}

impl Room {
    /// The entry for something that is due. Quick play is not one entry but commands of the host.
    pub fn judge_due(&self, due: Due, server: &ServerKey, now: u64) -> Result<Verdict, Fault> {
        match due {
            Due::Expire(window) => self.judge_expiry(window, now),
            Due::HandOver(seat) => self.judge_hand_over(seat, false, now),
            Due::Free(seat) => self.leave(seat, now),
            Due::Ceremony => self.judge_round(server),
            Due::Close => Ok(self.closed("abandoned", now)),
            Due::QuickStart => Err(Code::NotAvailable.into()),
        }
    }

    /// The entry for a bot's decision.
    pub fn judge_bot(&self, decided: &Decided, now: u64) -> Result<Verdict, Fault> {
        let Decided { question, action, .. } = decided;
        let scripted = || self.lesson.as_ref().and_then(|lesson| lesson.scripted(question.seat));
        match action.clone().or_else(scripted) {
            Some(action) => self.judge_action(question.seat, self.seq, action, now),
            // Knowing less on purpose would hide a fault; the seat does what it would do if its time ran out.
            None => self.judge_expiry(question.basis.window, now),
        }
    }

    /// The next entry of a ceremony that everybody has answered, or of one that begins again because a deal was thrown away.
    pub fn judge_ceremony<'a>(
        &self,
        server: &ServerKey,
        means: impl FnOnce() -> Means<'a>,
    ) -> Option<Result<Verdict, Fault>> {
        if self.ceremony.as_ref().is_some_and(Ceremony::is_complete) {
            Some(self.judge_round(server))
        } else if self.reopens_without.is_some() {
            Some(self.judge_start(&means()))
        } else {
            None
        }
    }

    /// The seed of a bot's thought, while a game is under way.
    pub fn seed_of(&self, question: &Question) -> Option<u64> {
        let Question { seat, basis, .. } = question;
        Some(self.playing()?.keys.bot_seed(*seat, basis.window, basis.earlier))
    }

    /// A bot's question, from what its seat knows now. In a lesson nobody thinks.
    pub fn deliberation(&self, question: &Question) -> Option<Deliberation> {
        let play = self.playing().filter(|_| self.lesson.is_none())?;
        Some(Deliberation::new(play.table.as_ref(), question.seat, question.level))
    }
}
