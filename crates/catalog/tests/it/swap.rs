//! A game small enough to know by heart: everyone gets one card, then in turn keeps it or swaps it with
//! somebody; the highest card wins.

use kernel::{
    Aside, Audience, CommonError, Contradiction, Events, Field, Game, Input, Listed, Luck, Outcome, Preset,
    Rng, Search, Seat, SeatMap, SeatSet, Setting, Start, Study, Switch, Turn, Viewer, Window, WindowId,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, ops::RangeInclusive, time::Duration};

#[derive(Debug)]
pub(crate) enum Swap {}

kernel::options! {
    pub(crate) struct Options {
        cards: u16 = Field::number("cards", 2..=20, 8),
        cut: Switch = Field::switch("cut", Switch::Off),
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    options: Options,
    seats: u8,
    hands: Vec<u16>,
    turn: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct View {
    turn: u8,
    card: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    Keep,
    Swap {
        with: Seat,
        #[serde(default)]
        loudly: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    Dealt { card: Option<u16> },
    Kept { seat: Seat },
    Swapped { seat: Seat, with: Seat, card: Option<u16> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Error {
    #[error("you cannot swap with {seat}")]
    BadTarget { seat: Seat },
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}

impl Game for Swap {
    const NAME: &'static str = "swap";
    const RULES: u32 = 2;
    const SEATS: RangeInclusive<u8> = 2..=3;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = &[
        Preset { name: "plain", settings: &[] },
        Preset { name: "short", settings: &[("cards", Setting::Number(3)), ("cut", Setting::Word("on"))] },
    ];

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        false
    }
    fn new(options: &Options, start: &Start) -> Result<State, Error> {
        CommonError::check_seats(start.seats, Self::SEATS)?;
        if options.cards < u16::from(start.seats) {
            return Err(CommonError::bad_option("cards").into());
        }
        Ok(State { options: options.clone(), seats: start.seats, hands: Vec::new(), turn: 0 })
    }
    fn turn(state: &State) -> Turn {
        if state.hands.is_empty() {
            return Turn::Chance(Luck::Shuffle(state.options.cards));
        }
        if state.turn == state.seats {
            let places = SeatMap::from_fn(state.seats, |seat| {
                1 + state.hands.iter().filter(|&&card| card > state.hands[seat.index()]).count() as u8
            });
            let points = SeatMap::from_fn(state.seats, |seat| i32::from(state.hands[seat.index()]));
            return Turn::Over(Outcome { places, points, reason: Cow::Borrowed("shown"), next_first: None });
        }
        let lasts = Some(Duration::from_secs(5));
        let window = Window { id: WindowId(u32::from(state.turn)), lasts, idles: true };
        Turn::Seats { must: SeatSet::only(Seat(state.turn)), may: SeatSet::EMPTY, window }
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) -> Listed {
        if seat.0 == state.turn {
            out.push(Action::Keep);
            let others = Seat::all(state.seats).filter(|&with| with != seat);
            for with in others {
                out.extend([true, false].map(|loudly| Action::Swap { with, loudly }));
            }
        }
        if state.options.cut.is_on() {
            out.truncate(1);
            return Listed::Truncated;
        }
        Listed::All
    }
    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
        match action {
            _ if seat.0 != state.turn => Err(CommonError::NotYourTurn.into()),
            Action::Swap { with, .. } if *with == seat || with.0 >= state.seats => {
                Err(Error::BadTarget { seat: *with })
            }
            _ => Ok(()),
        }
    }
    fn apply(state: &mut State, input: &Input<Action>, events: &mut Events<Event>) {
        match input {
            Input::Chance(drawn) => {
                state.hands = drawn.order()[..usize::from(state.seats)].to_vec();
                for seat in Seat::all(state.seats) {
                    let card = Some(state.hands[seat.index()]);
                    events.send(Audience::only(seat), || Event::Dealt { card });
                }
            }
            Input::Act(seat, Action::Swap { with, .. }) => {
                let (seat, with) = (*seat, *with);
                state.hands.swap(seat.index(), with.index());
                let card = Some(state.hands[seat.index()]);
                let whole = || Event::Swapped { seat, with, card };
                events.split(Audience::only(seat), whole, || Event::Swapped { seat, with, card: None });
                state.turn += 1;
            }
            Input::Act(..) | Input::Expire(_) => {
                let seat = Seat(state.turn);
                events.all(|| Event::Kept { seat });
                state.turn += 1;
            }
            Input::Status(..) => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        let card = viewer.seat().and_then(|seat| state.hands.get(seat.index()).copied());
        View { turn: state.turn, card }
    }
    fn ignores_version(action: &Action) -> bool {
        matches!(action, Action::Swap { .. })
    }
}

/// What a player may say aloud before the decision: whom to swap with, which everybody could see anyway.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pointing {
    at: Seat,
}

impl Aside for Swap {
    /// How many cards are higher than the one in hand.
    type Note = u16;
    type Remark = Pointing;
    type Unfit = Error;

    fn note(options: &Options, recall: &View, action: &Action, hints: bool) -> Option<u16> {
        let own = recall.card.filter(|_| hints && *action == Action::Keep)?;
        Some(options.cards - 1 - own)
    }
    fn remark(_: &Options, public: &View, seat: Seat, remark: &Pointing) -> Result<(), Error> {
        assert_eq!(public.card, None, "it is judged on what everybody sees");
        if public.turn != seat.0 {
            return Err(CommonError::NotYourTurn.into());
        }
        if remark.at == seat { Err(Error::BadTarget { seat }) } else { Ok(()) }
    }
}

impl Search for Swap {
    type Worlds = ();
    fn worlds(_: &Options, _: &View) -> Result<(), Contradiction> {
        Err(Contradiction::View("nobody searches this game"))
    }
    fn world((): &(), _: &mut dyn Rng) -> State {
        unreachable!("there are no worlds")
    }
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let over = matches!(Swap::turn(state), Turn::Over(_));
        over.then(|| SeatMap::from_fn(state.seats, |seat| f32::from(state.hands[seat.index()])))
    }
}

impl Study for Swap {}
