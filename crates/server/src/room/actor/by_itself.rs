//! What happens by itself: time and bots.

use super::{Actor, Message, OnBehalf};
use crate::{
    entropy::{Purpose, random},
    log::{Seq, What},
    pool::Who,
    protocol::{Code, Command, Controller},
    room::{
        bots::{Bots, Pace, Planned},
        judge::Verdict,
        timers::Due,
    },
};
use catalog::Json;
use kernel::Turn;
use std::time::Duration;

impl Actor {
    pub(super) async fn time_is_up(&mut self, due: Due) {
        let now = self.shared.clock.now();
        let verdict = match due {
            Due::Expire(window) => self.room.judge_expiry(window, now),
            Due::HandOver(seat) => self.room.judge_hand_over(seat, false, now),
            Due::Free(seat) => self.room.leave(seat, now),
            Due::QuickStart => return self.quick_start().await,
            Due::Sealing => {
                let entropy = random(self.shared.entropy.as_ref(), Purpose::DealSecret);
                self.room.judge_late(entropy).map(Verdict::from)
            }
            Due::Close => Ok(self.room.closed("abandoned", now)),
        };
        match verdict {
            Ok(verdict) => self.commit_or_complain(verdict).await,
            Err(fault) => {
                // The rules refuse what the clock says: a fault of ours. The room must not spin on it.
                tracing::error!(room = %self.room.id, code = fault.code, ?due, "the clock was refused");
                let verdict = self.room.closed("internal", now);
                self.commit_or_complain(verdict).await;
            }
        }
    }

    /// Ten seconds after the first person sat down at a public table: bots on the free seats, and off we go.
    pub(super) async fn quick_start(&mut self) {
        self.timers.quick_start = None;
        let host = self.room.host.clone();
        let fill = Command::Fill { seats: self.room.agreed.usual };
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

    /// A bot is given what its chair is given: the seat's recall.
    pub(super) async fn ask_bot(&mut self, planned: Planned) {
        self.bots.take(planned);
        if let Some(lesson) = &self.room.lesson {
            let scripted = lesson.scripted(planned.seat);
            return match scripted {
                Some(action) => self.bot_chose(planned, self.room.seq, Some(action)).await,
                None => {
                    self.bots.answered(planned);
                    self.plan_bots();
                }
            };
        }
        let Some(play) = self.room.playing() else { return };
        let thinker = play.table.thinker(planned.seat, planned.level);
        let seed = play.key.thought(planned.seat, planned.window.0.into());
        let who = Who { room: self.room.id, seat: planned.seat, level: planned.level };
        let formed_on = self.room.seq;
        let began = self.timers.began();
        let lasts = match (play.table.turn(), self.shared.pace) {
            (Turn::Seats { window, .. }, Pace::Human) => window.lasts.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        let clock = self.shared.clock.clone();
        let inbox = self.inbox.clone();
        self.shared.pool.choose(thinker, seed, who, move |answer| async move {
            // Some things are said late in a window, whenever they were thought.
            let not_before = answer.as_ref().map_or(0.0, |answer| answer.not_before);
            clock.sleep_until(began + lasts.mul_f32(not_before).as_millis() as u64).await;
            let action = answer.and_then(|answer| answer.action);
            if let Some(inbox) = inbox.upgrade() {
                // A room that is gone needs no answer.
                let _ = inbox.send(Message::Chosen(planned, formed_on, action)).await;
            }
        });
    }

    pub(super) async fn bot_chose(&mut self, planned: Planned, formed_on: Seq, action: Option<Json>) {
        self.bots.answered(planned);
        let plays = self.room.occupant(planned.seat).is_some_and(|o| o.controller == Controller::Bot);
        if !plays || !self.leads || !Bots::is_open(&self.room, planned) || self.room.is_frozen() {
            return self.plan_bots();
        }
        let now = self.shared.clock.now();
        let verdict = match action {
            Some(action) => self.room.judge_action(planned.seat, self.room.seq, action, now),
            None if self.room.due().contains(planned.seat) => self.room.judge_expiry(planned.window, now),
            // It could have butted in, and did not.
            None => return,
        };
        match verdict {
            Ok(mut verdict) => {
                if let What::Played(played) = &mut verdict.what {
                    played.formed_on = Some(formed_on).filter(|formed_on| *formed_on != self.room.seq);
                }
                self.shared.metrics.input();
                self.bots.acted(planned);
                self.commit_or_complain(verdict).await;
            }
            Err(fault) => {
                tracing::error!(room = %self.room.id, code = fault.code, "a bot's choice was refused");
                self.plan_bots();
            }
        }
    }

    pub(super) fn plan_bots(&mut self) {
        if !self.leads {
            return;
        }
        let entropy = self.shared.entropy.clone();
        let now = self.shared.clock.now();
        let random = || u64::from_be_bytes(random(entropy.as_ref(), Purpose::BotPause));
        self.bots.observe(&self.room, now, self.shared.pace, random);
    }
}
