//! Euchre: four players in two partnerships, 24 cards, one suit named trump, five tricks.
//!
//! The rules are in `docs/rules/euchre.md`; comments cite its numbers. Seats 0 and 2 play against seats
//! 1 and 3. A game is a series of deals until one side has the target.
//!
//! ```
//! use euchre::{Action, Euchre, Phase, card_number};
//! use kernel::{Card, Drawn, Input, Seat, Start, Table, Viewer};
//!
//! // Seat 3 deals; the cards lie in the order of their numbers.
//! let start = Start { seats: 4, host: Seat(0), first: None, rules: 1 };
//! let mut table = Table::<Euchre>::new(&Default::default(), &start).unwrap();
//! table.commit(&Input::Chance(Drawn::Roll(vec![3])));
//! table.commit(&Input::Chance(Drawn::Shuffle((0..24).collect())));
//!
//! // Seat 0 received positions 0, 4, 8, 12 and 16, and sees the up-card.
//! let view = table.view(Viewer::Seat(Seat(0)));
//! assert_eq!(view.hand, Some("9c 10c Jc Qc Kc".parse().unwrap()));
//! assert_eq!(view.open.up_card, Some(Card::parse("Ac").unwrap()));
//! assert_eq!(view.open.phase, Phase::Bid1);
//!
//! // It orders the dealer to take the ace of clubs: clubs are trump.
//! let order = Input::Act(Seat(0), Action::Order { alone: false });
//! assert!(table.check(&order).is_ok());
//! table.commit(&order);
//! assert_eq!(table.view(Viewer::Spectator).open.phase, Phase::Discard);
//! ```
//!
//! The true state cannot be sent, because it is not data:
//!
//! ```compile_fail
//! fn send<T: kernel::Data>(_: T) {}
//! fn leak(state: euchre::State) { send(state) }
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod action;
mod bidding;
mod bot;
mod deal;
mod error;
mod event;
#[cfg(feature = "inspect")]
mod inspect;
mod legal;
mod lesson;
mod open;
mod options;
mod scoring;
mod state;
mod trick;
mod trump;
mod view;
mod worlds;

pub use action::{Action, card_from_number, card_number};
#[cfg(feature = "inspect")]
pub use bot::plain_tricks;
pub use bot::{Class, Solver, Winning};
pub use error::Error;
pub use event::Event;
pub use open::{Call, Open, Phase, Side, Trick};
pub use options::{Alone, AloneWhen, DealFrom, DefendAlone, LonerLead, Options, Reasons};
pub use scoring::{Scored, ScoredFor};
pub use state::State;
pub use trump::{PACK, effective_suit, strength, suit_cards};
pub use view::{Shown, View};
pub use worlds::{Place, Worlds};

use alloc::vec::Vec;
use core::ops::RangeInclusive;
use kernel::{Events, Field, Game, Input, Listed, Preset, Seat, Start, Turn, Viewer};

/// The game of Euchre; see the [crate documentation](crate).
#[derive(Clone, Copy, Debug)]
pub enum Euchre {}

impl Game for Euchre {
    const NAME: &'static str = "euchre";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 4..=4;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = options::PRESETS;

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        // Euchre 6.4: partnerships need all four; an absent seat goes to a bot.
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
            // The hot path of every playout, kept apart from the rest so that it stays small.
            Input::Act(seat, Action::Play { card }) => state.play(*seat, *card, events),
            Input::Act(seat, action) => state.act(*seat, *action, events),
            Input::Chance(drawn) => state.chance(drawn, events),
            Input::Expire(_) => state.expire(events),
            // The occupant of a seat makes no difference to the cards.
            Input::Status(..) => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }
}
