//! What each level means: every number in one place.

use super::player::Manner;
use kernel::{Habits, Level, Method, Pause};

/// How well a bot plays.
#[derive(Debug)]
pub(crate) struct Strength {
    pub(crate) manner: Manner,
    /// Playouts for the choice of a turn and of what to keep; none: the quick player's rating decides.
    pub(crate) large: u32,
    /// Playouts for everything else.
    pub(crate) small: u32,
    /// How a search without the game's own rating decides, and how long the bot seems to think.
    pub(crate) habits: Habits,
}

const EASY: Strength = Strength {
    manner: Manner { noise: 4.0, care: 0.3 },
    large: 0,
    small: 0,
    habits: habits(4, (800, 2_000)),
};
const MEDIUM: Strength = Strength {
    manner: Manner { noise: 0.5, care: 1.0 },
    large: 24,
    small: 0,
    habits: habits(8, (800, 2_000)),
};
const HARD: Strength = Strength {
    manner: Manner { noise: 0.0, care: 1.0 },
    large: 480,
    small: 96,
    habits: habits(32, (1_000, 3_000)),
};
const EXPERT: Strength = Strength { large: 1_600, small: 240, habits: habits(96, (1_000, 4_000)), ..HARD };

const fn habits(worlds: u32, (from, to): (u32, u32)) -> Habits {
    Habits { method: Method::Flat { worlds }, slips: 0.0, pause: Pause::Millis { from, to } }
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
