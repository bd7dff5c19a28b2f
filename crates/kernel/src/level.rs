use core::{fmt, str::FromStr};
use serde::{Deserialize, Serialize};

/// How well a bot plays. A weaker level is an honest handicap: fewer worlds, a worse memory, more slips.
/// No level ever sees a hidden card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// For a first evening.
    Easy,
    /// Plays sensibly and forgets.
    #[default]
    Medium,
    /// Remembers everything and counts.
    Hard,
    /// As well as we can.
    Expert,
}

impl Level {
    /// All four, weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is easy, medium, hard or expert")]
pub struct BadLevel;

impl FromStr for Level {
    type Err = BadLevel;
    fn from_str(name: &str) -> Result<Level, BadLevel> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or(BadLevel)
    }
}

/// What a level means in a game that leaves the thinking to a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// How it decides.
    pub method: Method,
    /// The share of decisions in which it takes any legal action instead.
    pub slips: f32,
    /// How long it seems to think.
    pub pause: Pause,
}

/// How a bot decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Method {
    /// Each candidate is played to the horizon in the same worlds, by the game's quick player.
    Flat { worlds: u32 },
    /// Information-set tree search: one tree of what the seat can tell apart, a fresh world per iteration.
    Tree { iterations: u32 },
}

/// How long a bot seems to think. Drawn without a look at any card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pause {
    /// Milliseconds.
    Millis {
        /// At least.
        from: u32,
        /// At most.
        to: u32,
    },
    /// Shares of the window.
    Share {
        /// At least.
        from: f32,
        /// At most.
        to: f32,
        /// And no fewer milliseconds than this.
        least: u32,
    },
}

impl Habits {
    /// What a level means where a game says nothing else.
    pub const fn usual(level: Level) -> Habits {
        let (method, slips, pause) = match level {
            Level::Easy => (Method::Flat { worlds: 8 }, 0.20, (1_000, 2_500)),
            Level::Medium => (Method::Flat { worlds: 25 }, 0.05, (800, 2_000)),
            Level::Hard => (Method::Tree { iterations: 1_000 }, 0.0, (800, 2_000)),
            Level::Expert => (Method::Tree { iterations: 5_000 }, 0.0, (800, 2_000)),
        };
        Habits { method, slips, pause: Pause::Millis { from: pause.0, to: pause.1 } }
    }
}
