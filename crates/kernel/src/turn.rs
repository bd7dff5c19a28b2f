use crate::{Luck, SeatMap, SeatSet};
use alloc::borrow::Cow;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// Names one decision, so that a late claim cannot hit the next one. Never used twice in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
pub struct WindowId(pub u32);

/// A decision and how long it may take. The rules name it, the room runs the clock and reports its end
/// as [`Input::Expire`](crate::Input::Expire).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its name. It changes exactly when older claims must no longer count.
    pub id: WindowId,
    /// How long the room leaves it open; `None`: for as long as it takes.
    pub lasts: Option<Duration>,
    /// Whether letting it run out counts towards "this seat is idle".
    pub idles: bool,
}

/// The time that an option gives in seconds; `None` for 0: no limit.
pub fn time_limit(seconds: impl Into<u64>) -> Option<Duration> {
    let seconds = seconds.into();
    (seconds > 0).then(|| Duration::from_secs(seconds))
}

/// What a table waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Turn {
    /// A draw by nobody: [`Input::Chance`](crate::Input::Chance) answers it.
    Chance(Luck),
    /// Decisions.
    Seats {
        /// Seats that owe a decision; several at once where they choose at the same time.
        must: SeatSet,
        /// Seats that may interrupt but owe nothing.
        may: SeatSet,
        /// When it ends automatically.
        window: Window,
    },
    /// Nothing any more.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// 1 = won; equal numbers share the place.
    pub places: SeatMap<u8>,
    /// In the game's own points.
    pub points: SeatMap<i32>,
    /// The game's word for why it ended.
    pub reason: Cow<'static, str>,
    /// The seat that begins a rematch.
    pub next_first: Option<crate::Seat>,
}
