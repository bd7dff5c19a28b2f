//! When bots move. What they move is decided elsewhere, from their seat's view alone.

use super::{lesson::Lesson, seats::Owner, state::Room};
use crate::protocol::{Controller, lobby};
use kernel::{Level, Pause, Seat, SeatSet, Turn, Window, WindowId};
use std::time::Duration;

/// A bot that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) seat: Seat,
    pub(crate) window: WindowId,
    /// How well it plays.
    pub(crate) level: Level,
    /// Whether it owes a decision. Who may only butt in is asked once per window, and again after having done so.
    pub(crate) must: bool,
    /// When it is to act.
    pub(crate) at: u64,
}

/// The bots that are to act, and when.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bots {
    planned: Vec<Planned>,
    /// Who could have butted in on the present window and was asked.
    asked: SeatSet,
    /// Who is thinking about the present window: one thought at a time, whatever happens meanwhile.
    thinking: SeatSet,
    window: WindowId,
}

impl Bots {
    /// Looks at the room after every entry: plans of a decision that is over are dropped, new ones are made.
    pub(crate) fn observe(&mut self, room: &Room, now: u64, pace: Pace, mut random: impl FnMut() -> u64) {
        let play = room.playing().filter(|_| !room.is_frozen());
        let turn = play.map(|play| play.table.turn());
        let (Some(play), Some(Turn::Seats { must, may, window })) = (play, turn) else {
            return self.planned.clear();
        };
        if self.window != window.id {
            *self = Bots { window: window.id, ..Bots::default() };
        }
        let may = may - must - self.asked;
        let acts = |seat: Seat| {
            (must | may).contains(seat)
                && room.occupant(seat).is_some_and(|occupant| occupant.controller == Controller::Bot)
                && room.lesson.as_ref().is_none_or(|lesson| lesson.moves(seat))
        };
        self.planned.retain(|planned| acts(planned.seat));
        for seat in (must | may).iter().filter(|seat| acts(*seat)) {
            if self.thinking.contains(seat) || self.planned.iter().any(|planned| planned.seat == seat) {
                continue;
            }
            let level = level(room, seat);
            let pause = match pace {
                Pace::Human if room.lesson.is_some() => Lesson::pause(random()),
                Pace::Human => pause(play.table.pause(level), window, random()),
                Pace::AtOnce => 0,
            };
            let must = must.contains(seat);
            self.planned.push(Planned { seat, window: window.id, level, must, at: now + pause });
        }
    }
    /// The next to act.
    pub(crate) fn next(&self) -> Option<Planned> {
        self.planned.iter().min_by_key(|planned| planned.at).copied()
    }
    /// It acts now.
    pub(crate) fn take(&mut self, planned: Planned) {
        self.planned.retain(|other| *other != planned);
        if planned.window != self.window {
            return;
        }
        self.thinking.insert(planned.seat);
        if !planned.must {
            self.asked.insert(planned.seat);
        }
    }
    /// It has decided.
    pub(crate) fn answered(&mut self, planned: Planned) {
        if planned.window == self.window {
            self.thinking.remove(planned.seat);
        }
    }
    /// It did something: whoever may butt in may do so again.
    pub(crate) fn acted(&mut self, planned: Planned) {
        if planned.window == self.window {
            self.asked.remove(planned.seat);
        }
    }
    /// Whether the decision that a bot was asked for is still open to it.
    pub(crate) fn is_open(room: &Room, planned: Planned) -> bool {
        match room.playing().map(|play| play.table.turn()) {
            Some(Turn::Seats { must, may, window }) => {
                window.id == planned.window && (must | may).contains(planned.seat)
            }
            _ => false,
        }
    }
}

/// How well a bot plays on `seat`: as the seat has it, or the room for the seat of somebody who is away.
pub(crate) fn level(room: &Room, seat: Seat) -> Level {
    let level = match room.occupant(seat).map(|occupant| &occupant.owner) {
        Some(Owner::Bot { level }) => *level,
        _ => room.settings.bot_level,
    };
    match level {
        lobby::Level::Easy => Level::Easy,
        lobby::Level::Medium => Level::Medium,
        lobby::Level::Hard => Level::Hard,
        lobby::Level::Expert => Level::Expert,
    }
}

/// A pause in milliseconds. It is drawn before anybody thinks and without a look at any card, so that it tells
/// nothing.
fn pause(pause: Pause, window: Window, random: u64) -> u64 {
    match pause {
        Pause::Millis { from, to } => u64::from(from) + random % (u64::from(to.saturating_sub(from)) + 1),
        Pause::Share { from, to, least } => {
            let drawn = (random >> 40) as f32 / (1u64 << 24) as f32;
            let share = (from + (to - from) * drawn).clamp(0.0, 1.0);
            (window.lasts.unwrap_or(Duration::ZERO).mul_f32(share).as_millis() as u64).max(least.into())
        }
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
