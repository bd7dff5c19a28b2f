//! Eights: match colour or value, the eight is wild, the first empty hand wins.
//!
//! The rules are in `docs/rules/eights.md`; comments cite its numbers. Two to ten seats play cards from
//! an endless supply in one of three tiers: `base`, `insane` and `chaos`.
//!
//! | to read about | there is |
//! |---|---|
//! | cards and where they come from | [`Face`], [`Kind`], [`Color`], [`Card`], [`CardId`], [`Weights`] |
//! | house rules | [`Options`], [`Tier`], [`Stacking`] |
//! | decisions and refusals | [`Action`], [`Play`], [`Power`], [`Error`] |
//! | what is seen and told | [`View`], [`Open`], [`Recall`], [`Event`] |
//! | endings | [`Ending`], [`Reason`] |
//!
//! ```
//! use eights::{Action, CardId, Color, Eights, Options, Play};
//! use kernel::{Drawn, Input, Seat, Start, Table, Viewer};
//!
//! // Three seats with three cards each; seat 1 begins.
//! let options = Options { hand_size: 3, ..Options::default() };
//! let start = Start { seats: 3, host: Seat(0), first: Some(Seat(1)), rules: 1 };
//! let mut table = Table::<Eights>::new(&options, &start).unwrap();
//!
//! // The deal we want: a roll is a per cent for the kind times 36, plus colour times 9, plus the value.
//! let (red_5, blue_5, wild) = (5, 14, 64 * 36);
//! table.commit(&Input::Chance(Drawn::Roll(vec![0, 0, 0, red_5, wild, blue_5, 0, 0, 0])));
//! table.commit(&Input::Chance(Drawn::Roll(vec![3]))); // the first discard: red 3
//!
//! let view = table.view(Viewer::Seat(Seat(1)));
//! let hand: Vec<String> = view.hand().iter().map(|card| card.face.to_string()).collect();
//! assert_eq!(hand, ["red 5", "wild", "blue 5"]);
//!
//! // The red 5 goes on the red 3; the blue 5 does not.
//! let [red_5, wild, blue_5] = [3, 4, 5].map(CardId);
//! let play = |card| Input::Act(Seat(1), Action::Play(Play::card(card)));
//! assert!(table.check(&play(blue_5)).is_err());
//! assert!(table.check(&play(red_5)).is_ok());
//!
//! // The eight goes on everything, and its player names the colour.
//! let eight = Play { color: Some(Color::Green), ..Play::card(wild) };
//! table.commit(&Input::Act(Seat(1), Action::Play(eight)));
//! assert_eq!(table.view(Viewer::Spectator).open.color, Color::Green);
//! assert_eq!(table.view(Viewer::Spectator).open.current, Seat(2));
//! ```
//!
//! The true state cannot be sent, because it is not data:
//!
//! ```compile_fail
//! fn send<T: kernel::Data>(_: T) {}
//! fn leak(state: eights::State) { send(state) }
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod action;
mod bot;
mod card;
mod effects;
mod error;
mod event;
mod face;
mod faceset;
#[cfg(feature = "inspect")]
mod inspect;
mod legal;
mod lesson;
mod open;
mod options;
mod play;
mod round;
mod scoring;
mod seats;
mod state;
mod supply;
mod view;

pub use action::{Action, Play, Power};
pub use bot::Worlds;
pub use card::{Card, CardId};
pub use error::Error;
pub use event::{Event, Hands};
pub use face::{BadFace, Color, Face, Kind};
pub use open::{Cause, Direction, Due, Open, Phase};
pub use options::{FirstSeat, MatchKind, MercyLimit, Options, Stacking, Tier};
pub use scoring::{Ending, Reason};
pub use state::State;
pub use supply::Weights;
pub use view::{Recall, View};

use alloc::vec::Vec;
use card::Hand;
use core::ops::RangeInclusive;
use faceset::FaceSet;
use kernel::{Events, Field, Game, Input, Listed, Preset, Seat, Start, Turn, Viewer};
use options::Rules;
use supply::Supply;

/// The game of Eights; see the [crate documentation](crate).
#[derive(Clone, Copy, Debug)]
pub enum Eights {}

impl Game for Eights {
    const NAME: &'static str = "eights";
    // 2: `chaos` answers a plus card with any plus card.
    const RULES: u32 = 2;
    const SEATS: RangeInclusive<u8> = 2..=10;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = options::PRESETS;

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        // Eights 8.2: the others play on.
        true
    }
    fn new(options: &Options, start: &Start) -> Result<State, Error> {
        State::new(options, start)
    }
    fn turn(state: &State) -> Turn {
        state.turn()
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) -> Listed {
        legal::legal(state, seat, out);
        Listed::All
    }
    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
        legal::check(state, seat, action)
    }
    fn apply(state: &mut State, input: &Input<Action>, events: &mut Events<Event>) {
        match input {
            Input::Act(seat, Action::Play(card)) => play::play(state, *seat, card, events),
            Input::Act(seat, Action::Draw) => play::draw(state, *seat, Cause::Choice, events),
            Input::Act(seat, Action::Pass) => play::pass(state, *seat, events),
            Input::Act(seat, Action::Ready) => round::ready(state, *seat, events),
            Input::Chance(drawn) => play::settle(state, drawn, events),
            Input::Expire(_) => play::expire(state, events),
            Input::Status(seat, status) => seats::status(state, *seat, *status, events),
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }
}
