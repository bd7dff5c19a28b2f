//! The basis of a bot's decision, found in the log of its room.

use super::{
    bots::level,
    state::{Applied, Room},
};
use crate::{
    entry::{Entry, RoomId},
    protocol::Code,
};
use catalog::{Basis, Deliberation, Fault, Json};
use kernel::{Level, Seat, Viewer};

/// What a seat decides from, followed from entry to entry.
#[derive(Debug)]
pub struct Trail {
    seat: Seat,
    now: Option<Found>,
}

/// A decision that a bot on the seat would be thinking about.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) basis: Basis,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    /// What the seat saw then.
    pub(crate) view: Json,
    pub(crate) deliberation: Deliberation,
}

impl Trail {
    pub(crate) fn of(seat: Seat) -> Trail {
        Trail { seat, now: None }
    }

    /// Looks at the room after an entry.
    pub fn observe(&mut self, room: &Room, applied: &Applied) {
        let seat = self.seat;
        let Some((play, basis)) = room.playing().and_then(|play| Some((play, play.bases.of(seat)?))) else {
            self.now = None;
            return;
        };
        match &mut self.now {
            Some(found) if found.basis == basis => {
                if applied.table {
                    found.deliberation.goes_on(play.table.as_ref());
                }
            }
            _ => {
                let level = level(room, seat);
                self.now = Some(Found {
                    basis,
                    level,
                    seed: play.keys.bot_seed(seat, basis.window, basis.earlier),
                    view: play.table.view(Viewer::Seat(seat)),
                    deliberation: Deliberation::new(play.table.as_ref(), seat, level),
                });
            }
        }
    }

    /// What a bot on the seat decides from now.
    pub(crate) fn into_found(self) -> Option<Found> {
        self.now
    }

    /// What a bot on `seat` decides from, by the entries of its room, if it is still at `basis`.
    pub fn follow(room: RoomId, entries: &[Entry], seat: Seat, basis: Basis) -> Result<Deliberation, Fault> {
        let (first, rest) = entries.split_first().ok_or(Code::Internal)?;
        let (mut room, mut trail) = (Room::open(room, first)?, Trail::of(seat));
        for entry in rest {
            let applied = room.apply(entry, None)?;
            trail.observe(&room, &applied);
        }
        let found = trail.into_found().filter(|found| found.basis == basis);
        Ok(found.ok_or(Code::NotAvailable)?.deliberation)
    }
}
