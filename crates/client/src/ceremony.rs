use crate::{
    Shown,
    protocol::{Command, RoomView},
};
use catalog::proof::{hash_text, promise};
use kernel::{Hex32, Seat};
use std::collections::HashMap;

/// The part of a client that seals: it promises 32 random bytes to each deal, and reveals them once all promises are
/// frozen (`docs/fairness.md`).
#[derive(Debug, Default)]
pub struct Ceremony {
    /// By the hash of the opening that they were promised to.
    contributions: HashMap<[u8; 32], Contribution>,
}

#[derive(Debug)]
struct Contribution {
    bytes: Hex32,
    revealed: bool,
}

/// What a ceremony waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The promise of this seat of the coming game.
    Promise {
        /// The hash of the opening.
        opening: Hex32,
        /// The seat.
        seat: Seat,
    },
    /// The promised bytes.
    Reveal {
        /// The hash of the opening.
        opening: Hex32,
        /// The hash of the transcript.
        transcript: Hex32,
    },
}

impl Ceremony {
    /// Returns what the ceremony waits for from this client.
    pub fn due(&self, shown: &Shown) -> Option<Due> {
        let room = shown.room.as_ref()?;
        let (view, seat) = (room.opening.as_ref()?, coming_seat(room, shown.you?)?);
        let opening = hash_text(&view.opening);
        let promised = view.promised.contains(&seat.0);
        match &view.transcript {
            None if view.asked.contains(&seat.0) && !promised => Some(Due::Promise { opening, seat }),
            Some(transcript) if promised && !self.contributions.get(&opening.0)?.revealed => {
                Some(Due::Reveal { opening, transcript: hash_text(transcript) })
            }
            _ => None,
        }
    }

    /// Returns the command that does what is due. `random` gives the bytes of a new promise.
    pub fn take_part(&mut self, due: Due, random: impl FnOnce() -> [u8; 32]) -> Command {
        let (Due::Promise { opening, .. } | Due::Reveal { opening, .. }) = due;
        let fresh = || Contribution { bytes: Hex32(random()), revealed: false };
        let kept = self.contributions.entry(opening.0).or_insert_with(fresh);
        match due {
            Due::Promise { opening, seat } => {
                Command::Promise { opening, promise: promise(&opening, seat, &kept.bytes.0) }
            }
            Due::Reveal { transcript, .. } => {
                kept.revealed = true;
                Command::Reveal { transcript, bytes: kept.bytes }
            }
        }
    }
}

/// The seat that the player on seat `you` has in the coming game.
fn coming_seat(room: &RoomView, you: u8) -> Option<Seat> {
    let seats = &room.next.as_ref()?.seats;
    seats.iter().position(|seat| *seat == you).map(|place| Seat(place as u8))
}
