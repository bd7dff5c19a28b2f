use crate::{
    Cause, Due, Event, Kind, Phase, Play, Reason, State, Tier, effects, legal, round, scoring, seats,
    state::HAND_LIMIT,
};
use kernel::{Audience, Drawn, Events, Seat, SeatSet};

/// A seat plays a card. Eights 4.6: it lies on top first, then a seat without cards has won, and only
/// then does the card do what it does.
pub(crate) fn play(state: &mut State, seat: Seat, play: &Play, events: &mut Events<Event>) {
    effects::close_eye(state, seat, events);
    let Some(position) = state.hands[seat].position(play.card) else { return };
    let card = state.hands[seat].cards.remove(position);
    // Below chaos nobody ever sees a card of another hand.
    if state.rules.options.tier == Tier::Chaos {
        state.hands[seat].forget_twins(card, SeatSet::ALL);
    }
    let kind = card.face.kind();
    let open = &mut state.open;
    let color = card.face.color().or(play.color).unwrap_or(open.color);
    open.lay(card.face, color);
    open.reverses = if kind == Kind::Reverse { open.reverses + 1 } else { 0 };
    let Play { color, target, power, .. } = *play;
    events.all(|| Event::Played { seat, card: card.face, color, target, power });
    if state.hands[seat].len() == 0 {
        return scoring::end_round(state, Reason::WentOut, SeatSet::only(seat), events);
    }
    effects::effect(state, seat, kind, play, events);
}

/// A seat draws: one card, the stack, or its lucky card.
pub(crate) fn draw(state: &mut State, seat: Seat, asked: Cause, events: &mut Events<Event>) {
    effects::close_eye(state, seat, events);
    let open = &mut state.open;
    let (wanted, cause) = match open.phase {
        Phase::LuckyDraw => (1, Cause::Lucky),
        _ if open.stack > 0 => (open.stack as usize, Cause::Stack),
        _ => (1, asked),
    };
    open.stack = 0;
    // Eights 5.5: any draw ends a run of reverses.
    open.reverses = 0;
    let hand = &mut state.hands[seat];
    if matches!(cause, Cause::Choice | Cause::Expiry) {
        hand.drew_on.insert(open.color);
    }
    // Eights 4.8: what does not fit into a hand is dropped.
    let count = wanted.min(HAND_LIMIT - hand.len()) as u8;
    if count > 0 {
        open.due = Some(Due::Draw { count, cause });
    } else {
        take_up(state, cause, &[], events);
    }
}

/// A seat keeps the card it drew.
pub(crate) fn pass(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    events.all(|| Event::Passed { seat });
    round::end_turn(state, 1, events);
}

/// Time ran out (rules, 9.1).
pub(crate) fn expire(state: &mut State, events: &mut Events<Event>) {
    if state.open.phase == Phase::RoundOver {
        return round::next_round(state);
    }
    let seat = state.open.current;
    events.all(|| Event::TimedOut { seat });
    match state.open.phase {
        Phase::DrawnChoice => pass(state, seat, events),
        _ => draw(state, seat, Cause::Expiry, events),
    }
}

/// Luck has answered.
pub(crate) fn settle(state: &mut State, drawn: &Drawn, events: &mut Events<Event>) {
    match state.open.due.take() {
        None => {}
        Some(Due::Hands) => round::deal_hands(state, drawn.rolled()),
        Some(Due::FirstCard) => round::turn_up(state, drawn.rolled()[0], events),
        Some(Due::FirstSeat) => round::choose_first(state, drawn.rolled()[0], events),
        Some(Due::Draw { cause, .. }) => take_up(state, cause, drawn.rolled(), events),
        Some(Due::Steal { victim }) => effects::stolen(state, victim, drawn.rolled()[0], events),
        Some(Due::BigBang) => effects::banged(state, drawn.order(), events),
        Some(Due::Reincarnation) => effects::reborn(state, drawn.rolled(), events),
    }
}

/// The current seat takes up the cards it drew.
fn take_up(state: &mut State, cause: Cause, rolled: &[u32], events: &mut Events<Event>) {
    let seat = state.open.current;
    let known = state.sight(SeatSet::only(seat));
    for &rolled in rolled {
        let card = state.new_card(rolled, cause == Cause::Lucky, known);
        state.hands[seat].cards.push(card);
    }
    let (count, forced) = (rolled.len() as u8, cause == Cause::Stack);
    // Eights 8.1: cards that vanish at once are seen by nobody.
    let vanish = seats::has_too_many(state, seat);
    let audience = if vanish { Audience::seats(SeatSet::EMPTY) } else { state.audience(SeatSet::only(seat)) };
    events.split(
        audience,
        || {
            let mut hand = state.hands[seat].shown();
            let drawn = hand.split_off(hand.len() - rolled.len());
            Event::Drew { seat, count, forced, cards: Some(drawn) }
        },
        || Event::Drew { seat, count, forced, cards: None },
    );
    // Eights 4.3: the choice exists for a playable card that was drawn on purpose, and for a seat that
    // is still in play.
    if cause == Cause::Choice && count == 1 && state.rules.options.play_drawn.is_on() {
        let playable = legal::playable(state);
        let fits = state.hands[seat].cards.last().is_some_and(|card| playable.contains(card.face));
        if fits && !vanish {
            return state.open.decide(Phase::DrawnChoice);
        }
    }
    round::end_turn(state, 1, events);
}
