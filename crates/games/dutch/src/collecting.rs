//! Collecting, and calling Dutch: what interrupts without being asked (Dutch 7 and 8).

use crate::{Event, Memo, Place, Reason, State, hand::Held};
use kernel::{Events, Seat, SeatSet};

impl State {
    /// Dutch 7.2: the top discard joins the hand, face up, and time goes on as if nothing had happened.
    pub(crate) fn collect(&mut self, seat: Seat, events: &mut Events<Event>) {
        let card = self.discards.pop().expect("a checked discard is there");
        let mut held = Held::new(card, self.pack_of(card), self.everyone());
        held.collected = true;
        let slot = self.hands[seat].append(held);
        self.note(Memo::Laid { at: Place { seat, slot }, card: Some(card) }, self.everyone());
        events.all(|| Event::Collected { seat, card });
        if self.hands[seat].collection().count() == 4 {
            self.end_deal(Reason::FourOfAKind, SeatSet::only(seat), events);
        }
    }

    /// Dutch 8.2: everybody else owes one more turn.
    pub(crate) fn call(&mut self, seat: Seat, events: &mut Events<Event>) {
        self.open.caller = Some(seat);
        self.open.owes = self.open.in_play.without(seat);
        events.all(|| Event::DutchCalled { seat });
    }
}
