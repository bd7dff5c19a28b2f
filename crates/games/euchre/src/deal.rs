//! From the shuffle to the first call, and from the last trick to the next shuffle.

use crate::{DealFrom, Event, Phase, State, card_from_number};
use kernel::{Audience, CardSet, Events, Seat, SeatSet};

impl State {
    /// Euchre 3.3: twenty cards one by one, the up-card, three for the kitty.
    pub(crate) fn deal(&mut self, order: &[u16], events: &mut Events<Event>) {
        let open = &mut self.open;
        let first = match self.options.deal_from {
            DealFrom::Left => open.dealer.next(4),
            DealFrom::Dealer => open.dealer,
        };
        let mut hands = [CardSet::EMPTY; 4];
        let mut receiver = first;
        for &number in &order[..20] {
            hands[receiver.index()].insert(card_from_number(number as u8));
            receiver = receiver.next(4);
        }
        let up_card = card_from_number(order[20] as u8);
        self.hands = hands;
        self.kitty = order[21..].iter().map(|&number| card_from_number(number as u8)).collect();
        open.phase = Phase::Bid1;
        open.deal += 1;
        open.turn = open.dealer.next(4);
        open.up_card = Some(up_card);

        let dealer = open.dealer;
        for seat in Seat::all(4) {
            let hand = Some(hands[seat.index()]);
            events.send(Audience::only(seat), || Event::Dealt { dealer, up_card, hand });
        }
        let spectators = Audience { seats: SeatSet::EMPTY, spectators: true };
        events.send(spectators, || Event::Dealt { dealer, up_card, hand: None });
    }

    /// Euchre 4.4: eight passes, nobody wants this deal.
    pub(crate) fn throw_in(&mut self, events: &mut Events<Event>) {
        events.all(|| Event::Redeal);
        self.open.thrown_in += 1;
        self.clear_the_table();
    }

    pub(crate) fn get_ready(&mut self, seat: Seat, events: &mut Events<Event>) {
        events.all(|| Event::Ready { seat });
        self.open.ready.insert(seat);
        if self.open.ready == SeatSet::first(4) {
            self.next_deal();
        }
    }

    pub(crate) fn next_deal(&mut self) {
        self.next_window();
        self.open.thrown_in = 0;
        self.clear_the_table();
    }

    /// Gathers the cards in, faces down, and passes the deal on.
    fn clear_the_table(&mut self) {
        self.hands = [CardSet::EMPTY; 4];
        self.kitty = CardSet::EMPTY;
        self.discard = None;
        self.history.clear();

        let open = &mut self.open;
        open.phase = Phase::Deal;
        open.dealer = open.dealer.next(4);
        open.up_card = None;
        open.turned_down = false;
        open.calls.clear();
        open.trump = None;
        open.maker = None;
        open.alone = false;
        open.lone_defender = None;
        open.sitting_out = SeatSet::EMPTY;
        open.trick = None;
        open.last_trick = None;
        open.tricks = [0; 2];
        open.scored = None;
        open.ready = SeatSet::EMPTY;
    }
}
