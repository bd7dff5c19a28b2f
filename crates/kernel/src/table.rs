use crate::{
    Addressed, Drawn, Events, Game, Input, Listed, Luck, Seat, SeatMap, SeatStatus, Start, Turn, Viewer,
    WindowId,
};
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Why a table refuses an input. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Refusal<E> {
    /// This table does not know those rules.
    #[error("rules version {asked} is not known here (the newest is {newest})")]
    UnknownRules {
        /// The version asked for.
        asked: u32,
        /// What there is.
        newest: u32,
    },
    /// This table does not have that seat.
    #[error("{seat} does not exist at a table of {seats}")]
    NoSuchSeat {
        /// The one named.
        seat: Seat,
        /// How many there are.
        seats: u8,
    },
    /// The table waits for luck, not for anybody.
    #[error("a chance is due first")]
    ChanceDue,
    /// No luck was asked for.
    #[error("no chance is due")]
    NoChanceDue,
    /// The draw does not answer what the table asked.
    #[error("that does not answer the chance that is due")]
    WrongDraw {
        /// What the table asks for.
        due: Luck,
    },
    /// That window is not the current one.
    #[error("that window is closed")]
    WindowClosed {
        /// The one named.
        window: WindowId,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat was removed before.
    #[error("{seat} is out of this game")]
    SeatGone {
        /// The one named.
        seat: Seat,
    },
    /// This game cannot go on without one of its seats.
    #[error("no seat can be removed from this game")]
    NotRemovable,
    /// The seat has that status already.
    #[error("{seat} has that status already")]
    SameStatus {
        /// The one named.
        seat: Seat,
    },
    /// The rules of the game forbid it.
    #[error(transparent)]
    Rule(E),
}

/// A game in progress: the one place that holds a true state. It has no accessor for it.
///
/// ```compile_fail,E0616
/// fn peek<G: kernel::Game>(table: &kernel::Table<G>) -> &G::State { &table.state }
/// ```
///
/// ```compile_fail,E0277
/// fn send<G: kernel::Game>(table: &kernel::Table<G>) -> impl serde::Serialize { table }
/// ```
///
/// It changes in two steps. [`Table::check`] takes input from anybody and changes nothing; [`Table::commit`]
/// is for inputs that were checked. A room writes its log in between.
pub struct Table<G: Game> {
    options: G::Options,
    state: G::State,
    status: SeatMap<SeatStatus>,
}

/// The next state of a table, not yet in force and as closed as the table itself.
pub struct Staged<G: Game> {
    table: Table<G>,
    events: Vec<Addressed<G::Event>>,
    chances: Vec<Drawn>,
}

impl<G: Game> Staged<G> {
    /// The answers that were drawn on the way, in order.
    pub fn chances(&self) -> &[Drawn] {
        &self.chances
    }
    /// What the table will wait for.
    pub fn turn(&self) -> Turn {
        self.table.turn()
    }
}

impl<G: Game> fmt::Debug for Staged<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staged").field("game", &G::NAME).finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("game", &G::NAME).finish_non_exhaustive()
    }
}

impl<G: Game> Table<G> {
    /// A table before its first card.
    pub fn new(options: &G::Options, start: &Start) -> Result<Self, Refusal<G::Error>> {
        if start.rules == 0 || start.rules > G::RULES {
            return Err(Refusal::UnknownRules { asked: start.rules, newest: G::RULES });
        }
        let state = G::new(options, start).map_err(Refusal::Rule)?;
        // After the rules: a wrong number of seats is their business and the better answer.
        for seat in [Some(start.host), start.first].into_iter().flatten() {
            if seat.0 >= start.seats {
                return Err(Refusal::NoSuchSeat { seat, seats: start.seats });
            }
        }
        let status = SeatMap::from_fn(start.seats, |_| SeatStatus::Human);
        Ok(Table { options: options.clone(), state, status })
    }
    /// How many seats it has, removed ones included.
    pub fn seats(&self) -> u8 {
        self.status.seats()
    }
    /// The house rules it plays by.
    pub fn options(&self) -> &G::Options {
        &self.options
    }
    /// The occupant of `seat`, if the table has that seat.
    pub fn status(&self, seat: Seat) -> Option<SeatStatus> {
        self.status.get(seat).copied()
    }
    /// What it waits for.
    pub fn turn(&self) -> Turn {
        G::turn(&self.state)
    }
    /// What `viewer` knows. A seat this table does not have knows what a spectator knows.
    pub fn view(&self, viewer: Viewer) -> G::View {
        match viewer.seat() {
            Some(seat) if seat.0 >= self.seats() => G::view(&self.state, Viewer::Spectator),
            _ => G::view(&self.state, viewer),
        }
    }
    /// Appends what `seat` may do now.
    pub fn legal(&self, seat: Seat, out: &mut Vec<G::Action>) -> Listed {
        match self.turn() {
            Turn::Seats { .. } if seat.0 < self.seats() => G::legal(&self.state, seat, out),
            _ => Listed::All,
        }
    }
    /// Whether [`Table::commit`] may follow.
    pub fn check(&self, input: &Input<G::Action>) -> Result<(), Refusal<G::Error>> {
        let turn = self.turn();
        match (input, &turn) {
            (Input::Act(seat, _) | Input::Status(seat, _), _) if seat.0 >= self.seats() => {
                Err(Refusal::NoSuchSeat { seat: *seat, seats: self.seats() })
            }
            (Input::Chance(drawn), Turn::Chance(due)) => Self::check_drawn(drawn, *due),
            (Input::Chance(_), _) => Err(Refusal::NoChanceDue),
            (Input::Expire(id), Turn::Seats { window, .. }) if window.id == *id => Ok(()),
            (Input::Expire(id), _) => Err(Refusal::WindowClosed { window: *id }),
            (_, Turn::Chance(_)) => Err(Refusal::ChanceDue),
            (Input::Act(seat, action), _) => G::check(&self.state, *seat, action).map_err(Refusal::Rule),
            (Input::Status(..), Turn::Over(_)) => Err(Refusal::Over),
            (Input::Status(seat, status), _) => self.check_status(*seat, *status),
        }
    }
    /// Carries out an input that [`Table::check`] accepted, and returns its events.
    pub fn commit(&mut self, input: &Input<G::Action>) -> Vec<Addressed<G::Event>> {
        if let Input::Status(seat, status) = input {
            self.status[*seat] = *status;
        }
        let mut events = Events::recording();
        G::apply(&mut self.state, input, &mut events);
        events.into_vec()
    }

    /// The table as it is now, as closed as this one.
    pub fn copy(&self) -> Table<G> {
        Table { options: self.options.clone(), state: self.state.clone(), status: self.status.clone() }
    }

    /// What would become of the table: a checked input carried out on a copy, and every chance it leads to
    /// answered by `luck`. A room writes the chances to its log together with the input, and only then
    /// [settles](Table::settle) for what came out. An answer that is missing or does not fit is refused.
    pub fn stage(
        &self,
        input: &Input<G::Action>,
        mut luck: impl FnMut(Luck) -> Option<Drawn>,
    ) -> Result<Staged<G>, Refusal<G::Error>> {
        let mut table = self.copy();
        let mut events = table.commit(input);
        let mut chances = Vec::new();
        while let Turn::Chance(due) = table.turn() {
            let drawn = luck(due).filter(|drawn| drawn.answers(due)).ok_or(Refusal::WrongDraw { due })?;
            let chance = Input::Chance(drawn);
            events.extend(table.commit(&chance));
            let Input::Chance(drawn) = chance else { unreachable!("made two lines above") };
            chances.push(drawn);
        }
        Ok(Staged { table, events, chances })
    }
    /// Makes the staged state current, and returns its events.
    pub fn settle(&mut self, staged: Staged<G>) -> Vec<Addressed<G::Event>> {
        *self = staged.table;
        staged.events
    }

    fn check_drawn(drawn: &Drawn, due: Luck) -> Result<(), Refusal<G::Error>> {
        if drawn.answers(due) { Ok(()) } else { Err(Refusal::WrongDraw { due }) }
    }
    fn check_status(&self, seat: Seat, status: SeatStatus) -> Result<(), Refusal<G::Error>> {
        match self.status[seat] {
            SeatStatus::Removed => Err(Refusal::SeatGone { seat }),
            old if old == status => Err(Refusal::SameStatus { seat }),
            _ if status == SeatStatus::Removed && !G::removable(&self.options) => Err(Refusal::NotRemovable),
            _ => Ok(()),
        }
    }
}
