//! Roost: attract birds to three habitats; each of them makes later turns stronger.
//!
//! The rules are in `docs/rules/roost.md`; comments cite its numbers. One to five seats play four rounds with
//! a deck of birds, bonus cards and goals that is data: the built-in one is compiled in, others are handed in.
//!
//! | to read about | there is |
//! |---|---|
//! | decks | [`Deck`], [`Bird`], [`Cost`], [`Power`], [`Op`], [`Bonus`], [`Goal`], [`Count`], [`DeckError`], [`Figures`] |
//! | house rules | [`Options`], [`DeckChoice`], [`Copies`] |
//! | what lies on the table | [`Open`], [`Mat`], [`Perch`], [`Feeder`], [`Food`], [`Position`] |
//! | what is under way and what is asked | [`Task`], [`Prompt`], [`Ask`], [`Phase`] |
//! | decisions and refusals | [`Action`], [`Setup`], [`Error`] |
//! | what is seen and told | [`View`], [`Event`], [`Short`] |
//! | points and endings | [`Score`], [`Scored`], [`Ending`], [`Reason`] |
//!
//! ```
//! use kernel::{Drawn, Input, Luck, Seat, Start, Table, Turn, Viewer};
//! use roost::{Action, Options, Roost};
//!
//! // A lone player. Luck that leaves everything as it lies deals the first birds of the alphabet.
//! let start = Start { seats: 1, host: Seat(0), first: None, rules: 1 };
//! let mut table = Table::<Roost>::new(&Options::default(), &start).unwrap();
//! while let Turn::Chance(luck) = table.turn() {
//!     table.commit(&Input::Chance(match luck {
//!         Luck::Shuffle(n) => Drawn::Shuffle((0..n).collect()),
//!         Luck::Roll { times, .. } => Drawn::Roll(vec![0; times.into()]),
//!     }));
//! }
//! let hand = table.view(Viewer::Seat(Seat(0))).hand();
//! assert_eq!(hand[0].as_str(), "acorn-woodpecker");
//!
//! // It may keep any five of five birds and five foods, and one of two bonus cards.
//! let mut actions = Vec::new();
//! table.legal(Seat(0), &mut actions);
//! assert_eq!(actions.len(), 252 * 2);
//!
//! // The first way to do it keeps no bird and all food. Then it is the player's turn.
//! table.commit(&Input::Act(Seat(0), actions[0].clone()));
//! assert!(table.check(&Input::Act(Seat(0), Action::LayEggs)).is_ok());
//! assert!(table.check(&Input::Act(Seat(0), Action::Skip)).is_err());
//! ```
//!
//! The true state cannot be sent, because it is not data:
//!
//! ```compile_fail
//! fn send<T: kernel::Data>(_: T) {}
//! fn leak(state: roost::State) { send(state) }
//! ```
#![cfg_attr(not(feature = "ts"), no_std)]
extern crate alloc;

mod action;
mod answers;
mod bird;
mod bonus;
mod bonus_worlds;
mod bot;
mod count;
mod deck;
mod error;
mod event;
mod feeder;
mod flow;
mod food;
mod goals;
mod hunts;
mod id;
#[cfg(feature = "inspect")]
mod inspect;
mod legal;
mod lesson;
mod mat;
mod open;
mod options;
mod pack;
mod payment;
mod place;
mod placement;
mod power;
mod power_task;
mod prompt;
mod reaction;
mod row;
mod scoring;
mod seats;
mod setup;
mod shares;
mod state;
mod supply;
mod targets;
mod task;
mod turns;
mod view;
mod worlds;

pub use action::{Action, Birds, Draw, Setup, Slot, Trade};
pub use bird::{Bird, Cost, HabitatSet, Nest, Species};
pub use bonus::Short;
pub use bot::Worlds;
pub use count::{Count, Filter};
pub use deck::{
    Board, Bonus, BonusFigures, BonusSet, Deck, DeckError, Fault, Figures, Goal, Payout, Residual, Warning,
    WarningKind,
};
pub use error::Error;
pub use event::Event;
pub use feeder::{DICE, Feeder};
pub use food::{Face, Food, FoodSet, Foods};
pub use id::{BonusId, CardId, GoalId};
pub use mat::{Mat, Perch};
pub use open::{Open, Scored};
pub use options::{Copies, DeckChoice, FirstSeat, GoalScoring, Length, Options};
pub use place::{COLUMNS, Habitat, Position};
pub use power::{DiscardAt, DrawFrom, Gift, Group, LayOn, On, Op, Power, Price, TuckFrom, When, Where, Who};
pub use prompt::{Ask, Phase, Prompt};
pub use scoring::{BonusScore, Ending, Reason, Score};
pub use state::State;
pub use task::{
    BonusTask, Deal, GiveTask, HuntTask, PayTask, PowerTask, ReactTask, RowStage, RowTask, ShareTask, Task,
    Trigger,
};
pub use view::{BonusCards, BonusKinds, DeckMark, Hand, View};

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use bonus::{BonusHand, BonusNo};
use core::ops::RangeInclusive;
use feeder::feeder_rolled;
use kernel::{Decked, Events, Field, Game, Input, Listed, Preset, Seat, Start, Turn, Viewer};
use options::Rules;
use pack::{CardNo, Pack};
use payment::Till;
use state::Held;

/// The game of Roost; see the [crate documentation](crate).
#[derive(Clone, Copy, Debug)]
pub enum Roost {}

impl Game for Roost {
    const NAME: &'static str = "roost";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 1..=5;
    const DEFAULT_SEATS: u8 = 2;
    const FIELDS: &'static [Field] = Options::FIELDS;
    const PRESETS: &'static [Preset] = options::PRESETS;

    type Options = Options;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;
    type Error = Error;

    fn removable(_: &Options) -> bool {
        // Roost 12.4: the others play on.
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
            Input::Act(seat, action) => flow::act(state, *seat, action, events),
            Input::Chance(drawn) => flow::luck(state, drawn, events),
            Input::Expire(_) => flow::expire(state, events),
            Input::Status(seat, status) => seats::status(state, *seat, *status, events),
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }
}

impl Decked for Roost {
    type Deck = Deck;
    type Figures = Figures;
    const OPTION: &'static str = "deck";

    fn built_in() -> Arc<Deck> {
        Deck::built_in()
    }
    fn read(files: &[(&str, &str)]) -> Result<Deck, Vec<String>> {
        Deck::parse(files).map_err(|errors| errors.iter().map(ToString::to_string).collect())
    }
    fn mark(deck: &Deck) -> kernel::DeckMark {
        let told = |warning: &Warning| format!("{}: {} ({})", warning.item, warning.detail, warning.kind);
        kernel::DeckMark {
            id: deck.id.clone(),
            title: deck.title.clone(),
            hash: deck.hash.clone(),
            warnings: deck.warnings.iter().map(told).collect(),
        }
    }
    fn figures(deck: &Deck) -> Figures {
        deck.figures()
    }
}
