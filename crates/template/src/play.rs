use crate::{Event, Phase, State};
use kernel::{Audience, Card, Drawn, Events, Rank, Seat, WindowId};

impl State {
    /// Rule 1.1: the first cards go to the first seat, and so on.
    pub(crate) fn deal(&mut self, drawn: &Drawn, events: &mut Events<Event>) {
        let mut cards = drawn.order().iter().map(|&number| Card::from_index(number as u8));
        let size = self.options.hand_size;
        for (seat, hand) in self.hands.iter_mut() {
            *hand = cards.by_ref().take(size.into()).collect();
            let cards = *hand;
            events.send(Audience::only(seat), || Event::Dealt { cards });
        }
        self.stock = cards.collect();
        self.open.counts = self.open.counts.map(|_, _| size);
        self.open.phase = Phase::Play;
    }

    /// Rule 2.
    pub(crate) fn play(&mut self, seat: Seat, card: Card, events: &mut Events<Event>) {
        let seats = self.seats();
        self.hands[seat].remove(card);
        let open = &mut self.open;
        open.counts[seat] -= 1;
        open.trick[seat] = Some(card);
        open.turn = seat.next(seats);
        open.window = WindowId(open.window.0 + 1);
        events.all(|| Event::Played { seat, card });
        if open.turn == open.leader {
            self.end_trick(events);
        }
    }

    /// Rules 2.1 and 2.2.
    fn end_trick(&mut self, events: &mut Events<Event>) {
        let open = &mut self.open;
        let mut winner = open.leader;
        for seat in
            Seat::all(open.trick.seats()).map(|seat| open.leader.step(seat.0.into(), open.trick.seats()))
        {
            if strength(open.trick[seat]) > strength(open.trick[winner]) {
                winner = seat;
            }
        }
        open.played.extend(open.trick.values().iter().flatten().copied());
        open.trick = open.trick.map(|_, _| None);
        open.tricks[winner] += 1;
        (open.leader, open.turn) = (winner, winner);
        if open.counts.values().iter().all(|&count| count == 0) {
            open.phase = Phase::Over;
        }
        events.all(|| Event::Taken { seat: winner });
    }

    /// Rule 2.3.
    pub(crate) fn expire(&mut self, events: &mut Events<Event>) {
        let seat = self.open.turn;
        let lowest = self.hands[seat].iter().min_by_key(|card| card.rank());
        if let Some(card) = lowest {
            self.play(seat, card, events);
        }
    }
}

fn strength(card: Option<Card>) -> Option<Rank> {
    card.map(Card::rank)
}
