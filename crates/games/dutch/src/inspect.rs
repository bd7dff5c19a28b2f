//! What the laws may look at: written from the table "who sees what" (Dutch 14), not from the view.

use crate::{
    Action, Card, Draw, Dutch, Event, Phase, Place, Play, Source, State, Swap, Timeout, hand::Held, peek::Key,
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::{Events, Game, Input, Inspect, Rng, Seat, Viewer, below};

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Slot(Place),
    Drawn,
    Removed(usize),
    Pile(usize),
    Discard(usize),
}

impl Inspect for Dutch {
    fn cards(state: &State) -> Vec<(String, String)> {
        let name = |spot: Spot| match spot {
            Spot::Slot(Place { seat, slot }) => format!("hand {} slot {slot}", seat.0),
            Spot::Drawn => "drawn".into(),
            Spot::Removed(_) => "removed".into(),
            Spot::Pile(_) => "pile".into(),
            Spot::Discard(_) => "discards".into(),
        };
        spots(state).map(|spot| (name(spot), card_at(state, spot).to_string())).collect()
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        if matches!(state.open.phase, Phase::Deal) || state.open.phase.is_over() {
            return None;
        }
        let learned = match next {
            Some(input) => learned(state, viewer, input)?,
            None => Vec::new(),
        };
        let hidden: Vec<Spot> =
            spots(state).filter(|spot| is_hidden(state, viewer, *spot) && !learned.contains(spot)).collect();
        if hidden.len() < 2 {
            return None;
        }
        let cards = hidden.iter().map(|&spot| card_at(state, spot)).collect();
        let mut other = state.clone();
        let mixed = match viewer {
            Viewer::Recall(_) => mix(state, &hidden, cards, rng),
            Viewer::Seat(_) | Viewer::Spectator => shuffled(cards, rng),
        };
        for (spot, card) in hidden.into_iter().zip(mixed) {
            put(&mut other, spot, card);
        }
        Some(other)
    }

    fn any_action(state: &State, rng: &mut dyn Rng) -> Action {
        // One more than there are: what does not exist must be refused as well.
        let seat = Seat(below(u32::from(state.open.seats()) + 1, rng) as u8);
        let slot = below(u32::from(state.options.hand_size) + 2, rng) as u8;
        let other = Place {
            seat: Seat(below(u32::from(state.open.seats()), rng) as u8),
            slot: below(u32::from(state.options.hand_size), rng) as u8,
        };
        let any = Card::from_index(below(Card::COUNT.into(), rng) as u8);
        let card = state.discards.last().copied().filter(|_| below(2, rng) == 0).unwrap_or(any);
        match below(14, rng) {
            0 => Action::Peek { slot },
            1 => Action::ConfirmPeek,
            2 => Action::Draw(Draw::Pile {}),
            3 => Action::Draw(Draw::Discard { card }),
            4 => Action::Play(Play::Drawn),
            5 => Action::Play(Play::Slot(slot)),
            6 => Action::Match { slot },
            7 => Action::Collect { card },
            8 => Action::PeekCard { seat, slot },
            9 => Action::DonePeeking,
            10 => Action::Swap(Swap::new(Place { seat, slot }, other)),
            11 => Action::DeclinePower,
            12 => Action::CallDutch,
            _ => Action::Ready,
        }
    }
}

/// Every place with a card.
fn spots(state: &State) -> impl Iterator<Item = Spot> + '_ {
    let slots = state
        .hands
        .iter()
        .flat_map(|(seat, hand)| hand.cards().map(move |(slot, _)| Spot::Slot(Place { seat, slot })));
    slots
        .chain(state.drawn.map(|_| Spot::Drawn))
        .chain((0..state.removed.len()).map(Spot::Removed))
        .chain((0..state.pile.len()).map(Spot::Pile))
        .chain((0..state.discards.len()).map(Spot::Discard))
}

/// The books that are kept of a card; none of cards on piles.
fn held_at(state: &State, spot: Spot) -> Option<&Held> {
    match spot {
        Spot::Slot(place) => state.hands[place.seat].get(place.slot),
        Spot::Drawn => state.drawn.as_ref(),
        Spot::Removed(number) => state.removed.get(number),
        Spot::Pile(_) | Spot::Discard(_) => None,
    }
}

fn card_at(state: &State, spot: Spot) -> Card {
    match spot {
        Spot::Pile(number) => state.pile[number],
        Spot::Discard(number) => state.discards[number],
        _ => held_at(state, spot).expect("only places with a card are asked for").card,
    }
}

fn put(state: &mut State, spot: Spot, card: Card) {
    let held = match spot {
        Spot::Slot(place) => state.hands[place.seat].get_mut(place.slot),
        Spot::Drawn => state.drawn.as_mut(),
        Spot::Removed(number) => state.removed.get_mut(number),
        Spot::Pile(number) => return state.pile[number] = card,
        Spot::Discard(number) => return state.discards[number] = card,
    };
    held.expect("only places with a card are changed").card = card;
}

/// The rows of the table, one by one.
fn is_hidden(state: &State, viewer: Viewer, spot: Spot) -> bool {
    let open = &state.open;
    let seat = viewer.seat();
    // A perfect memory, or a table that helps with it.
    let remembers = match viewer {
        Viewer::Recall(_) => true,
        Viewer::Seat(_) => state.options.memory_aid.is_on(),
        Viewer::Spectator => false,
    };
    let followed =
        held_at(state, spot).is_some_and(|held| seat.is_some_and(|seat| held.known.contains(seat)));
    match spot {
        Spot::Pile(_) => true,
        Spot::Discard(number) => number + 1 != state.discards.len() && !matches!(viewer, Viewer::Recall(_)),
        Spot::Drawn => open.drawn != Some(Source::Discard) && seat != Some(open.current),
        Spot::Removed(_) => !(matches!(viewer, Viewer::Recall(_)) && followed),
        Spot::Slot(at) => {
            let collected = held_at(state, spot).is_some_and(|held| held.collected);
            let exposed = open.exposed.iter().any(|exposed| exposed.at == at);
            let first_look = open.phase == Phase::InitialPeek
                && seat == Some(at.seat)
                && open.picks[at.seat].contains(&at.slot);
            let queen = open.phase == Phase::Peeking
                && open.looked_at == Some(at)
                && open.powers.first().map(|power| power.seat) == seat;
            !(collected || exposed || first_look || queen || (remembers && followed))
        }
    }
}

/// What `viewer` learns by an input; `None`: everything, because the deal ends.
fn learned(state: &State, viewer: Viewer, input: &Input<Action>) -> Option<Vec<Spot>> {
    let mut after = state.clone();
    Dutch::apply(&mut after, input, &mut Events::<Event>::muted());
    if after.open.phase.is_over() {
        return None;
    }
    let mut learned = Vec::new();
    // The first look ends: ranks depend on every card that was looked at.
    if state.open.phase == Phase::InitialPeek && after.open.phase != Phase::InitialPeek {
        for seat in state.open.in_play.iter() {
            let picks = state.open.picks[seat].iter().copied().chain(state.missing_picks(seat));
            learned.extend(picks.map(|slot| Spot::Slot(Place { seat, slot })));
        }
    }
    let mine = |seat: Seat| viewer.seat() == Some(seat);
    match *input {
        Input::Act(seat, Action::Peek { slot }) if mine(seat) => {
            learned.push(Spot::Slot(Place { seat, slot }));
        }
        Input::Act(seat, Action::Draw(Draw::Pile {})) if mine(seat) => {
            learned.extend(state.pile.len().checked_sub(1).map(Spot::Pile));
        }
        Input::Act(_, Action::Play(Play::Drawn)) => learned.push(Spot::Drawn),
        Input::Act(seat, Action::Play(Play::Slot(slot)) | Action::Match { slot }) => {
            learned.push(Spot::Slot(Place { seat, slot }));
        }
        // The card below comes to light.
        Input::Act(_, Action::Collect { .. } | Action::Draw(Draw::Discard { .. })) => {
            learned.extend(state.discards.len().checked_sub(2).map(Spot::Discard));
        }
        Input::Act(seat, Action::PeekCard { seat: owner, slot }) if mine(seat) => {
            learned.push(Spot::Slot(Place { seat: owner, slot }));
        }
        Input::Expire(_) if state.options.timeout == Timeout::DiscardDrawn => learned.push(Spot::Drawn),
        // A seat that draws from a new pile learns one of its cards.
        Input::Chance(_) => learned.extend((0..state.discards.len()).map(Spot::Discard)),
        _ => {}
    }
    Some(learned)
}

fn shuffled(mut cards: Vec<Card>, rng: &mut dyn Rng) -> Vec<Card> {
    for i in (1..cards.len()).rev() {
        cards.swap(i, below(i as u32 + 1, rng) as usize);
    }
    cards
}

/// Exchanges two cards at a time, where both may be in the other's place, until nothing of the old order is
/// left. Places that are hard to please are tried more often; which two are tried never depends on what lies
/// there, so in the long run every arrangement is equally likely.
fn mix(state: &State, hidden: &[Spot], mut cards: Vec<Card>, rng: &mut dyn Rng) -> Vec<Card> {
    let choosy: Vec<usize> = (0..hidden.len())
        .filter(|&i| held_at(state, hidden[i]).is_some_and(|held| held.passed_over.is_some()))
        .collect();
    let any = |rng: &mut dyn Rng| below(hidden.len() as u32, rng) as usize;
    for round in 0..hidden.len() * 60 {
        let i = match choosy.len() {
            0 => any(rng),
            _ if round % 2 == 0 => any(rng),
            many => choosy[below(many as u32, rng) as usize],
        };
        let j = any(rng);
        if may_lie(state, hidden[i], cards[j]) && may_lie(state, hidden[j], cards[i]) {
            cards.swap(i, j);
        }
    }
    cards
}

/// The hard facts of Dutch 14.5 that anyone with a memory knows.
fn may_lie(state: &State, spot: Spot, card: Card) -> bool {
    let held = held_at(state, spot);
    let pile = held.map_or(state.reshuffles.len(), |held| usize::from(held.pack));
    // Drawn after reshuffle number `pile`: one of its cards, and not of a later reshuffle.
    let from_there = pile == 0 || state.reshuffles[pile - 1].contains(card);
    if !from_there || state.reshuffles[pile..].iter().any(|later| later.contains(card)) {
        return false;
    }
    let Some(passed_over) = held.and_then(|held| held.passed_over) else { return true };
    match (passed_over.chosen, Key::of(&state.options, card, passed_over.slot)) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(chosen), Some(key)) => Some(key) > Key::of(&state.options, chosen.card, chosen.slot),
    }
}
