//! Bots that see what their seat sees: search over information sets, for every game alike.
//!
//! A bot is a pure function of a question ([`Ask`](kernel::Ask): house rules, the seat's view, a level) and
//! a seed. It makes its own worlds from the view; the state of a game in progress is a type it is never
//! handed. Nothing here reads a clock: the caller may say when time is up.
//!
//! | to | there is |
//! |---|---|
//! | ask a bot | [`choose`], [`Choice`], [`When`] |
//! | search by hand | [`Flat`], [`Tree`], [`Sampler`] |
//! | say what moves were worth | [`appraise`], [`Appraisal`] |
//! | compare players | [`Score`], [`Calibration`] |
//!
//! Two searches. [`Flat`] plays every candidate to the horizon in the same worlds. [`Tree`] is
//! information-set Monte Carlo tree search: one tree of what the searching seat can tell apart, a fresh
//! world for every iteration, and each move's chances measured against how often it was there to be
//! chosen. A game that knows better ([`Search::decide`](kernel::Search::decide)) decides alone.
//!
//! ```
//! use euchre::Euchre;
//! use kernel::{Ask, Drawn, Input, Level, Seat, Start, Table, Viewer};
//!
//! let start = Start { seats: 4, host: Seat(0), first: None, rules: 1 };
//! let mut table = Table::<Euchre>::new(&Default::default(), &start).unwrap();
//! table.commit(&Input::Chance(Drawn::Roll(vec![3])));
//! table.commit(&Input::Chance(Drawn::Shuffle((0..24).collect())));
//!
//! let view = table.view(Viewer::Recall(Seat(0)));
//! let ask = Ask::<Euchre> {
//!     options: table.options(),
//!     view: &view,
//!     seat: Seat(0),
//!     level: Level::Hard,
//!     budget: None,
//!     explain: false,
//!     out_of_time: &|| false,
//! };
//! let choice = bot::choose(&ask, 7).unwrap();
//! assert_eq!(choice, bot::choose(&ask, 7).unwrap(), "the same question and seed, the same answer");
//! ```

mod appraise;
mod choose;
mod flat;
mod moves;
mod rollout;
mod sampler;
mod score;
mod tree;

pub use appraise::{Appraisal, Appraised, Effort, appraise, shares};
pub use choose::{Choice, When, choose, search};
pub use flat::Flat;
pub use sampler::Sampler;
pub use score::{Bin, Calibration, Score};
pub use tree::Tree;
