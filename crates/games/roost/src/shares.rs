//! What several players get from one power: eggs they lay, cards they draw (rules, 9.5).

use crate::{
    Event, GiveTask, Nest, Position, ShareTask, State, Task,
    flow::Step,
    row,
    supply::{self, Top},
};
use kernel::{Events, Seat, SeatSet};

/// Everybody lays, beginning with the owner of the power.
pub(crate) fn share(state: &mut State, owner: Seat, at: Position, nest: Nest, each: u8) {
    let rest = state.open.in_play.without(owner);
    state.open.tasks.push(Task::Share(ShareTask { owner, at, nest, each, seat: owner, left: each, rest }));
}

/// These seats draw, beginning with `from` or the first one after it.
pub(crate) fn give(state: &mut State, from: Seat, seats: SeatSet, each: u8) {
    let Some(seat) = state.open.seats_from(from).find(|&seat| seats.contains(seat)) else { return };
    state.open.tasks.push(Task::Give(GiveTask { each, seat, left: each, rest: seats.without(seat) }));
}

/// Whether a seat has a bird with such a nest and room for an egg.
pub(crate) fn can_lay(state: &State, seat: Seat, nest: Nest) -> bool {
    let mut birds = state.mat(seat).birds();
    birds.any(|(at, perch)| state.bird(perch.card).nest.is(nest) && state.room(seat, at) > 0)
}

/// Everybody lays: that task is on top.
pub(crate) fn step_share(state: &mut State) -> Step {
    let Some(Task::Share(task)) = state.open.tasks.last() else { return Step::Wait };
    if task.left > 0 && state.open.in_play.contains(task.seat) && can_lay(state, task.seat, task.nest) {
        return Step::Wait;
    }
    let next = state.open.seats_from(task.seat).find(|&seat| task.rest.contains(seat));
    match (next, state.open.tasks.last_mut()) {
        (Some(next), Some(Task::Share(task))) => {
            task.seat = next;
            task.left = task.each;
            task.rest.remove(next);
        }
        _ => {
            state.open.tasks.pop();
        }
    }
    Step::On
}

/// One of them lays an egg.
pub(crate) fn lay(state: &mut State, seat: Seat, at: Position, events: &mut Events<Event>) {
    if let Some(Task::Share(task)) = state.open.tasks.last_mut() {
        task.left -= 1;
    }
    row::lay(state, seat, at, events);
}

/// Somebody else's eggs are declined.
pub(crate) fn decline(state: &mut State) {
    if let Some(Task::Share(task)) = state.open.tasks.last_mut() {
        task.left = 0;
    }
}

/// Several draw: that task is on top.
pub(crate) fn step_give(state: &mut State, events: &mut Events<Event>) -> Step {
    let Some(Task::Give(task)) = state.open.tasks.last() else { return Step::Wait };
    let (seat, left, rest) = (task.seat, task.left, task.rest);
    if left > 0 && state.open.in_play.contains(seat) {
        match supply::take_top(state, events) {
            Top::Shuffle => {}
            Top::Card(card) => {
                if let Some(Task::Give(task)) = state.open.tasks.last_mut() {
                    task.left -= 1;
                }
                supply::into_hand(state, seat, card, events);
            }
            Top::None => {
                state.open.tasks.pop();
            }
        }
        return Step::On;
    }
    let next = state.open.seats_from(seat).find(|&seat| rest.contains(seat));
    match (next, state.open.tasks.last_mut()) {
        (Some(next), Some(Task::Give(task))) => {
            task.seat = next;
            task.left = task.each;
            task.rest.remove(next);
        }
        _ => {
            state.open.tasks.pop();
        }
    }
    Step::On
}
