//! What the laws may look at: written from the table "who may see what" (Casino 10), not from the view.
//!
//! Whether cards could lie otherwise is asked of the game itself: it is played again from the deal, and every
//! decision must have been legal with those cards.

use crate::{Action, BuildId, BuildSet, Casino, Event, Open, Past, Phase, State, Top, Tops, pack};
use alloc::{format, string::String, vec::Vec};
use kernel::{Card, CardSet, Events, Game, Input, Inspect, Rng, Seat, SeatSet, SeatStatus, Viewer, below};

impl Inspect for Casino {
    fn cards(state: &State) -> Vec<(String, String)> {
        let mut cards: Vec<(String, Card)> = Vec::new();
        for seat in Seat::all(state.open.seats) {
            cards.extend(state.hands[seat.index()].iter().map(|card| (format!("hand {}", seat.0), card)));
            let pile = state.piles[seat.index()].iter();
            cards.extend(pile.map(|card| (format!("pile {}", seat.0), *card)));
        }
        cards.extend(state.stock.iter().map(|card| ("stock".into(), *card)));
        cards.extend(state.open.loose.iter().map(|card| ("loose".into(), card)));
        for build in &state.open.builds {
            cards.extend(build.cards.iter().map(|card| (format!("build {}", build.id.0), *card)));
        }
        cards.extend(state.open.waiting.map(|waiting| ("waiting".into(), waiting.card)));
        cards.into_iter().map(|(place, card)| (place, format!("{card}"))).collect()
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        let open = &state.open;
        if !matches!(open.phase, Phase::Turn | Phase::Shiya) {
            return None;
        }
        let fixed = fixed(state, viewer, next)?;
        // Rejection: the simplest sampler that is plainly uniform.
        (0..10_000).map(|_| shuffled(state, fixed, rng)).find(|other| {
            let plays_on = match next {
                Some(Input::Act(seat, action)) => other.check(*seat, *action).is_ok(),
                _ => true,
            };
            plays_on && could_have_been(other)
        })
    }

    fn any_action(state: &State, rng: &mut dyn Rng) -> Action {
        let open = &state.open;
        let mut roll = |n: usize| below(n as u32, rng) as usize;
        let cards: Vec<Card> = pack(state.options.deck).iter().collect();
        let hand: Vec<Card> = state.hands[open.turn.index()].iter().collect();
        let card =
            if roll(8) == 0 || hand.is_empty() { cards[roll(cards.len())] } else { hand[roll(hand.len())] };
        let mut loose: CardSet = open.loose.iter().filter(|_| roll(3) == 0).collect();
        if roll(12) == 0 {
            loose.insert(cards[roll(cards.len())]);
        }
        let id = if open.builds.is_empty() || roll(12) == 0 {
            BuildId(roll(60) as u8)
        } else {
            open.builds[roll(open.builds.len())].id
        };
        let builds = if roll(2) == 0 { BuildSet::EMPTY } else { BuildSet::only(id) };
        let mut tops = Tops::EMPTY;
        if roll(3) == 0 {
            let seat = Seat(roll(4) as u8);
            let card = match state.piles[seat.index()].last() {
                Some(card) if roll(8) > 0 => *card,
                _ => cards[roll(cards.len())],
            };
            tops = tops.with(Top { seat, card });
        }
        match roll(8) {
            0 => Action::Trail { card },
            1 | 2 => Action::Capture { card, loose, builds, tops },
            3 => Action::Build { card, loose, value: roll(12) as u8 },
            4 => Action::Add { card, build: id, loose, tops },
            5 => Action::Raise { card, build: id, loose: if roll(2) == 0 { CardSet::EMPTY } else { loose } },
            6 => Action::Shiya,
            _ => Action::Ready,
        }
    }
}

/// Hidden cards that stay where they are: the viewer's own, and those it learns by the coming input. `None`:
/// it learns everything.
fn fixed(state: &State, viewer: Viewer, next: Option<&Input<Action>>) -> Option<CardSet> {
    let open = &state.open;
    let mut fixed = viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat.index()]);
    let Some(input) = next else { return Some(fixed) };
    let mut after = state.clone();
    Casino::apply(&mut after, input, &mut Events::<Event>::muted());
    if !matches!(after.open.phase, Phase::Turn | Phase::Shiya) {
        return None;
    }
    match input {
        Input::Act(_, action) => fixed.extend(action.card()),
        // What the clock does for a seat depends on its hand, and is seen.
        Input::Expire(_) if open.phase == Phase::Turn => fixed |= state.hands[open.turn.index()],
        _ => {}
    }
    if after.open.deal != open.deal {
        // The viewer takes up a new hand.
        fixed |= viewer.seat().map_or(CardSet::EMPTY, |seat| after.hands[seat.index()]);
    }
    Some(fixed)
}

/// The cards that are not fixed, dealt again to the places they came from.
fn shuffled(state: &State, fixed: CardSet, rng: &mut dyn Rng) -> State {
    let mut other = state.clone();
    let hidden = state.hands.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand)
        | state.stock.iter().copied().collect();
    let mut free: Vec<Card> = (hidden - fixed).iter().collect();
    let mut draw = || free.swap_remove(below(free.len() as u32, rng) as usize);
    for hand in &mut other.hands {
        *hand = hand.iter().map(|card| if fixed.contains(card) { card } else { draw() }).collect();
    }
    for card in &mut other.stock {
        if !fixed.contains(*card) {
            *card = draw();
        }
    }
    other
}

/// Whether everything that happened so far could have happened with these cards: plays the game again.
fn could_have_been(end: &State) -> bool {
    let mut state = dealt_again(end);
    let mut muted = Events::<Event>::muted();
    for past in &end.history {
        match *past {
            Past::Act(seat, action) => {
                if state.check(seat, action).is_err() {
                    return false;
                }
                state.act(seat, action, &mut muted);
            }
            Past::NoCall => state.expire(&mut muted),
            Past::Removed(seat) => {
                Casino::apply(&mut state, &Input::Status(seat, SeatStatus::Removed), &mut muted);
            }
        }
    }
    debug_assert_eq!(state.hands, end.hands, "the same cards are left");
    true
}

/// The beginning of the game that ended like this: what a seat played from a hand was in it.
fn dealt_again(end: &State) -> State {
    let open = &end.open;
    let mut in_play = SeatSet::first(open.seats);
    // Seats that left before this game have no part in its history.
    let left: SeatSet = end
        .history
        .iter()
        .filter_map(|past| if let Past::Removed(seat) = past { Some(*seat) } else { None })
        .collect();
    for seat in Seat::all(open.seats) {
        if !open.in_play.contains(seat) && !left.contains(seat) {
            in_play.remove(seat);
        }
    }
    let start = Open {
        dealer: open.dealer,
        in_play,
        game: open.game,
        totals: open.totals.clone(),
        phase: Phase::Deal,
        ..Open::new(&end.options, open.seats, None)
    };
    let mut state = State::before_the_deal(&end.options, start);
    let order = order_of(end, in_play);
    state.chance(&kernel::Drawn::Shuffle(order), &mut Events::muted());
    state
}

/// The shuffle of the game that ended like this.
fn order_of(end: &State, in_play: SeatSet) -> Vec<u16> {
    let open = &end.open;
    let size = usize::from(end.options.hand_size(open.seats));
    let mut hands: Vec<(SeatSet, [Vec<Card>; 4])> = Vec::new();
    let mut here = in_play;
    let mut played: [Vec<Card>; 4] = Default::default();
    let mut dealt_to = here;
    for past in &end.history {
        // A hand that is played out means a new deal, unless its seat has left.
        if here.iter().all(|seat| played[seat.index()].len() == size) {
            hands.push((dealt_to, core::mem::take(&mut played)));
            dealt_to = here;
        }
        match past {
            Past::Act(seat, action) => played[seat.index()].extend(action.card()),
            Past::NoCall => {}
            Past::Removed(seat) => {
                here.remove(*seat);
                // What it still held stays with it for good.
                played[seat.index()].extend(end.hands[seat.index()].iter());
            }
        }
    }
    // The deal that is on: what was played from each hand, and what is left of it.
    if usize::from(open.deal) > hands.len() + 1 {
        hands.push((dealt_to, core::mem::take(&mut played)));
        dealt_to = here;
    }
    for seat in here.iter() {
        played[seat.index()].extend(end.hands[seat.index()].iter());
    }
    hands.push((dealt_to, played));

    let mut order: Vec<Card> = Vec::new();
    for (deal, (receivers, hands)) in hands.iter().enumerate() {
        let mut seat = after(open, *receivers, open.dealer);
        for dealt in 0..size * receivers.len() {
            order.push(hands[seat.index()][dealt / receivers.len()]);
            seat = after(open, *receivers, seat);
        }
        if deal == 0 {
            order.extend(face_up(end));
        }
    }
    order.extend(end.stock.iter().rev());
    order.into_iter().map(|card| u16::from(crate::card_number(card))).collect()
}

/// Cards that nobody was dealt and that are not in the stock: they lay face up.
fn face_up(end: &State) -> Vec<Card> {
    let hidden = end.hands.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand);
    let played: CardSet = end
        .history
        .iter()
        .filter_map(|past| if let Past::Act(_, action) = past { action.card() } else { None })
        .collect();
    (pack(end.options.deck) - hidden - played - end.stock.iter().copied().collect()).iter().collect()
}

fn after(open: &Open, among: SeatSet, seat: Seat) -> Seat {
    let mut next = seat.next(open.seats);
    while !among.contains(next) {
        next = next.next(open.seats);
    }
    next
}
