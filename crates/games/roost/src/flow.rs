//! How one thing leads to another: the top task is worked on until somebody or luck has to decide.

use crate::{
    Action, Ask, CardNo, Deal, Event, RowTask, State, Task, answers, hunts, legal, placement, power_task,
    prompt, reaction, row, setup, shares, supply, turns,
};
use alloc::vec::Vec;
use kernel::{Drawn, Events, Seat};

/// What to do with the top task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something happened; look again.
    On,
    /// Somebody or luck has to decide.
    Wait,
}

/// A seat decides. Older claims no longer count, except while others are still choosing beside it.
pub(crate) fn act(state: &mut State, seat: Seat, action: &Action, events: &mut Events<Event>) {
    answer(state, seat, action, events);
    let beside = match action {
        Action::Setup(_) => !state.open.in_play.iter().all(|seat| state.open.chosen.contains(seat)),
        Action::Ready => state.open.ready != state.open.in_play,
        _ => false,
    };
    if !beside {
        state.open.window.0 += 1;
    }
    advance(state, events);
}

/// Time ran out (rules, 15.1).
pub(crate) fn expire(state: &mut State, events: &mut Events<Event>) {
    state.open.window.0 += 1;
    let Some(prompt) = prompt::prompt(state) else { return };
    match prompt.ask {
        Ask::Setup => setup::expire(state, events),
        Ask::Ready => state.open.ready = state.open.in_play,
        ask => {
            let Some(seat) = prompt.seats.iter().next() else { return };
            events.all(|| Event::TimedOut { seat });
            let action = match ask {
                Ask::Turn => Some(Action::GainFood),
                Ask::Trade(_) => Some(Action::NoTrade),
                _ if prompt.skip => Some(Action::Skip),
                _ => first_legal(state, seat),
            };
            if let Some(action) = action {
                answer(state, seat, &action, events);
            }
        }
    }
    advance(state, events);
}

fn first_legal(state: &State, seat: Seat) -> Option<Action> {
    let mut actions = Vec::new();
    legal::legal(state, seat, &mut actions);
    actions.into_iter().next()
}

/// Luck has answered.
pub(crate) fn luck(state: &mut State, drawn: &Drawn, events: &mut Events<Event>) {
    match state.open.tasks.last().cloned() {
        Some(Task::Deal(step)) => {
            state.open.tasks.pop();
            setup::drawn(state, step, drawn, events);
        }
        Some(Task::RollFeeder) => {
            state.open.tasks.pop();
            crate::feeder_rolled(state, drawn, events);
        }
        Some(Task::Reshuffle) => {
            state.open.tasks.pop();
            supply::reshuffle(state, drawn.order(), events);
        }
        Some(Task::Hunt(hunt)) => {
            state.open.tasks.pop();
            hunts::rolled(state, &hunt, drawn.rolled(), events);
        }
        Some(Task::Bonus(_)) => power_task::draw_bonus(state, Some(drawn.order()), events),
        _ => {}
    }
    advance(state, events);
}

/// Works on until somebody or luck has to decide. Questions with one answer are answered on the way.
pub(crate) fn advance(state: &mut State, events: &mut Events<Event>) {
    while !state.open.is_over() {
        if step(state, events) == Step::On {
            continue;
        }
        match answers::only_answer(state) {
            Some((seat, action)) => answer(state, seat, &action, events),
            None => return,
        }
    }
}

fn step(state: &mut State, events: &mut Events<Event>) -> Step {
    let Some(task) = state.open.tasks.last() else { return Step::Wait };
    match task {
        Task::Deal(Deal::Hands) => {
            state.open.tasks.pop();
            setup::deal_hands(state, events);
            Step::On
        }
        // Nothing to shuffle: nothing is asked of luck.
        Task::Deal(Deal::Bonus(seat)) if state.bonus_deck.len() < 2 => {
            let seat = *seat;
            state.open.tasks.pop();
            setup::offer_unshuffled(state, seat, events);
            Step::On
        }
        Task::Bonus(task) if task.draw > 0 && state.bonus_deck.len() < 2 => {
            power_task::draw_bonus(state, None, events);
            Step::On
        }
        Task::Setup => {
            if setup::step(state, events) {
                Step::Wait
            } else {
                Step::On
            }
        }
        Task::Row(_) => row::step(state),
        Task::React(_) => reaction::step(state),
        Task::Power(_) => power_task::step(state, events),
        Task::Share(_) => shares::step_share(state),
        Task::Give(_) => shares::step_give(state, events),
        Task::FillTray => supply::fill_tray(state, events),
        Task::EndTurn => turns::end_turn(state),
        Task::NextTurn => turns::next_turn(state, events),
        Task::RoundScored => turns::round_scored(state),
        Task::NextRound => turns::next_round(state, events),
        Task::Deal(_)
        | Task::Turn
        | Task::Pay(_)
        | Task::Bonus(_)
        | Task::RollFeeder
        | Task::Hunt(_)
        | Task::Reshuffle => Step::Wait,
    }
}

/// Carries out an answer that was checked.
fn answer(state: &mut State, seat: Seat, action: &Action, events: &mut Events<Event>) {
    match action {
        Action::Setup(kept) => setup::choose(state, seat, kept, events),
        Action::Play { card, habitat } => placement::announce(state, seat, card, *habitat, events),
        Action::GainFood => row::begin(state, crate::Habitat::Forest, events),
        Action::LayEggs => row::begin(state, crate::Habitat::Grassland, events),
        Action::DrawCards => row::begin(state, crate::Habitat::Wetland, events),
        Action::Back => placement::take_back(state, seat, events),
        Action::Ready => turns::ready(state, seat, events),
        Action::Skip => power_task::skip(state, seat, events),
        Action::Trade(what) => row::trade(state, seat, Some(what), events),
        Action::NoTrade => row::trade(state, seat, None, events),
        Action::KeepBonus { kind } => power_task::keep_bonus(state, seat, kind, events),
        Action::Discard { card } if matches!(state.open.tasks.last(), Some(Task::EndTurn)) => {
            state.open.owed -= 1;
            discard(state, seat, card, events);
        }
        Action::PayEgg { position } if matches!(state.open.tasks.last(), Some(Task::Pay(_))) => {
            placement::name_egg(state, *position);
        }
        Action::PayFood { tokens } if matches!(state.open.tasks.last(), Some(Task::Pay(_))) => {
            placement::place(state, seat, *tokens, events);
        }
        Action::Reroll => reroll(state, events),
        Action::Lay { position } if matches!(state.open.tasks.last(), Some(Task::Share(_))) => {
            shares::lay(state, seat, *position, events);
        }
        _ if matches!(state.open.tasks.last(), Some(Task::Row(_))) => {
            row::answer(state, seat, action, events);
        }
        _ => power_task::answer(state, seat, action, events),
    }
}

/// A card of the hand goes to the discards.
pub(crate) fn discard(state: &mut State, seat: Seat, card: &crate::CardId, events: &mut Events<Event>) {
    if let Some(found) = state.find_in_hand(seat, card) {
        state.take_from_hand(seat, found);
        state.open.discards.push(found);
        events.all(|| Event::Discarded { seat, card: card.clone() });
    }
}

fn reroll(state: &mut State, events: &mut Events<Event>) {
    match state.open.tasks.last_mut() {
        Some(Task::Row(RowTask { rerolled, .. })) => *rerolled = true,
        Some(Task::Power(_)) => power_task::start_with_reroll(state, events),
        _ => {}
    }
    state.open.tasks.push(Task::<CardNo>::RollFeeder);
}
