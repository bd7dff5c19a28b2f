//! Casino in its South African form: cards are captured by value, laid together to builds, or left on the table.
//!
//! The rules are in `docs/rules/casino.md`; comments cite its numbers. Two to four seats play 40 cards (or 52),
//! one card each turn.
//!
//! | to read about | there is |
//! |---|---|
//! | cards and what they count as | [`value`], [`same_rank`], [`pack`], [`card_number`] |
//! | house rules | [`Options`], [`KeyCard`], [`Raise`], [`TrailBan`] |
//! | decisions and refusals | [`Action`], [`Label`], [`BuildSet`], [`Tops`], [`Error`] |
//! | what is seen and told | [`View`], [`Open`], [`Build`], [`Recall`], [`Event`] |
//! | what is said beside the game | [`note()`], [`Note`], [`check_stage`], [`Stage`] |
//! | endings | [`Tally`], [`Score`], [`Reason`] |
//! | what bots think with | [`Worlds`], [`Facts`], [`solve()`] |
//!
//! ```
//! use casino::{Action, Casino, Label, Phase};
//! use kernel::{Drawn, Input, Seat, Start, Table, Viewer};
//!
//! // Seat 1 deals, so seat 0 begins; the cards lie in the order of their numbers, aces first.
//! let start = Start { seats: 2, host: Seat(0), first: None, rules: 1 };
//! let mut table = Table::<Casino>::new(&Default::default(), &start).unwrap();
//! table.commit(&Input::Chance(Drawn::Roll(vec![1])));
//! table.commit(&Input::Chance(Drawn::Shuffle((0..40).collect())));
//! let view = table.view(Viewer::Seat(Seat(0)));
//! assert_eq!(view.hand, Some("Ac Ah 2c 2h 3c 3h 4c 4h 5c 5h".parse().unwrap()));
//!
//! // Seat 0 leaves a five on the table; seat 1 lays its own on it and has the choice.
//! table.commit(&Input::Act(Seat(0), Action::Trail { card: "5c".parse().unwrap() }));
//! let mut legal = vec![];
//! table.legal(Seat(1), &mut legal);
//! let open = table.view(Viewer::Spectator).open;
//! let choices: Vec<String> = legal
//!     .iter()
//!     .filter(|action| action.card() == "5d".parse().ok() && !action.loose().is_empty())
//!     .map(|action| Label::of(action, &open).to_string())
//!     .collect();
//! assert_eq!(choices, ["Capture 10", "Build 10"]);
//! ```
//!
//! The true state cannot be sent, because it is not data:
//!
//! ```compile_fail
//! fn send<T: kernel::Data>(_: T) {}
//! fn leak(state: casino::State) { send(state) }
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod action;
mod bot;
mod build_set;
mod deal;
mod error;
mod event;
mod facts;
mod groups;
#[cfg(feature = "inspect")]
mod inspect;
mod label;
mod legal;
mod lesson;
mod moves;
mod note;
mod open;
mod options;
mod partners;
mod play;
mod scoring;
mod seats;
#[cfg(feature = "inspect")]
mod setup;
mod stage;
mod state;
mod top_choice;
mod tops;
mod value;
mod view;
mod worlds;

pub use action::Action;
pub use bot::{Solution, solve};
pub use build_set::{BuildId, BuildSet};
pub use error::Error;
pub use event::Event;
pub use label::Label;
pub use note::{Haul, Note, Prospect, note};
pub use open::{Bonus, Build, Open, Past, Phase, Values, Waiting};
pub use options::{BuildsPerSeat, KeyCard, Majorities, MatchKind, Options, Raise, Scoring, TrailBan};
pub use scoring::{Reason, Score, Tally};
#[cfg(feature = "inspect")]
pub use setup::{Laid, Setup};
pub use stage::{Stage, StageError, check_stage};
pub use state::{Facts, State};
pub use tops::{Top, Tops};
pub use value::{card_from_number, card_number, pack, same_rank, value};
pub use view::{PileView, Recall, Shown, View};
pub use worlds::{Place, Worlds};

use alloc::vec::Vec;
use core::ops::RangeInclusive;
use kernel::{Aside, Events, Field, Game, Input, Listed, Preset, Seat, SeatStatus, Start, Turn, Viewer};

/// The game of Casino; see the [crate documentation](crate).
#[derive(Clone, Copy, Debug)]
pub enum Casino {}

impl Game for Casino {
    const NAME: &'static str = "casino";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;
    const DEFAULT_SEATS: u8 = 2;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = options::PRESETS;

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(options: &Options) -> bool {
        // Casino 9.4: partners need each other; their seats go to bots.
        !options.teams.is_on()
    }
    fn new(options: &Options, start: &Start) -> Result<State, Error> {
        State::new(options, start)
    }
    fn turn(state: &State) -> Turn {
        state.turn()
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) -> Listed {
        state.legal(seat, out)
    }
    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
        state.check(seat, *action)
    }
    fn apply(state: &mut State, input: &Input<Action>, events: &mut Events<Event>) {
        match input {
            Input::Act(seat, action) => state.act(*seat, *action, events),
            Input::Chance(drawn) => state.chance(drawn, events),
            Input::Expire(_) => state.expire(events),
            Input::Status(seat, SeatStatus::Removed) => state.remove(*seat, events),
            // The occupant of a seat makes no difference to the cards.
            Input::Status(..) => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }
}

impl Aside for Casino {
    type Note = Note;
    type Remark = Stage;
    type Unfit = StageError;

    fn note(options: &Options, recall: &View, action: &Action, hints: bool) -> Option<Note> {
        note(options, recall, action, hints)
    }
    fn remark(options: &Options, public: &View, seat: Seat, stage: &Stage) -> Result<(), StageError> {
        check_stage(options, public, seat, stage)
    }
}
