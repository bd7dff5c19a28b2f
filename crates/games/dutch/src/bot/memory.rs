//! What a bot believes: its recall, degraded by level (Dutch 17.2).

use super::{levels::Strength, luck::Luck};
use crate::{Card, Memo, Place, State, View};
use alloc::collections::BTreeMap;
use kernel::{Level, Seat};

/// Which card a bot believes to lie where. Some of it may be wrong: a card that was not followed stays, in
/// the bot's mind, where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    cards: BTreeMap<Place, Card>,
}

impl Memory {
    /// Goes through the journal of a recall view. Whether a sighting sticks and a move is followed depends
    /// on the seed and on its number in the journal alone: the same at every decision and after a restart.
    pub fn of(view: &View, hand_size: u8, level: Level, seed: u64) -> Memory {
        let mut memory = Memory { cards: BTreeMap::new() };
        let (Some(me), Some(recall)) = (view.seat, &view.recall) else { return memory };
        let mut replay =
            Replay { strength: Strength::of(level), luck: Luck::new(seed), me, held: hand_size.into() };
        for (number, memo) in recall.journal.iter().enumerate() {
            replay.follow(&mut memory, number as u64, *memo);
        }
        memory.believe_ones_eyes(view);
        memory
    }
    /// What a seat of a world knows for certain: everything that it has seen and could follow.
    pub(crate) fn in_world(world: &State, seat: Seat) -> Memory {
        let mut cards = BTreeMap::new();
        for (owner, hand) in world.hands.iter() {
            for (slot, held) in hand.slots.iter().enumerate() {
                let seen = held.as_ref().filter(|held| held.collected || held.known.contains(seat));
                cards.extend(seen.map(|held| (Place { seat: owner, slot: slot as u8 }, held.card)));
            }
        }
        Memory { cards }
    }
    /// The card that is believed to lie there.
    pub fn at(&self, place: Place) -> Option<Card> {
        self.cards.get(&place).copied()
    }

    fn put(&mut self, at: Place, card: Card) {
        self.forget_card(card);
        self.cards.insert(at, card);
    }
    fn forget_card(&mut self, card: Card) {
        self.cards.retain(|_, believed| *believed != card);
    }

    /// Public cards are never forgotten, and prove some beliefs wrong.
    fn believe_ones_eyes(&mut self, view: &View) {
        let discards = view.recall.iter().flat_map(|recall| &recall.discards);
        discards.for_each(|&card| self.forget_card(card));
        let slot = |at: &Place| view.hands.get(at.seat)?.get(usize::from(at.slot)).copied().flatten();
        self.cards.retain(|at, _| slot(at).is_some());
        for (seat, slots) in view.hands.iter() {
            for (number, slot) in slots.iter().enumerate() {
                if let Some(card) = slot.and_then(|slot| slot.card) {
                    self.put(Place { seat, slot: number as u8 }, card);
                }
            }
        }
    }
}

struct Replay {
    strength: &'static Strength,
    luck: Luck,
    me: Seat,
    /// Own cards.
    held: i32,
}

impl Replay {
    fn follow(&mut self, memory: &mut Memory, number: u64, memo: Memo) {
        let (strength, luck) = (self.strength, self.luck);
        let learns = || luck.happens(strength.learn, &[0, number]);
        match memo {
            Memo::Saw { at, card } => {
                if learns() {
                    memory.put(at, card);
                }
            }
            Memo::Laid { at, card } => {
                memory.cards.remove(&at);
                match card {
                    Some(card) if learns() => memory.put(at, card),
                    // An unknown card of the seat itself is a penalty.
                    None if at.seat == self.me
                        && self.held >= 7
                        && luck.happens(strength.panic, &[1, number]) =>
                    {
                        memory.cards.retain(|place, _| place.seat != self.me);
                    }
                    _ => {}
                }
                self.held += i32::from(at.seat == self.me);
            }
            Memo::Left { at, card } => {
                memory.cards.remove(&at);
                memory.forget_card(card);
                self.held -= i32::from(at.seat == self.me);
            }
            Memo::Swapped { a, b } => {
                let moved = [(a, b, 2), (b, a, 3)].map(|(from, to, side)| {
                    let card = memory.cards.remove(&from)?;
                    Some((if luck.happens(strength.follow, &[side, number]) { to } else { from }, card, from))
                });
                // What stayed in the mind only gives way to what was followed.
                let followed = |&(to, _, from): &(Place, Card, Place)| to != from;
                for moved in moved.iter().flatten().filter(|moved| !followed(moved)) {
                    memory.cards.insert(moved.0, moved.1);
                }
                for moved in moved.iter().flatten().filter(|moved| followed(moved)) {
                    memory.cards.insert(moved.0, moved.1);
                }
            }
            Memo::Removed { seat } => memory.cards.retain(|place, _| place.seat != seat),
        }
    }
}
