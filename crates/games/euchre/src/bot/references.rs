//! Players to be measured against. They call and discard like the medium level, so that a comparison is one of
//! card play.

use super::{decide, rule::rule_card};
use crate::{Action, Euchre, PACK, Phase, Side, State, Trick, View, effective_suit, trump::weakest};
use alloc::vec::Vec;
use kernel::{Ask, Card, CardSet, Contradiction, Decision, Events, Level, Rng, Seat, Suit, Viewer, below};

/// Cards by the five-line rule.
pub(crate) fn rules(ask: &Ask<'_, Euchre>, rng: &mut dyn Rng) -> Result<Decision<Action>, Contradiction> {
    let level = if ask.view.open.phase == Phase::Trick { Level::Easy } else { Level::Medium };
    decide::decide(&Ask { level, ..*ask }, rng)
}

/// Playouts per card.
const PLAYOUTS: u32 = 75;

/// The player of a widely read description of a "fair" bot, mistakes included. It knows the three cards of
/// the kitty, holds the up-card to be out of play even after a pick-up, takes voids from complete groups of
/// four cards only, deals seat by seat and drops what it knows when that does not work out, uses other worlds
/// for every card, and counts its playouts from the score of the match instead of the tricks of the deal,
/// with the sides crossed.
pub(crate) fn document(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Action> {
    let view = View::new(state, Viewer::Recall(seat));
    let (Some(trump), Phase::Trick) = (state.open.trump, state.open.phase) else {
        let ask = Ask {
            options: &state.options,
            view: &view,
            seat,
            level: Level::Medium,
            budget: None,
            explain: false,
            out_of_time: &|| false,
        };
        return decide::decide(&ask, rng).ok()?.action;
    };
    let cards = state.playable(seat);
    let mut best: Option<(f64, Card)> = None;
    for card in cards.iter() {
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            let mut world = state.clone();
            world.hands = greedy_deal(state, seat, trump, rng);
            world.history.clear();
            sum += playout(world, seat, card);
        }
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, card));
        }
    }
    best.map(|(_, card)| Action::Play { card })
}

/// Hands for everybody, dealt seat by seat.
fn greedy_deal(state: &State, me: Seat, trump: Suit, rng: &mut dyn Rng) -> [CardSet; 4] {
    let open = &state.open;
    let mut known = state.hands[me.index()] | state.kitty;
    known.extend(open.up_card);
    for (_, card) in state.history.iter().chain(&open.trick).flat_map(Trick::played) {
        known.insert(card);
    }
    let mut pool: Vec<Card> = (PACK - known).iter().collect();
    for i in (1..pool.len()).rev() {
        pool.swap(i, below(i as u32 + 1, rng) as usize);
    }
    let voids = voids(state, trump);
    let played: usize = state.history.iter().chain(&open.trick).map(|trick| trick.played().count()).sum();
    let mut hands = [CardSet::EMPTY; 4];
    hands[me.index()] = state.hands[me.index()];
    for seat in Seat::all(4).filter(|seat| *seat != me) {
        let in_trick = open.trick.is_some_and(|trick| trick.cards[seat.index()].is_some());
        let size = 5usize.saturating_sub(played / 4 + usize::from(in_trick));
        for strict in [true, false] {
            let mut at = 0;
            while at < pool.len() && hands[seat.index()].len() < size {
                let suit = effective_suit(pool[at], Some(trump));
                if strict && voids.contains(&(seat, suit)) {
                    at += 1;
                } else {
                    hands[seat.index()].insert(pool.remove(at));
                }
            }
        }
    }
    hands
}

/// The seats that did not follow, by complete groups of four cards.
fn voids(state: &State, trump: Suit) -> Vec<(Seat, Suit)> {
    let cards: Vec<(Seat, Card)> = state.history.iter().flat_map(Trick::played).collect();
    let mut voids = Vec::new();
    for group in cards.chunks_exact(4) {
        let led = effective_suit(group[0].1, Some(trump));
        for (seat, card) in group {
            if effective_suit(*card, Some(trump)) != led {
                voids.push((*seat, led));
            }
        }
    }
    voids
}

/// Plays a card and then by the rule until nobody can go on, and scores what the counters say.
fn playout(mut world: State, me: Seat, card: Card) -> f64 {
    let Some(maker) = world.open.maker else { return 0.0 };
    let makers = Side::of(maker);
    let score = world.open.score;
    world.open.tricks = [0; 2];
    world.play(me, card, &mut Events::muted());
    while world.open.phase == Phase::Trick {
        let seat = world.open.turn;
        let cards = world.playable(seat);
        if cards.is_empty() {
            break;
        }
        let trump = world.open.trump.unwrap_or(Suit::Clubs);
        let Some(card) = rule_card(&world, seat, cards).or(weakest(cards, trump)) else { break };
        world.play(seat, card, &mut Events::muted());
    }
    let counted = [score[1] + world.open.tricks[0], score[0] + world.open.tricks[1]];
    let points = match counted[makers.index()] {
        5.. => 2.0,
        3 | 4 => 1.0,
        _ => -2.0,
    };
    if Side::of(me) == makers { points } else { -points }
}
