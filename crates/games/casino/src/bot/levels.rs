//! What each level means: every number in one place.

use kernel::{Habits, Level, Method, Pause};

/// How well a bot plays.
#[derive(Debug)]
pub(crate) struct Strength {
    /// Whether it searches a tree, or looks one move ahead.
    pub(crate) searches: bool,
    /// The share of captured cards below the top of their pile that is forgotten.
    pub(crate) forgets: f32,
    /// Whether it keeps in mind who must hold a card of some value.
    pub(crate) minds_held: bool,
    /// Whether it keeps in mind who can hold no card of some value.
    pub(crate) minds_lacks: bool,
    /// With at most this many cards in all hands, and nothing hidden, it plays perfectly.
    pub(crate) exact: u8,
    /// How it searches, how often it slips, and how long it seems to think.
    pub(crate) habits: Habits,
}

const EASY: Strength = Strength {
    searches: false,
    forgets: 1.0,
    minds_held: false,
    minds_lacks: false,
    exact: 0,
    // The method is for the few decisions without a card.
    habits: habits(Method::Flat { worlds: 8 }, 0.20, (1_500, 3_000)),
};
const MEDIUM: Strength = Strength {
    searches: true,
    forgets: 0.30,
    minds_held: true,
    minds_lacks: false,
    exact: 0,
    habits: habits(Method::Tree { iterations: 200 }, 0.05, (1_200, 2_500)),
};
const HARD: Strength = Strength {
    searches: true,
    forgets: 0.0,
    minds_held: true,
    minds_lacks: true,
    exact: 8,
    habits: habits(Method::Tree { iterations: 2_000 }, 0.0, (1_000, 2_500)),
};
const EXPERT: Strength =
    Strength { exact: 12, habits: habits(Method::Tree { iterations: 8_000 }, 0.0, (1_000, 2_500)), ..HARD };

const fn habits(method: Method, slips: f32, (from, to): (u32, u32)) -> Habits {
    Habits { method, slips, pause: Pause::Millis { from, to } }
}

impl Strength {
    pub(crate) const fn of(level: Level) -> &'static Strength {
        match level {
            Level::Easy => &EASY,
            Level::Medium => &MEDIUM,
            Level::Hard => &HARD,
            Level::Expert => &EXPERT,
        }
    }
}
