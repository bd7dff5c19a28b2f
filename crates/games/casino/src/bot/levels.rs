//! What each level means: every number in one place.

use kernel::{Habits, Level, Method, Pause};

/// How well a bot plays.
#[derive(Debug)]
pub(crate) struct Strength {
    /// Iterations of the tree search; `None`: looks one move ahead.
    iterations: Option<u32>,
    /// The share of decisions in which any legal move is taken.
    slips: f32,
    /// The share of captured cards below the top of their pile that is forgotten.
    pub(crate) forgets: f32,
    /// Whether it keeps in mind who must hold a card of some value.
    pub(crate) minds_held: bool,
    /// Whether it keeps in mind who can hold no card of some value.
    pub(crate) minds_lacks: bool,
    /// With at most this many cards in all hands, and nothing hidden, it plays perfectly.
    pub(crate) exact: u8,
    /// Seconds that it seems to think.
    seconds: (f32, f32),
}

const EASY: Strength = Strength {
    iterations: None,
    slips: 0.20,
    forgets: 1.0,
    minds_held: false,
    minds_lacks: false,
    exact: 0,
    seconds: (1.5, 3.0),
};
const MEDIUM: Strength = Strength {
    iterations: Some(200),
    slips: 0.05,
    forgets: 0.30,
    minds_held: true,
    minds_lacks: false,
    exact: 0,
    seconds: (1.2, 2.5),
};
const HARD: Strength = Strength {
    iterations: Some(2_000),
    slips: 0.0,
    forgets: 0.0,
    minds_held: true,
    minds_lacks: true,
    exact: 8,
    seconds: (1.0, 2.5),
};
const EXPERT: Strength = Strength { iterations: Some(8_000), exact: 12, ..HARD };

impl Strength {
    pub(crate) const fn of(level: Level) -> &'static Strength {
        match level {
            Level::Easy => &EASY,
            Level::Medium => &MEDIUM,
            Level::Hard => &HARD,
            Level::Expert => &EXPERT,
        }
    }
    /// Whether it searches at all.
    pub(crate) const fn searches(&self) -> bool {
        self.iterations.is_some()
    }
    pub(crate) fn habits(&self) -> Habits {
        let method = match self.iterations {
            Some(iterations) => Method::Tree { iterations },
            // For the few decisions without a card.
            None => Method::Flat { worlds: 8 },
        };
        let millis = |seconds: f32| (seconds * 1_000.0) as u32;
        let pause = Pause::Millis { from: millis(self.seconds.0), to: millis(self.seconds.1) };
        Habits { method, slips: self.slips, pause }
    }
}
