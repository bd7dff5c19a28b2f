//! The goals of the four rounds (rules, section 10).

use crate::{Event, GoalId, Scored, State};
use alloc::vec::Vec;
use kernel::{Events, Seat, SeatMap};

/// The goals by their ids.
pub(crate) fn ids(state: &State) -> Vec<GoalId> {
    state.goals.iter().map(|&goal| state.rules.deck.goals[usize::from(goal)].id.clone()).collect()
}

/// The goal of the current round is scored.
pub(crate) fn score(state: &mut State, events: &mut Events<Event>) {
    let round = state.open.round;
    let Some(scored) = standing(state, usize::from(round) - 1) else { return };
    events.all(|| Event::GoalScored { round, scored: scored.clone() });
    state.open.scored.push(scored);
}

/// What the goal of a round (from 0) would bring if the round ended now.
pub(crate) fn standing(state: &State, round: usize) -> Option<Scored> {
    let goal = &state.rules.deck.goals[usize::from(*state.goals.get(round)?)];
    let count = |seat: Seat| {
        let found = goal.count.on(state.mat(seat), state.hand_len(seat), |card| state.bird(card));
        // A removed seat's birds count nowhere.
        if state.open.in_play.contains(seat) { found.min(255) as u8 } else { 0 }
    };
    let counts = SeatMap::from_fn(state.open.seats, count);
    let board = &state.rules.deck.board;
    let points = if state.rules.counted {
        counts.map(|_, &count| count.min(board.goal_cap))
    } else {
        by_places(&counts, board.goal_majority[round])
    };
    Some(Scored { counts, points })
}

/// Roost 10.2: who is tied shares the places they fill, rounded down; who has nothing fills no place.
fn by_places(counts: &SeatMap<u8>, places: [u8; 3]) -> SeatMap<u8> {
    counts.map(|_, &count| {
        if count == 0 {
            return 0;
        }
        let better = counts.values().iter().filter(|&&other| other > count).count();
        let tied = counts.values().iter().filter(|&&other| other == count).count();
        let sum: u8 = places.iter().skip(better).take(tied).sum();
        sum / tied as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(counts: &[u8], places: [u8; 3]) -> Vec<u8> {
        by_places(&counts.to_vec().into(), places).values().to_vec()
    }

    #[test]
    fn b_78_two_first_places_share_first_and_second() {
        assert_eq!(points(&[3, 3, 1], [4, 1, 0]), [2, 2, 0]);
    }

    #[test]
    fn b_79_three_second_places_share_what_is_left() {
        assert_eq!(points(&[5, 2, 2, 2], [7, 4, 3]), [7, 2, 2, 2]);
    }

    #[test]
    fn b_80_nothing_fills_no_place() {
        assert_eq!(points(&[0, 2, 0], [4, 1, 0]), [0, 4, 0]);
        assert_eq!(points(&[4, 4, 2, 0], [5, 2, 1]), [3, 3, 1, 0]);
    }
}
