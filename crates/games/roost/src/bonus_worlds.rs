//! Where unseen bonus cards may be: nobody holds two of a kind, and apart from that every way to deal them is
//! equally likely.

use crate::{BonusNo, State, View, bonus};
use alloc::{vec, vec::Vec};
use kernel::{Contradiction, Rng, Seat, below};

/// All ways to deal the unseen bonus cards, counted.
#[derive(Clone)]
pub(crate) struct BonusWorlds {
    /// Unseen kinds with their copies.
    kinds: Vec<(BonusNo, u8)>,
    /// Seats whose cards are hidden: how many they hold and how many they are offered.
    seats: Vec<(Seat, u8, u8)>,
    /// Cards that are known to be in the bonus deck.
    sunk: Vec<BonusNo>,
    /// For every number of kinds dealt and every room left: in how many ways the other kinds can be dealt.
    /// These are whole numbers; where they are too large to be exact, they are off by one part in 10^15.
    ways: Vec<Vec<f64>>,
}

impl BonusWorlds {
    /// Counts what the view leaves open.
    pub(crate) fn new(known: &State, view: &View) -> Result<BonusWorlds, Contradiction> {
        let mut copies = vec![0u8; known.rules.deck.bonus.len()];
        bonus::whole_deck(&known.rules).iter().for_each(|kind| copies[usize::from(kind.0)] += 1);
        let mut sunk = Vec::new();
        let mut seats = Vec::new();
        for (seat, cards) in view.bonus.iter() {
            let hand = &known.bonus[seat];
            if cards.kinds.is_none() {
                seats.push((seat, cards.held, cards.offered));
            } else if view.seat == Some(seat) {
                sunk.clone_from(&hand.sunk);
            }
            for kind in hand.held.iter().chain(&hand.offered) {
                let left = &mut copies[usize::from(kind.0)];
                *left = left.checked_sub(1).ok_or(Contradiction::View("a bonus card too many"))?;
            }
        }
        for kind in &sunk {
            let left = &mut copies[usize::from(kind.0)];
            *left = left.checked_sub(1).ok_or(Contradiction::View("a bonus card too many"))?;
        }
        let kinds = copies.iter().enumerate().filter(|(_, copies)| **copies > 0);
        let kinds: Vec<_> = kinds.map(|(kind, &copies)| (BonusNo(kind as u8), copies)).collect();
        let in_deck = kinds.iter().map(|(_, copies)| u32::from(*copies)).sum::<u32>() + sunk.len() as u32;
        let dealt: u32 = seats.iter().map(|(_, held, offered)| u32::from(held + offered)).sum();
        if in_deck != dealt + u32::from(view.bonus_cards) {
            return Err(Contradiction::Sizes { cards: in_deck, room: dealt + u32::from(view.bonus_cards) });
        }
        let mut worlds = BonusWorlds { kinds, seats, sunk, ways: Vec::new() };
        worlds.count();
        if worlds.ways[0][worlds.full()] == 0.0 { Err(Contradiction::NoWorld) } else { Ok(worlds) }
    }

    /// How much one place less at seat number `n` lowers the number of a room.
    fn weight(&self, n: usize) -> usize {
        self.seats[..n].iter().map(|(_, held, offered)| usize::from(held + offered) + 1).product()
    }
    fn room_at(&self, room: usize, n: usize) -> usize {
        let (_, held, offered) = self.seats[n];
        room / self.weight(n) % (usize::from(held + offered) + 1)
    }
    /// The number of the room before any card is dealt.
    fn full(&self) -> usize {
        self.weight(self.seats.len()) - 1
    }
    /// Calls `found` with every set of seats that can get one card each of a kind, the room that is left then,
    /// and in how many ways its copies can be handed out.
    fn each_split(&self, room: usize, copies: u8, mut found: impl FnMut(u32, usize, f64)) {
        'sets: for set in 0..1u32 << self.seats.len() {
            if set.count_ones() > u32::from(copies) {
                continue;
            }
            let (mut left, mut ways, mut unused) = (room, 1.0, f64::from(copies));
            for n in (0..self.seats.len()).filter(|n| set & (1 << n) != 0) {
                if self.room_at(room, n) == 0 {
                    continue 'sets;
                }
                left -= self.weight(n);
                ways *= unused;
                unused -= 1.0;
            }
            found(set, left, ways);
        }
    }
    fn count(&mut self) {
        let rooms = self.full() + 1;
        // After the last kind there must be no room left.
        let mut after = vec![0.0; rooms];
        after[0] = 1.0;
        let mut ways = vec![after];
        for &(_, copies) in self.kinds.iter().rev() {
            let mut here = vec![0.0; rooms];
            if let Some(after) = ways.last() {
                for (room, sum) in here.iter_mut().enumerate() {
                    self.each_split(room, copies, |_, left, ways| *sum += ways * after[left]);
                }
            }
            ways.push(here);
        }
        ways.reverse();
        self.ways = ways;
    }

    /// Deals them into a world.
    pub(crate) fn draw(&self, world: &mut State, rng: &mut dyn Rng) {
        let mut dealt: Vec<Vec<BonusNo>> = vec![Vec::new(); self.seats.len()];
        let mut room = self.full();
        world.bonus_deck.clone_from(&self.sunk);
        for (number, &(kind, copies)) in self.kinds.iter().enumerate() {
            let mut drawn = fraction(rng) * self.ways[number][room];
            let mut chosen = None;
            self.each_split(room, copies, |set, left, ways| {
                let ways = ways * self.ways[number + 1][left];
                if drawn >= 0.0 && ways > 0.0 {
                    // Kept even if rounding lets the last one pass.
                    chosen = Some((set, left));
                    drawn -= ways;
                }
            });
            let (set, left) = chosen.unwrap_or((0, room));
            room = left;
            for (n, cards) in dealt.iter_mut().enumerate() {
                if set & (1 << n) != 0 {
                    cards.push(kind);
                }
            }
            world.bonus_deck.extend((set.count_ones()..u32::from(copies)).map(|_| kind));
        }
        world.bonus_deck.sort_unstable();
        for (&(seat, held, _), mut cards) in self.seats.iter().zip(dealt) {
            for place in (1..cards.len()).rev() {
                cards.swap(place, below(place as u32 + 1, rng) as usize);
            }
            let offered = cards.split_off(usize::from(held).min(cards.len()));
            world.bonus[seat].held = cards;
            world.bonus[seat].offered = offered;
        }
    }
}

/// A number from 0 up to 1.
fn fraction(rng: &mut dyn Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
