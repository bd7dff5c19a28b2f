//! From the first shuffle to the first turn (rules, section 3).

use crate::{
    Action, Birds, BonusId, BonusNo, CardNo, Deal, Error, Event, Food, FoodSet, Setup, State, Task, bonus,
    state::{Choice, Held},
    turns,
};
use alloc::vec::Vec;
use kernel::{Audience, Drawn, Events, Seat};

/// Birds dealt to each seat; birds and foods kept are as many.
pub(crate) const DEALT: usize = 5;
/// Bonus cards offered to each seat.
const OFFERED: u8 = 2;

/// Luck answered a step of the set-up.
pub(crate) fn drawn(state: &mut State, step: Deal, drawn: &Drawn, events: &mut Events<Event>) {
    match step {
        Deal::Birds => state.deck = drawn.order().iter().rev().map(|&n| CardNo(n)).collect(),
        Deal::Tiles => state.goals = drawn.order().iter().take(4).map(|&tile| 2 * tile as u8).collect(),
        Deal::Sides => {
            state.goals.iter_mut().zip(drawn.rolled()).for_each(|(goal, &side)| *goal += side as u8);
            let state = &*state;
            events.all(|| Event::Goals { goals: crate::goals::ids(state) });
        }
        Deal::Feeder => crate::feeder_rolled(state, drawn, events),
        Deal::FirstSeat => state.open.first = Some(Seat(drawn.rolled()[0] as u8)),
        Deal::Bonus(seat) => bonus::offer(state, seat, OFFERED, Some(drawn.order()), events),
        Deal::Hands => {}
    }
}

/// Five birds for each seat, seat by seat, then the tray; and one token of each food.
pub(crate) fn deal_hands(state: &mut State, events: &mut Events<Event>) {
    let age = state.open.age();
    for seat in Seat::all(state.open.seats) {
        for _ in 0..DEALT {
            let card = state.deck.pop().expect("the pack is large enough: the options say so");
            state.hands[seat].push(Held { card, age });
        }
        state.open.mats[seat].tokens = crate::Foods::new([1; 5]);
    }
    for place in &mut state.open.tray {
        *place = state.deck.pop();
    }
    state.open.current = state.open.first.unwrap_or_default();
    let state = &*state;
    let tray = || state.open.tray.iter().flatten().map(|&card| state.id(card)).collect::<Vec<_>>();
    for seat in Seat::all(state.open.seats) {
        let birds = || Some(state.hand(seat).map(|card| state.id(card)).collect());
        events.send(Audience::only(seat), || Event::Dealt { tray: tray(), birds: birds() });
    }
    let seats = Audience::seats(state.open.in_play);
    events.send(seats.others(), || Event::Dealt { tray: tray(), birds: None });
}

/// The offer of `seat`, where there is nothing to shuffle.
pub(crate) fn offer_unshuffled(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    bonus::offer(state, seat, OFFERED, None, events);
}

/// Roost 17: why these cannot be kept.
pub(crate) fn check(state: &State, seat: Seat, kept: &Setup) -> Result<(), Error> {
    if kept.birds.as_slice().iter().any(|bird| state.find_in_hand(seat, bird).is_none()) {
        return Err(Error::NotDealt);
    }
    let total = kept.birds.as_slice().len() + kept.foods.len();
    if total != DEALT {
        return Err(Error::SetupTotal { kept: total as u32 });
    }
    let offered = &state.bonus[seat].offered;
    let fits = match &kept.bonus {
        None => offered.is_empty(),
        Some(kind) => place_of(state, offered, kind).is_some(),
    };
    if fits { Ok(()) } else { Err(Error::NotOffered) }
}

/// Every way to keep five.
pub(crate) fn list(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let from = out.len();
    let hand: Vec<_> = state.hand(seat).map(|card| state.id(card)).collect();
    let offered: Vec<Option<BonusId>> = match &state.bonus[seat].offered[..] {
        [] => [None].into(),
        kinds => bonus::ids(state, kinds).into_iter().map(Some).collect(),
    };
    for birds in 0..1u8 << hand.len() {
        let kept = (0..hand.len()).filter(|n| birds & (1 << n) != 0);
        let kept: Birds = kept.map(|n| hand[n].clone()).collect();
        for foods in (0..32).map(FoodSet::numbered) {
            if kept.as_slice().len() + foods.len() == DEALT {
                out.extend(
                    offered.iter().map(|bonus| {
                        Action::Setup(Setup { birds: kept.clone(), foods, bonus: bonus.clone() })
                    }),
                );
            }
        }
    }
    out[from..].sort_unstable();
}

/// The place of a kind in a list.
pub(crate) fn place_of(state: &State, kinds: &[BonusNo], id: &BonusId) -> Option<usize> {
    kinds.iter().position(|kind| state.rules.deck.bonus[usize::from(kind.0)].id == *id)
}

/// A seat has chosen. It stays sealed until all have.
pub(crate) fn choose(state: &mut State, seat: Seat, kept: &Setup, events: &mut Events<Event>) {
    let choice = sealed(state, seat, kept);
    seal(state, seat, choice, events);
}

/// What a seat keeps, by places.
pub(crate) fn sealed(state: &State, seat: Seat, kept: &Setup) -> Choice {
    let mut birds = 0;
    for (place, card) in state.hand(seat).enumerate() {
        if kept.birds.as_slice().iter().any(|bird| state.rules.pack.is(card, bird)) {
            birds |= 1 << place;
        }
    }
    let offered = &state.bonus[seat].offered;
    let bonus = kept.bonus.as_ref().and_then(|kind| place_of(state, offered, kind)).map(|n| n as u8);
    Choice { birds, foods: kept.foods, bonus }
}

fn seal(state: &mut State, seat: Seat, choice: Choice, events: &mut Events<Event>) {
    state.choices[seat] = Some(choice);
    state.open.chosen.insert(seat);
    events.all(|| Event::SetupDone { seat });
}

/// Roost 15.1: time ran out, so each missing seat keeps its two cheapest birds and what they eat.
pub(crate) fn expire(state: &mut State, events: &mut Events<Event>) {
    for seat in (state.open.in_play - state.open.chosen).iter() {
        events.all(|| Event::TimedOut { seat });
        let choice = usual_choice(state, seat);
        seal(state, seat, choice, events);
    }
}

fn usual_choice(state: &State, seat: Seat) -> Choice {
    let hand: Vec<CardNo> = state.hand(seat).collect();
    let mut places: Vec<usize> = (0..hand.len()).collect();
    places.sort_by_key(|&place| state.bird(hand[place]).cost.units());
    places.truncate(2);
    let named = places.iter().flat_map(|&place| state.bird(hand[place]).cost.eats().iter());
    let named: FoodSet = named.collect();
    let others = Food::ALL.into_iter().filter(|&food| !named.contains(food));
    let foods = named.iter().chain(others).take(DEALT - places.len()).collect();
    let bonus = (!state.bonus[seat].offered.is_empty()).then_some(0);
    Choice { birds: places.iter().fold(0, |set, place| set | 1 << place), foods, bonus }
}

/// All have chosen: what was not kept goes back, and round 1 begins.
pub(crate) fn reveal(state: &mut State, events: &mut Events<Event>) {
    for seat in Seat::all(state.open.seats) {
        let Some(choice) = state.choices[seat].take() else { continue };
        if !state.open.in_play.contains(seat) {
            continue;
        }
        let hand = core::mem::take(&mut state.hands[seat]);
        let from = state.open.discards.len();
        for (place, held) in hand.into_iter().enumerate() {
            if choice.birds & (1 << place) != 0 {
                state.hands[seat].push(held);
            } else {
                state.open.discards.push(held.card);
            }
        }
        let mut tokens = crate::Foods::NONE;
        choice.foods.iter().for_each(|food| tokens.add(food, 1));
        state.open.mats[seat].tokens = tokens;
        let kept = choice.bonus.map(|place| state.bonus[seat].offered[usize::from(place)]);
        bonus::keep(state, seat, choice.bonus.map(usize::from), true);
        {
            let state = &*state;
            events.all(|| Event::SetupShown {
                seat,
                foods: choice.foods,
                discarded: state.open.discards[from..].iter().map(|&card| state.id(card)).collect(),
            });
        }
        if let Some(kind) = kept {
            tell_kept(state, seat, kind, events);
        }
    }
    state.open.tasks.pop();
    turns::begin_round(state, 1, events);
}

/// Tells everyone that a bonus card was kept, and its holder which.
pub(crate) fn tell_kept(state: &State, seat: Seat, kind: BonusNo, events: &mut Events<Event>) {
    events.split(
        Audience::only(seat),
        || Event::BonusKept { seat, kind: bonus::ids(state, &[kind]).pop() },
        || Event::BonusKept { seat, kind: None },
    );
}

/// The set-up task is on top: go on if nobody is missing.
pub(crate) fn step(state: &mut State, events: &mut Events<Event>) -> bool {
    let waits = !(state.open.in_play - state.open.chosen).is_empty();
    if !waits {
        debug_assert!(matches!(state.open.tasks.last(), Some(Task::Setup)));
        reveal(state, events);
    }
    waits
}
