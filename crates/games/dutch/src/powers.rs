//! Queens and jacks (Dutch 6).

use crate::{Event, Memo, Phase, Place, Power, Rank, State, Swap};
use kernel::{Audience, Events, Seat, SeatSet};

impl State {
    /// Dutch 6.1: powers wait until the window closes.
    pub(crate) fn queue_power(&mut self, power: Power) {
        if self.options.has_power(power.card.rank()) {
            self.open.powers.push(power);
        }
    }

    /// The first power of the queue begins; where there is none left, the turn is done.
    pub(crate) fn start_power(&mut self, events: &mut Events<Event>) {
        while let Some(&Power { seat, card }) = self.open.powers.first() {
            let (phase, choices) = match card.rank() {
                Rank::Jack => (Phase::JackSwap, self.swappable().nth(1).is_some()),
                _ => (Phase::QueenPeek, self.lookable().next().is_some()),
            };
            if choices {
                self.open.enter(phase);
                events.all(|| Event::PowerStarted { seat, card });
                return;
            }
            // Dutch 6.6: nothing to choose from.
            self.open.powers.remove(0);
            events.all(|| Event::PowerForfeited { seat });
        }
        self.lose_ranks(events);
        self.close_turn(events);
    }

    /// The current power is done with.
    pub(crate) fn next_power(&mut self, events: &mut Events<Event>) {
        self.open.looked_at = None;
        self.open.powers.remove(0);
        self.start_power(events);
    }

    pub(crate) fn forfeit(&mut self, events: &mut Events<Event>) {
        if let Some(seat) = self.open.power_owner() {
            events.all(|| Event::PowerForfeited { seat });
        }
        self.next_power(events);
    }

    /// Dutch 6.2: only the one who looks sees it, not even the card's owner.
    pub(crate) fn look(&mut self, owner: Seat, slot: u8, events: &mut Events<Event>) {
        let seat = self.open.power_owner().expect("a checked power has an owner");
        let at = Place { seat: owner, slot };
        let card = self.show(at, SeatSet::only(seat));
        events.split(
            Audience::only(seat),
            || Event::Looked { seat, at, card: Some(card) },
            || Event::Looked { seat, at, card: None },
        );
        self.open.looked_at = Some(at);
        self.open.enter(Phase::Peeking);
    }

    /// Dutch 6.3: the cards change places, and nobody sees a face.
    pub(crate) fn swap(&mut self, swap: Swap, events: &mut Events<Event>) {
        let seat = self.open.power_owner().expect("a checked power has an owner");
        let [a, b] = swap.places();
        let [mut from_a, mut from_b] =
            [a, b].map(|place| *self.hands[place.seat].get(place.slot).expect("checked slots hold cards"));
        if a.seat != b.seat {
            // Dutch 6.4: a collection ends at the edge of its hand.
            from_a.collected = false;
            from_b.collected = false;
        }
        self.hands[a.seat].slots[usize::from(a.slot)] = Some(from_b);
        self.hands[b.seat].slots[usize::from(b.slot)] = Some(from_a);
        self.note(Memo::Swapped { a, b }, self.everyone());
        events.all(|| Event::Swapped { seat, a, b });
        self.next_power(events);
    }

    /// Dutch 6.5: who has no collection card left when all powers are used collects no more.
    fn lose_ranks(&mut self, events: &mut Events<Event>) {
        for seat in self.open.in_play.iter() {
            if self.open.ranks[seat].is_some() && self.hands[seat].collection().next().is_none() {
                self.open.ranks[seat] = None;
                events.all(|| Event::RankLost { seat });
            }
        }
    }
}
