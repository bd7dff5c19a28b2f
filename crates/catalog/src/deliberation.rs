//! From what a bot decides: derived from the log, so that nobody can choose the moment that suits them.

use crate::{Answer, AnyTable, Fault, Json, Thinker, Thought};
use kernel::{Input, Level, Seat, SeatStatus, Turn, WindowId};

/// The entry whose recall a seat's bot decides from, and what its seed is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The version that the entry led to.
    pub version: u64,
    /// The window that is decided in.
    pub window: WindowId,
    /// How often the seat has acted in that window before.
    pub earlier: u32,
}

/// The basis of every seat that a bot plays: the entry that first asked the seat in the current window, since its last
/// action in it and since the seat was given to a bot.
#[derive(Clone, Debug)]
pub struct Bases {
    window: Option<WindowId>,
    seats: Vec<Chair>,
}

/// One seat in the current window.
#[derive(Clone, Copy, Debug, Default)]
struct Chair {
    since: Option<u64>,
    earlier: u32,
}

impl Bases {
    /// Before the first entry of a game.
    pub fn new(seats: u8) -> Bases {
        Bases { window: None, seats: vec![Chair::default(); usize::from(seats)] }
    }

    /// Looks at a table right after the entry that led to `version`; `acted`: whose action it was.
    pub fn observe(&mut self, table: &dyn AnyTable, version: u64, acted: Option<Seat>) {
        let Turn::Seats { must, may, window } = table.turn() else {
            return self.enter(None);
        };
        if self.window != Some(window.id) {
            self.enter(Some(window.id));
        } else if let Some(chair) = acted.and_then(|seat| self.seats.get_mut(seat.index())) {
            *chair = Chair { since: None, earlier: chair.earlier + 1 };
        }
        for (seat, chair) in Seat::all(table.seats()).zip(&mut self.seats) {
            if table.status(seat) != Some(SeatStatus::Bot) {
                chair.since = None;
            } else if (must | may).contains(seat) {
                chair.since.get_or_insert(version);
            }
        }
    }

    fn enter(&mut self, window: Option<WindowId>) {
        self.window = window;
        self.seats.fill(Chair::default());
    }

    /// The basis of a seat that is asked and that a bot plays.
    pub fn of(&self, seat: Seat) -> Option<Basis> {
        let chair = self.seats.get(seat.index())?;
        Some(Basis { version: chair.since?, window: self.window?, earlier: chair.earlier })
    }

    /// How often a seat has acted in the current window.
    pub fn earlier(&self, seat: Seat) -> u32 {
        self.seats.get(seat.index()).map_or(0, |chair| chair.earlier)
    }
}

/// A bot's decision from its basis on. Others may act meanwhile: a choice that they made illegal is decided again at the
/// entry that made it so.
#[derive(Debug)]
pub struct Deliberation {
    seat: Seat,
    level: Level,
    thinker: Thinker,
    later: Vec<Box<dyn AnyTable>>,
}

impl Deliberation {
    /// From what `seat` knows at this table now.
    pub fn new(table: &dyn AnyTable, seat: Seat, level: Level) -> Deliberation {
        Deliberation { seat, level, thinker: table.thinker(seat, level), later: Vec::new() }
    }

    /// From the first of these tables, with the others after it.
    pub fn from_tables(tables: Vec<Box<dyn AnyTable>>, seat: Seat, level: Level) -> Option<Deliberation> {
        let mut tables = tables.into_iter();
        let thinker = tables.next()?.thinker(seat, level);
        Some(Deliberation { seat, level, thinker, later: tables.collect() })
    }

    /// For a person on `seat` who wants advice: from what the game lets people be advised from.
    pub fn advising(table: &dyn AnyTable, seat: Seat, level: Level) -> Deliberation {
        Deliberation { seat, level, thinker: table.adviser(seat, level), later: Vec::new() }
    }

    /// Somebody else has acted in the same window.
    pub fn goes_on(&mut self, table: &dyn AnyTable) {
        self.later.push(table.copy());
    }

    /// Thinks until the choice stands. Bounded by counts alone: the same question and seed have the same answer on every
    /// machine.
    pub fn decide(self, seed: u64, explain: bool) -> Result<Answer, Fault> {
        let Deliberation { seat, level, mut thinker, later } = self;
        let mut later = later.into_iter();
        loop {
            let answer = thinker.think(Thought { explain, ..Thought::new(seed) })?;
            match later.find(|table| !permits(table.as_ref(), seat, answer.action.as_ref())) {
                Some(table) => thinker = table.thinker(seat, level),
                None => return Ok(answer),
            }
        }
    }
}

/// Whether a seat may still do what it chose, or do nothing if it chose nothing. A seat that is not asked now may keep its
/// choice.
pub fn permits(table: &dyn AnyTable, seat: Seat, choice: Option<&Json>) -> bool {
    let Turn::Seats { must, may, .. } = table.turn() else { return true };
    if !(must | may).contains(seat) {
        return true;
    }
    match choice {
        None => !must.contains(seat),
        Some(action) => {
            let parsed = table.parse(&Input::Act(seat, action.clone()));
            parsed.is_ok_and(|parsed| table.check(parsed).is_ok())
        }
    }
}
