use crate::{Ending, Feeder, Mat, Task};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap, SeatSet, WindowId};
use serde::{Deserialize, Serialize};

/// Common knowledge: what everyone at the table and everyone watching sees.
///
/// It is the same in the state and in every view, but for one thing: in the state a card is a number, which
/// is quick to look up, and in a view it is an id, which means something without the deck at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Open<C> {
    /// Names the current decision.
    pub window: WindowId,
    /// How many seats the table has, removed ones included.
    pub seats: u8,
    /// Seats in play.
    pub in_play: SeatSet,
    /// The round, 1 to 4; 0 in the set-up.
    pub round: u8,
    /// The seat that begins this round, once that is decided.
    pub first: Option<Seat>,
    /// Whose turn it is.
    pub current: Seat,
    /// Turns each seat has left in this round, the current one included.
    pub turns: SeatMap<u8>,
    /// The dice in the feeder.
    pub feeder: Feeder,
    /// Three face-up cards, or holes.
    pub tray: [Option<C>; 3],
    /// The discard pile, the last card on top.
    pub discards: Vec<C>,
    /// For every time the discards became the deck: which cards those were.
    pub reshuffled: Vec<Vec<C>>,
    /// Cards that everyone saw and that went out of the game with their seat.
    pub removed: Vec<C>,
    /// What lies in front of each seat.
    pub mats: SeatMap<Mat<C>>,
    /// The seats that have chosen in the set-up.
    pub chosen: SeatSet,
    /// The seats that are ready for the next round.
    pub ready: SeatSet,
    /// A bird was taken back on this turn.
    pub backed: bool,
    /// Cards the current seat must discard at the end of its turn.
    pub owed: u8,
    /// The goals scored so far.
    pub scored: Vec<Scored>,
    /// The tasks under way; the last one is on top.
    pub tasks: Vec<Task<C>>,
    /// How the game ended, once it has.
    pub ending: Option<Ending>,
}

/// A goal that was scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// How many each seat had.
    pub counts: SeatMap<u8>,
    /// What that was worth.
    pub points: SeatMap<u8>,
}

impl<C> Open<C> {
    /// Everything as it is before the first card.
    pub(crate) fn new(seats: u8, first: Option<Seat>, tasks: Vec<Task<C>>) -> Open<C> {
        Open {
            window: WindowId(0),
            seats,
            in_play: SeatSet::first(seats),
            round: 0,
            first,
            current: first.unwrap_or_default(),
            turns: SeatMap::from_fn(seats, |_| 0),
            feeder: Feeder::default(),
            tray: [None, None, None],
            discards: Vec::new(),
            reshuffled: Vec::new(),
            removed: Vec::new(),
            mats: SeatMap::from_fn(seats, |_| Mat::new()),
            chosen: SeatSet::EMPTY,
            ready: SeatSet::EMPTY,
            backed: false,
            owed: 0,
            scored: Vec::new(),
            tasks,
            ending: None,
        }
    }
    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }
    /// The next seat in play after `seat`, which may be `seat` itself if it is alone.
    pub(crate) fn seat_after(&self, seat: Seat) -> Seat {
        self.seats_from(seat.next(self.seats)).next().unwrap_or(seat)
    }
    /// Seats in play, ascending from `seat`.
    pub(crate) fn seats_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<C> {
        let (in_play, seats) = (self.in_play, self.seats);
        (0..seats).map(move |n| seat.step(i32::from(n), seats)).filter(move |&seat| in_play.contains(seat))
    }
    /// How often the discards became the deck: cards drawn before and after must be distinguished.
    pub(crate) fn age(&self) -> u8 {
        self.reshuffled.len() as u8
    }
    /// The same with its cards written in another form; `None` if one has none.
    pub(crate) fn try_map<D>(&self, mut told: impl FnMut(&C) -> Option<D>) -> Option<Open<D>> {
        let told = &mut told;
        let mut tray = [None, None, None];
        for (new, old) in tray.iter_mut().zip(&self.tray) {
            *new = old.as_ref().map(&mut *told).map_or(Some(None), |card| card.map(Some))?;
        }
        let mut mats = Vec::with_capacity(usize::from(self.seats));
        for mat in self.mats.values() {
            mats.push(mat.try_map(&mut *told)?);
        }
        let mut reshuffled = Vec::with_capacity(self.reshuffled.len());
        for cards in &self.reshuffled {
            reshuffled.push(cards.iter().map(&mut *told).collect::<Option<_>>()?);
        }
        let mut tasks = Vec::with_capacity(self.tasks.len());
        for task in &self.tasks {
            tasks.push(task.try_map(&mut *told)?);
        }
        Some(Open {
            window: self.window,
            seats: self.seats,
            in_play: self.in_play,
            round: self.round,
            first: self.first,
            current: self.current,
            turns: self.turns.clone(),
            feeder: self.feeder,
            tray,
            discards: self.discards.iter().map(&mut *told).collect::<Option<_>>()?,
            reshuffled,
            removed: self.removed.iter().map(&mut *told).collect::<Option<_>>()?,
            mats: mats.into(),
            chosen: self.chosen,
            ready: self.ready,
            backed: self.backed,
            owed: self.owed,
            scored: self.scored.clone(),
            tasks,
            ending: self.ending.clone(),
        })
    }
}
