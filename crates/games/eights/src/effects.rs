use crate::{Card, Direction, Due, Event, Kind, Phase, Play, Power, State, card::Held, round, view};
use alloc::vec::Vec;
use kernel::{Events, Seat, SeatSet};

/// What a card does after it was played. Eights sections 5 and 6.
pub(crate) fn effect(state: &mut State, seat: Seat, kind: Kind, play: &Play, events: &mut Events<Event>) {
    let mut distance = 1;
    match kind {
        Kind::Number | Kind::Wild => {}
        Kind::Plus2 | Kind::Plus4 | Kind::Plus20 | Kind::Plus20Color => {
            state.open.stack += kind.plus().unwrap_or(0);
            let total = state.open.stack;
            events.all(|| Event::Stack { total });
        }
        Kind::Skip => {
            let skipped = state.rules.options.skip_count;
            distance += skipped;
            events.all(|| {
                let passed_over = (1..=skipped).map(|step| state.open.seat_after(seat, step));
                Event::Skipped { seats: passed_over.collect() }
            });
        }
        Kind::Reverse => {
            state.open.dir = state.open.dir.flipped();
            let (dir, count) = (state.open.dir, state.open.reverses);
            events.all(|| Event::Reversed { dir, count });
        }
        Kind::Nope => {
            if state.open.stack > 0 {
                state.open.stack = 0;
                events.all(|| Event::Noped);
            }
        }
        Kind::Swap => swap(state, seat, state.open.seat_after(seat, 1), events),
        Kind::PickSwap | Kind::WildPickSwap => {
            if let Some(target) = play.target {
                swap(state, seat, target, events);
            }
        }
        Kind::Rotate => rotate(state, events),
        Kind::Steal => {
            let victim = state.open.seat_after(seat, 1);
            // Eights 6.4: a last card is never taken.
            if state.hands[victim].len() > 1 {
                state.open.due = Some(Due::Steal { victim });
                return;
            }
        }
        Kind::LuckyHand => {
            events.all(|| Event::Lucky { seat });
            return state.open.decide(Phase::LuckyDraw);
        }
        Kind::GodMode => match play.power {
            Some(Power::BigBang) => {
                state.open.due = Some(Due::BigBang);
                return;
            }
            Some(Power::Reincarnation) => {
                state.open.due = Some(Due::Reincarnation);
                return;
            }
            Some(Power::AllSeeingEye) | None => open_eye(state, seat, events),
        },
    }
    round::end_turn(state, distance, events);
}

/// Luck says which card is stolen.
pub(crate) fn stolen(state: &mut State, victim: Seat, rolled: u32, events: &mut Events<Event>) {
    let thief = state.open.current;
    let both = SeatSet::only(thief).with(victim);
    let witnesses = state.sight(both);
    let hand = &mut state.hands[victim];
    let mut card = hand.cards.remove(rolled as usize);
    hand.forget_twins(card, witnesses);
    // Eights 10.3: for everyone else any card they knew here may be the one that went.
    hand.blur(witnesses);
    card.known = witnesses;
    state.hands[thief].cards.push(card);
    let card = Card { id: card.id, face: card.face };
    events.split(
        state.audience(both),
        || Event::Stole { thief, victim, card: Some(card) },
        || Event::Stole { thief, victim, card: None },
    );
    round::end_turn(state, 1, events);
}

/// Luck says who gets which card of the pool: all hands one after the other, seat by seat.
pub(crate) fn banged(state: &mut State, order: &[u16], events: &mut Events<Event>) {
    let pool: Vec<Held> = state.hands.values().iter().flat_map(|hand| &hand.cards).copied().collect();
    let mut dealt = order.iter().map(|&thing| pool[usize::from(thing)]);
    for seat in state.open.in_play.iter() {
        let known = state.sight(SeatSet::only(seat));
        let hand = &mut state.hands[seat];
        hand.drew_on = Default::default();
        for (place, card) in hand.cards.iter_mut().zip(&mut dealt) {
            *place = Held { known, ..card };
        }
    }
    view::tell_hands(state, state.open.in_play, events, |hands| Event::BigBang { hands });
    round::end_turn(state, 1, events);
}

/// Luck has made fresh hands for everyone in play.
pub(crate) fn reborn(state: &mut State, rolled: &[u32], events: &mut Events<Event>) {
    round::new_hands(state, rolled);
    view::tell_hands(state, state.open.in_play, events, |hands| Event::Reincarnation { hands });
    round::end_turn(state, 1, events);
}

/// Shuts the all-seeing eye if `seat` opened it. Eights 6.7: it plays, draws, or is no longer there.
pub(crate) fn close_eye(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    if state.open.eye == Some(seat) {
        state.open.eye = None;
        events.all(|| Event::EyeClosed);
    }
}

fn open_eye(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    state.open.eye = Some(seat);
    let everyone = SeatSet::first(state.open.seats);
    for (_, hand) in state.hands.iter_mut() {
        hand.learn(everyone);
    }
    events.all(|| Event::EyeOpened { seat, hands: view::show(state, everyone) });
}

fn swap(state: &mut State, a: Seat, b: Seat, events: &mut Events<Event>) {
    state.hands.swap(a, b);
    let both = SeatSet::only(a).with(b);
    take_over(state, both);
    view::tell_hands(state, both, events, |hands| Event::Swapped { a, b, hands });
}

fn rotate(state: &mut State, events: &mut Events<Event>) {
    let in_play = state.open.in_play;
    let dir = state.open.dir;
    let seats: Vec<Seat> = in_play.iter().collect();
    // One hand is handed along, neighbour by neighbour, until each has come one seat on.
    let mut along = |pair: &[Seat]| state.hands.swap(pair[0], pair[1]);
    match dir {
        Direction::Clockwise => seats.windows(2).rev().for_each(&mut along),
        Direction::Counterclockwise => seats.windows(2).for_each(&mut along),
    }
    take_over(state, in_play);
    view::tell_hands(state, in_play, events, |hands| Event::Rotated { dir, hands });
}

/// Each of `seats` looks at the hand that has come to it. Its old holder still knows it.
fn take_over(state: &mut State, seats: SeatSet) {
    for seat in seats.iter() {
        state.hands[seat].learn(SeatSet::only(seat));
    }
}
