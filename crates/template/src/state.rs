use crate::{Error, Open, Options, Phase, Template};
use core::fmt;
use kernel::{CardSet, CommonError, Game, Luck, SeatMap, SeatSet, Start, Turn, Window, WindowId, time_limit};

/// The whole truth about a game. It cannot be sent; a [`View`](crate::View) can.
#[derive(Clone, PartialEq)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) open: Open,
    pub(crate) hands: SeatMap<CardSet>,
    pub(crate) stock: CardSet,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("open", &self.open).finish_non_exhaustive()
    }
}

impl State {
    /// A table before its deal. The option is looked at first, then the seats.
    pub(crate) fn new(options: &Options, start: &Start) -> Result<State, Error> {
        options.admitted()?;
        CommonError::check_seats(start.seats, Template::SEATS)?;
        let first = start.first.unwrap_or(start.host);
        let none = SeatMap::from_fn(start.seats, |_| 0);
        let open = Open {
            phase: Phase::Deal,
            window: WindowId(0),
            leader: first,
            turn: first,
            trick: SeatMap::from_fn(start.seats, |_| None),
            played: CardSet::EMPTY,
            counts: none.clone(),
            tricks: none,
        };
        let hands = SeatMap::from_fn(start.seats, |_| CardSet::EMPTY);
        Ok(State { options: *options, open, hands, stock: CardSet::EMPTY })
    }
    pub(crate) fn seats(&self) -> u8 {
        self.hands.seats()
    }
    pub(crate) fn turn(&self) -> Turn {
        match self.open.phase {
            Phase::Deal => Turn::Chance(Luck::Shuffle(52)),
            Phase::Play => Turn::Seats {
                must: SeatSet::only(self.open.turn),
                may: SeatSet::EMPTY,
                window: Window {
                    id: self.open.window,
                    lasts: time_limit(self.options.turn_seconds),
                    idles: true,
                },
            },
            Phase::Over => Turn::Over(self.outcome()),
        }
    }
}
