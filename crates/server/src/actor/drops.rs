//! Lost connections: which of them are logged at once.

use crate::limits::{Allowance, Bucket};
use std::collections::HashMap;

/// Losses of a seat's connection that are logged at once.
const AT_ONCE: u32 = 5;
/// After how many milliseconds that is so once more.
const REFILL: u64 = 30_000;
/// Further losses are logged only when the connection stays away for this number of milliseconds.
const HELD: u64 = 10_000;

/// Debounces lost connections. Each that is noted is an entry, and so is each return: a client that reconnects in a loop
/// would fill the disk with them, and the others at the table would see a seat flicker.
#[derive(Debug, Default)]
pub(super) struct Drops {
    /// By public id, for those who were ever lost.
    seats: HashMap<String, Losses>,
}

#[derive(Debug)]
struct Losses {
    bucket: Bucket,
    /// When the current absence is to be logged.
    noted_at: Option<u64>,
}

impl Drops {
    /// Counts a lost connection. Returns whether it is to be logged at once.
    ///
    /// It is not if others on the same address have used up its returns: then a short absence needs no return.
    pub(super) fn lost(&mut self, player: &str, could_return: bool, now: u64) -> bool {
        let losses = self
            .seats
            .entry(player.to_owned())
            .or_insert_with(|| Losses { bucket: Bucket::every(REFILL, AT_ONCE, now), noted_at: None });
        let at_once = could_return && losses.bucket.take(now) == Allowance::Fine;
        losses.noted_at = (!at_once).then_some(now + HELD);
        at_once
    }

    /// Forgets an absence: the player is back, or the log knows.
    pub(super) fn settled(&mut self, player: &str) {
        if let Some(losses) = self.seats.get_mut(player) {
            losses.noted_at = None;
        }
    }

    /// When the next absence is to be logged.
    pub(super) fn next(&self) -> Option<u64> {
        self.seats.values().filter_map(|losses| losses.noted_at).min()
    }

    /// Takes out the players whose absence is to be logged now.
    pub(super) fn due(&mut self, now: u64) -> Vec<String> {
        let due = |losses: &Losses| losses.noted_at.is_some_and(|at| at <= now);
        let mut players = Vec::new();
        for (player, losses) in self.seats.iter_mut().filter(|(_, losses)| due(losses)) {
            losses.noted_at = None;
            players.push(player.clone());
        }
        players.sort_unstable();
        players
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_losses_are_noted_at_once_and_later_ones_when_they_last() {
        let mut drops = Drops::default();
        assert!((0..5).all(|_| drops.lost("ann", true, 0)));
        assert!(!drops.lost("ann", true, 0));
        assert!(drops.lost("bea", true, 0), "everybody has their own");
        assert!(!drops.lost("cal", false, 0), "the returns of the address are used up");
        drops.settled("cal");
        assert_eq!(drops.next(), Some(10_000));
        drops.settled("ann");
        assert_eq!((drops.next(), drops.due(60_000)), (None, Vec::new()), "a return is not an absence");
        assert!(!drops.lost("ann", true, 5_000));
        assert_eq!(drops.due(14_999), Vec::<String>::new());
        assert_eq!(drops.due(15_000), ["ann"]);
        assert_eq!(drops.due(15_000), Vec::<String>::new(), "once");
        assert!(drops.lost("ann", true, 30_000), "half a minute later there is one more");
        assert!(!drops.lost("ann", true, 30_001));
    }
}
