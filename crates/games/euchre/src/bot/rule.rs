//! The five-line rule: how the easy bot plays cards, and everybody in playouts.

use crate::{
    Open, Side, State, Trick, suit_cards,
    trump::{height, weakest},
};
use kernel::{Card, CardSet, Rank, Seat, Suit};

/// The card that the rule plays for the seat in turn: `cards` is what it may play.
pub(crate) fn rule_card(world: &State, seat: Seat, cards: CardSet) -> Option<Card> {
    let open = &world.open;
    let trump = open.trump?;
    let named = open.maker.is_some_and(|maker| Side::of(maker) == Side::of(seat));
    rule(cards, trump, named, seat, lead(open.trick.as_ref()?, trump))
}

/// What a trick shows to those who follow.
#[derive(Clone, Copy)]
pub(crate) struct Lead {
    /// The cards that count: trumps, and the suit led.
    counting: CardSet,
    best: Card,
    winner: Seat,
}

/// `None` before a card is led.
pub(crate) fn lead(trick: &Trick, trump: Suit) -> Option<Lead> {
    let mut lead: Option<Lead> = None;
    for (seat, card) in trick.played() {
        let this = add(lead, seat, card, trump);
        lead = Some(this);
    }
    lead
}

/// The trick with one more card in it.
pub(crate) fn add(lead: Option<Lead>, seat: Seat, card: Card, trump: Suit) -> Lead {
    match lead {
        None => {
            let counting = crate::trump::following(card, trump) | suit_cards(trump, Some(trump));
            Lead { counting, best: card, winner: seat }
        }
        Some(lead) if lead.counting.contains(card) && height(card, trump) > height(lead.best, trump) => {
            Lead { best: card, winner: seat, ..lead }
        }
        Some(lead) => lead,
    }
}

/// Leading: a plain ace; else the highest trump if the seat's side named trump and a bower is held; else the
/// weakest card. Following: the weakest card if the partner wins so far; else the weakest card that wins; else
/// the weakest card.
pub(crate) fn rule(cards: CardSet, trump: Suit, named: bool, seat: Seat, lead: Option<Lead>) -> Option<Card> {
    let Some(lead) = lead else {
        let plain_aces = (cards & CardSet::of_rank(Rank::Ace)) - suit_cards(trump, Some(trump));
        let highest = cards.iter().max_by_key(|card| height(*card, trump))?;
        return match plain_aces.iter().next() {
            Some(ace) => Some(ace),
            None if named && is_bower(highest, trump) => Some(highest),
            None => weakest(cards, trump),
        };
    };
    if lead.winner == Open::partner(seat) {
        return weakest(cards, trump);
    }
    let winning =
        (cards & lead.counting).iter().filter(|card| height(*card, trump) > height(lead.best, trump));
    weakest(winning.collect(), trump).or(weakest(cards, trump))
}

/// The seat that wins the current trick so far, and its card.
pub(crate) fn best_so_far(world: &State) -> Option<(Seat, Card)> {
    let lead = lead(world.open.trick.as_ref()?, world.open.trump?)?;
    Some((lead.winner, lead.best))
}

fn is_bower(card: Card, trump: Suit) -> bool {
    card.rank() == Rank::Jack && suit_cards(trump, Some(trump)).contains(card)
}
