use crate::{COLUMNS, Foods, Habitat, Position};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// What lies in front of a player, for everyone to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Mat<C> {
    /// Forest, grassland and wetland, each filled from the left.
    #[cfg_attr(feature = "ts", ts(as = "[Vec<Perch<C>>; 3]"))]
    pub rows: [ArrayVec<Perch<C>, COLUMNS>; 3],
    /// Food tokens in the supply.
    pub tokens: Foods,
    /// Hand cards that everyone saw.
    pub known: Vec<C>,
}

/// A bird on a mat and what it carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Perch<C> {
    /// The bird.
    pub card: C,
    /// Eggs on it.
    pub eggs: u8,
    /// Food on it. It counts at the end and pays for nothing.
    pub cached: Foods,
    /// Cards under it.
    pub tucked: Vec<C>,
    /// Its power was used on another player's turn, and its owner has not had a turn since.
    pub spent: bool,
}

impl<C> Perch<C> {
    /// A bird just placed.
    pub(crate) const fn new(card: C) -> Perch<C> {
        Perch { card, eggs: 0, cached: Foods::NONE, tucked: Vec::new(), spent: false }
    }
}

impl<C> Mat<C> {
    /// An empty one.
    pub(crate) fn new() -> Mat<C> {
        Mat { rows: Default::default(), tokens: Foods::NONE, known: Vec::new() }
    }
    /// The birds of a row, from the left.
    pub fn row(&self, row: Habitat) -> &[Perch<C>] {
        &self.rows[row as usize]
    }
    /// The bird at a place.
    pub fn get(&self, at: Position) -> Option<&Perch<C>> {
        self.rows[at.row() as usize].get(at.column())
    }
    pub(crate) fn get_mut(&mut self, at: Position) -> Option<&mut Perch<C>> {
        self.rows[at.row() as usize].get_mut(at.column())
    }
    /// All birds, in position order.
    pub fn birds(&self) -> impl Iterator<Item = (Position, &Perch<C>)> {
        Habitat::ALL.into_iter().flat_map(move |row| {
            let birds = self.row(row).iter().enumerate();
            birds.map(move |(column, perch)| (Position::new(row, column), perch))
        })
    }
    pub(crate) fn birds_mut(&mut self) -> impl Iterator<Item = &mut Perch<C>> {
        self.rows.iter_mut().flatten()
    }
    /// All eggs.
    pub fn eggs(&self) -> u32 {
        self.rows.iter().flatten().map(|perch| u32::from(perch.eggs)).sum()
    }
    /// Whether another bird fits into a row.
    pub fn has_place(&self, row: Habitat) -> bool {
        !self.rows[row as usize].is_full()
    }
    /// The same mat with its cards written in another form; `None` if one has none.
    pub(crate) fn try_map<D>(&self, mut told: impl FnMut(&C) -> Option<D>) -> Option<Mat<D>> {
        let mut rows: [ArrayVec<Perch<D>, COLUMNS>; 3] = Default::default();
        for (row, old) in rows.iter_mut().zip(&self.rows) {
            for perch in old {
                row.push(Perch {
                    card: told(&perch.card)?,
                    eggs: perch.eggs,
                    cached: perch.cached,
                    tucked: perch.tucked.iter().map(&mut told).collect::<Option<_>>()?,
                    spent: perch.spent,
                });
            }
        }
        let known = self.known.iter().map(told).collect::<Option<_>>()?;
        Some(Mat { rows, tokens: self.tokens, known })
    }
}
