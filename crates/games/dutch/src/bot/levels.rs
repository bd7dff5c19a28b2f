//! What each level means: every number of Dutch 17.1 in one place.

use core::ops::RangeInclusive;
use kernel::Level;

/// Per cent, unless said otherwise.
#[derive(Debug)]
pub(crate) struct Strength {
    /// A seen card is remembered.
    pub(crate) learn: u8,
    /// A remembered card that moves is followed.
    pub(crate) follow: u8,
    /// A penalty on seven or more cards makes all own cards forgotten.
    pub(crate) panic: u8,
    /// A decision is left to the clock.
    pub(crate) lapse: u8,
    /// A card that is believed to fit is matched.
    pub(crate) matches: u8,
    /// The best card is played, not any.
    pub(crate) best: u8,
    /// The fourth card is collected.
    pub(crate) fourth: u8,
    /// The second or third card is collected; `None`: by rule.
    pub(crate) collects: Option<u8>,
    /// The queen looks where it helps, not anywhere.
    pub(crate) queen: u8,
    /// The jack follows its list, not any whim.
    pub(crate) jack: u8,
    /// Dutch is called at a believed total up to this.
    pub(crate) call: u32,
    /// Dutch is called only if all own cards are believed known.
    pub(crate) sure: bool,
    /// Dutch is called only if every other hand is believed to hold this many points more.
    pub(crate) ahead: Option<u32>,
    /// When it acts in the same-rank window, as a share of its length.
    pub(crate) pace: RangeInclusive<u64>,
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

const EASY: Strength = Strength {
    learn: 85,
    follow: 70,
    panic: 80,
    lapse: 5,
    matches: 90,
    best: 60,
    fourth: 50,
    collects: Some(30),
    queen: 50,
    jack: 70,
    call: 4,
    sure: false,
    ahead: None,
    pace: 50..=90,
};
const MEDIUM: Strength = Strength {
    learn: 92,
    follow: 80,
    panic: 50,
    lapse: 3,
    matches: 95,
    best: 80,
    fourth: 70,
    collects: Some(50),
    queen: 70,
    jack: 85,
    call: 5,
    sure: true,
    ahead: None,
    pace: 40..=80,
};
const HARD: Strength = Strength {
    learn: 97,
    follow: 90,
    panic: 20,
    lapse: 1,
    matches: 98,
    best: 95,
    fourth: 95,
    collects: None,
    queen: 95,
    jack: 95,
    call: 6,
    sure: true,
    ahead: Some(2),
    pace: 30..=70,
};
const EXPERT: Strength = Strength {
    learn: 100,
    follow: 100,
    panic: 0,
    lapse: 0,
    matches: 100,
    best: 100,
    fourth: 100,
    collects: None,
    queen: 100,
    jack: 98,
    call: 7,
    sure: true,
    ahead: Some(3),
    pace: 20..=60,
};
