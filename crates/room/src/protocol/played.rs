use catalog::{Fault, Json};
use kernel::Level;
use serde::Serialize;

/// `GET /api/played/{record}/replay`: a finished game once more, as one viewer had it. `?viewer=2` is what seat 2 saw,
/// without it, what onlookers saw; `&from=100` goes on with frame 100.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Replay {
    /// What was played.
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
    /// Who played, by seat.
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

/// Who sat on a seat when the game began.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
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
    /// What the viewer was told.
    #[cfg_attr(feature = "ts", ts(type = "unknown[]"))]
    pub events: Vec<Json>,
}

/// `GET /api/played/{record}/analysis`: what each move of a finished game was worth. The answer is lines of JSON, each one
/// of these, as they come; the last one is `analysis` or `failed`. Who hangs up before waits no longer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub enum AnalysisNews {
    /// So many decisions of so many were looked at; of none: others come first.
    Progress {
        /// So many.
        done: u32,
        /// Of so many.
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
