use catalog::{Fault, Json};
use kernel::Level;
use serde::{Deserialize, Serialize};

/// `GET /api/played/{record}/replay`: a finished game once more, as one viewer had it. With `?viewer=2` as seat 2 saw it,
/// without as spectators saw it; `&from=100` continues with frame 100.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Replay {
    /// The name of the game.
    pub game: String,
    /// By which version of its rules.
    pub rules: u32,
    /// The table's code.
    pub table: String,
    /// Which game at it, from 1.
    pub number: u32,
    /// By which house rules.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Json,
    /// The players by seat.
    pub players: Vec<Portrait>,
    /// How it ended; nothing if it was given up.
    #[cfg_attr(
        feature = "ts",
        ts(
            type = "{ places: number[], points: number[], reason: string, next_first: number | null } | null"
        )
    )]
    pub outcome: Option<kernel::Outcome>,
    /// How many frames there are.
    pub total: u32,
    /// The number of the first frame that is here, from 0.
    pub from: u32,
    /// Some of them, in order.
    pub frames: Vec<ReplayFrame>,
}

/// The player of a seat when the game began.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Portrait {
    /// The name to show.
    pub name: String,
    /// The picture to show.
    pub avatar: String,
    /// How well the bot played; nothing for a person.
    pub level: Option<Level>,
}

/// One thing that happened, as the viewer had it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct ReplayFrame {
    /// The version of the room it led to.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// Whose action it was.
    pub acted: Option<u8>,
    /// What the viewer saw then.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Json,
    /// The events that the viewer received.
    #[cfg_attr(feature = "ts", ts(type = "unknown[]"))]
    pub events: Vec<Json>,
}

/// `GET /api/played/{record}/analysis`: what each move of a finished game was worth. The answer is lines of JSON, each one
/// of these; the last one is `analysis` or `failed`. A client that disconnects cancels its wait.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub enum AnalysisNews {
    /// The progress in decisions; 0 of 0 while other analyses come first.
    Progress {
        /// Finished decisions.
        done: u32,
        /// All decisions.
        of: u32,
    },
    /// All of it.
    Analysis(#[cfg_attr(feature = "ts", ts(type = "unknown"))] Json),
    /// It will not come.
    Failed(
        #[cfg_attr(
            feature = "ts",
            ts(type = "{ code: string, detail: Record<string, unknown>, text: string }")
        )]
        Fault,
    ),
}
