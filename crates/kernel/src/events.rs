use crate::{Seat, SeatSet, Viewer};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The audience of an event: any set of seats, with or without the spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audience {
    /// The seats that hear it.
    pub seats: SeatSet,
    /// Whether spectators hear it.
    pub spectators: bool,
}

impl Audience {
    /// Everyone.
    pub const ALL: Audience = Audience { seats: SeatSet::ALL, spectators: true };

    /// These seats and nobody else.
    pub const fn seats(seats: SeatSet) -> Audience {
        Audience { seats, spectators: false }
    }
    /// One seat and nobody else.
    pub const fn only(seat: Seat) -> Audience {
        Audience::seats(SeatSet::only(seat))
    }
    /// Everyone who is not in this audience.
    pub fn others(self) -> Audience {
        Audience { seats: SeatSet::ALL - self.seats, spectators: !self.spectators }
    }
    /// Whether nobody at all is in it.
    pub const fn is_nobody(self) -> bool {
        self.seats.is_empty() && !self.spectators
    }
    /// Whether `viewer` is in it.
    pub const fn includes(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) | Viewer::Recall(seat) => self.seats.contains(seat),
            Viewer::Spectator => self.spectators,
        }
    }
}

/// An event and its audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed<E> {
    /// Its audience.
    pub to: Audience,
    /// The event.
    pub event: E,
}

/// Collects the events of a step with their audiences. In a playout it is muted, and no event is even made.
#[derive(Debug)]
pub struct Events<E> {
    recorded: Vec<Addressed<E>>,
    muted: bool,
}

impl<E> Events<E> {
    /// Keeps the events.
    pub const fn recording() -> Self {
        Events { recorded: Vec::new(), muted: false }
    }
    /// Drops every event, at no cost.
    pub const fn muted() -> Self {
        Events { recorded: Vec::new(), muted: true }
    }
    /// Sends an event to everyone.
    #[inline]
    pub fn all(&mut self, event: impl FnOnce() -> E) {
        self.send(Audience::ALL, event);
    }
    /// Sends an event to `to`.
    #[inline]
    pub fn send(&mut self, to: Audience, event: impl FnOnce() -> E) {
        if !self.muted && !to.is_nobody() {
            self.recorded.push(Addressed { to, event: event() });
        }
    }
    /// Sends `whole` to `to`, and `rest` to everyone else.
    #[inline]
    pub fn split(&mut self, to: Audience, whole: impl FnOnce() -> E, rest: impl FnOnce() -> E) {
        self.send(to, whole);
        self.send(to.others(), rest);
    }
    /// The events, in order.
    pub fn into_vec(self) -> Vec<Addressed<E>> {
        self.recorded
    }
}
