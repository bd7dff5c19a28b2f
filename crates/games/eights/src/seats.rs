use crate::{Event, Hand, Phase, Reason, State, effects, round, scoring};
use kernel::{Events, Seat, SeatSet, SeatStatus};

/// The occupant of a seat has changed.
pub(crate) fn status(state: &mut State, seat: Seat, status: SeatStatus, events: &mut Events<Event>) {
    state.open.bots.remove(seat);
    if status != SeatStatus::Human {
        effects::close_eye(state, seat, events);
    }
    match status {
        SeatStatus::Human | SeatStatus::Offline => {}
        SeatStatus::Bot => {
            state.open.bots.insert(seat);
            // Eights 7.7: bots are ready at once.
            if state.open.phase == Phase::RoundOver && !state.open.ready.contains(seat) {
                round::ready(state, seat, events);
            }
        }
        SeatStatus::Removed => remove(state, seat, events),
    }
}

/// Eights 8.1: every seat with too many cards is out, and the last one out ends the round.
pub(crate) fn mercy(state: &mut State, events: &mut Events<Event>) {
    if state.rules.mercy.is_none() {
        return;
    }
    let in_play = state.open.in_play;
    let mut over: SeatSet = in_play.iter().filter(|&seat| has_too_many(state, seat)).collect();
    if over == in_play {
        // Somebody must stay: those with the fewest cards.
        let fewest = in_play.iter().map(|seat| state.hands[seat].len()).min();
        over = in_play.iter().filter(|&seat| Some(state.hands[seat].len()) > fewest).collect();
    }
    if over.is_empty() {
        return;
    }
    for seat in over.iter() {
        state.hands[seat] = Hand::default();
        events.all(|| Event::Mercy { seat });
        effects::close_eye(state, seat, events);
    }
    state.open.out.push(over);
    state.open.in_play = in_play - over;
    end_if_alone(state, events);
}

/// Whether mercy is due to this seat.
pub(crate) fn has_too_many(state: &State, seat: Seat) -> bool {
    state.rules.mercy.is_some_and(|limit| state.hands[seat].len() >= limit)
}

/// Eights 8.2: the cards vanish; if it was this seat's turn, the turn passes and a stack with it.
fn remove(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    let was_in_play = state.open.in_play.contains(seat);
    state.open.removed.insert(seat);
    state.open.in_play.remove(seat);
    state.open.ready.remove(seat);
    state.hands[seat] = Hand::default();
    events.all(|| Event::SeatRemoved { seat });
    if state.open.phase == Phase::RoundOver {
        if state.open.staying().len() == 1 {
            scoring::end_match(state, events);
        } else if state.open.ready == state.open.staying() {
            round::next_round(state);
        }
    } else if was_in_play {
        end_if_alone(state, events);
        if state.open.current == seat && !state.open.phase.is_over() {
            round::pass_on(state, 1);
        }
    }
}

fn end_if_alone(state: &mut State, events: &mut Events<Event>) {
    if state.open.in_play.len() == 1 {
        scoring::end_round(state, Reason::LastPlayer, state.open.in_play, events);
    }
}
