//! Players against each other on the same deals.
//!
//! The arena deals for itself: no state in here belongs to a game that people play, and no room can hand it
//! one. That is why players may be seated here who look at cards they may not see, to find out what such a
//! look is worth.

mod contest;
mod player;

pub use player::{Outsider, Player, Question};

pub(crate) use contest::Contest;
pub(crate) use player::names;

use crate::Fault;
use kernel::{Seat, SeatMap};
use std::time::Duration;

/// Deals on which two players are compared.
pub trait AnyArena: Send + Sync {
    /// Plays deal number `deal` once for every seating, so that each player gets every side of it.
    fn play(&self, deal: u64, players: &mut [Player; 2]) -> Result<Dealt, Fault>;
}

/// How players are compared.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// Where deals and choices come from.
    pub seed: u64,
    /// Whether a deal is played at any score of a match.
    pub any_score: bool,
    /// Whether the first player has one side, and the second all others; otherwise they sit by turns.
    pub one_against_all: bool,
    /// Whether to keep what happened, for statistics.
    pub logs: bool,
    /// The time since some moment: the arena has no watch.
    pub clock: &'a (dyn Fn() -> Duration + Send + Sync),
}

impl std::fmt::Debug for Terms<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terms").field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// How a deal went.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// Its number.
    pub deal: u64,
    /// Once for every seating.
    pub plays: Vec<Play>,
}

/// One play of a deal.
#[derive(Clone, Debug)]
pub struct Play {
    /// The player in each seat: 0 for the first player, 1 for the second.
    pub seating: SeatMap<usize>,
    /// What each seat got, in the points that people count.
    pub points: SeatMap<f32>,
    /// How long each decision took, by player.
    pub thought: [Vec<Duration>; 2],
    /// What happened, if it was to be kept.
    pub log: Option<serde_json::Value>,
}

impl Play {
    /// What a seat of that player got on average.
    pub fn mean(&self, player: usize) -> f64 {
        let seats: Vec<Seat> =
            self.seating.iter().filter(|(_, who)| **who == player).map(|(seat, _)| seat).collect();
        let sum: f64 = seats.iter().map(|seat| f64::from(self.points[*seat])).sum();
        sum / seats.len().max(1) as f64
    }
}

impl Dealt {
    /// What the first player got more than the second, over all seatings.
    pub fn difference(&self) -> f64 {
        self.mean(0) - self.mean(1)
    }
    /// What a seat of that player got on average.
    pub fn mean(&self, player: usize) -> f64 {
        self.plays.iter().map(|play| play.mean(player)).sum::<f64>() / self.plays.len().max(1) as f64
    }
}
