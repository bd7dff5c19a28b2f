//! Seats that come and go (Dutch 12).

use crate::{Event, Memo, Phase, Reason, State};
use kernel::{Events, Seat, SeatSet, SeatStatus};

impl State {
    /// The occupant of a seat has changed.
    pub(crate) fn status(&mut self, seat: Seat, status: SeatStatus, events: &mut Events<Event>) {
        self.open.bots.remove(seat);
        match status {
            SeatStatus::Human | SeatStatus::Offline => {}
            SeatStatus::Bot => {
                self.open.bots.insert(seat);
                // Dutch 9.6: bots are ready at once.
                if self.open.phase == Phase::DealEnded && !self.open.ready.contains(seat) {
                    self.get_ready(seat, events);
                }
            }
            SeatStatus::Removed => self.remove(seat, events),
        }
    }

    fn remove(&mut self, seat: Seat, events: &mut Events<Event>) {
        let open = &mut self.open;
        let owned_power = open.power_owner() == Some(seat);
        let lost_sight = open.looked_at.is_some_and(|at| at.seat == seat);
        for set in [&mut open.in_play, &mut open.owes, &mut open.ready, &mut open.confirmed, &mut open.locked]
        {
            set.remove(seat);
        }
        events.all(|| Event::SeatRemoved { seat });
        if open.phase == Phase::DealEnded {
            return self.leave_finished_deal(events);
        }
        open.ranks[seat] = None;
        open.picks[seat].clear();
        open.exposed.retain(|exposed| exposed.at.seat != seat);
        self.take_cards_away(seat);
        if self.open.in_play.len() == 1 {
            return self.end_deal(Reason::LastPlayer, self.open.in_play, events);
        }
        match self.open.phase {
            Phase::InitialPeek => self.end_peek_if_done(events),
            Phase::DrawingCard | Phase::PlayingCard if self.open.current == seat => self.end_turn(events),
            // The power of a seat that left is dropped, and so is a look at a card that went with it.
            phase if phase.is_power() && (owned_power || lost_sight) => {
                if !owned_power {
                    self.open.powers.remove(0);
                }
                self.open.looked_at = None;
                self.open.powers.retain(|power| power.seat != seat);
                self.start_power(events);
            }
            _ => self.open.powers.retain(|power| power.seat != seat),
        }
    }

    /// Dutch 12.2: unseen, and never to be shuffled in again.
    fn take_cards_away(&mut self, seat: Seat) {
        let hand = core::mem::take(&mut self.hands[seat]);
        self.removed.extend(hand.slots.into_iter().flatten());
        if self.open.current == seat {
            self.removed.extend(self.drawn.take());
            self.open.drawn = None;
        }
        self.note(Memo::Removed { seat }, self.everyone());
    }

    /// The finished deal stays as it is; only the next one goes without the seat.
    fn leave_finished_deal(&mut self, events: &mut Events<Event>) {
        if self.open.in_play.len() == 1 {
            self.end_match(Reason::LastPlayer, events);
        } else if self.open.ready == self.open.in_play {
            self.next_deal();
        }
    }

    /// The seats that are ready at once when a deal ends. Bots among themselves are not: somebody must be waited for, or
    /// the hands would never be revealed.
    pub(crate) fn ready_at_once(&self) -> SeatSet {
        let bots = self.open.bots & self.open.in_play;
        if bots == self.open.in_play { SeatSet::EMPTY } else { bots }
    }
}
