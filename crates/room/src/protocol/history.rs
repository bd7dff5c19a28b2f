//! The answers about a player's history. Requests show the profile key as `Authorization: Bearer KEY`.

use kernel::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How well somebody plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Rating {
    /// 1500 for a newcomer; more is better.
    pub rating: i32,
    /// The true value is within this range with a probability of 95 %.
    pub plus_minus: u32,
}

/// `GET /api/history`: what somebody has played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Overview {
    /// Every game of the catalog that was played, by name.
    pub games: Vec<GameSummary>,
    /// The server's leaderboard.
    pub board: Board,
}

/// Whether there is a leaderboard, and who asks is on it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Board {
    /// Whether the host has switched it on.
    pub on: bool,
    /// Under which name; nothing for who does not want to be on it.
    pub name: Option<String>,
}

/// Somebody's games of one kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct GameSummary {
    /// The name of the game.
    pub game: String,
    /// Games that came to an end.
    pub played: u32,
    /// Those on the first place.
    pub won: u32,
    /// Those that a bot brought to an end on this person's seat.
    pub left: u32,
    /// Games that nobody finished; they count for nothing else.
    pub given_up: u32,
    /// How often each place was reached, the first first.
    pub places: Vec<u32>,
    /// Points at the end, on average.
    pub average_points: Option<f64>,
    /// How well, by now.
    pub rating: Option<Rating>,
    /// The rating after each of the latest games, the latest last.
    pub line: Vec<i32>,
}

/// `GET /api/history/games`: some of somebody's games, the latest first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct HistoryPage {
    /// The games.
    pub games: Vec<HistoryGame>,
    /// With `?before=` this, the next page; nothing if there is none.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub next: Option<i64>,
}

/// How a game ended for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum HistoryResult {
    /// On the first place.
    Won,
    /// On another.
    Lost,
    /// They had gone, and a bot played to the end, or nobody did.
    Left,
    /// For nobody.
    GivenUp,
}

impl HistoryResult {
    /// As it stands on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            HistoryResult::Won => "won",
            HistoryResult::Lost => "lost",
            HistoryResult::Left => "left",
            HistoryResult::GivenUp => "given_up",
        }
    }
}

/// A game that is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct HistoryGame {
    /// Its name among finished games: for replay and proof.
    pub record: String,
    /// The name of the game.
    pub game: String,
    /// By which house rules.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Map<String, Value>,
    /// When it ended, in milliseconds of the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended_at: u64,
    /// Where who asks sat.
    pub seat: u8,
    /// How it ended for them.
    pub result: HistoryResult,
    /// Everybody, by seat.
    pub players: Vec<HistoryPlayer>,
    /// The rating afterwards; nothing where the game did not count.
    pub rating: Option<Rating>,
    /// What the game did to it.
    pub change: Option<i32>,
    /// Whether the players could have hints during the game.
    pub hints: bool,
}

/// Somebody at the table of a game that is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct HistoryPlayer {
    /// The name at the table; nothing for who had it deleted.
    pub name: Option<String>,
    /// The picture at the table.
    pub avatar: Option<String>,
    /// How well the bot played; nothing for a person.
    pub level: Option<Level>,
    /// Seats of one side have the same number.
    pub side: u8,
    /// Whether a bot, or nobody, played a person's seat at the end.
    pub away: bool,
    /// 1 = won; nothing if the game was given up.
    pub place: Option<u8>,
    /// In the game's own points.
    pub points: Option<i32>,
}

/// `PUT /api/history/name`: how to stand on the leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(deny_unknown_fields)]
pub struct BoardName {
    /// 1 to 20 characters; nothing to be taken off.
    pub name: Option<String>,
}

/// `GET /api/leaderboard`: the ratings of people who chose to be listed, and of the bots.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Leaderboard {
    /// Every game that was played here, by name.
    pub games: Vec<LeaderboardGame>,
}

/// One game's leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct LeaderboardGame {
    /// The name of the game.
    pub game: String,
    /// The best first.
    pub rows: Vec<LeaderboardRow>,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct LeaderboardRow {
    /// The name a person has chosen for it; nothing for a bot.
    pub name: Option<String>,
    /// The level of a bot; nothing for a person.
    pub level: Option<Level>,
    /// The rating.
    pub rating: Rating,
    /// Games that counted.
    pub played: u32,
    /// Those won.
    pub won: u32,
    /// Whether it is who asks, where a profile key came with the question.
    pub you: bool,
}
