//! Shuffling, dealing, and clearing the table between deals and games (Casino 2).

use crate::{Event, Facts, Open, Phase, State, card_from_number};
use kernel::{Audience, CardSet, Events, Seat, SeatSet};

impl State {
    /// One shuffle fixes the order of the whole game: the first hands, the cards face up, then the stock.
    pub(crate) fn shuffle_and_deal(&mut self, order: &[u16], events: &mut Events<Event>) {
        self.stock = order.iter().rev().map(|&number| card_from_number(number as u8)).collect();
        self.hand_out();
        for _ in 0..self.options.face_up(self.open.seats) {
            let card = self.stock.pop().expect("the pack is large enough");
            self.open.loose.insert(card);
        }
        self.begin_deal(events);
    }

    /// All hands are empty: the next deal, or the end of the game.
    pub(crate) fn end_deal(&mut self, events: &mut Events<Event>) {
        if self.open.deal == self.open.deals {
            return self.end_game(events);
        }
        events.all(|| Event::DealEnded);
        self.hand_out();
        self.begin_deal(events);
    }

    /// A seat is ready after the finished game.
    pub(crate) fn get_ready(&mut self, seat: Seat, events: &mut Events<Event>) {
        events.all(|| Event::Ready { seat });
        self.open.ready.insert(seat);
        if self.open.ready == self.open.in_play {
            self.next_game();
        }
    }

    /// Everything starts afresh but the totals and who is here; the deal passes on.
    pub(crate) fn next_game(&mut self) {
        self.next_window();
        let old = &self.open;
        let open = Open {
            window: old.window,
            game: old.game + 1,
            dealer: old.first(),
            in_play: old.in_play,
            totals: old.totals.clone(),
            phase: Phase::Deal,
            ..Open::new(&self.options, old.seats, None)
        };
        *self = State::before_the_deal(&self.options, open);
    }

    /// One card at a time, from the first seat on, to those still in the game.
    fn hand_out(&mut self) {
        let first = self.open.first();
        let receivers = self.open.in_play.len() * usize::from(self.options.hand_size(self.open.seats));
        let mut seat = first;
        for _ in 0..receivers {
            self.hands[seat.index()].extend(self.stock.pop());
            seat = self.open.seat_after(seat);
        }
    }

    fn begin_deal(&mut self, events: &mut Events<Event>) {
        let open = &mut self.open;
        open.deal += 1;
        open.phase = Phase::Turn;
        open.turn = open.first();
        for seat in open.in_play.iter() {
            // A new hand, of which nothing is known.
            self.facts[seat.index()] = Facts::default();
        }
        let (deal, dealer, loose) = (open.deal, open.dealer, open.loose);
        let dealt = |hand: Option<CardSet>| Event::Dealt { deal, dealer, loose, hand };
        for seat in open.in_play.iter() {
            let hand = self.hands[seat.index()];
            events.send(Audience::only(seat), || dealt(Some(hand)));
        }
        let others = Audience { seats: SeatSet::first(open.seats) - open.in_play, spectators: true };
        events.send(others, || dealt(None));
    }
}
