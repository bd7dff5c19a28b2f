//! When bots move. What they move is decided elsewhere, from their seat's view alone.

use super::{lesson::Lesson, state::Room};
use crate::protocol::Controller;
use kernel::{Seat, Turn, WindowId};

/// A bot's pause before a decision, in milliseconds. It is drawn without a look at any card.
const PAUSE: std::ops::Range<u64> = 800..2_000;

/// A bot that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) seat: Seat,
    pub(crate) window: WindowId,
    /// When it is to act.
    pub(crate) at: u64,
}

/// The bots that are to act, and when.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bots(Vec<Planned>);

impl Bots {
    /// Looks at the room after every entry: plans of a decision that is over are dropped, new ones are made.
    pub(crate) fn observe(&mut self, room: &Room, now: u64, pace: Pace, mut random: impl FnMut() -> u64) {
        let turn = room.playing().filter(|_| !room.is_frozen()).map(|play| play.table.turn());
        let Some(Turn::Seats { must, window, .. }) = turn else { return self.0.clear() };
        let acts = |seat: Seat| {
            must.contains(seat)
                && room.occupant(seat).is_some_and(|occupant| occupant.controller == Controller::Bot)
                && room.lesson.as_ref().is_none_or(|lesson| lesson.moves(seat))
        };
        self.0.retain(|planned| planned.window == window.id && acts(planned.seat));
        for seat in must.iter().filter(|seat| acts(*seat)) {
            if !self.0.iter().any(|planned| planned.seat == seat) {
                let pause = match pace {
                    Pace::Human if room.lesson.is_some() => Lesson::pause(random()),
                    Pace::Human => PAUSE.start + random() % (PAUSE.end - PAUSE.start),
                    Pace::AtOnce => 0,
                };
                self.0.push(Planned { seat, window: window.id, at: now + pause });
            }
        }
    }
    /// The next to act.
    pub(crate) fn next(&self) -> Option<Planned> {
        self.0.iter().min_by_key(|planned| planned.at).copied()
    }
    /// It acts now.
    pub(crate) fn take(&mut self, planned: Planned) {
        self.0.retain(|other| *other != planned);
    }
}

/// How fast bots act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Like people.
    #[default]
    Human,
    /// As fast as they can, for measurements.
    AtOnce,
}
