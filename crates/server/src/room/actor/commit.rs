//! The one way in which a room changes.

use super::{Actor, summary};
use crate::{
    entropy::hex,
    log::{AppendError, Entry, Sender, What},
    outbox::Outbox,
    protocol::{Code, RoomState, ServerMsg},
    room::{judge::Verdict, seal::Sealing, state::Applied},
};
use catalog::Fault;
use std::sync::PoisonError;

/// Why something was not done.
#[derive(Debug)]
pub(super) enum NotDone {
    /// Somebody on another node was quicker. The room has caught up with it: judge again.
    Overtaken,
    /// It cannot be.
    Refused(Fault),
}

impl From<Fault> for NotDone {
    fn from(fault: Fault) -> NotDone {
        NotDone::Refused(fault)
    }
}

impl From<Code> for NotDone {
    fn from(code: Code) -> NotDone {
        NotDone::Refused(code.into())
    }
}

/// So often in a row somebody may be overtaken. Each time somebody else got through, so it takes a lot to come to that.
pub(super) const OVERTAKEN: usize = 50;

impl Actor {
    /// What happens by itself: if others were quicker, it is seen to again.
    pub(super) async fn commit_or_complain(&mut self, verdict: Verdict) {
        match self.commit(None, verdict).await {
            Ok(()) => {}
            // Time is looked at again, and a bot thinks again: what it chose was meant for another moment.
            Err(NotDone::Overtaken) => self.plan_bots(),
            Err(NotDone::Refused(fault)) => {
                tracing::error!(room = %self.room.id, code = fault.code, "an entry was not written");
                // A bot whose choice was lost must choose again.
                self.plan_bots();
            }
        }
    }

    /// Judges and commits, and both again while others are quicker.
    pub(super) async fn insist(
        &mut self,
        judge: impl Fn(&Actor) -> Result<Vec<Verdict>, Fault> + Send,
    ) -> Result<(), Fault> {
        for _ in 0..OVERTAKEN {
            let mut done = Ok(());
            for verdict in judge(self)? {
                done = self.commit(None, verdict).await;
                if done.is_err() {
                    break;
                }
            }
            match done {
                Ok(()) => return Ok(()),
                Err(NotDone::Overtaken) => {}
                Err(NotDone::Refused(fault)) => return Err(fault),
            }
        }
        Err(Code::Internal.into())
    }

    pub(super) async fn commit(&mut self, by: Option<Sender>, verdict: Verdict) -> Result<(), NotDone> {
        self.commit_for(by, verdict, None).await
    }

    /// Append, commit, tell. Nothing is shown that is not on disk.
    pub(super) async fn commit_for(
        &mut self,
        by: Option<Sender>,
        verdict: Verdict,
        answer: Option<(&Outbox, &str)>,
    ) -> Result<(), NotDone> {
        if self.room.state == RoomState::Closed {
            return Err(Code::RoomNotFound.into());
        }
        let entry = Entry { at: self.shared.clock.now(), by, what: verdict.what };
        let mark = verdict.mark.map(|mark| mark.at(entry.at));
        let appended = self.shared.append(self.room.id, self.room.seq, &entry, mark).await;
        match appended {
            Ok(_) => {}
            Err(AppendError::Conflict { .. }) => {
                self.shared.metrics.overtaken();
                self.catch_up().await?;
                return Err(NotDone::Overtaken);
            }
            Err(error) => {
                tracing::error!(room = %self.room.id, %error, "the log refused an entry");
                self.hold();
                return Err(Code::Internal.into());
            }
        }
        let applied = self.room.apply(&entry, verdict.staged)?;
        if let Some((outbox, id)) = answer {
            outbox.send_with_next(&ServerMsg::Ok { id: id.into(), version: self.room.seq, note: None });
        }
        self.settle(&entry, &applied);
        Ok(())
    }

    /// What an entry that was applied means here, whoever appended it.
    pub(super) fn settle(&mut self, entry: &Entry, applied: &Applied) {
        self.timers.observe(&self.room, entry.at);
        self.plan_bots();
        if matches!(
            entry.what,
            What::Freed { .. }
                | What::HandedOver { left: true, .. }
                | What::Started { .. }
                | What::OptionsSet { .. }
        ) {
            self.show_out(entry.by.as_ref().map(|by| by.player.as_str()));
        }
        self.tell(applied);
        if applied.room {
            let summary = summary(&self.room);
            if let Some(elsewhere) = self.elsewhere.as_ref().filter(|_| self.leads) {
                elsewhere.show(&self.room, summary.clone());
            }
            *self.summary.lock().unwrap_or_else(PoisonError::into_inner) = summary;
        }
        if let What::Closed { reason } = &entry.what {
            // Nobody who was told of the end finds the room any more.
            self.shared.forget(&self.room);
            let seal = self.room.play.as_ref().and_then(|play| play.seal.as_ref());
            let secret = seal.map(|seal| hex(&seal.secret));
            for connection in self.connections.drain(..) {
                let (reason, secret) = (reason.clone(), secret.clone());
                connection.outbox.send(&ServerMsg::Closed { reason, secret });
                connection.outbox.close();
            }
        }
    }

    /// A ceremony whose last bytes are there leads to its game.
    pub(super) async fn begin_sealed(&mut self) {
        while self.leads && self.room.sealing.as_ref().is_some_and(Sealing::is_open) {
            let begun = match self.room.judge_sealed() {
                Ok(verdict) => self.commit(None, verdict).await,
                Err(fault) => Err(fault.into()),
            };
            match begun {
                Ok(()) | Err(NotDone::Overtaken) => {}
                Err(NotDone::Refused(fault)) => {
                    tracing::error!(room = %self.room.id, code = fault.code, "a game could not begin");
                    return;
                }
            }
        }
    }
}
