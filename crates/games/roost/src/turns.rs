//! Turns and rounds (rules, section 5).

use crate::{Event, State, Task, flow::Step, goals, scoring};
use kernel::{Events, Seat, SeatSet};

/// How many rounds there are.
pub(crate) const ROUNDS: u8 = 4;

/// A round begins.
pub(crate) fn begin_round(state: &mut State, round: u8, events: &mut Events<Event>) {
    let open = &mut state.open;
    open.round = round;
    open.ready = SeatSet::EMPTY;
    let turns = state.rules.turns[usize::from(round) - 1];
    for (seat, left) in open.turns.iter_mut() {
        *left = if open.in_play.contains(seat) { turns } else { 0 };
    }
    let old = open.first.unwrap_or_default();
    // Roost 5.6: the first seat moves on after every round; in round 1 it is the one drawn, if still there.
    let first = if round > 1 || !open.in_play.contains(old) { open.seat_after(old) } else { old };
    open.first = Some(first);
    events.all(|| Event::RoundStarted { round, first });
    begin_turn(state, first, events);
}

fn begin_turn(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    let open = &mut state.open;
    open.current = seat;
    open.backed = false;
    open.owed = 0;
    // Roost 5.3: what was used between turns may be used again.
    open.mats[seat].birds_mut().for_each(|perch| perch.spent = false);
    open.tasks.extend([Task::EndTurn, Task::Turn]);
    events.all(|| Event::TurnStarted { seat });
}

/// The turn is over but for cards that are owed and holes in the tray.
pub(crate) fn end_turn(state: &mut State) -> Step {
    let seat = state.open.current;
    if state.open.owed > 0 && state.open.in_play.contains(seat) {
        if state.hand_len(seat) > 0 {
            return Step::Wait;
        }
        state.open.owed = 0;
    }
    state.open.tasks.pop();
    state.open.tasks.push(Task::NextTurn);
    if state.open.tray.iter().any(Option::is_none) {
        state.open.tasks.push(Task::FillTray);
    }
    state.open.turns[seat] = state.open.turns[seat].saturating_sub(1);
    Step::On
}

/// Passes the turn on; if nobody has one left, the round is scored.
pub(crate) fn next_turn(state: &mut State, events: &mut Events<Event>) -> Step {
    state.open.tasks.pop();
    let after = state.open.current.next(state.open.seats);
    let next = state.open.seats_from(after).find(|&seat| state.open.turns[seat] > 0);
    if let Some(next) = next {
        begin_turn(state, next, events);
        return Step::On;
    }
    goals::score(state, events);
    if state.open.round == ROUNDS {
        scoring::end(state, crate::Reason::Points, events);
        return Step::On;
    }
    state.open.tasks.push(Task::RoundScored);
    Step::On
}

/// Everybody has seen the goal, or nobody is given the time: new cards in the tray, and on.
pub(crate) fn round_scored(state: &mut State) -> Step {
    let skipped = state.rules.options.round_seconds == 0;
    let waits = !(state.open.in_play - state.open.ready).is_empty();
    if waits && !skipped {
        return Step::Wait;
    }
    let open = &mut state.open;
    open.tasks.pop();
    open.discards.extend(open.tray.iter_mut().filter_map(Option::take));
    open.tasks.extend([Task::NextRound, Task::FillTray]);
    Step::On
}

/// The tray is full again.
pub(crate) fn next_round(state: &mut State, events: &mut Events<Event>) -> Step {
    state.open.tasks.pop();
    begin_round(state, state.open.round + 1, events);
    Step::On
}

/// A seat is ready for the next round.
pub(crate) fn ready(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    state.open.ready.insert(seat);
    events.all(|| Event::Ready { seat });
}
