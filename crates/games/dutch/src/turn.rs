//! A turn: draw, play, and what happens when the time is up (Dutch 4).

use crate::{Due, Event, Memo, Phase, Place, Play, Power, Reason, Source, State, Timeout, hand::Held};
use kernel::{Audience, Events, Seat, SeatSet};

impl State {
    /// Begins a turn.
    pub(crate) fn start_turn(&mut self, seat: Seat, events: &mut Events<Event>) {
        self.open.current = seat;
        self.open.played = false;
        self.open.enter(Phase::DrawingCard);
        events.all(|| Event::TurnStarted { seat });
    }

    pub(crate) fn draw(&mut self, events: &mut Events<Event>) {
        if self.pile_is_due() {
            self.open.due = Some(Due::PileToDraw);
        } else {
            self.take_up(events);
        }
    }

    /// The current seat takes the next card of the pile, if there is one.
    pub(crate) fn take_up(&mut self, events: &mut Events<Event>) {
        let seat = self.open.current;
        if let Some(card) = self.pile.pop() {
            self.drawn = Some(Held::new(card, self.pack(), SeatSet::only(seat)));
            self.open.drawn = Some(Source::Pile);
            events.split(
                Audience::only(seat),
                || Event::Drew { seat, card: Some(card) },
                || Event::Drew { seat, card: None },
            );
        } else {
            events.all(|| Event::NothingToDraw { seat });
            // Dutch 11.2: with nothing to draw and nothing to play nobody has a turn.
            if self.hands[seat].playable().next().is_none() {
                return self.miss_turn(false, events);
            }
        }
        self.open.enter(Phase::PlayingCard);
    }

    /// Dutch 4.6.
    pub(crate) fn take_discard(&mut self, events: &mut Events<Event>) {
        let seat = self.open.current;
        let card = self.discards.pop().expect("a checked discard is there");
        self.drawn = Some(Held::new(card, self.pack_of(card), self.everyone()));
        self.open.drawn = Some(Source::Discard);
        events.all(|| Event::Took { seat, card });
        self.open.enter(Phase::PlayingCard);
    }

    pub(crate) fn play(&mut self, from: Play, events: &mut Events<Event>) {
        let seat = self.open.current;
        let drawn = self.drawn.take();
        self.open.drawn = None;
        let card = match from {
            Play::Drawn => drawn.expect("a checked play has a drawn card").card,
            Play::Slot(slot) => {
                let at = Place { seat, slot };
                let left = self.hands[seat].replace(slot, drawn, self.options.hand_size).card;
                self.note(Memo::Left { at, card: left }, self.everyone());
                if let Some(held) = drawn {
                    self.note(Memo::Laid { at, card: Some(held.card) }, held.known);
                }
                left
            }
        };
        self.discards.push(card);
        self.open.played = true;
        events.all(|| Event::Played { seat, from, card });
        if self.hands[seat].is_empty() {
            return self.end_deal(Reason::EmptyHand, SeatSet::only(seat), events);
        }
        self.queue_power(Power { seat, card });
        self.open_window(card.rank(), events);
    }

    /// Dutch 13.2: the time to draw or to play is up.
    pub(crate) fn time_out(&mut self, events: &mut Events<Event>) {
        let seat = self.open.current;
        events.all(|| Event::TimedOut { seat });
        if self.open.drawn == Some(Source::Pile) && self.options.timeout == Timeout::DiscardDrawn {
            return self.play(Play::Drawn, events);
        }
        self.open.drawn = None;
        let kept = self.drawn.take();
        if let Some(held) = kept {
            let slot = self.hands[seat].append(held);
            self.note(Memo::Laid { at: Place { seat, slot }, card: Some(held.card) }, held.known);
        }
        self.miss_turn(kept.is_some(), events);
    }

    /// Dutch 4.5: no play, no window, no power.
    fn miss_turn(&mut self, kept: bool, events: &mut Events<Event>) {
        let seat = self.open.current;
        events.all(|| Event::TurnMissed { seat, kept });
        self.close_turn(events);
    }

    /// Dutch 4.7: everything of the turn is done. A pause follows where a person may still call or collect.
    pub(crate) fn close_turn(&mut self, events: &mut Events<Event>) {
        // What may be done depends on the phase.
        self.open.phase = Phase::TurnEnd;
        let people = self.may_interrupt() - self.open.bots;
        if self.options.turn_end_seconds == 0 || people.is_empty() {
            self.end_turn(events);
        } else {
            self.open.enter(Phase::TurnEnd);
        }
    }

    /// The next seat, or the score.
    pub(crate) fn end_turn(&mut self, events: &mut Events<Event>) {
        let open = &mut self.open;
        open.turns += 1;
        open.owes.remove(open.current);
        let limit = u16::from(self.options.turn_limit) * self.open.dealt_in.len() as u16;
        let open = &self.open;
        if open.caller.is_some() {
            if open.owes.is_empty() {
                return self.end_deal(Reason::LowestPoints, SeatSet::EMPTY, events);
            }
            return self.start_turn(open.next_of(open.owes, open.current), events);
        }
        if open.turns >= limit {
            return self.end_deal(Reason::TurnLimit, SeatSet::EMPTY, events);
        }
        self.start_turn(open.next_of(open.in_play, open.current), events);
    }
}
