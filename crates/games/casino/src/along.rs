use crate::{Top, Tops, value};
use arrayvec::ArrayVec;

/// Tops of opponents' piles that go along with a move: some of those that may.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Along {
    /// Which of them, one bit each.
    pub(crate) some: u32,
    /// The tops themselves.
    pub(crate) tops: Tops,
    values: [u8; 4],
    largest: u8,
}

impl Along {
    /// Every choice of `tops`, which are at most four; the empty one first.
    #[inline(always)]
    pub(crate) fn each(tops: impl Iterator<Item = Top>) -> ArrayVec<Along, 16> {
        let mut all = ArrayVec::new();
        all.push(Along::default());
        for (number, top) in tops.enumerate() {
            for index in 0..all.len() {
                let mut more: Along = all[index];
                more.values[more.len() as usize] = value(top.card);
                more.some |= 1 << number;
                more.tops = more.tops.with(top);
                more.largest = more.largest.max(value(top.card));
                all.push(more);
            }
        }
        all
    }
    /// How many go along.
    pub(crate) const fn len(&self) -> u32 {
        self.some.count_ones()
    }
    /// What each counts as.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values[..self.len() as usize]
    }
    /// The highest of that; 0 where nothing goes along.
    pub(crate) const fn largest(&self) -> u8 {
        self.largest
    }
}
