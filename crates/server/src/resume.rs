//! Resumes rooms after a restart: every room that can be read, even if others cannot.

use crate::{
    actor::spawn,
    log::{AppendError, Entry, RESTORE, RoomId},
    protocol::{Code, RoomState},
    shared::{Place, Shared},
};
use catalog::Fault;
use futures_util::{StreamExt, stream};
use room::Room;
use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, atomic::Ordering},
    thread::available_parallelism,
};

impl Shared {
    /// Resumes everything that was open when the server stopped. Returns the number of rooms.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, AppendError> {
        self.prepare_history().await?;
        if self.cluster.is_some() {
            // Other nodes have them; what nobody has is seen to in time.
            return Ok(0);
        }
        let open = self.log.open_rooms().await.map_err(|error| match error {
            AppendError::Unreadable(error) => AppendError::Unreadable(format!("{error}; {RESTORE}")),
            error => error,
        })?;
        // Some more than there are cores: while one room is played again, the entries of the next are read.
        let at_once = 2 * available_parallelism().map_or(1, NonZero::get);
        let mut rooms = stream::iter(open)
            .map(|(id, code)| async move { (id, code, self.replayed(id).await) })
            .buffered(at_once);
        let mut resumed = 0;
        while let Some((id, listed, room)) = rooms.next().await {
            match room {
                // It is the list that is wrong.
                Ok(room) if room.state == RoomState::Closed => {
                    tracing::error!(room = %id, "a closed room is listed as open; the list is damaged");
                }
                // The log is the room: its code is the one that people have, whatever the list of rooms says.
                Ok(room) => {
                    let code = room.code.clone();
                    if code != listed {
                        tracing::error!(room = %id, "the list of rooms has another code than the room; it is damaged");
                    }
                    let handle = spawn(room, self.clone(), None);
                    self.rooms().insert(code, Place::Room(id, handle));
                    resumed += 1;
                }
                // The host can put a moved deck back; until then clients read what is missing.
                Err(fault) if fault.code == Code::DeckMissing.as_str() => {
                    tracing::error!(room = %id, room_code = listed, "a room cannot continue: {}", fault.text);
                    self.put_aside(id, listed, fault);
                }
                // A room that cannot be resumed must not keep the others from resuming.
                Err(fault) => {
                    tracing::error!(room = %id, code = fault.code, "a room cannot be resumed and is set aside");
                    self.put_aside(id, listed, Code::NotAvailable.into());
                }
            }
        }
        drop(rooms);
        self.metrics.rooms(self.running());
        Ok(resumed)
    }

    /// Brings the history up to date. Lists of old games are not worth keeping people from their tables, unless other nodes
    /// have them whole.
    async fn prepare_history(&self) -> Result<(), AppendError> {
        let Some(history) = &self.history else { return Ok(()) };
        match history.prepare().await {
            Err(error) if self.cluster.is_none() => {
                tracing::error!(%error, "the history cannot be used and is not up to date; {RESTORE}");
                self.history_damaged.store(true, Ordering::Relaxed);
                Ok(())
            }
            prepared => prepared,
        }
    }

    /// Reads a room and plays it again.
    pub(crate) async fn replayed(&self, id: RoomId) -> Result<Room, Fault> {
        let entries = self.log.read(id, 0).await.map_err(|error| {
            tracing::error!(room = %id, %error, "a room cannot be read");
            Code::Internal.fault()
        })?;
        let played = tokio::task::spawn_blocking(move || replay(id, &entries)).await;
        played.unwrap_or_else(|_| Err(Code::Internal.into()))
    }
}

/// The room that a log says. A log that makes the program panic is one that it does not understand.
pub(crate) fn replay(id: RoomId, entries: &[Entry]) -> Result<Room, Fault> {
    catch_unwind(AssertUnwindSafe(|| apply_all(id, entries))).unwrap_or_else(|_| Err(Code::Internal.into()))
}

fn apply_all(id: RoomId, entries: &[Entry]) -> Result<Room, Fault> {
    let (first, rest) = entries.split_first().ok_or(Code::Internal)?;
    let mut room = Room::open(id, first)?;
    for entry in rest {
        room.apply(entry, None)?;
    }
    Ok(room)
}
