//! What a table offers to the next seat, for a player who looks one move ahead.

use crate::{
    Open, Options, Worlds,
    groups::{Counts, Offered, Wanted},
    value::of_value,
};
use alloc::vec::Vec;
use kernel::{CardSet, Seat, SeatSet};

/// How likely the next opponent holds a card of each value.
pub(crate) struct Threat {
    /// By value, from 1.
    chances: [f32; 11],
}

impl Threat {
    /// As far as `worlds` tell; nobody is a threat at the end of a deal, and no partner is.
    pub(crate) fn after(worlds: &Worlds, open: &Open, me: Seat) -> Threat {
        let mut next = open.seat_after(me);
        while open.allied(next, me) && next != me {
            next = open.seat_after(next);
        }
        let chance = |value: usize| worlds.chance_held(value as u8, SeatSet::only(next)) as f32;
        Threat { chances: core::array::from_fn(|value| if value == 0 { 0.0 } else { chance(value) }) }
    }

    /// What the next opponent will take on average, if it takes the most it can with one card.
    pub(crate) fn loss(&self, options: &Options, open: &Open) -> f32 {
        let offered = Offered::by(Counts::of(open.loose));
        let mut takings: Vec<(f32, f32)> = (1..=10)
            .filter(|&value| self.chances[usize::from(value)] > 0.0)
            .map(|value| (takings(options, open, &offered, value), self.chances[usize::from(value)]))
            .collect();
        takings.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut loss, mut none_better) = (0.0, 1.0);
        for (gain, chance) in takings {
            loss += gain * chance * none_better;
            none_better *= 1.0 - chance;
        }
        loss
    }
}

/// The most that a card of this value takes from the table.
fn takings(options: &Options, open: &Open, offered: &Offered, value: u8) -> f32 {
    let build = open.build_of(value).map_or(0.0, |build| options.gain(build.set()));
    let room = Counts::of(open.loose);
    let mut buffer = Vec::new();
    let wanted = Wanted { total: value, fixed: &[], room, offered, base: false, most: u32::MAX };
    let gains =
        wanted.find(&mut buffer).iter().map(|&counts| options.gain(dearest(options, counts, open.loose)));
    build + gains.fold(0.0, f32::max)
}

/// The most valued choice of these numbers of cards.
fn dearest(options: &Options, counts: Counts, cards: CardSet) -> CardSet {
    let mut chosen = CardSet::EMPTY;
    for value in 1..=10 {
        let mut left = cards & of_value(value);
        for _ in 0..counts.number(value) {
            let gain = |card: &kernel::Card| options.gain(CardSet::only(*card));
            if let Some(best) = left.iter().max_by(|a, b| gain(a).total_cmp(&gain(b))) {
                left.remove(best);
                chosen.insert(best);
            }
        }
    }
    chosen
}
