//! A room told again from its log: what everybody was to be shown after each entry. For who checks what was shown.

use crate::{
    log::{Entry, RoomId, Seq},
    protocol::{RoomState, Update},
    room::{Applied, Room, Timers},
};
use catalog::{Fault, Json};
use kernel::Viewer;
use std::fmt;

/// A room after some of its entries.
pub struct Retold {
    room: Room,
    applied: Applied,
}

impl fmt::Debug for Retold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retold").field("code", &self.room.code).field("seq", &self.room.seq).finish()
    }
}

impl Retold {
    /// The room that its first entry opens.
    pub fn open(room: RoomId, first: &Entry) -> Result<Retold, Fault> {
        let applied = Applied { room: true, ..Applied::default() };
        Ok(Retold { room: Room::open(room, first)?, applied })
    }

    /// The next entry. An error means that it could not have happened.
    pub fn go_on(&mut self, entry: &Entry) -> Result<(), Fault> {
        self.applied = self.room.apply(entry, None)?;
        Ok(())
    }

    /// How many entries there were.
    pub fn seq(&self) -> Seq {
        self.room.seq
    }

    /// What the room does now.
    pub fn state(&self) -> RoomState {
        self.room.state
    }

    /// Whose eyes a player has now; who is no player looks on.
    pub fn viewer(&self, player: Option<&str>) -> Viewer {
        self.room.viewer(player)
    }

    /// Everything that a viewer may be shown now, and what they were told of the last entry. What is on no log is not in
    /// it: who looks on, and how much time is left.
    pub fn update(&self, viewer: Viewer) -> Update {
        let told = self.applied.told.clone();
        let everything = Applied { told, acted: self.applied.acted, room: true, table: true };
        let room = self.room.room_view(Vec::new());
        let update = self.room.update(viewer, &everything, room.as_ref(), &Timers::default(), 0);
        Update { remaining_ms: None, ..update }
    }

    /// What others were told of the last entry, and this viewer was not.
    pub fn kept_from(&self, viewer: Viewer) -> Vec<Json> {
        let others = self.applied.told.iter().filter(|told| !told.to.includes(viewer));
        others.map(|told| told.event.clone()).collect()
    }
}
