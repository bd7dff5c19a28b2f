//! Playing a bird (rules, section 6).

use crate::{
    CardId, Event, Foods, Habitat, On, PayTask, Perch, Position, PowerTask, State, Task, Trigger, power_task,
    reaction,
};
use alloc::vec::Vec;
use kernel::{Events, Seat};

/// The bird is shown to everyone. Nothing is paid yet.
pub(crate) fn announce(
    state: &mut State,
    seat: Seat,
    card: &CardId,
    row: Habitat,
    events: &mut Events<Event>,
) {
    let (Some(found), Some(owed)) = (state.find_in_hand(seat, card), state.egg_cost(seat, row)) else {
        return;
    };
    power_task::start(state, events);
    // The turn's choice is made; a power keeps its place below and goes on afterwards.
    if matches!(state.open.tasks.last(), Some(Task::Turn)) {
        state.open.tasks.pop();
    } else {
        power_task::one_done(state);
    }
    state.take_from_hand(seat, found);
    state.open.tasks.push(Task::Pay(PayTask { card: found, row, owed, eggs: Vec::new() }));
    events.all(|| Event::Announced { seat, card: card.clone(), habitat: row });
}

/// One more egg that will leave with the tokens.
pub(crate) fn name_egg(state: &mut State, at: Position) {
    if let Some(Task::Pay(pay)) = state.open.tasks.last_mut() {
        pay.eggs.push(at);
    }
}

/// The announcement is taken back. Everybody has seen the card.
pub(crate) fn take_back(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    let Some(Task::Pay(pay)) = state.open.tasks.pop() else { return };
    state.open.backed = true;
    state.open.mats[seat].known.push(pay.card);
    let card = state.id(pay.card);
    events.all(|| Event::TakenBack { seat, card });
    if matches!(state.open.tasks.last(), Some(Task::Power(_))) {
        power_task::one_undone(state);
    } else {
        state.open.tasks.push(Task::Turn);
    }
}

/// Eggs and tokens leave together, and the bird takes the leftmost empty place.
pub(crate) fn place(state: &mut State, seat: Seat, tokens: Foods, events: &mut Events<Event>) {
    let Some(Task::Pay(pay)) = state.open.tasks.pop() else { return };
    let mat = &mut state.open.mats[seat];
    for &at in &pay.eggs {
        if let Some(perch) = mat.get_mut(at) {
            perch.eggs -= 1;
        }
    }
    mat.tokens.remove(tokens);
    let position = Position::new(pay.row, mat.row(pay.row).len());
    mat.rows[pay.row as usize].push(Perch::new(pay.card));
    let card = state.id(pay.card);
    events.all(|| Event::Paid { seat, eggs: pay.eggs, tokens });
    events.all(|| Event::Placed { seat, card, position });
    if state.power_at(seat, position).is_some_and(|power| power.on == On::Play) {
        power_task::offer(state, PowerTask::new(seat, position));
    }
    reaction::begin(state, Trigger::Play(pay.row));
}
