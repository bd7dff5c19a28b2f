use crate::{Due, Event, Face, Hand, Open, Phase, Reason, State, scoring, seats, view};
use kernel::{Events, Seat, SeatSet};

/// All hands of a round arrive at once, seat by seat, face down.
pub(crate) fn deal_hands(state: &mut State, rolled: &[u32]) {
    new_hands(state, rolled);
    for seat in state.open.in_play.iter() {
        state.hands[seat].blur(SeatSet::EMPTY);
    }
    state.open.due = Some(Due::FirstCard);
}

/// Gives every seat in play a fresh hand, which its holder sees.
pub(crate) fn new_hands(state: &mut State, rolled: &[u32]) {
    let size = state.rules.options.hand_size as usize;
    for (seat, rolled) in state.open.in_play.iter().zip(rolled.chunks(size)) {
        let known = state.sight(SeatSet::only(seat));
        let cards = rolled.iter().map(|&rolled| state.new_card(rolled, false, known)).collect();
        state.hands[seat] = Hand { cards, ..Hand::default() };
    }
}

/// The first discard. Eights 3.2: always a number.
pub(crate) fn turn_up(state: &mut State, rolled: u32, events: &mut Events<Event>) {
    let face = Face::number(rolled);
    let color = face.color().unwrap_or(state.open.color);
    state.open.lay(face, color);
    match state.open.first {
        Some(first) => begin(state, first, face, events),
        None => state.open.due = Some(Due::FirstSeat),
    }
}

/// Luck says who begins.
pub(crate) fn choose_first(state: &mut State, rolled: u32, events: &mut Events<Event>) {
    if let Some(face) = state.open.top {
        begin(state, Seat(rolled as u8), face, events);
    }
}

/// The turn passes, unless it was the last one. Eights 4.6, steps (d) to (f).
pub(crate) fn end_turn(state: &mut State, distance: u32, events: &mut Events<Event>) {
    seats::mercy(state, events);
    if state.open.phase.is_over() {
        return;
    }
    pass_on(state, distance);
    state.open.turn += 1;
    if state.open.turn > state.rules.options.turn_limit {
        // The last turn keeps its number.
        state.open.turn = state.rules.options.turn_limit;
        let winners = scoring::fewest(state);
        scoring::end_round(state, Reason::TurnLimit, winners, events);
    }
}

/// The turn moves on by a number of seats, with a fresh deadline.
pub(crate) fn pass_on(state: &mut State, distance: u32) {
    let open = &mut state.open;
    open.current = open.seat_after(open.current, distance);
    open.decide(Phase::Turn);
}

/// A seat is ready for the next round, which begins with the last of them.
pub(crate) fn ready(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    state.open.ready.insert(seat);
    events.all(|| Event::Ready { seat });
    if state.open.ready == state.open.staying() {
        next_round(state);
    }
}

/// Eights 7.7: everything starts afresh but the totals and who is here.
pub(crate) fn next_round(state: &mut State) {
    let old = &state.open;
    let mut first = old.first.unwrap_or_default().next(old.seats);
    while old.removed.contains(first) {
        first = first.next(old.seats);
    }
    state.open = Open {
        window: old.window,
        in_play: old.staying(),
        removed: old.removed,
        bots: old.bots,
        round: old.round + 1,
        totals: old.totals.clone(),
        ..Open::new(old.seats, Some(first))
    };
    for (_, hand) in state.hands.iter_mut() {
        *hand = Hand::default();
    }
}

/// The cards are taken up, and the first seat has its turn.
fn begin(state: &mut State, seat: Seat, first: Face, events: &mut Events<Event>) {
    let open = &mut state.open;
    open.first = Some(seat);
    open.current = seat;
    open.decide(Phase::Turn);
    for (seat, hand) in state.hands.iter_mut() {
        hand.learn(SeatSet::only(seat));
    }
    view::tell_hands(state, state.open.in_play, events, |hands| Event::Started { first, seat, hands });
}
