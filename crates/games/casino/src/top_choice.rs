use crate::{Top, Tops, value};
use arrayvec::ArrayVec;

/// Tops of opponents' piles that a move uses: some of those that it may use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TopChoice {
    /// Which of them, one bit each.
    pub(crate) some: u32,
    /// The tops themselves.
    pub(crate) tops: Tops,
    values: [u8; 4],
    largest: u8,
}

impl TopChoice {
    /// Every choice of `tops`, which are at most four; the empty one first.
    #[inline(always)]
    pub(crate) fn each(tops: impl Iterator<Item = Top>) -> ArrayVec<TopChoice, 16> {
        let mut all = ArrayVec::new();
        all.push(TopChoice::default());
        for (number, top) in tops.enumerate() {
            for index in 0..all.len() {
                let mut more: TopChoice = all[index];
                more.values[more.len() as usize] = value(top.card);
                more.some |= 1 << number;
                more.tops = more.tops.with(top);
                more.largest = more.largest.max(value(top.card));
                all.push(more);
            }
        }
        all
    }
    /// The number of tops.
    pub(crate) const fn len(&self) -> u32 {
        self.some.count_ones()
    }
    /// What each counts as.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values[..self.len() as usize]
    }
    /// The highest of that; 0 if there are none.
    pub(crate) const fn largest(&self) -> u8 {
        self.largest
    }
}
