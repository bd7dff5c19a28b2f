use crate::Json;
use kernel::{HiddenPlace, Seat};
use serde::Serialize;

/// The analysis of a finished game. Chances are chances to win the whole game, from 0 to 1; partners win
/// together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The side of each seat, as a number from 0.
    pub sides: Vec<u8>,
    /// What each seat had of the win in the end; nothing if the game was given up.
    pub won: Option<Vec<f32>>,
    /// Every decision that was one, in the order of play.
    pub reviews: Vec<Review>,
    /// The moves that cost clearly more than nothing, as numbers of reviews, the costliest first.
    pub costliest: Vec<u32>,
    /// Decisions with a single legal action.
    pub forced: u32,
    /// How right the seats' inferences about hidden cards could be; nothing where the game has none to make.
    pub beliefs: Option<Beliefs>,
}

/// One decision, judged by what its seat knew.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Review {
    /// The number of the replay's frame that it led to, from 0.
    pub frame: u32,
    /// Whose decision it was.
    pub seat: Seat,
    /// The action taken; `null`: none, where none was owed.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub played: Option<Json>,
    /// What a strong bot would have done, after it has played the likeliest moves on; `null`: nothing.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub advised: Option<Json>,
    /// The actions that were compared, best first, both of the above among them.
    pub moves: Vec<Move>,
    /// The seat's chance to win after what was done.
    pub chance: f32,
    /// What the move cost against the advised one.
    pub cost: Cost,
    /// The same in a word.
    pub verdict: Verdict,
    /// Deals that were played on to measure it.
    pub worlds: u32,
    /// Where the seat saw backs only, and how many.
    pub unseen: Vec<HiddenPlace>,
    /// What of it would have made the most difference.
    pub decisive: Vec<Decisive>,
}

impl Review {
    /// Whether the seat did what the bot would have done.
    pub fn played_as_advised(&self) -> bool {
        self.verdict == Verdict::Same
    }
}

/// A move that was weighed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Move {
    /// Which; `null`: letting it pass.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: Option<Json>,
    /// The seat's chance to win after it.
    pub chance: f32,
    /// The standard error of it.
    pub error: f32,
}

/// How much of the chance to win a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Cost {
    /// On average; below 0 if it did better than the advised one.
    pub value: f32,
    /// The standard error of it, world by world with the same luck.
    pub error: f32,
}

/// What to call a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// What the bot would have done.
    Same,
    /// Another move; whether it was better or worse is unknown.
    Close,
    /// Clearly better than the bot's.
    Better,
    /// Clearly worse, by less than five in a hundred games.
    Inaccuracy,
    /// By less than fifteen.
    Mistake,
    /// By more.
    Blunder,
}

impl Verdict {
    /// Noise is called noise: a cost counts if it is this number of standard errors above zero, and large enough.
    pub(super) fn of(cost: Cost) -> Verdict {
        const ERRORS: f32 = 2.5;
        const WORTH_A_WORD: f32 = 0.01;
        let clear = cost.value.abs() >= WORTH_A_WORD && cost.value.abs() > ERRORS * cost.error;
        match cost.value {
            _ if !clear => Verdict::Close,
            value if value < 0.0 => Verdict::Better,
            value if value < 0.05 => Verdict::Inaccuracy,
            value if value < 0.15 => Verdict::Mistake,
            _ => Verdict::Blunder,
        }
    }
    /// Whether it clearly cost something.
    pub fn is_costly(self) -> bool {
        matches!(self, Verdict::Inaccuracy | Verdict::Mistake | Verdict::Blunder)
    }
}

/// A hidden card on which much depended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Decisive {
    /// The card.
    pub card: String,
    /// Where, as knowledge names places.
    pub place: String,
    /// How likely it was there, from what the seat knew.
    pub likely: f32,
    /// The chance to win after the move, if it was there.
    pub there: f32,
    /// And if it was elsewhere.
    pub elsewhere: f32,
}

/// How right inferences about hidden cards were.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Beliefs {
    /// Decisions before which cards were asked about.
    pub decisions: u32,
    /// Cards that were asked about, over all decisions.
    pub cards: u32,
    /// The Brier score: 0 is perfect, and smaller is better.
    pub brier: f64,
    /// The same for somebody who knows only how many cards lie where.
    pub blind: f64,
    /// Cards in a place that was excluded. Any of them is a bug.
    pub falsely_certain: u32,
    /// By what was said, in tenths; nothing where nothing was said.
    pub tenths: Vec<Option<Tenth>>,
}

/// Predictions of nearly equal size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "analysis/"))]
pub struct Tenth {
    /// The number of hidden cards.
    pub count: u32,
    /// What they said on average.
    pub said: f64,
    /// The share that came true.
    pub came_true: f64,
}

/// Chances are rounded to four places; the rest is noise.
pub(super) fn rounded(chance: f32) -> f32 {
    (chance * 1e4).round() / 1e4
}
