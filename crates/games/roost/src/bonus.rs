//! The bonus deal (Roost 4): every bonus card that ever reaches a player comes through [`pass`].

use crate::{BonusId, Event, Rules, State};
use alloc::vec::Vec;
use kernel::{Audience, Events, Seat};
use serde::{Deserialize, Serialize};

/// A kind of bonus card: its place in the deck's list. It never leaves the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BonusNo(pub(crate) u8);

/// The bonus cards of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BonusHand {
    pub(crate) held: Vec<BonusNo>,
    /// What it can choose from now.
    pub(crate) offered: Vec<BonusNo>,
    /// What it gave back, ever.
    pub(crate) returned: Vec<BonusNo>,
    /// What it gave back and knows to be in the bonus deck, because nobody was offered cards since.
    pub(crate) sunk: Vec<BonusNo>,
    /// Why its last offer was smaller than it should have been.
    pub(crate) short: Option<Short>,
}

/// Why fewer bonus cards were offered than should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Short {
    /// The bonus deck holds only kinds that the seat has.
    NoNewKind,
    /// The bonus deck is empty.
    DeckEmpty,
}

/// The result of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) offered: Vec<BonusNo>,
    /// `None`: as many as there should be.
    pub(crate) short: Option<Short>,
}

/// Every bonus card of the set that is played with.
pub(crate) fn whole_deck(rules: &Rules) -> Vec<BonusNo> {
    let copies = |&kind: &u8| (0..rules.deck.bonus[usize::from(kind)].copies).map(move |_| BonusNo(kind));
    rules.bonus.iter().flat_map(copies).collect()
}

/// Takes `draw` cards from the top of a shuffled deck (its front), each time the first one of a kind that the
/// seat neither holds nor was just offered. Skipped cards stay where they are. So no two of a kind can meet,
/// and each card is as likely as a uniform draw would make it, given that its kind is new.
pub(crate) fn pass(deck: &mut Vec<BonusNo>, held: &[BonusNo], draw: u8) -> Pass {
    let mut offered = Vec::new();
    for _ in 0..draw {
        let is_new = |kind: &BonusNo| !held.contains(kind) && !offered.contains(kind);
        let Some(place) = deck.iter().position(is_new) else {
            let short = if deck.is_empty() { Short::DeckEmpty } else { Short::NoNewKind };
            return Pass { offered, short: Some(short) };
        };
        offered.push(deck.remove(place));
    }
    Pass { offered, short: None }
}

/// Offers cards to a seat from the deck in this new order; `None`: there was nothing to shuffle.
pub(crate) fn offer(
    state: &mut State,
    seat: Seat,
    draw: u8,
    order: Option<&[u16]>,
    events: &mut Events<Event>,
) {
    if let Some(order) = order {
        state.bonus_deck = order.iter().map(|&n| state.bonus_deck[usize::from(n)]).collect();
    }
    let Pass { offered, short } = pass(&mut state.bonus_deck, &state.bonus[seat].held, draw);
    state.bonus_deck.sort_unstable();
    for (other, hand) in state.bonus.iter_mut() {
        if other == seat {
            hand.sunk.retain(|kind| !offered.contains(kind));
        } else {
            hand.sunk.clear();
        }
    }
    let hand = &mut state.bonus[seat];
    hand.offered = offered;
    hand.short = short;
    let state = &*state;
    let count = state.bonus[seat].offered.len() as u8;
    let told = |kinds| Event::BonusOffered { seat, count, short, kinds };
    events.split(Audience::only(seat), || told(Some(ids(state, &state.bonus[seat].offered))), || told(None));
}

/// The seat keeps the offer number `place`, if any, and gives back what it does not keep once `done`.
pub(crate) fn keep(state: &mut State, seat: Seat, place: Option<usize>, done: bool) {
    let hand = &mut state.bonus[seat];
    if let Some(place) = place {
        hand.held.push(hand.offered.remove(place));
    }
    if done {
        for kind in core::mem::take(&mut hand.offered) {
            hand.returned.push(kind);
            hand.sunk.push(kind);
            state.bonus_deck.push(kind);
        }
        state.bonus_deck.sort_unstable();
    }
}

/// Kinds by their ids.
pub(crate) fn ids(state: &State, kinds: &[BonusNo]) -> Vec<BonusId> {
    kinds.iter().map(|kind| state.rules.deck.bonus[usize::from(kind.0)].id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: BonusNo = BonusNo(0);
    const C: BonusNo = BonusNo(1);
    const E: BonusNo = BonusNo(2);

    #[test]
    fn b_06_skipped_cards_stay_where_they_are() {
        let mut deck = alloc::vec![R, R, R, C, E, C];
        assert_eq!(pass(&mut deck, &[], 2), Pass { offered: alloc::vec![R, C], short: None });
        assert_eq!(deck, [R, R, E, C]);
    }

    #[test]
    fn b_08_a_deck_of_one_kind_offers_one_card() {
        let mut deck = alloc::vec![R, R, C];
        assert_eq!(pass(&mut deck, &[], 2).offered, [R, C]);
        assert_eq!(deck, [R]);
        let mut deck = alloc::vec![R, R];
        assert_eq!(pass(&mut deck, &[], 2), Pass { offered: alloc::vec![R], short: Some(Short::NoNewKind) });
        assert_eq!(deck, [R]);
    }

    #[test]
    fn b_09_an_empty_deck_offers_nothing() {
        let nothing = Pass { offered: Vec::new(), short: Some(Short::DeckEmpty) };
        assert_eq!(pass(&mut Vec::new(), &[], 2), nothing);
    }

    #[test]
    fn b_10_a_kind_that_is_held_is_passed_over() {
        let mut deck = alloc::vec![R, R, C, C, E];
        assert_eq!(pass(&mut deck, &[R], 2).offered, [C, E]);
        assert_eq!(deck, [R, R, C]);
    }

    /// All orders of four cards, of which two are alike.
    #[test]
    fn b_13_all_orders_give_the_pairs_their_weights() {
        let cards = [R, R, C, E];
        let mut counts = alloc::collections::BTreeMap::<(u8, u8), u32>::new();
        for order in 0..256usize {
            let order = [order % 4, order / 4 % 4, order / 16 % 4, order / 64];
            if (0..4).all(|n| order.contains(&n)) {
                let offered = pass(&mut order.map(|n| cards[n]).to_vec(), &[], 2).offered;
                *counts.entry((offered[0].0, offered[1].0)).or_default() += 1;
            }
        }
        let expected = [((0, 1), 6), ((0, 2), 6), ((1, 0), 4), ((2, 0), 4), ((1, 2), 2), ((2, 1), 2)];
        assert_eq!(counts, expected.into_iter().collect());
    }
}
