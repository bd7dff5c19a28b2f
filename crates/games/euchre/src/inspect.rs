//! What the laws may look at: written from the table "who may see what" (Euchre 11), not from the view.

use crate::{Action, Call, Euchre, PACK, Phase, State, Trick, effective_suit, suit_cards};
use alloc::{format, string::String, vec::Vec};
use kernel::{Card, CardSet, Input, Inspect, Rng, Seat, Suit, Viewer, below};

/// One arrangement of the cards that one viewer does not see.
#[derive(Clone)]
struct Layout {
    hands: [CardSet; 4],
    kitty: CardSet,
    discard: Option<Card>,
}

impl Inspect for Euchre {
    fn cards(state: &State) -> Vec<(String, String)> {
        let mut cards = Vec::new();
        for seat in Seat::all(4) {
            cards.extend(state.hands[seat.index()].iter().map(|card| (format!("hand {}", seat.0), card)));
        }
        cards.extend(state.kitty.iter().map(|card| ("kitty".into(), card)));
        cards.extend(state.discard.map(|card| ("discard".into(), card)));
        for (seat, card) in state.history.iter().chain(&state.open.trick).flat_map(Trick::played) {
            cards.push((format!("played by {}", seat.0), card));
        }
        // After a pick-up the up-card is somewhere above; before it, it lies on the table.
        if state.open.trump.is_none() || state.open.turned_down {
            cards.extend(state.open.up_card.map(|card| ("up".into(), card)));
        }
        cards.into_iter().map(|(place, card)| (place, format!("{card}"))).collect()
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        let open = &state.open;
        if matches!(open.phase, Phase::Cut | Phase::Deal | Phase::DealOver | Phase::Finished) {
            return None;
        }
        // Cards that stay where they are: the viewer's own hand, the dealer's own discard, the up-card in
        // the open hand of a dealer who is about to discard.
        let mut fixed = CardSet::EMPTY;
        if let Some(me) = viewer.seat() {
            fixed |= state.hands[me.index()];
            if me == open.dealer {
                fixed.extend(state.discard);
            }
        }
        if open.phase == Phase::Discard {
            fixed.extend(open.up_card);
        }
        let last_card = open.phase == Phase::Trick
            && state.history.len() == 4
            && open.trick.is_some_and(|trick| open.next_active(open.turn) == trick.leader);
        match next {
            // It reveals the deal.
            Some(Input::Act(_, Action::Play { .. }) | Input::Expire(_)) if last_card => return None,
            Some(Input::Act(_, Action::Play { card } | Action::Discard { card })) => {
                fixed.insert(*card);
            }
            // What the clock does for a seat depends on its hand, and is seen.
            Some(Input::Expire(_)) => fixed |= state.hands[open.turn.index()],
            _ => {}
        }
        let now = Layout { hands: state.hands, kitty: state.kitty, discard: state.discard };
        // Rejection: the simplest sampler that is plainly uniform.
        (0..10_000).map(|_| shuffled(&now, fixed, rng)).find(|layout| fits(state, layout)).map(|layout| {
            State { hands: layout.hands, kitty: layout.kitty, discard: layout.discard, ..state.clone() }
        })
    }

    fn any_action(_: &State, rng: &mut dyn Rng) -> Action {
        let card = PACK.iter().nth(below(24, rng) as usize).expect("24 cards");
        let suit = Suit::ALL[below(4, rng) as usize];
        let yes = below(2, rng) == 0;
        match below(8, rng) {
            0 => Action::Pass,
            1 => Action::Order { alone: yes },
            2 => Action::Name { suit, alone: yes },
            3 => Action::Discard { card },
            4 => Action::Alone { yes },
            5 => Action::Defend { yes },
            6 => Action::Play { card },
            _ => Action::Ready,
        }
    }
}

/// The cards that are not fixed, dealt again to the places they came from.
fn shuffled(now: &Layout, fixed: CardSet, rng: &mut dyn Rng) -> Layout {
    let all =
        now.hands.into_iter().fold(now.kitty, |all, hand| all | hand) | now.discard.into_iter().collect();
    let mut loose: Vec<Card> = (all - fixed).iter().collect();
    let mut take = |from: CardSet| -> CardSet {
        (0..(from - fixed).len())
            .map(|_| loose.swap_remove(below(loose.len() as u32, rng) as usize))
            .chain((from & fixed).iter())
            .collect()
    };
    let hands = now.hands.map(&mut take);
    let kitty = take(now.kitty);
    let discard = take(now.discard.into_iter().collect()).iter().next();
    Layout { hands, kitty, discard }
}

/// Whether everything that happened so far could have happened with these cards.
fn fits(state: &State, layout: &Layout) -> bool {
    let open = &state.open;
    let dealer = open.dealer;
    let trump = open.trump;
    // The dealer took the up-card: it is in hand, put away or played.
    let out_of_sight = open.trump.is_some() && open.picked_up() && open.phase != Phase::Discard;
    if let (true, Some(up_card)) = (out_of_sight, open.up_card) {
        let played =
            state.history.iter().chain(&open.trick).any(|t| t.cards[dealer.index()] == Some(up_card));
        let kept = layout.hands[dealer.index()].contains(up_card);
        let put_away = layout.discard == Some(up_card) && state.options.may_discard_upcard.is_on();
        if !(played || kept || put_away) {
            return false;
        }
    }
    // Every play was legal: backwards through the tricks, hands grow by what was played.
    let mut hands = layout.hands;
    for trick in state.history.iter().chain(&open.trick).rev() {
        let Some(led) = trick.led() else { continue };
        let suit = effective_suit(led, trump);
        for (seat, card) in trick.played() {
            if effective_suit(card, trump) != suit
                && !(hands[seat.index()] & suit_cards(suit, trump)).is_empty()
            {
                return false;
            }
        }
        for (seat, card) in trick.played() {
            hands[seat.index()].insert(card);
        }
    }
    called_with_trump(state, layout, hands)
}

/// Where a call needs a trump, the maker held one in the five cards of the deal.
fn called_with_trump(state: &State, layout: &Layout, mut hands: [CardSet; 4]) -> bool {
    let open = &state.open;
    let (Some(maker), Some(trump)) = (open.maker, open.trump) else { return true };
    let stuck = open.calls.len() == 8 && open.calls.last() != Some(&Call::Pass);
    if !state.options.call_needs_trump.is_on() || stuck {
        return true;
    }
    if open.picked_up() {
        hands[open.dealer.index()].extend(layout.discard);
        open.up_card.into_iter().for_each(|card| hands[open.dealer.index()].remove(card));
    }
    !(hands[maker.index()] & suit_cards(trump, Some(trump))).is_empty()
}
