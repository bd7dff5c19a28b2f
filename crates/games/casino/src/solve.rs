//! The exact value of an ending in which nothing is hidden any more (Casino 14.4): two players in their last deal.

use crate::{Action, Casino, Event, Phase, State};
use alloc::vec::Vec;
use kernel::{Events, Search, Seat};

/// The best move of an ending and what it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The move.
    pub action: Action,
    /// Points of the seat to move less those of the other, if both go on as well as they can.
    pub margin: i32,
}

/// Solves the ending from `world`, a world of a bot's own making. `None` where it is no such ending, or where more
/// than `most` positions would have to be looked at.
pub fn solve(world: &State, most: u64) -> Option<Solution> {
    let open = &world.open;
    let two = open.seats == 2 && open.in_play.len() == 2;
    if !two || open.phase != Phase::Turn || open.deal != open.deals {
        return None;
    }
    let mut solver = Solver { left: most };
    let mut best: Option<Solution> = None;
    for action in solver.moves(world) {
        let floor = best.map_or(-LIMIT, |best| best.margin);
        let margin = solver.after(world, action, floor, LIMIT)?;
        if best.is_none_or(|best| margin > best.margin) {
            best = Some(Solution { action, margin });
        }
    }
    best
}

/// More than any game can bring.
const LIMIT: i32 = 1_000_000;

struct Solver {
    /// Positions that may still be looked at.
    left: u64,
}

impl Solver {
    /// Moves worth trying, the greedy ones first: the sooner a good one is found, the more can be cut off.
    fn moves(&self, state: &State) -> Vec<Action> {
        let seat = state.open.turn;
        let mut legal = Vec::new();
        state.list(seat, &mut legal);
        Casino::candidates(state, seat, &mut legal);
        legal.sort_by(|a, b| state.greed(seat, *b).total_cmp(&state.greed(seat, *a)));
        legal
    }

    /// The margin of the seat to move, exact between `floor` and `ceiling` and a bound outside of them.
    fn margin(&mut self, state: &State, mut floor: i32, ceiling: i32) -> Option<i32> {
        let mut best = -LIMIT;
        for action in self.moves(state) {
            best = best.max(self.after(state, action, floor, ceiling)?);
            floor = floor.max(best);
            if floor >= ceiling {
                break;
            }
        }
        Some(best)
    }

    /// The margin of the seat to move once it has made this move.
    fn after(&mut self, state: &State, action: Action, floor: i32, ceiling: i32) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let seat = state.open.turn;
        let mut next = state.clone();
        next.act(seat, action, &mut Events::<Event>::muted());
        if next.open.phase != Phase::Turn {
            return Some(counted(&next, seat));
        }
        if next.open.turn == seat {
            return self.margin(&next, floor, ceiling);
        }
        Some(-self.margin(&next, -ceiling, -floor)?)
    }
}

/// The margin of a game that was counted.
fn counted(state: &State, seat: Seat) -> i32 {
    let scores = state.open.tally.iter().flat_map(|tally| &tally.scores);
    scores
        .map(
            |score| {
                if score.seats.contains(seat) { i32::from(score.points) } else { -i32::from(score.points) }
            },
        )
        .sum()
}
