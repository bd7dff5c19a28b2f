//! Which cards split into groups of one total (Casino 3.1). Suits do not matter here, so cards are counted by
//! value: the choice between equal cards is made last, and nothing is found twice.

use crate::{Values, value::shift};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use kernel::{Card, CardSet};

/// How many cards there are of each value from 1 to 10: four bits each. There are at most four of a value, so
/// the highest bit of each is free to catch a borrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Counts(u64);

const GUARDS: u64 = 0x88_8888_8888;

impl Counts {
    pub(crate) const NONE: Counts = Counts(0);

    /// Court cards are not counted.
    #[inline]
    pub(crate) const fn of(cards: CardSet) -> Counts {
        let bits = cards.bits();
        let pairs = bits - ((bits >> 1) & 0x5_5555_5555_5555);
        let numbers = (pairs & 0x3_3333_3333_3333) + ((pairs >> 2) & 0x3_3333_3333_3333);
        // The ace comes first here, and last in a set of cards.
        Counts((numbers << 4 & 0xFF_FFFF_FFF0) | numbers >> 48)
    }
    pub(crate) const fn one(value: u8) -> Counts {
        Counts(1 << ((value as u32 - 1) * 4))
    }
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }
    /// How many cards of a value.
    pub(crate) const fn number(self, value: u8) -> u32 {
        (self.0 >> ((value as u32 - 1) * 4)) as u32 & 0xF
    }
    /// The values of which there is a card.
    pub(crate) fn values(self) -> Values {
        let mut values = Values::default();
        let mut left = self;
        while !left.is_none() {
            let value = left.smallest();
            values.insert(value);
            left = left.without(value);
        }
        values
    }
    /// How many cards in all.
    pub(crate) const fn len(self) -> u32 {
        let bytes = (self.0 & 0x0F_0F0F_0F0F) + (self.0 >> 4 & 0x0F_0F0F_0F0F);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }
    /// Whether `part` can be taken out.
    #[inline]
    pub(crate) const fn has(self, part: Counts) -> bool {
        ((self.0 | GUARDS) - part.0) & GUARDS == GUARDS
    }
    #[inline]
    pub(crate) const fn plus(self, more: Counts) -> Counts {
        Counts(self.0 + more.0)
    }
    #[inline]
    pub(crate) const fn minus(self, part: Counts) -> Counts {
        Counts(self.0 - part.0)
    }
    const fn without(self, value: u8) -> Counts {
        Counts(self.0 & !(0xF << ((value as u32 - 1) * 4)))
    }
    const fn smallest(self) -> u8 {
        (self.0.trailing_zeros() / 4 + 1) as u8
    }
    const fn largest(self) -> u8 {
        ((63 - self.0.leading_zeros()) / 4 + 1) as u8
    }

    /// Calls `found` with every way to choose these numbers of cards out of `cards`.
    pub(crate) fn choose(self, cards: CardSet, found: &mut impl FnMut(CardSet)) {
        self.choose_more(cards, 0, found);
    }
    fn choose_more(self, cards: CardSet, chosen: u64, found: &mut impl FnMut(CardSet)) {
        if self.is_none() {
            return found(CardSet::from_bits(chosen));
        }
        let value = self.smallest();
        let number = self.number(value);
        let rest = self.without(value);
        let there = cards.bits() >> shift(value) & 0xF;
        if there.count_ones() == number {
            return rest.choose_more(cards, chosen | there << shift(value), found);
        }
        for &suits in SUITS[number as usize] {
            if suits & !there == 0 {
                rest.choose_more(cards, chosen | suits << shift(value), found);
            }
        }
    }
}

/// The sets of so many suits, one bit each. All four of a value are never a choice.
const SUITS: [&[u64]; 5] = [&[], &[1, 2, 4, 8], &[3, 5, 6, 9, 10, 12], &[7, 11, 13, 14], &[15]];

/// Every group of a total: the ways to add up to it with at most four cards of each value. Nothing is a group of 0.
#[derive(Clone, Copy)]
struct Groups {
    list: [Counts; 42],
    len: usize,
}

/// By total, from 0 to 10.
const GROUPS: [Groups; 11] = {
    let mut all = [Groups { list: [Counts::NONE; 42], len: 0 }; 11];
    let mut total = 0;
    while total <= 10 {
        add_up(&mut all[total as usize], Counts::NONE, total, total);
        total += 1;
    }
    all
};

const fn add_up(groups: &mut Groups, so_far: Counts, missing: u8, most: u8) {
    if missing == 0 {
        groups.list[groups.len] = so_far;
        groups.len += 1;
        return;
    }
    let mut value = if missing < most { missing } else { most };
    while value >= 1 {
        if so_far.number(value) < 4 {
            add_up(groups, so_far.plus(Counts::one(value)), missing - value, value);
        }
        value -= 1;
    }
}

fn groups_of(total: u8) -> &'static [Counts] {
    static TABLE: [Groups; 11] = GROUPS;
    let groups = &TABLE[usize::from(total)];
    &groups.list[..groups.len]
}

/// Whether all these cards can be divided into groups of `total` each. No card at all: yes.
pub(crate) fn split_into(cards: Counts, total: u8) -> bool {
    if cards.is_none() {
        return true;
    }
    let largest = cards.largest();
    largest <= total
        && groups_of(total).iter().any(|&group| {
            group.largest() == largest && cards.has(group) && split_into(cards.minus(group), total)
        })
}

/// Whether `loose` and `tops` together split into `total` with at least one group of loose cards alone.
pub(crate) fn split_with_base(loose: Counts, tops: Counts, total: u8) -> bool {
    groups_of(total).iter().any(|&group| loose.has(group) && split_into(loose.minus(group).plus(tops), total))
}

/// The groups of every total that the loose cards offer, found once for a list of moves.
#[derive(Debug)]
pub(crate) struct Offered {
    by_total: [ArrayVec<Counts, MOST_GROUPS>; 11],
    totals: Values,
}

/// No total has more groups.
const MOST_GROUPS: usize = GROUPS[10].len;

impl Offered {
    pub(crate) fn by(room: Counts) -> Offered {
        // Made where it stays: it is large.
        let mut offered = Offered {
            by_total: core::array::from_fn(|_| ArrayVec::new()),
            totals: [0].into_iter().collect(),
        };
        offered.by_total[0].push(Counts::NONE);
        let mut left = room;
        while !left.is_none() {
            let value = left.largest();
            for total in offered.totals.descending() {
                // From above, so that nothing is laid upon what holds cards of this value already.
                let mut more = Counts::NONE;
                let mut sum = total + value;
                for _ in 0..left.number(value) {
                    if sum > 10 {
                        break;
                    }
                    more = more.plus(Counts::one(value));
                    let (below, from) = offered.by_total.split_at_mut(usize::from(sum));
                    from[0].extend(below[usize::from(total)].iter().map(|cards| cards.plus(more)));
                    offered.totals.insert(sum);
                    sum += value;
                }
            }
            left = left.without(value);
        }
        offered
    }
    /// Of 0 there is one: no card at all.
    pub(crate) fn of(&self, total: u8) -> &[Counts] {
        &self.by_total[usize::from(total)]
    }
    /// The totals of which there is a group.
    pub(crate) fn totals(&self) -> Values {
        self.totals
    }
}

/// What is looked for: cards out of `room` that split into `total` together with `fixed` ones, which belong to
/// the move in any case: the card played onto a build, tops of piles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) total: u8,
    /// The values of the fixed cards.
    pub(crate) fixed: &'a [u8],
    pub(crate) room: Counts,
    /// The groups that `room` offers.
    pub(crate) offered: &'a Offered,
    /// At least one group must do without a fixed card.
    pub(crate) base: bool,
    /// No more cards than this.
    pub(crate) most: u32,
}

impl Wanted<'_> {
    /// Appends everything that is wanted, each once.
    pub(crate) fn find(&self, found: &mut Vec<Counts>) {
        let start = found.len();
        match self.fixed {
            [] => found.push(Counts::NONE),
            [one] => {
                let missing = self.total.checked_sub(*one);
                let groups = missing.map_or(&[][..], |missing| self.offered.of(missing)).iter();
                found.extend(groups.filter(|cards| cards.len() <= self.most));
            }
            _ => {
                self.with_fixed(self.fixed, self.room, Counts::NONE, found);
                tidy(found, start);
            }
        }
        let baseless = found.len();
        let groups = self.offered.of(self.total);
        // Level by level, one more group of loose cards each time.
        let mut level = start;
        while level < found.len() && !groups.is_empty() {
            let end = found.len();
            for index in level..end {
                let so_far = found[index];
                let left = self.room.minus(so_far);
                for &group in groups {
                    if left.has(group) && so_far.len() + group.len() <= self.most {
                        found.push(so_far.plus(group));
                    }
                }
            }
            tidy(found, end);
            level = end;
        }
        if self.base {
            found.drain(start..baseless);
        }
        // Two fixed cards may share a group or not: the same cards can be found on two levels.
        if self.fixed.len() > 1 {
            tidy(found, start);
        }
    }

    /// Appends what completes the groups in which the fixed cards are.
    fn with_fixed(&self, fixed: &[u8], room: Counts, so_far: Counts, found: &mut Vec<Counts>) {
        let [first, others @ ..] = fixed else {
            return found.push(so_far);
        };
        // Which of the others are in the same group as the first.
        for together in 0..1u8 << others.len() {
            let mut held = *first;
            let mut rest = [0; 4];
            let mut left = 0;
            for (i, &value) in others.iter().enumerate() {
                if together & 1 << i != 0 {
                    held += value;
                } else {
                    rest[left] = value;
                    left += 1;
                }
            }
            let Some(missing) = self.total.checked_sub(held) else { continue };
            for &cards in self.offered.of(missing) {
                if room.has(cards) && so_far.len() + cards.len() <= self.most {
                    self.with_fixed(&rest[..left], room.minus(cards), so_far.plus(cards), found);
                }
            }
        }
    }
}

/// Leaves each but once from `start` on.
fn tidy(found: &mut Vec<Counts>, start: usize) {
    if found.len() - start < 2 {
        return;
    }
    found[start..].sort_unstable();
    let mut kept = start + 1;
    for index in start + 1..found.len() {
        if found[index] != found[kept - 1] {
            found[kept] = found[index];
            kept += 1;
        }
    }
    found.truncate(kept);
}

/// The values of some cards, as fixed ones.
pub(crate) fn values_of(cards: impl Iterator<Item = Card>) -> ArrayVec<u8, 4> {
    cards.map(crate::value).collect()
}
