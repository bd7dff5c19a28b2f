//! Timers and bots.

use super::{Actor, Message, OnBehalf};
use crate::{
    pool::Thinker,
    protocol::{Code, Command},
    throttle::throttled_error,
};
use catalog::{Answer, Deliberation};
use room::{Asked, Decided, Due, Question, Trail};

impl Actor {
    pub(super) async fn time_is_up(&mut self, due: Due) {
        let now = self.shared.clock.now();
        if due == Due::QuickStart {
            return self.quick_start().await;
        }
        let verdict = self.room.judge_due(due, &self.shared.server_key, now);
        match verdict {
            Ok(verdict) => self.commit_or_log(verdict).await,
            Err(fault) => {
                // The rules refuse what the clock says, which is a bug. The room must not retry it without
                // end.
                throttled_error!(room = %self.room.id, code = fault.code, ?due, "the clock was refused");
                let verdict = self.room.closed("internal", now);
                self.commit_or_log(verdict).await;
            }
        }
    }

    /// Ten seconds after the first person sat down at a public table: bots take the free seats, and the game
    /// starts.
    pub(super) async fn quick_start(&mut self) {
        self.timers.quick_start = None;
        let host = self.room.host.clone();
        let fill = Command::Fill { seats: self.room.agreed.default_seats };
        for command in [fill, Command::Start] {
            let wish = OnBehalf { player: host.clone(), command, seals: false };
            if let Err(fault) = self.command(&wish).await {
                tracing::info!(room = %self.room.id, code = fault.code, "quick play did not start");
                if fault.code == Code::Internal.as_str() {
                    self.timers.quick_start = Some(self.shared.clock.now());
                }
            }
        }
    }

    /// Looks at the bots after an entry; `changed`: whether it has changed the table.
    pub(super) fn plan_bots(&mut self, changed: bool) {
        if !self.leads {
            return;
        }
        let now = self.shared.clock.now();
        let asked = self.bots.observe(&self.room, now, self.shared.pace, changed);
        for Asked { question, looks_back } in asked {
            match self.room.deliberation(&question) {
                Some(_) if looks_back => self.look_back(question),
                Some(deliberation) => self.think(question, deliberation),
                None => {}
            }
        }
    }

    /// A bot thinks from what its seat knew at its basis.
    pub(super) fn think(&self, question: Question, deliberation: Deliberation) {
        let Some(seed) = self.room.seed_of(&question) else { return };
        let Question { seat, level, .. } = question;
        let who = Thinker { room: self.room.id, seat, level };
        let inbox = self.inbox.clone();
        self.shared.pool.choose(deliberation, seed, who, move |answer| async move {
            if let Some(inbox) = inbox.upgrade() {
                // A room that is gone needs no answer.
                let _ = inbox.send(Message::Chosen(question, answer)).await;
            }
        });
    }

    /// The same, where the table has gone on since the basis: what the seat knew then is found in the log.
    fn look_back(&self, question: Question) {
        let (shared, id, inbox) = (self.shared.clone(), self.room.id, self.inbox.clone());
        tokio::spawn(async move {
            let entries = shared.log.read(id, 0).await.map_err(|error| error.to_string());
            let found = entries.and_then(|entries| {
                Trail::follow(id, &entries, question.seat, question.basis).map_err(|fault| fault.to_string())
            });
            let message = match found {
                Ok(deliberation) => Message::Traced(question, Box::new(deliberation)),
                Err(error) => {
                    let seat = question.seat;
                    throttled_error!(room = %id, %seat, error, "what a bot knew cannot be found in the log");
                    Message::Chosen(question, None)
                }
            };
            if let Some(inbox) = inbox.upgrade() {
                // A room that is gone needs no answer.
                let _ = inbox.send(message).await;
            }
        });
    }

    pub(super) fn bot_answered(&mut self, question: Question, answer: Option<Answer>) {
        let again = self.bots.answered(&self.room, &self.timers, self.shared.pace, question, answer);
        if let Some(deliberation) = again {
            self.think(question, deliberation);
        }
    }

    pub(super) async fn bot_acts(&mut self, decided: Decided) {
        let verdict = self.room.judge_bot(&decided, self.shared.clock.now());
        match verdict {
            Ok(verdict) => {
                self.shared.metrics.input();
                self.commit_or_log(verdict).await;
            }
            Err(fault) => {
                tracing::error!(room = %self.room.id, code = fault.code, "a bot's choice was refused");
                self.bots.give_up(decided.question);
            }
        }
    }
}
