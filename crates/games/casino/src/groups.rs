//! Which cards split into groups of one total (Casino 3.1). Suits do not matter here, so cards are counted by
//! value: the choice between equal cards is made last, and nothing is found twice.

use crate::Values;
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::ops::Range;
use kernel::CardSet;

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
        Counts(numbers(ace_first(cards)))
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
    #[inline]
    pub(crate) fn choose(self, cards: CardSet, mut found: impl FnMut(CardSet)) {
        let cards = ace_first(cards);
        // Where all cards of a value are taken, there is nothing to choose: for most moves nowhere.
        let forced = 0xF * (ones(self.0) & !ones(self.0 ^ numbers(cards)));
        let left = Counts(self.0 & !forced);
        if left.is_none() {
            return found(ace_last(cards & forced));
        }
        left.choose_more(cards, cards & forced, &mut found);
    }
    /// In `cards` and `chosen` the ace comes first, as here.
    fn choose_more(self, cards: u64, chosen: u64, found: &mut impl FnMut(CardSet)) {
        if self.is_none() {
            return found(ace_last(chosen));
        }
        let shift = self.0.trailing_zeros() & !3;
        let number = self.0 >> shift & 0xF;
        let there = cards >> shift & 0xF;
        for &suits in SUITS[number as usize].iter().filter(|&suits| suits & !there == 0) {
            Counts(self.0 & !(0xF << shift)).choose_more(cards, chosen | suits << shift, found);
        }
    }
}

/// Where the aces stand in a set of cards: last.
const ACES: u32 = 48;

/// The bits of a set of cards, turned so that the aces come first; court cards fall out.
#[inline]
const fn ace_first(cards: CardSet) -> u64 {
    cards.bits() << 4 & 0xFF_FFFF_FFF0 | cards.bits() >> ACES
}

/// The set of cards with these bits.
#[inline]
const fn ace_last(bits: u64) -> CardSet {
    CardSet::from_bits(bits >> 4 | (bits & 0xF) << ACES)
}

/// How many bits are set of every four.
#[inline]
const fn numbers(bits: u64) -> u64 {
    let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333)
}

/// A one for every four bits of which any is set.
#[inline]
const fn ones(bits: u64) -> u64 {
    (bits | bits >> 1 | bits >> 2 | bits >> 3) & 0x1111_1111_1111_1111
}

/// The sets of a number of suits, one bit each. All four of a value are never a choice.
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
    /// By total.
    groups: [Counts; ALL_GROUPS],
    /// Where the groups of each total begin; one more for the end.
    begin: [u8; 12],
    totals: Values,
}

/// All groups of all totals.
const ALL_GROUPS: usize = {
    let (mut sum, mut total) = (0, 0);
    while total <= 10 {
        sum += GROUPS[total].len;
        total += 1;
    }
    sum
};

impl Offered {
    #[inline(always)]
    pub(crate) fn by(room: Counts) -> Offered {
        /// Above the counts stands what they add up to.
        const TOTAL: u32 = 56;
        let mut offered =
            Offered { groups: [Counts::NONE; ALL_GROUPS], begin: [0; 12], totals: Values::default() };
        let mut all = ArrayVec::<u64, ALL_GROUPS>::new();
        all.push(0);
        let mut left = room;
        while !left.is_none() {
            let value = left.smallest();
            let one = Counts::one(value).0 | u64::from(value) << TOTAL;
            for index in 0..all.len() {
                let mut group = all[index];
                for _ in 0..left.number(value) {
                    group += one;
                    if group >> TOTAL > 10 {
                        break;
                    }
                    all.push(group);
                }
            }
            left = left.without(value);
        }
        for group in &all {
            offered.begin[(group >> TOTAL) as usize + 1] += 1;
            offered.totals.insert((group >> TOTAL) as u8);
        }
        for total in 1..12 {
            offered.begin[total] += offered.begin[total - 1];
        }
        let mut next = offered.begin;
        for group in &all {
            let next = &mut next[(group >> TOTAL) as usize];
            offered.groups[usize::from(*next)] = Counts(group & ((1 << TOTAL) - 1));
            *next += 1;
        }
        offered
    }
    #[inline]
    fn range(&self, total: u8) -> Range<usize> {
        let total = usize::from(total);
        usize::from(self.begin[total])..usize::from(self.begin[total + 1])
    }
    /// Of 0 there is one: no card at all.
    #[inline]
    pub(crate) fn of(&self, total: u8) -> &[Counts] {
        &self.groups[self.range(total)]
    }
    /// The totals of which there is a group.
    pub(crate) fn totals(&self) -> Values {
        self.totals
    }
}

/// The cards looked for: out of `room` that split into `total` together with `fixed` ones, which belong to
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

impl<'a> Wanted<'a> {
    /// Everything that is wanted, each once; where nothing is fixed, without the empty choice. It is written to
    /// `buffer` only where it does not lie ready: most of the time there is little to find.
    pub(crate) fn find<'b>(&self, buffer: &'b mut Vec<Counts>) -> &'b [Counts]
    where
        'a: 'b,
    {
        let groups = self.offered.of(self.total);
        let any_number = self.most == u32::MAX;
        match (self.fixed, groups) {
            ([], []) => return &[],
            ([], &[only]) if any_number && !self.room.has(only.plus(only)) => return groups,
            ([_], []) if self.base => return &[],
            (&[one], []) if any_number => return self.completing(one),
            _ => {}
        }
        buffer.clear();
        if buffer.capacity() == 0 {
            *buffer = Vec::with_capacity(64);
        }
        if self.fixed.is_empty() {
            self.with_more(groups, Counts::NONE, buffer);
        } else {
            match self.fixed {
                &[one] if any_number => buffer.extend_from_slice(self.completing(one)),
                fixed => self.with_fixed(fixed, self.room, Counts::NONE, buffer),
            }
            tidy(buffer);
            let baseless = buffer.len();
            for index in 0..baseless {
                self.with_more(groups, buffer[index], buffer);
            }
            if self.base {
                buffer.drain(..baseless);
            }
        }
        // Other groups may be the same cards.
        tidy(buffer);
        buffer
    }

    /// What makes up a group together with a card of value `one`.
    #[inline]
    fn completing(&self, one: u8) -> &'a [Counts] {
        self.total.checked_sub(one).map_or(&[], |missing| self.offered.of(missing))
    }

    /// Appends `so_far` with one and more of these groups, each set of groups once.
    fn with_more(&self, groups: &[Counts], so_far: Counts, found: &mut Vec<Counts>) {
        let left = self.room.minus(so_far);
        for (number, &group) in groups.iter().enumerate() {
            if left.has(group) && (self.most == u32::MAX || so_far.len() + group.len() <= self.most) {
                let more = so_far.plus(group);
                found.push(more);
                self.with_more(&groups[number..], more, found);
            }
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

/// Leaves each but once.
fn tidy(found: &mut Vec<Counts>) {
    if found.len() > 1 {
        found.sort_unstable();
        found.dedup();
    }
}
