//! High Card: a complete game that is as small as can be. Copy this crate to write your own;
//! `docs/adding-a-game.md` says what to change. It is not in the catalog, so nobody can play it.
//!
//! The rules, numbered as in `docs/rules/<game>.md`; comments cite the numbers:
//!
//! 1. **Cards.** 52 cards, the ace high; suits do not count. Two to four seats.
//!    1. Each seat is dealt the same number of cards (option `hand_size`). The others stay face down in the stock.
//! 2. **Play.** The host leads first. In turn each seat plays a card face up.
//!    1. The highest rank takes the trick; of equal ranks the one that was played first.
//!    2. The winner leads to the next trick.
//!    3. When the time is up, the lowest card of the hand is played.
//! 3. **End.** When all hands are empty, the most tricks win.
//! 4. **Visibility.** Everybody sees the cards played, the number of cards in each hand and the tricks. A seat
//!    sees its own hand. Nobody sees the stock.
//!
//! ```
//! use kernel::{Card, Drawn, Input, Seat, Start, Table, Viewer};
//! use template::{Action, Options, Template};
//!
//! // Two seats; the cards lie in the order of their numbers: seat 0 gets the twos and the three of clubs.
//! let start = Start { seats: 2, host: Seat(0), first: None, rules: 1 };
//! let mut table = Table::<Template>::new(&Options::default(), &start).unwrap();
//! table.commit(&Input::Chance(Drawn::Shuffle((0..52).collect())));
//! assert_eq!(table.view(Viewer::Seat(Seat(0))).hand, Some("2c 2d 2h 2s 3c".parse().unwrap()));
//!
//! // It leads, and seat 1 takes the trick.
//! let play = |seat, card| Input::Act(Seat(seat), Action::Play { card: Card::parse(card).unwrap() });
//! assert!(table.check(&play(1, "4c")).is_err());
//! table.commit(&play(0, "3c"));
//! table.commit(&play(1, "4c"));
//! assert_eq!(table.view(Viewer::Spectator).open.tricks.values(), [0, 1]);
//! ```
//!
//! The true state cannot be sent, because it is not data:
//!
//! ```compile_fail
//! fn send<T: kernel::Data>(_: T) {}
//! fn leak(state: template::State) { send(state) }
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod action;
mod bot;
mod error;
mod event;
#[cfg(feature = "inspect")]
mod inspect;
mod legal;
mod open;
mod options;
mod play;
mod scoring;
mod state;
mod view;

pub use action::Action;
pub use bot::Worlds;
pub use error::Error;
pub use event::Event;
pub use open::{Open, Phase};
pub use options::Options;
pub use state::State;
pub use view::View;

use alloc::vec::Vec;
use core::ops::RangeInclusive;
use kernel::{Events, Field, Game, Input, Listed, Preset, Seat, Start, Turn, Viewer};

/// The game of High Card; see the [crate documentation](crate).
#[derive(Clone, Copy, Debug)]
pub enum Template {}

impl Game for Template {
    // The name of the crate.
    const NAME: &'static str = "template";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = options::PRESETS;

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        // An absent seat goes to a bot.
        false
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
            Input::Act(seat, Action::Play { card }) => state.play(*seat, *card, events),
            Input::Chance(drawn) => state.deal(drawn, events),
            Input::Expire(_) => state.expire(events),
            // The occupant of a seat makes no difference to the cards.
            Input::Status(..) => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }
}
