//! The first look, and what it makes each seat collect (Dutch 3).

use crate::{Card, Chosen, Event, Memo, Mode, Options, PassedOver, Place, Rank, State, open::Picks};
use kernel::{Audience, Events, Seat, SeatMap, SeatSet};

impl State {
    pub(crate) fn peek(&mut self, seat: Seat, slot: u8, events: &mut Events<Event>) {
        self.open.picks[seat].push(slot);
        let card = self.show(Place { seat, slot }, SeatSet::only(seat));
        events.split(
            Audience::only(seat),
            || Event::Peeked { seat, slot, card: Some(card) },
            || Event::Peeked { seat, slot, card: None },
        );
    }

    pub(crate) fn confirm(&mut self, seat: Seat, events: &mut Events<Event>) {
        self.open.confirmed.insert(seat);
        events.all(|| Event::Confirmed { seat });
        self.end_peek_if_done(events);
    }

    /// Dutch 3.3: the clock makes the missing picks, from the left.
    pub(crate) fn fill_picks(&mut self, events: &mut Events<Event>) {
        for seat in self.open.in_play.iter() {
            for slot in self.missing_picks(seat) {
                self.peek(seat, slot, events);
            }
        }
        self.open.confirmed = self.open.in_play;
        self.end_peek_if_done(events);
    }

    /// What the clock would pick.
    pub(crate) fn missing_picks(&self, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let picks = self.open.picks[seat].clone();
        let missing = usize::from(self.options.peek_count) - picks.len();
        (0..self.options.hand_size).filter(move |slot| !picks.contains(slot)).take(missing)
    }

    pub(crate) fn end_peek_if_done(&mut self, events: &mut Events<Event>) {
        if self.open.confirmed != self.open.in_play {
            return;
        }
        if self.options.mode == Mode::Collect {
            for seat in self.open.in_play.iter() {
                self.set_rank(seat, events);
            }
        }
        let seats = self.open.seats();
        self.open.picks = SeatMap::from_fn(seats, |_| Picks::new());
        self.open.confirmed = SeatSet::EMPTY;
        let first = self.open.first.unwrap_or_default();
        let first = if self.open.in_play.contains(first) {
            first
        } else {
            self.open.next_of(self.open.in_play, first)
        };
        self.start_turn(first, events);
    }

    /// Dutch 3.4: the first of the cards seen begins the collection.
    fn set_rank(&mut self, seat: Seat, events: &mut Events<Event>) {
        let all = self.everyone();
        let picks = self.open.picks[seat].clone();
        let hand = &mut self.hands[seat];
        let seen = picks.iter().filter_map(|&slot| Some(Chosen { card: hand.get(slot)?.card, slot }));
        let chosen = seen
            .filter_map(|seen| Some((Key::of(&self.options, seen.card, seen.slot)?, seen)))
            .min_by_key(|(key, _)| *key)
            .map(|(_, chosen)| chosen);
        for &slot in &picks {
            let held = hand.get_mut(slot).expect("picked slots hold cards");
            if chosen.is_some_and(|chosen| chosen.slot == slot) {
                held.collected = true;
                held.known = all;
            } else {
                held.passed_over = Some(PassedOver { slot, chosen });
            }
        }
        if let Some(Chosen { card, slot }) = chosen {
            self.open.ranks[seat] = Some(card.rank());
            self.note(Memo::Saw { at: Place { seat, slot }, card }, all);
        }
        events.all(|| Event::RankSet { seat, chosen });
    }

    /// Lets `seats` see a card, and says which it is.
    pub(crate) fn show(&mut self, at: Place, seats: SeatSet) -> Card {
        let held = self.hands[at.seat].get_mut(at.slot).expect("only cards are shown");
        held.known = held.known | seats;
        let card = held.card;
        self.note(Memo::Saw { at, card }, seats);
        card
    }

    /// Every seat of the table.
    pub(crate) fn everyone(&self) -> SeatSet {
        SeatSet::first(self.open.seats())
    }
}

/// Dutch 3.5: fewest points first, then ace, number, king, queen, jack, then the slot. Jokers have no key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u8, u8, u8);

impl Key {
    pub(crate) fn of(options: &Options, card: Card, slot: u8) -> Option<Key> {
        let class = match card.rank() {
            Rank::Joker => return None,
            Rank::Ace => 0,
            Rank::King => 2,
            Rank::Queen => 3,
            Rank::Jack => 4,
            _ => 1,
        };
        Some(Key(options.points(card), class, slot))
    }
}
