//! The timers of a room. Times are milliseconds of the clock the server was given.

use super::state::Room;
use crate::protocol::{Controller, RoomState};
use kernel::{Seat, Turn, WindowId};
use std::collections::BTreeMap;

/// A room closes after this time without people.
const DESERTED: u64 = 5 * 60 * 1000;
/// The same for a lesson, where nobody else waits.
const LESSON_DESERTED: u64 = 60 * 60 * 1000;
/// A room closes after this time without any activity.
const FORGOTTEN: u64 = 24 * 60 * 60 * 1000;
/// A seat that is past its grace is acted for so soon.
const PAST_GRACE: u64 = 2_000;
/// Quick play starts this long after the first person sat down.
const QUICK_START: u64 = 10_000;
/// The least time that a returning player has for a decision.
const WELCOME_BACK: u64 = 5_000;
/// How often a seat has that in one game. Somebody who comes and goes must not stop the clock.
const WELCOMES: u32 = 6;
/// A seat of a lobby whose owner does not connect is free again after this.
const UNUSED: u64 = 15_000;

/// The starting times that the log does not contain.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    /// The current decision and when it began.
    window: Option<(WindowId, u64)>,
    /// In a lesson: how far it is, and since when.
    beat: Option<(usize, u64)>,
    /// The decision does not run out before this.
    not_before: u64,
    /// The seats that were given more time after coming back.
    welcomes: Welcomes,
    /// When it has first looked at the room.
    first_look: u64,
    /// Since when nobody is there.
    deserted: Option<u64>,
    /// When quick play starts.
    pub quick_start: Option<u64>,
    /// Whether it has looked at the room before.
    knows: bool,
    /// Whether the room waits for its people without end.
    patient: bool,
}

/// The times that were given to those who came back.
#[derive(Clone, Debug, Default)]
struct Welcomes {
    /// The game, by its first entry.
    game: u64,
    window: Option<WindowId>,
    /// Those who had it in this window.
    seats: Vec<Seat>,
    /// How often each seat had it in this game.
    counts: BTreeMap<u8, u32>,
}

impl Welcomes {
    /// Whether a seat may have more time in this window; counts it if so.
    fn take(&mut self, game: u64, window: WindowId, seat: Seat) -> bool {
        if self.game != game {
            *self = Welcomes { game, ..Welcomes::default() };
        }
        if self.window != Some(window) {
            self.window = Some(window);
            self.seats.clear();
        }
        let count = self.counts.entry(seat.0).or_default();
        if self.seats.contains(&seat) || *count >= WELCOMES {
            return false;
        }
        self.seats.push(seat);
        *count += 1;
        true
    }
}

/// Something that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The time for the current decision is up.
    Expire(WindowId),
    /// An absent player's seat is given away.
    HandOver(Seat),
    /// An absent player's seat in a lobby is freed.
    Free(Seat),
    /// Quick play starts.
    QuickStart,
    /// Somebody is late in the ceremony before a deal.
    Ceremony,
    /// The room closes.
    Close,
}

impl Timers {
    /// For a room that stays open, with all its seats, however long its people are away.
    pub(crate) fn patient() -> Timers {
        Timers { patient: true, ..Timers::default() }
    }

    /// Looks at the room after every entry. `now`: the same clock as everywhere.
    pub fn observe(&mut self, room: &Room, now: u64) {
        if room.quick && !self.knows {
            self.quick_start = Some(room.opened_at + QUICK_START);
        }
        if !self.knows {
            self.first_look = now;
        }
        self.knows = true;
        let thawed = self.deserted.is_some() && !room.is_frozen();
        self.deserted = room.is_frozen().then(|| self.deserted.unwrap_or(now));
        let window = room.playing().and_then(|play| play.window);
        match (window, self.window) {
            (Some(id), Some((old, _))) if id == old && !thawed => {}
            // A new decision, or an old one that has its full time again after a frozen table.
            (Some(id), _) => {
                self.window = Some((id, now));
                self.not_before = 0;
            }
            (None, _) => self.window = None,
        }
        self.beat = room.lesson.as_ref().map(|lesson| match self.beat {
            Some((at, since)) if at == lesson.at() && !thawed => (at, since),
            _ => (lesson.at(), now),
        });
        if room.state != RoomState::Lobby || room.ceremony.is_some() {
            self.quick_start = None;
        }
    }

    /// The player on `seat` has come back: the current decision has at least a moment left, if it is theirs. Once for
    /// each decision, and some times in a game.
    pub fn welcome_back(&mut self, room: &Room, seat: Seat, now: u64) {
        let Some(play) = room.playing() else { return };
        let Turn::Seats { must, window, .. } = play.table.turn() else { return };
        if must.contains(seat) && self.welcomes.take(play.first, window.id, seat) {
            self.not_before = self.not_before.max(now + WELCOME_BACK);
        }
    }

    /// Another node, which runs the clock, says how much time is left: then so it is here too.
    pub fn set(&mut self, room: &Room, deadline: u64) {
        let here = self.deadline(room);
        if let (Some(here), Some((_, began))) = (here, &mut self.window) {
            *began = (*began + deadline).saturating_sub(here);
            self.not_before = self.not_before.min(deadline);
        }
        if self.deadline(room).is_some_and(|at| at < deadline) {
            self.not_before = deadline;
        }
    }

    /// The deadline of the current decision, if it has one.
    pub fn deadline(&self, room: &Room) -> Option<u64> {
        let (_, began) = self.window?;
        let play = room.playing()?;
        if room.is_frozen() {
            return None;
        }
        if let Some(lesson) = &room.lesson {
            let (_, since) = self.beat?;
            return lesson.lasts().map(|lasts| since + lasts);
        }
        let Turn::Seats { must, may, window } = play.table.turn() else { return None };
        let normal = window.lasts.map(|lasts| began + lasts.as_millis() as u64);
        let mut owing = must.iter();
        let alone = match (owing.next(), owing.next()) {
            (Some(seat), None) if may.is_empty() => room.occupant(seat),
            _ => None,
        };
        let Some(occupant) = alone.filter(|occupant| occupant.controller == Controller::Human) else {
            return normal.map(|at| at.max(self.not_before));
        };
        let grace = u64::from(room.settings.grace_seconds) * 1000;
        let at = if occupant.is_idle() {
            Some(began + PAST_GRACE)
        } else {
            match occupant.absent_since() {
                Some(since) if since + grace <= began => Some(began + PAST_GRACE),
                Some(since) => Some(normal.unwrap_or(0).max(since + grace)),
                None => normal,
            }
        };
        at.map(|at| at.max(self.not_before))
    }

    /// When the current decision began; 0 where there is none.
    pub fn began(&self) -> u64 {
        self.window.map_or(0, |(_, began)| began)
    }

    /// The time left for the current decision.
    pub fn remaining(&self, room: &Room, now: u64) -> Option<u32> {
        self.deadline(room).map(|at| u32::try_from(at.saturating_sub(now)).unwrap_or(u32::MAX))
    }

    /// The first thing that time will do, and when.
    pub fn next(&self, room: &Room) -> Option<(u64, Due)> {
        let expiry = self.window.zip(self.deadline(room)).map(|((id, _), at)| (at, Due::Expire(id)));
        let patience = if room.lesson.is_some() { LESSON_DESERTED } else { DESERTED };
        let deserted = self.deserted.map(|since| (since + patience, Due::Close));
        // Counted from the first look: a clock that has jumped while the server was stopped closes nothing at once.
        let forgotten = Some((room.active_at.max(self.first_look) + FORGOTTEN, Due::Close));
        let quick = self.quick_start.map(|at| (at, Due::QuickStart));
        let ceremony = room.ceremony.as_ref().map(|ceremony| (ceremony.deadline(), Due::Ceremony));
        let absent = room.seats.iter().enumerate().filter_map(|(seat, occupant)| {
            let is_host = occupant.as_human().is_some_and(|human| human.id == room.host);
            let waits = match room.state {
                RoomState::Lobby if occupant.is_unused() && !is_host => UNUSED,
                _ => u64::from(room.settings.handover_seconds) * 1000,
            };
            let at = occupant.absent_since()? + waits;
            let seat = Seat(seat as u8);
            match room.state {
                // A frozen table gives nothing away.
                RoomState::Playing => (!room.is_frozen()).then_some((at, Due::HandOver(seat))),
                // Nobody waits for a learner's seat.
                _ if room.lesson.is_some() => None,
                _ => Some((at, Due::Free(seat))),
            }
        });
        let leaves = absent.chain(deserted).chain(forgotten).filter(|_| !self.patient);
        leaves.chain([expiry, quick, ceremony].into_iter().flatten()).min_by_key(|(at, _)| *at)
    }
}
