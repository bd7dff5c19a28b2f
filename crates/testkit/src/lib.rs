//! The laws that every game must pass, and the tools its own tests are written with.
//!
//! | to | there is |
//! |---|---|
//! | hold random games against the laws | [`Laws`], [`Law`], [`Report`], [`Broken`] |
//! | tell the laws what a card looks like on the wire | [`CardIn`], [`playing_card`] |
//! | count the lines of play from a given deal | [`perft`], [`perft_with_luck`] |
//! | write a game down so that a card player can read it | [`Playthrough`] |
//! | show what is refused, and why | [`refused_games`] |
//! | play a lesson to its end | [`lesson_plays`], [`try_lesson`] |
//! | compare a distribution with an enumeration | [`chi_square_passes`], [`samples_agree`] |
//!
//! One call per game runs all laws:
//!
//! ```no_run
//! fn the_laws_hold<G: kernel::Search + kernel::Inspect>() {
//!     testkit::Laws::<G>::new(testkit::playing_card).games(2000).bound(5000).sample(64).run();
//! }
//! ```
//!
//! A game that breaks a law is saved below the target directory, in `failed-games`. The message says how to
//! play it again: `ABOVEBOARD_LOG=<file>` replays that log, `ABOVEBOARD_SEED=<n>` plays that seed, both
//! with every law at every step.
//!
//! A law that finds nothing to compare in a whole run is reported as broken: a check that cannot fail checks
//! nothing. That each law can fail is shown in `tests/it`, where one honest toy game passes them all and the
//! same game with one planted fault after the other fails exactly the law made for it.

mod cards;
mod laws;
mod lesson;
mod log;
mod perft;
mod play;
mod playthrough;
mod refused;
mod report;
mod runner;
mod sampling;
mod setup;
mod statistics;

pub use cards::{CardIn, playing_card};
pub use laws::Law;
pub use lesson::{Taught, lesson_plays, try_lesson};
pub use perft::{perft, perft_with_luck};
pub use playthrough::Playthrough;
pub use refused::{refused_games, try_refused_games};
pub use report::{Broken, Report};
pub use runner::Laws;
pub use sampling::TestRng;
pub use statistics::{chi_square_passes, normal_of_chi_square, samples_agree};
