//! Powers on other players' turns (rules, 9.4).

use crate::{On, Position, Power, PowerTask, ReactTask, State, Task, Trigger, When, flow::Step, power_task};
use kernel::SeatSet;

/// The current seat did something: the others are asked, beginning with the next one.
pub(crate) fn begin(state: &mut State, to: Trigger) {
    let current = state.open.current;
    let others = state.open.in_play.without(current);
    if others == SeatSet::EMPTY || matches!(to, Trigger::Gain(foods) if foods.is_empty()) {
        return;
    }
    let seat = state.open.seat_after(current);
    state.open.tasks.push(Task::React(ReactTask { to, seat, looked: 0 }));
}

/// Looks at place after place, seat after seat.
pub(crate) fn step(state: &mut State) -> Step {
    let Some(Task::React(task)) = state.open.tasks.last() else { return Step::Wait };
    let (to, seat, looked) = (task.to, task.seat, task.looked);
    let mat = state.mat(seat);
    let fits = |at: &Position| {
        mat.get(*at).is_some_and(|perch| {
            let power = state.bird(perch.card).power.as_ref();
            !perch.spent && power.is_some_and(|power| answers(power, to))
        })
    };
    let in_play = state.open.in_play.contains(seat);
    let found = Position::all().enumerate().skip(usize::from(looked)).find(|(_, at)| in_play && fits(at));
    if let Some((number, at)) = found {
        if let Some(Task::React(task)) = state.open.tasks.last_mut() {
            task.looked = number as u8 + 1;
        }
        power_task::offer(state, PowerTask::new(seat, at));
        return Step::On;
    }
    let next = state.open.seat_after(seat);
    // Seats ascend from the one after the current seat, so the round ends when it is passed.
    let passed = {
        let (current, seats) = (state.open.current, state.open.seats);
        let distance = |seat: kernel::Seat| (seat.0 + seats - current.0 - 1) % seats;
        distance(next) <= distance(seat) || next == current
    };
    match state.open.tasks.last_mut() {
        Some(Task::React(task)) if !passed => {
            task.seat = next;
            task.looked = 0;
        }
        _ => {
            state.open.tasks.pop();
        }
    }
    Step::On
}

fn answers(power: &Power, to: Trigger) -> bool {
    let On::Between(when) = power.on else { return false };
    match (when, to) {
        (When::Lay, Trigger::Lay) | (When::Hunt, Trigger::Hunt) => true,
        (When::Gain { food }, Trigger::Gain(foods)) => foods.contains(food),
        (When::Play { habitat }, Trigger::Play(row)) => habitat == row,
        _ => false,
    }
}
