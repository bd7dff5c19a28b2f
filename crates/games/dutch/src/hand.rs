use crate::{Card, Trace, recall::PassedOver};
use alloc::vec::Vec;
use kernel::{Seat, SeatSet};

/// A card that lies on the table with its face down, is held apart, or is collected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) card: Card,
    /// Part of its owner's collection: face up, never to be played. The only record there is of it.
    pub(crate) collected: bool,
    /// The seats that have seen it, and can follow it because every move is seen by all.
    pub(crate) known: SeatSet,
    /// Which draw pile it came from: 0 is the first, n the one made by reshuffle n.
    pub(crate) pack: u16,
    /// Whether it was looked at when the ranks were set, and not chosen.
    pub(crate) passed_over: Option<PassedOver>,
}

impl Held {
    /// A card that comes from draw pile number `pack` and is seen by `known`.
    pub(crate) const fn new(card: Card, pack: u16, known: SeatSet) -> Held {
        Held { card, collected: false, known, pack, passed_over: None }
    }
    /// What `seat` knows of it.
    pub(crate) fn trace(&self, seat: Seat) -> Trace {
        Trace {
            card: self.known.contains(seat).then_some(self.card),
            known_by: self.known,
            pack: self.pack,
            passed_over: self.passed_over,
        }
    }
}

/// A row of slots, blank or with one card each (Dutch 2.3 to 2.6).
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Hand {
    pub(crate) slots: Vec<Option<Held>>,
}

impl Hand {
    pub(crate) fn get(&self, slot: u8) -> Option<&Held> {
        self.slots.get(usize::from(slot))?.as_ref()
    }
    pub(crate) fn get_mut(&mut self, slot: u8) -> Option<&mut Held> {
        self.slots.get_mut(usize::from(slot))?.as_mut()
    }
    /// Cards and the numbers of their slots.
    pub(crate) fn cards(&self) -> impl Iterator<Item = (u8, &Held)> {
        self.slots.iter().enumerate().filter_map(|(slot, held)| Some((slot as u8, held.as_ref()?)))
    }
    /// The slots whose cards can be played.
    pub(crate) fn playable(&self) -> impl Iterator<Item = u8> {
        self.cards().filter(|(_, held)| !held.collected).map(|(slot, _)| slot)
    }
    pub(crate) fn collection(&self) -> impl Iterator<Item = Card> {
        self.cards().filter(|(_, held)| held.collected).map(|(_, held)| held.card)
    }
    pub(crate) fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }
    /// Dutch 2.5: a new card never fills a blank. Says which slot it got.
    pub(crate) fn append(&mut self, held: Held) -> u8 {
        self.slots.push(Some(held));
        (self.slots.len() - 1) as u8
    }
    /// Takes a card out and puts `instead` into its slot.
    pub(crate) fn replace(&mut self, slot: u8, instead: Option<Held>, permanent: u8) -> Held {
        let place = self.slots.get_mut(usize::from(slot)).expect("a checked slot exists");
        let held = core::mem::replace(place, instead).expect("a checked slot holds a card");
        // Dutch 2.4: blanks at the end go, except in the slots of the deal.
        while self.slots.len() > usize::from(permanent) && self.slots.last() == Some(&None) {
            self.slots.pop();
        }
        held
    }
}
