//! What the laws may look at: written from rule 4, not from the view.

use crate::{Action, Phase, State, Template};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::{Card, CardSet, Input, Inspect, Rng, Seat, SeatMap, Viewer, below};

impl Inspect for Template {
    fn cards(state: &State) -> Vec<(String, String)> {
        let in_place = |place: String, cards: CardSet| {
            cards.iter().map(move |card| (place.clone(), card.to_string())).collect::<Vec<_>>()
        };
        let hands =
            Seat::all(state.seats()).flat_map(|seat| in_place(format!("hand {}", seat.0), state.hands[seat]));
        let trick: CardSet = state.open.trick.values().iter().flatten().copied().collect();
        hands
            .chain(in_place("stock".into(), state.stock))
            .chain(in_place("played".into(), state.open.played | trick))
            .collect()
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        if state.open.phase != Phase::Play {
            return None;
        }
        // These stay where they are: the viewer's hand, and what everybody sees next.
        let mut fixed = viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]);
        match next {
            Some(Input::Act(_, Action::Play { card })) => fixed.insert(*card),
            // Which card the clock plays depends on the whole hand.
            Some(Input::Expire(_)) => fixed |= state.hands[state.open.turn],
            _ => {}
        }
        let all = state.hands.values().iter().fold(state.stock, |all, hand| all | *hand);
        let mut loose: Vec<Card> = (all - fixed).iter().collect();
        let mut refill = |place: CardSet| -> CardSet {
            let drawn =
                (place - fixed).iter().map(|_| loose.swap_remove(below(loose.len() as u32, rng) as usize));
            drawn.chain((place & fixed).iter()).collect()
        };
        let hands = SeatMap::from_fn(state.seats(), |seat| refill(state.hands[seat]));
        let stock = refill(state.stock);
        Some(State { hands, stock, ..state.clone() })
    }

    fn any_action(_: &State, rng: &mut dyn Rng) -> Action {
        Action::Play { card: Card::from_index(below(u32::from(Card::COUNT), rng) as u8) }
    }
}
