//! Dutch: four face-down cards of which you saw two, and a race whenever a rank is played.
//!
//! The rules are in `docs/rules/dutch.md`; comments cite its numbers. Two to six seats try to end with the
//! fewest points, to get rid of every card, or to collect four of a rank.
//!
//! | to read about | there is |
//! |---|---|
//! | cards | [`Card`], [`Rank`], [`Cards`] |
//! | house rules | [`Options`], [`Mode`], [`RedKings`], [`CollectionScoring`], [`Timeout`], [`MatchKind`] |
//! | decisions and refusals | [`Action`], [`Draw`], [`Play`], [`Swap`], [`Place`], [`Error`] |
//! | what is seen and told | [`View`], [`Slot`], [`Open`], [`Event`] |
//! | what is remembered | [`Recall`], [`Trace`], [`Memo`] |
//! | what a bot makes of it | [`decide`], [`Move`], [`Memory`], [`Worlds`] |
//! | endings | [`Ending`], [`Standing`], [`Score`], [`Reason`] |
//!
//! ```
//! use dutch::{Action, Draw, Dutch, Phase, Play};
//! use kernel::{Drawn, Input, Seat, Start, Table, Viewer};
//!
//! // Two seats; the cards lie in the order of their numbers: seat 0 gets the four aces.
//! let start = Start { seats: 2, host: Seat(0), first: Some(Seat(0)), rules: 1 };
//! let mut table = Table::<Dutch>::new(&Default::default(), &start).unwrap();
//! table.commit(&Input::Chance(Drawn::Shuffle((0..54).collect())));
//!
//! // Seat 0 looks at one of its cards. It alone sees it.
//! table.commit(&Input::Act(Seat(0), Action::Peek { slot: 2 }));
//! let card = |viewer| table.view(viewer).hands[Seat(0)][2].unwrap().card;
//! assert_eq!(card(Viewer::Seat(Seat(0))), Some("Ah".parse().unwrap()));
//! assert_eq!(card(Viewer::Seat(Seat(1))), None);
//!
//! // The clock makes the other picks and ends the first look: everybody's lowest card is revealed.
//! let window = table.view(Viewer::Spectator).open.window;
//! table.commit(&Input::Expire(window));
//! let view = table.view(Viewer::Spectator);
//! assert_eq!(view.open.phase, Phase::DrawingCard);
//! assert_eq!(view.hands[Seat(0)][0].unwrap().card, Some("Ac".parse().unwrap()));
//!
//! // It draws, and plays what it drew: for five seconds anyone may match the rank.
//! table.commit(&Input::Act(Seat(0), Action::Draw(Draw::Pile {})));
//! table.commit(&Input::Act(Seat(0), Action::Play(Play::Drawn)));
//! assert_eq!(table.view(Viewer::Spectator).open.phase, Phase::SameRankWindow);
//! ```
//!
//! The true state cannot be sent, because it is not data:
//!
//! ```compile_fail
//! fn send<T: kernel::Data>(_: T) {}
//! fn leak(state: dutch::State) { send(state) }
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod action;
mod bot;
mod card;
mod collecting;
mod deal;
mod error;
mod event;
mod hand;
#[cfg(feature = "inspect")]
mod inspect;
mod legal;
mod lesson;
mod open;
mod options;
mod peek;
mod powers;
mod recall;
mod scoring;
mod seats;
mod state;
mod turn;
mod view;
mod window;
mod worlds;

pub use action::{Action, Draw, Play, Swap};
pub use bot::{Memory, Move, decide};
pub use card::{BadCard, Card, Cards, Rank};
pub use error::Error;
pub use event::{Chosen, Event, Hands};
pub use open::{Due, Exposed, Open, Phase, Place, Power, Source};
pub use options::{CollectionScoring, MatchKind, Mode, Options, RedKings, Timeout};
pub use recall::{Memo, PassedOver, Recall, Trace};
pub use scoring::{Ending, Reason, Score, Standing};
pub use state::State;
pub use view::{Rest, Slot, View};
pub use worlds::Worlds;

use alloc::vec::Vec;
use core::ops::RangeInclusive;
use kernel::{Events, Field, Game, Input, Listed, Preset, Seat, Start, Turn, Viewer};

/// The game of Dutch; see the [crate documentation](crate).
#[derive(Clone, Copy, Debug)]
pub enum Dutch {}

impl Game for Dutch {
    const NAME: &'static str = "dutch";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=6;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = options::PRESETS;

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        // Dutch 12.2: the others play on.
        true
    }
    fn new(options: &Options, start: &Start) -> Result<State, Error> {
        State::new(options, start)
    }
    fn turn(state: &State) -> Turn {
        state.turn()
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) -> Listed {
        state.legal(seat, out);
        Listed::All
    }
    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
        state.check(seat, *action)
    }
    fn apply(state: &mut State, input: &Input<Action>, events: &mut Events<Event>) {
        match input {
            Input::Act(seat, action) => state.act(*seat, *action, events),
            Input::Chance(drawn) => state.chance(drawn, events),
            Input::Expire(_) => state.expire(events),
            Input::Status(seat, status) => state.status(*seat, *status, events),
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }
    /// Dutch 13.3: a card that is named and a call are judged by what is now, whatever the sender saw.
    fn ignores_version(action: &Action) -> bool {
        matches!(action, Action::Collect { .. } | Action::CallDutch)
    }
}
