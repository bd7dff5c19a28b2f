//! What each level means: every number in one place.

use kernel::{Habits, Level, Pause};

/// How well a bot plays.
#[derive(Debug)]
pub(crate) struct Strength {
    /// How it chooses a card.
    pub(crate) cards: CardPlay,
    /// How it calls.
    pub(crate) calls: Calling,
    /// How often it slips, and how long it seems to think.
    pub(crate) habits: Habits,
}

/// How a bot chooses a card.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CardPlay {
    /// The five-line rule. It ignores who could not follow suit.
    Rule,
    /// Every card played on by the rule in this many worlds.
    Playouts { worlds: u32 },
    /// Every card solved in this many worlds.
    Solved { worlds: u32 },
}

/// How a bot calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Calling {
    /// As often as people do, but never alone.
    Sampled,
    /// What people would most likely do.
    Likeliest,
    /// Every call solved in this many worlds.
    Solved { worlds: u32 },
}

const EASY: Strength = Strength {
    cards: CardPlay::Rule,
    calls: Calling::Sampled,
    habits: Habits {
        slips: 0.15,
        pause: Pause::Millis { from: 1_000, to: 2_500 },
        ..Habits::usual(Level::Easy)
    },
};
const MEDIUM: Strength = Strength {
    cards: CardPlay::Playouts { worlds: 25 },
    calls: Calling::Likeliest,
    habits: Habits { slips: 0.03, ..Habits::usual(Level::Medium) },
};
const HARD: Strength = Strength {
    cards: CardPlay::Solved { worlds: 100 },
    calls: Calling::Solved { worlds: 60 },
    habits: Habits::usual(Level::Hard),
};
const EXPERT: Strength = Strength {
    cards: CardPlay::Solved { worlds: 300 },
    calls: Calling::Solved { worlds: 200 },
    habits: Habits::usual(Level::Expert),
};

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
