//! The one way in which a room changes.

use super::Actor;
use crate::{
    lock::lock,
    log::{AppendError, Entry, Sender, What},
    outbox::Outbox,
    protocol::{Code, RoomState, ServerMsg},
    throttle::throttled_error,
};
use catalog::Fault;
use room::{Applied, Verdict};

/// Why something was not done.
#[derive(Debug)]
pub(super) enum NotDone {
    /// Somebody on another node was quicker. The room has caught up with it: judge again.
    Conflict,
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

/// The number of conflicts in a row after which a message fails. In each of them another message got through.
pub(super) const MAX_CONFLICTS: usize = 50;

impl Actor {
    /// Commits an automatic input. After a conflict it is judged again.
    pub(super) async fn commit_or_log(&mut self, verdict: Verdict) {
        match self.commit(None, verdict).await {
            // After a conflict, timers and the choices of bots are looked at again.
            Ok(()) | Err(NotDone::Conflict) => {}
            Err(NotDone::Refused(fault)) => {
                throttled_error!(room = %self.room.id, code = fault.code, "an entry was not written");
            }
        }
    }

    /// Judges and commits; after a conflict, does both again.
    pub(super) async fn commit_with_retry(
        &mut self,
        judge: impl Fn(&Actor) -> Result<Vec<Verdict>, Fault> + Send,
    ) -> Result<(), Fault> {
        for _ in 0..MAX_CONFLICTS {
            let mut done = Ok(());
            for verdict in judge(self)? {
                done = self.commit(None, verdict).await;
                if done.is_err() {
                    break;
                }
            }
            match done {
                Ok(()) => return Ok(()),
                Err(NotDone::Conflict) => {}
                Err(NotDone::Refused(fault)) => return Err(fault),
            }
        }
        Err(Code::Internal.into())
    }

    pub(super) async fn commit(&mut self, by: Option<Sender>, verdict: Verdict) -> Result<(), NotDone> {
        self.commit_for(by, verdict, None).await
    }

    /// Closes a room that has as many entries as a room may have: one that goes on without end would fill the disk.
    async fn keep_within_length(&mut self, coming: &What) -> Result<(), NotDone> {
        if self.room.seq < self.shared.config.room_entries || matches!(coming, What::Closed { .. }) {
            return Ok(());
        }
        tracing::warn!(room = %self.room.id, entries = self.room.seq, "a room is closed because its log is too long");
        let end = self.room.closed("too long", self.shared.clock.now());
        Box::pin(self.commit_for(None, end, None)).await?;
        Err(Code::RoomNotFound.into())
    }

    /// Appends an entry, commits it and updates everybody. Nothing is shown that is not on disk.
    pub(super) async fn commit_for(
        &mut self,
        by: Option<Sender>,
        verdict: Verdict,
        answer: Option<(&Outbox, &str)>,
    ) -> Result<(), NotDone> {
        if self.room.state == RoomState::Closed {
            return Err(Code::RoomNotFound.into());
        }
        self.keep_within_length(&verdict.what).await?;
        let entry = Entry { at: self.shared.clock.now(), by, what: verdict.what };
        let index_update = verdict.index_update.map(|index_update| index_update.at(entry.at));
        let appended = self.shared.append(self.room.id, self.room.seq, &entry, index_update).await;
        match appended {
            Ok(_) => {}
            Err(AppendError::Conflict { .. }) => {
                self.shared.metrics.conflict();
                self.catch_up().await?;
                return Err(NotDone::Conflict);
            }
            Err(error) => {
                throttled_error!(room = %self.room.id, %error, "the log refused an entry");
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

    /// Updates everything here that depends on an entry, whichever node appended it.
    pub(super) fn settle(&mut self, entry: &Entry, applied: &Applied) {
        self.timers.observe(&self.room, entry.at);
        self.plan_bots(applied.table);
        if matches!(
            entry.what,
            What::Freed { .. }
                | What::HandedOver { left: true, .. }
                | What::Started { .. }
                | What::OptionsSet { .. }
        ) {
            self.remove_unseated(entry.by.as_ref().map(|by| by.player.as_str()));
        }
        self.broadcast(applied);
        if applied.room {
            let summary = self.room.summary();
            if let Some(replication) = self.replication.as_ref().filter(|_| self.leads) {
                replication.show(&self.room, summary.clone());
            }
            *lock(&self.summary) = summary;
        }
        if let What::Closed { reason } = &entry.what {
            // A client that has read of the end does not find the room any more.
            self.shared.forget(&self.room);
            let farewell = self.room.farewell(reason);
            for connection in self.connections.drain(..) {
                connection.outbox.send(&farewell);
                connection.outbox.close();
            }
        }
    }

    /// A ceremony goes on as soon as everybody has answered, and restarts automatically where a deal was discarded.
    pub(super) async fn go_on_with_ceremony(&mut self) {
        while self.leads {
            let next = self.room.judge_ceremony(&self.shared.server_key, || self.means(None));
            let Some(verdict) = next else { return };
            let begun = match verdict {
                Ok(verdict) => self.commit(None, verdict).await,
                Err(fault) => Err(fault.into()),
            };
            match begun {
                Ok(()) | Err(NotDone::Conflict) => {}
                Err(NotDone::Refused(fault)) => {
                    throttled_error!(room = %self.room.id, code = fault.code, "a game could not begin");
                    return;
                }
            }
        }
    }
}
