//! The bird deck, the discards it is made from again, and the tray (rules, 5.5).

use crate::{CardNo, Event, GiveTask, State, Task, flow::Step, state::Held};
use kernel::{Audience, Events, Seat, SeatSet};

/// What a look for the top card comes to.
pub(crate) enum Top {
    /// Here it is; it has left the deck.
    Card(CardNo),
    /// The discards are to be shuffled first: that is now the task on top.
    Shuffle,
    /// There is none.
    None,
}

/// Takes the top card of the deck.
pub(crate) fn take_top(state: &mut State, events: &mut Events<Event>) -> Top {
    if state.deck.is_empty() {
        match state.open.discards.len() {
            0 => return Top::None,
            // One card has only one order.
            1 => reshuffle(state, &[0], events),
            _ => {
                state.open.tasks.push(Task::Reshuffle);
                return Top::Shuffle;
            }
        }
    }
    state.deck.pop().map_or(Top::None, Top::Card)
}

/// The discards become the deck in this order, the first one on top.
pub(crate) fn reshuffle(state: &mut State, order: &[u16], events: &mut Events<Event>) {
    let mut discards = core::mem::take(&mut state.open.discards);
    state.deck = order.iter().rev().map(|&n| discards[usize::from(n)]).collect();
    let count = discards.len() as u16;
    // Which cards they are is known, and in which order they lay says nothing any more.
    discards.sort_unstable();
    state.open.reshuffled.push(discards);
    events.all(|| Event::Reshuffled { count });
}

/// A card from the deck goes to a hand, unseen by others.
pub(crate) fn into_hand(state: &mut State, seat: Seat, card: CardNo, events: &mut Events<Event>) {
    let age = state.open.age();
    state.hands[seat].push(Held { card, age });
    let state = &*state;
    events.split(
        Audience::only(seat),
        || Event::Drew { seat, tray: false, card: Some(state.id(card)) },
        || Event::Drew { seat, tray: false, card: None },
    );
}

/// One card from the deck for a seat.
pub(crate) fn give_one(state: &mut State, seat: Seat) {
    state.open.tasks.push(Task::Give(GiveTask { each: 1, seat, left: 1, rest: SeatSet::EMPTY }));
}

/// Fills the holes of the tray, left to right.
pub(crate) fn fill_tray(state: &mut State, events: &mut Events<Event>) -> Step {
    while let Some(hole) = state.open.tray.iter().position(Option::is_none) {
        match take_top(state, events) {
            Top::Card(card) => state.open.tray[hole] = Some(card),
            Top::Shuffle => return Step::On,
            Top::None => break,
        }
    }
    state.open.tasks.pop();
    let state = &*state;
    events.all(|| Event::TrayFilled { tray: state.open.tray.map(|card| card.map(|card| state.id(card))) });
    Step::On
}
