use crate::{Drawn, Events, Field, Preset, Seat, Turn, Viewer, WindowId};
use alloc::vec::Vec;
use core::{error::Error, fmt::Debug, hash::Hash, ops::RangeInclusive};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Plain data that may cross the wire.
pub trait Data: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Data for T {}

/// Everything that can happen to a table. A game's log is a list of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input<A> {
    /// A seat decides.
    Act(Seat, A),
    /// The answer to [`Turn::Chance`].
    Chance(Drawn),
    /// The room's clock ran out on a window.
    Expire(WindowId),
    /// The occupant of a seat has changed.
    Status(Seat, SeatStatus),
}

/// The current occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatStatus {
    /// A person who is here.
    Human,
    /// A bot.
    Bot,
    /// A person whose connection is lost.
    Offline,
    /// Nobody any more: the seat is out of this game for good.
    Removed,
}

/// What the room knows before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// How many sit down.
    pub seats: u8,
    /// The host's seat.
    pub host: Seat,
    /// The seat that begins, where an earlier game at this table decided it ([`Outcome::next_first`](crate::Outcome)).
    pub first: Option<Seat>,
    /// Which version of the rules to play; a new game plays [`Game::RULES`].
    pub rules: u32,
}

/// Whether a list of legal actions is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Listed {
    /// Everything legal is on it.
    All,
    /// Too many to list: what is on it is legal, and more is.
    Truncated,
}

/// The rules of one game, as pure functions over plain data.
///
/// A type that implements this is never built; it is the name under which the parts of a game travel
/// together. Only a [`Table`](crate::Table) holds the state of a game in progress, and it hands out
/// views, never the state.
pub trait Game: Sized + 'static {
    /// Name of the crate, in URLs and in the header of a log.
    const NAME: &'static str;
    /// Raised when an old log would replay differently. [`Start::rules`] says which to play.
    const RULES: u32;
    /// How many may play, over all options.
    const SEATS: RangeInclusive<u8>;
    /// How many sit down where nobody says how many.
    const DEFAULT_SEATS: u8 = {
        let (fewest, most) = (*Self::SEATS.start(), *Self::SEATS.end());
        if most < 4 {
            most
        } else if fewest > 4 {
            fewest
        } else {
            4
        }
    };

    /// House rules, fixed before the deal.
    type Options: Data + Default;
    /// The whole truth. Not [`Data`]: it cannot be sent.
    type State: Clone + Debug + PartialEq + Send + Sync;
    /// What one viewer is entitled to know. Built from nothing, never trimmed from the truth.
    type View: Data;
    /// A decision.
    type Action: Data + Ord + Hash;
    /// A fact, as its audience learns it.
    type Event: Data;
    /// Which rule forbids an action: one variant per reason.
    type Error: Error + Data;

    /// Every option with its values and its default: the form, the command line and the laws read this.
    const FIELDS: &'static [Field];
    /// Named sets of options; the first is the default.
    const PRESETS: &'static [Preset];

    /// Whether a seat can be taken out of a running game.
    fn removable(options: &Self::Options) -> bool;
    /// A table before its first card. Checks the options and the number of seats.
    fn new(options: &Self::Options, start: &Start) -> Result<Self::State, Self::Error>;
    /// What the table waits for.
    fn turn(state: &Self::State) -> Turn;
    /// Appends every action `seat` may take now.
    fn legal(state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) -> Listed;
    /// `Ok` exactly for legal actions; otherwise the first reason in the game's own order. Answers for
    /// every seat in every phase.
    fn check(state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Self::Error>;
    /// Carries out an input that was checked. An input that was not may panic.
    fn apply(state: &mut Self::State, input: &Input<Self::Action>, events: &mut Events<Self::Event>);
    /// What `viewer` knows.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// Whether `action` names its object so completely that it needs no fence against late arrival.
    fn ignores_version(action: &Self::Action) -> bool {
        let _ = action;
        false
    }
}
