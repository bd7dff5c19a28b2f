//! What the laws ask and the product must not.
//!
//! Written from the table "who may see what" (rules, section 10), not from the view.

use crate::{
    Action, Card, CardId, Color, Eights, Event, Face, FaceSet, Phase, Play, Power, State, Supply, bot,
    card::Held, legal,
};
use alloc::{format, string::String, vec::Vec};
use kernel::{Events, Game, Input, Inspect, Rng, Seat, Viewer, below};

impl Inspect for Eights {
    /// Cards in hands. Discards have no ids, and luck has not made the others yet.
    fn cards(state: &State) -> Vec<(String, String)> {
        let hands = state
            .hands
            .iter()
            .flat_map(|(seat, hand)| hand.shown().into_iter().map(move |card| (seat, card)));
        hands
            .map(|(seat, Card { id, face })| (format!("hand {}", seat.0), format!("{} {face}", id.0)))
            .collect()
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        let learned = match next {
            None => Learned::default(),
            Some(input) => Learned::by(state, viewer, input)?,
        };
        let unseen: Vec<Seat> =
            Seat::all(state.open.seats).filter(|&seat| !lies_open(state, viewer, seat)).collect();
        let mut other = state.clone();
        let mut ids = Vec::new();
        for &seat in &unseen {
            for place in 0..state.hands[seat].len() {
                let card = state.hands[seat].cards[place];
                if learned.cards.contains(&card.id) {
                    continue;
                }
                ids.push(card.id);
                if !remembered(viewer, &card) && learned.played != Some(card.id) {
                    other.hands[seat].cards[place].face = redrawn(state, &learned, seat, place, rng);
                }
            }
        }
        if ids.is_empty() {
            return None;
        }
        deal_ids(&mut other, &unseen, &learned, ids, rng);
        if next.is_none() {
            unseen.iter().for_each(|&seat| mix_places(&mut other, seat, rng));
        }
        Some(other)
    }

    fn any_action(state: &State, rng: &mut dyn Rng) -> Action {
        let mut roll = |n: u32| below(n, rng);
        match roll(8) {
            0 => Action::Draw,
            1 => Action::Pass,
            2 => Action::Ready,
            _ => Action::Play(Play {
                card: CardId(roll(state.next_id + 3)),
                color: (roll(2) == 0).then(|| Color::ALL[roll(4) as usize]),
                target: (roll(3) == 0).then(|| Seat(roll(u32::from(state.open.seats) + 2) as u8)),
                power: (roll(4) == 0).then(|| Power::ALL[roll(3) as usize]),
            }),
        }
    }
}

/// Rules 10.1, 10.2, 10.4: the seat's hand once the round has begun, all hands under the eye and at the end.
fn lies_open(state: &State, viewer: Viewer, holder: Seat) -> bool {
    let open = &state.open;
    let everything = open.eye.is_some() || open.phase.is_over();
    open.phase != Phase::Dealing && (everything || viewer.seat() == Some(holder))
}

/// Rules 10.3. A person's view says nothing of it, but a person may remember.
fn remembered(viewer: Viewer, card: &Held) -> bool {
    viewer.seat().is_some_and(|seat| card.known.contains(seat))
}

/// What a viewer learns by an input.
#[derive(Default)]
struct Learned {
    /// Cards that come into its hand: it looks at them.
    cards: Vec<CardId>,
    /// The card that is played: everybody sees its face.
    played: Option<CardId>,
    /// A seat that has nothing to play, because it was allowed to draw where playing is a duty.
    stuck: Option<Seat>,
}

impl Learned {
    /// `None`: everything.
    fn by(state: &State, viewer: Viewer, input: &Input<Action>) -> Option<Learned> {
        let mut after = state.clone();
        Eights::apply(&mut after, input, &mut Events::<Event>::muted());
        // Rules 10.2, 10.4: the eye has opened, or the round is over.
        if after.open.eye.is_some() || after.open.phase.is_over() {
            return None;
        }
        let mut learned = Learned::default();
        match input {
            Input::Act(_, Action::Play(play)) => learned.played = Some(play.card),
            Input::Act(seat, Action::Draw) => {
                let duty = state.rules.options.must_play.is_on();
                let free = state.open.phase == Phase::Turn && state.open.stack == 0;
                learned.stuck = (duty && free).then_some(*seat);
            }
            _ => {}
        }
        // By swap, rotation, theft, big bang or deal.
        if let Some(seat) = viewer.seat().filter(|&seat| lies_open(&after, viewer, seat)) {
            learned.cards.extend(after.hands[seat].cards.iter().map(|card| card.id));
        }
        Some(learned)
    }
}

/// Another face for a hidden card, as far as everyone can tell something about it.
fn redrawn(state: &State, learned: &Learned, holder: Seat, place: usize, rng: &mut dyn Rng) -> Face {
    let (open, supply) = (&state.open, &state.rules.supply);
    let drawn = open.phase == Phase::DrawnChoice && open.current == holder;
    if drawn && place + 1 == state.hands[holder].len() {
        // Rules 4.3: there is a choice, so it can be played.
        bot::face_among(supply, legal::playable(state), rng)
    } else if learned.stuck == Some(holder) {
        // Rules 4.4: it draws, so nothing can be played.
        bot::face_among(supply, FaceSet::ALL - legal::playable(state), rng)
    } else {
        supply.face(below(Supply::ROLLS, rng))
    }
}

/// Deals the ids of unseen cards out again: they say nothing about faces, and twins cannot be distinguished, not
/// even where a viewer remembers one of them. The card that is played goes to a twin of itself, as the
/// coming input names it by its id.
fn deal_ids(other: &mut State, unseen: &[Seat], learned: &Learned, mut ids: Vec<CardId>, rng: &mut dyn Rng) {
    let mut places: Vec<(Seat, usize)> = Vec::new();
    for &seat in unseen {
        let cards = other.hands[seat].cards.iter().enumerate();
        places.extend(
            cards.filter(|(_, card)| !learned.cards.contains(&card.id)).map(|(place, _)| (seat, place)),
        );
    }
    let held = |other: &State, (seat, place): (Seat, usize)| other.hands[seat].cards[place];
    let played = places.iter().find(|&&at| Some(held(other, at).id) == learned.played).copied();
    if let Some(played) = played {
        let (face, id) = (held(other, played).face, held(other, played).id);
        // Rules 4.3: of the card just drawn everyone knows that it is the last one.
        let drawn = other.open.phase == Phase::DrawnChoice;
        let twin = |&at: &(Seat, usize)| {
            at == played || (!drawn && at.0 == played.0 && held(other, at).face == face)
        };
        let twins: Vec<usize> = (0..places.len()).filter(|&n| twin(&places[n])).collect();
        let (seat, place) = places.swap_remove(twins[below(twins.len() as u32, rng) as usize]);
        other.hands[seat].cards[place].id = id;
        ids.retain(|&other| other != id);
    }
    for (seat, place) in places {
        other.hands[seat].cards[place].id = ids.swap_remove(below(ids.len() as u32, rng) as usize);
    }
}

/// Puts the cards of a hand into another order; the card just drawn is known to be the last one.
fn mix_places(other: &mut State, seat: Seat, rng: &mut dyn Rng) {
    let drawn = other.open.phase == Phase::DrawnChoice && other.open.current == seat;
    let cards = &mut other.hands[seat].cards;
    let mixed = cards.len().saturating_sub(usize::from(drawn));
    for place in (1..mixed).rev() {
        cards.swap(place, below(place as u32 + 1, rng) as usize);
    }
}
