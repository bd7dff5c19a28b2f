use alloc::vec::Vec;
use core::{
    fmt,
    ops::{BitAnd, BitOr, Index, IndexMut, Sub},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most places a table can have.
pub const MAX_SEATS: u8 = 16;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
pub struct Seat(pub u8);

impl Seat {
    /// For indexing arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// The seat `distance` places on (negative: back) at a table of `seats`.
    pub const fn step(self, distance: i32, seats: u8) -> Seat {
        Seat((self.0 as i32 + distance).rem_euclid(seats as i32) as u8)
    }
    /// The next seat clockwise at a table of `seats`.
    pub const fn next(self, seats: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next >= seats { 0 } else { next })
    }
    /// All seats of a table, from 0.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// The viewer, and whether the view includes what the viewer remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player: what that seat can see now.
    Seat(Seat),
    /// A player with a perfect memory: everything that seat was ever shown. What bots are given.
    Recall(Seat),
    /// Anyone else: common knowledge only.
    Spectator,
}

impl Viewer {
    /// The seat that looks, if it is a seat.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) | Viewer::Recall(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }
    /// Everyone who can look at a table of `seats`: each seat, each seat's recall, a spectator.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        Seat::all(seats)
            .map(Viewer::Seat)
            .chain(Seat::all(seats).map(Viewer::Recall))
            .chain([Viewer::Spectator])
    }
}

/// A set of seats. On the wire: their numbers, ascending.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/", type = "Array<number>"))]
pub struct SeatSet(u16);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);
    /// Every seat any table could have.
    pub const ALL: SeatSet = SeatSet(u16::MAX);

    /// The first `seats` seats.
    pub const fn first(seats: u8) -> SeatSet {
        SeatSet(((1u32 << seats) - 1) as u16)
    }
    /// One seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }
    /// Whether `seat` is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }
    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }
    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }
    /// These and `seat`.
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }
    /// These without `seat`.
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }
    /// The number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Nobody in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// In seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0;
        core::iter::from_fn(move || {
            (left != 0).then(|| {
                let seat = Seat(left.trailing_zeros() as u8);
                left &= left - 1;
                seat
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}
impl BitOr for SeatSet {
    type Output = SeatSet;
    fn bitor(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
}
impl BitAnd for SeatSet {
    type Output = SeatSet;
    fn bitand(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }
}
impl Sub for SeatSet {
    type Output = SeatSet;
    fn sub(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }
}
impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}
impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seats = Vec::<Seat>::deserialize(deserializer)?;
        if seats.iter().any(|seat| seat.0 >= MAX_SEATS) {
            return Err(serde::de::Error::custom(format_args!("a seat must be below {MAX_SEATS}")));
        }
        // Any order is read, so no sender has to sort; what is written is ascending.
        let set: SeatSet = seats.iter().copied().collect();
        if set.len() != seats.len() {
            return Err(serde::de::Error::custom("a set of seats must not name a seat twice"));
        }
        Ok(set)
    }
}

/// One `T` per seat. On the wire: a list in seat order.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeatMap<T>(Vec<T>);

impl<T> SeatMap<T> {
    /// Builds the value of every seat.
    pub fn from_fn(seats: u8, value: impl FnMut(Seat) -> T) -> Self {
        SeatMap(Seat::all(seats).map(value).collect())
    }
    /// In seat order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }
    /// In seat order, to change.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Seat, &mut T)> {
        self.0.iter_mut().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }
    /// The values alone.
    pub fn values(&self) -> &[T] {
        &self.0
    }
    /// How many seats.
    pub fn seats(&self) -> u8 {
        self.0.len() as u8
    }
    /// The value of `seat`, if the table has that seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }
    /// Exchanges the values of two seats.
    pub fn swap(&mut self, a: Seat, b: Seat) {
        self.0.swap(a.index(), b.index());
    }
    /// Another value for every seat.
    pub fn map<U>(&self, mut value: impl FnMut(Seat, &T) -> U) -> SeatMap<U> {
        SeatMap(self.iter().map(|(seat, old)| value(seat, old)).collect())
    }
}
impl<T> From<Vec<T>> for SeatMap<T> {
    fn from(values: Vec<T>) -> Self {
        SeatMap(values)
    }
}
impl<T> Index<Seat> for SeatMap<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}
impl<T> IndexMut<Seat> for SeatMap<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
