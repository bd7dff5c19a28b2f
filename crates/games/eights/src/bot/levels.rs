//! What each level means: every number in one place.

use kernel::{Habits, Level, Pause};

/// How well a bot plays.
#[derive(Debug)]
pub(crate) struct Strength {
    /// In a thousand: draws although it could play.
    pub(crate) draws: u32,
    /// In a thousand: takes a stack although it could answer.
    pub(crate) takes: u32,
    /// Keeps colourless cards for later, and names the colour it has most of.
    pub(crate) thrifty: bool,
    /// Attacks a next seat with at most this many cards.
    pub(crate) attacks_at: usize,
    /// Looks at whom a card leaves to move, and what the next seat lacks.
    pub(crate) foresees: bool,
    /// How often it slips, and how long it seems to think.
    pub(crate) habits: Habits,
}

const EASY: Strength = Strength {
    draws: 50,
    takes: 300,
    thrifty: false,
    attacks_at: 0,
    foresees: false,
    habits: habits(Level::Easy, 0.30, (1_500, 3_500)),
};
const MEDIUM: Strength = Strength {
    draws: 0,
    takes: 100,
    thrifty: true,
    attacks_at: 2,
    foresees: false,
    habits: habits(Level::Medium, 0.10, (1_200, 3_000)),
};
const HARD: Strength = Strength {
    draws: 0,
    takes: 0,
    thrifty: true,
    attacks_at: 3,
    foresees: true,
    habits: habits(Level::Hard, 0.03, (1_000, 2_500)),
};
const EXPERT: Strength = Strength { habits: habits(Level::Expert, 0.0, (1_000, 2_500)), ..HARD };

const fn habits(level: Level, slips: f32, (from, to): (u32, u32)) -> Habits {
    Habits { slips, pause: Pause::Millis { from, to }, ..Habits::usual(level) }
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
