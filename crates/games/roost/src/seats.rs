//! A seat that is taken out of the game (rules, 12.4).

use crate::{Event, Reason, State, Task, flow, scoring};
use kernel::{Events, Seat, SeatStatus};

/// The occupant of a seat has changed. Only a removal concerns the rules.
pub(crate) fn status(state: &mut State, seat: Seat, status: SeatStatus, events: &mut Events<Event>) {
    if status == SeatStatus::Removed && state.open.in_play.contains(seat) {
        remove(state, seat, events);
    }
}

fn remove(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    let asked = crate::prompt::prompt(state).map(|prompt| prompt.seats);
    let alone = asked.is_some_and(|seats| seats.len() == 1 && seats.contains(seat));
    state.open.in_play.remove(seat);
    state.open.ready.remove(seat);
    state.open.turns[seat] = 0;
    state.choices[seat] = None;
    put_away_hand(state, seat);
    events.all(|| Event::SeatRemoved { seat });
    let began = state.open.seats;
    match state.open.in_play.len() {
        0 => return scoring::end(state, Reason::Abandoned, events),
        1 if began > 1 => return scoring::end(state, Reason::LastPlayer, events),
        _ => {}
    }
    let turn_runs = state.open.tasks.iter().any(|task| matches!(task, Task::EndTurn));
    let its_turn = turn_runs && state.open.current == seat;
    if its_turn {
        end_its_turn(state);
    } else {
        drop_its_reaction(state, seat);
    }
    // Questions to this seat alone are dropped. Where others are still choosing, they go on.
    if alone || its_turn {
        state.open.window.0 += 1;
    }
    flow::advance(state, events);
}

/// The hand leaves the game unseen; what everyone saw of it stays known.
fn put_away_hand(state: &mut State, seat: Seat) {
    let known = core::mem::take(&mut state.open.mats[seat].known);
    state.open.removed.extend(known);
    let hidden = core::mem::take(&mut state.hands[seat]);
    state.removed.extend(hidden);
    if state.open.current == seat && state.open.round > 0 {
        let announced = state.open.tasks.iter().filter_map(|task| match task {
            Task::Pay(pay) => Some(pay.card),
            _ => None,
        });
        state.open.removed.extend(announced);
    }
}

/// Everything of the turn but its end lapses.
fn end_its_turn(state: &mut State) {
    state.open.owed = 0;
    if let Some(end) = state.open.tasks.iter().position(|task| matches!(task, Task::EndTurn)) {
        state.open.tasks.truncate(end + 1);
    }
}

/// Its power on another player's turn lapses.
fn drop_its_reaction(state: &mut State, seat: Seat) {
    let its = |task: &Task<_>| matches!(task, Task::Power(task) if task.owner == seat);
    if let Some(first) = state.open.tasks.iter().position(its) {
        state.open.tasks.truncate(first);
    }
}
