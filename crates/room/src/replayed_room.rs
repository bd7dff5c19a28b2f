//! A room replayed from its log, with what each viewer was due after each entry. For checking what was shown.

use crate::{
    entry::{Entry, RoomId, Seq},
    protocol::{RoomState, Update},
    state::{Applied, Room},
    timers::Timers,
};
use catalog::{Fault, Json};
use kernel::{Hex32, Viewer};
use std::fmt;

/// A room after some of its entries.
pub struct ReplayedRoom {
    room: Room,
    applied: Applied,
    server: Hex32,
}

impl fmt::Debug for ReplayedRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplayedRoom").field("code", &self.room.code).field("seq", &self.room.seq).finish()
    }
}

impl ReplayedRoom {
    /// The room that its first entry opens.
    ///
    /// `server`: the public key that signs there.
    pub fn open(room: RoomId, first: &Entry, server: Hex32) -> Result<ReplayedRoom, Fault> {
        let applied = Applied { room: true, ..Applied::default() };
        Ok(ReplayedRoom { room: Room::open(room, first)?, applied, server })
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

    /// The viewer that a person is now; without a seat they are a spectator.
    pub fn viewer(&self, player: Option<&str>) -> Viewer {
        self.room.viewer(player)
    }

    /// The full update that a viewer who comes back is due now. It lacks what is not logged:
    /// spectators, and how much time is left.
    pub fn update(&self, viewer: Viewer) -> Update {
        let room = self.room.room_view(&self.server, Vec::new());
        let update = self.room.snapshot(viewer, room.as_ref(), &Timers::default(), 0);
        Update { remaining_ms: None, ..update }
    }

    /// Events of the last entry that others received and this viewer did not.
    pub fn kept_from(&self, viewer: Viewer) -> Vec<Json> {
        let Some(play) = self.room.play.as_ref().filter(|_| self.applied.table) else { return Vec::new() };
        let others = play.last().events.iter().filter(|event| !event.to.includes(viewer));
        others.map(|told| told.event.clone()).collect()
    }
}
