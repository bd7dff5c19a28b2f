//! From the shuffle to the first look, from one deal to the next, and a new pile in between.

use crate::{
    Card, Due, Event, Open, Phase, State,
    hand::{Hand, Held},
};
use kernel::{Events, Seat, SeatSet};

impl State {
    /// Dutch 2.1: the hands seat by seat, the first discard, and the rest is the draw pile.
    pub(crate) fn deal(&mut self, order: &[u16], events: &mut Events<Event>) {
        let mut cards = order.iter().map(|&number| Card::from_index(number as u8));
        let size = usize::from(self.options.hand_size);
        for seat in self.open.in_play.iter() {
            let slots = cards.by_ref().take(size).map(|card| Some(Held::new(card, 0, SeatSet::EMPTY)));
            self.hands[seat] = Hand { slots: slots.collect() };
        }
        let top = cards.next().expect("six hands of six leave cards");
        self.discards.push(top);
        self.pile.extend(cards.rev());
        let (deal, first) = (self.open.deal, self.open.first.unwrap_or_default());
        self.open.current = first;
        self.open.enter(Phase::InitialPeek);
        events.all(|| Event::Dealt { deal, first, top });
    }

    /// Whether a card is wanted from an empty pile that could be filled again (Dutch 11.1).
    pub(crate) fn pile_is_due(&self) -> bool {
        self.pile.is_empty() && self.discards.len() > 1
    }

    /// Dutch 11.1: all discards but the top one become the draw pile.
    pub(crate) fn reshuffle(&mut self, order: &[u16], events: &mut Events<Event>) {
        let top = self.discards.pop().expect("a pile is due only with discards");
        self.pile.extend(order.iter().rev().map(|&number| self.discards[usize::from(number)]));
        self.reshuffles.push(self.discards.iter().copied().collect());
        self.discards.clear();
        self.discards.push(top);
        let count = self.pile.len() as u8;
        events.all(|| Event::Reshuffled { count });
    }

    /// The number of the current draw pile.
    pub(crate) fn pack(&self) -> u16 {
        self.reshuffles.len() as u16
    }

    /// The number of the draw pile that a card seen by all came from last.
    pub(crate) fn pack_of(&self, card: Card) -> u16 {
        let last = self.reshuffles.iter().rposition(|cards| cards.contains(card));
        last.map_or(0, |number| number as u16 + 1)
    }

    pub(crate) fn get_ready(&mut self, seat: Seat, events: &mut Events<Event>) {
        self.open.ready.insert(seat);
        events.all(|| Event::Ready { seat });
        if self.open.ready == self.open.in_play {
            self.next_deal();
        }
    }

    /// Dutch 9.6: everything starts afresh but the totals and who is here.
    pub(crate) fn next_deal(&mut self) {
        let old = &self.open;
        let first: Seat = old.next_of(old.in_play, old.first.unwrap_or_default());
        let open = Open {
            window: old.window,
            deal: old.deal + 1,
            due: Some(Due::Cards),
            dealt_in: old.in_play,
            in_play: old.in_play,
            bots: old.bots,
            totals: old.totals.clone(),
            wins: old.wins.clone(),
            ..Open::new(old.seats(), Some(first))
        };
        *self = State::before_deal(&self.options, open);
    }
}
