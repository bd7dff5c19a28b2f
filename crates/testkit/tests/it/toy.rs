//! A toy game with everything that the laws look at: hidden hands, a stock, a private peek that only the
//! recall remembers, interruptions, clocks, removal of seats. The option `fault` plants a fault.
//!
//! Twelve cards, two or three seats, three cards each. In turn a seat draws, plays or, with at most two
//! cards, calls the end. A player without cards ends the game, and so does the last turn. Once in a game a
//! seat may peek at the top of the stock, whoever's turn it is.

mod data;
mod fault;
mod inspect;
mod rules;
mod view;
mod worlds;

use kernel::{
    Audience, Card, CardSet, Drawn, Events, Field, Game, Input, Listed, Luck, Outcome, Preset, Seat, SeatMap,
    SeatSet, SeatStatus, Setting, Start, Switch, Turn, Viewer, Window, WindowId,
};
use std::{
    fmt,
    marker::PhantomData,
    ops::RangeInclusive,
    sync::atomic::{AtomicU8, Ordering},
    time::Duration,
};

pub(crate) use data::{Action, Error, Event, Open, Options, Phase, Place, View};
pub(crate) use fault::Fault;

/// The game. `D` is what it says of its option `turns`.
#[derive(Debug)]
pub(crate) struct Toy<D = Truly>(PhantomData<D>);

/// What a game says of its option `turns`, truly or not.
pub(crate) trait Declared: 'static {
    const LARGEST: u32 = 20;
    const DEFAULT: u32 = 12;
}

/// As it is.
#[derive(Debug)]
pub(crate) struct Truly;
impl Declared for Truly {}

/// Not the default that the options have.
#[derive(Debug)]
pub(crate) struct WrongDefault;
impl Declared for WrongDefault {
    const DEFAULT: u32 = 10;
}

/// Not the range that the rules accept.
#[derive(Debug)]
pub(crate) struct WrongRange;
impl Declared for WrongRange {
    const LARGEST: u32 = 19;
}

/// The whole truth.
#[derive(Clone, PartialEq)]
pub(crate) struct State {
    open: Open,
    peek: bool,
    fault: Fault,
    /// Card by card.
    faces: Vec<Card>,
    /// Kept by a planted fault only: what each seat should not remember.
    hints: Vec<Option<u8>>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("phase", &self.open.phase).finish_non_exhaustive()
    }
}

/// Kept by a planted fault only: how many actions were refused.
static GRUDGES: AtomicU8 = AtomicU8::new(0);

/// How many cards each seat is dealt.
pub(crate) const HAND: u8 = 3;

/// Jacks, queens and kings.
pub(crate) fn pack() -> CardSet {
    "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks".parse().expect("twelve cards")
}

impl<D: Declared> Game for Toy<D> {
    const NAME: &'static str = "toy";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=3;
    const FIELDS: &'static [Field] =
        &[Field::number("turns", 4..=D::LARGEST, D::DEFAULT), Field::switch("peek", Switch::On)];
    const PRESETS: &'static [Preset] = &[
        Preset { name: "house", settings: &[] },
        Preset { name: "blind", settings: &[("peek", Setting::Word("off"))] },
    ];

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        true
    }
    fn new(options: &Options, start: &Start) -> Result<State, Error> {
        if !Self::SEATS.contains(&start.seats) && options.fault != Fault::Crowd {
            assert!(start.seats > 0 || options.fault != Fault::EmptyTablePanics, "nobody is here");
            return Err(Error::BadSeats { seats: start.seats });
        }
        if !(4..=20).contains(&options.turns) {
            return Err(Error::BadOptions);
        }
        Ok(rules::table(options, start))
    }
    fn turn(state: &State) -> Turn {
        let Open { phase, turn, window, .. } = state.open;
        match phase {
            Phase::Deal => Turn::Chance(Luck::Shuffle(pack().len() as u16)),
            Phase::Play => Turn::Seats {
                must: SeatSet::only(turn),
                may: state.peekers().without(turn),
                window: Window { id: WindowId(window), lasts: Some(Duration::from_secs(20)), idles: true },
            },
            Phase::Over => Turn::Over(state.outcome()),
        }
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) -> Listed {
        rules::legal(state, seat, out);
        Listed::All
    }
    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
        let answer = rules::check(state, seat, action);
        if answer.is_err() && state.fault == Fault::Grudge {
            GRUDGES.fetch_add(1, Ordering::Relaxed);
        }
        answer
    }
    fn apply(state: &mut State, input: &Input<Action>, events: &mut Events<Event>) {
        match input {
            Input::Chance(drawn) => state.deal(drawn, events),
            Input::Act(seat, Action::Peek) => state.peek(*seat, events),
            Input::Act(seat, Action::Draw) => state.draw(*seat, events),
            Input::Act(seat, Action::Play { card }) => state.play(*seat, *card, events),
            Input::Act(seat, Action::Call) => state.call(*seat, events),
            Input::Expire(_) => state.expire(events),
            Input::Status(seat, SeatStatus::Removed) => state.leave(*seat, events),
            Input::Status(..) => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }
}
