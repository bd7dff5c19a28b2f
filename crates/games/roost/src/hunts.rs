//! Birds that look for prey (rules, 9.6).

use crate::{
    Event, Face, Food, HuntTask, Position, State, Task, Trigger, reaction,
    supply::{self, Top},
};
use kernel::{Events, Seat};

/// Turns over the top card; below that wingspan it is prey. `false`: the discards are shuffled first.
pub(crate) fn in_the_deck(
    state: &mut State,
    seat: Seat,
    position: Position,
    below_cm: u16,
    events: &mut Events<Event>,
) -> bool {
    let card = match supply::take_top(state, events) {
        Top::Card(card) => card,
        Top::Shuffle => return false,
        Top::None => return true,
    };
    let success = state.bird(card).species.wingspan_cm < below_cm;
    match state.open.mats[seat].get_mut(position).filter(|_| success) {
        Some(perch) => perch.tucked.push(card),
        None => state.open.discards.push(card),
    }
    events.all(|| Event::HuntedDeck {
        seat,
        position,
        bird: state.id_at(seat, position),
        card: state.id(card),
        success,
    });
    if success {
        reaction::begin(state, Trigger::Hunt);
    }
    true
}

/// Rolls the dice outside, if there are any.
pub(crate) fn among_the_dice(state: &mut State, owner: Seat, at: Position, food: Food) {
    if state.open.feeder.outside() > 0 {
        state.open.tasks.push(Task::Hunt(HuntTask { owner, at, food }));
    }
}

/// How the dice outside fell. They stay outside.
pub(crate) fn rolled(state: &mut State, hunt: &HuntTask, rolled: &[u32], events: &mut Events<Event>) {
    let HuntTask { owner: seat, at: position, food } = *hunt;
    let faces = || rolled.iter().map(|&n| Face::ALL[n as usize]);
    let success = faces().any(|face| face.foods().contains(food));
    if let Some(perch) = state.open.mats[seat].get_mut(position).filter(|_| success) {
        perch.cached.add(food, 1);
    }
    events.all(|| Event::HuntedDice {
        seat,
        position,
        bird: state.id_at(seat, position),
        faces: faces().collect(),
        success,
    });
    if success {
        reaction::begin(state, Trigger::Hunt);
    }
}
