//! The same-rank window (Dutch 5).

use crate::{Due, Event, Exposed, Memo, Phase, Place, Power, Rank, Reason, State, hand::Held};
use kernel::{Events, Seat, SeatSet};

impl State {
    pub(crate) fn open_window(&mut self, rank: Rank, events: &mut Events<Event>) {
        self.open.window_rank = Some(rank);
        self.open.enter(Phase::SameRankWindow);
        events.all(|| Event::WindowOpened { rank });
    }

    pub(crate) fn match_card(&mut self, seat: Seat, slot: u8, events: &mut Events<Event>) {
        let card = self.hands[seat].get(slot).expect("a checked slot holds a card").card;
        if self.open.window_rank == Some(card.rank()) {
            self.match_right(seat, slot, events);
        } else {
            self.match_wrong(seat, slot, events);
        }
    }

    /// Dutch 5.2: nothing replaces the card.
    fn match_right(&mut self, seat: Seat, slot: u8, events: &mut Events<Event>) {
        let card = self.hands[seat].replace(slot, None, self.options.hand_size).card;
        self.note(Memo::Left { at: Place { seat, slot }, card }, self.everyone());
        self.discards.push(card);
        events.all(|| Event::Matched { seat, slot, card });
        if self.hands[seat].is_empty() {
            return self.end_deal(Reason::EmptyHand, SeatSet::only(seat), events);
        }
        self.queue_power(Power { seat, card });
    }

    /// Dutch 5.3: everybody sees it, it goes back, and it costs blind cards and the window.
    fn match_wrong(&mut self, seat: Seat, slot: u8, events: &mut Events<Event>) {
        let at = Place { seat, slot };
        let card = self.show(at, self.everyone());
        self.open.exposed.push(Exposed { at, card });
        self.open.locked.insert(seat);
        let there_are = self.pile.len() + self.discards.len() - 1;
        let penalty = self.options.wrong_penalty.min(there_are as u8);
        events.all(|| Event::MatchFailed { seat, slot, card, penalty });
        self.penalize(seat, penalty);
    }

    /// Gives blind cards, with a reshuffle between them where the pile runs out.
    pub(crate) fn penalize(&mut self, seat: Seat, cards: u8) {
        for left in (1..=cards).rev() {
            if self.pile_is_due() {
                self.open.due = Some(Due::PileForPenalty { seat, left });
                return;
            }
            let card = self.pile.pop().expect("the penalty was cut to what there is");
            let blind = Held::new(card, self.pack(), SeatSet::EMPTY);
            let slot = self.hands[seat].append(blind);
            self.note(Memo::Laid { at: Place { seat, slot }, card: Some(card) }, SeatSet::EMPTY);
        }
    }

    pub(crate) fn close_window(&mut self, events: &mut Events<Event>) {
        events.all(|| Event::WindowClosed);
        self.clear_window();
        self.start_power(events);
    }

    /// Turns back what wrong matches showed.
    pub(crate) fn clear_window(&mut self) {
        self.open.window_rank = None;
        self.open.locked = SeatSet::EMPTY;
        self.open.exposed.clear();
    }
}
