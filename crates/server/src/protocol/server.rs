use super::lobby::{Level, Settings};
use catalog::Json;
use kernel::DeckMark;
use serde::Serialize;
use serde_json::Value;

/// Everything the server sends on a socket.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum ServerMsg {
    /// The [`Hello`](super::Hello) was accepted; an [`Update`] with everything follows.
    Welcome {
        /// The protocol the server speaks.
        protocol: u32,
        /// The player's public id; nobody's for a spectator.
        player_id: Option<String>,
    },
    /// A message was accepted.
    Ok {
        /// The client's name for it.
        id: String,
        /// The version of the room after it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
        /// What was asked for: what the game has to say about an action, [`Advice`], [`Counted`] or [`Why`].
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(type = "unknown", optional))]
        note: Option<Json>,
    },
    /// A message was refused, and nothing has changed.
    Err {
        /// The client's name for it, if it had one that could be read.
        id: Option<String>,
        /// Which error.
        code: String,
        /// Its numbers and names.
        #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
        detail: Value,
    },
    /// What there is to see now, and what led to it.
    Update(Update),
    /// Somebody made a remark.
    Said {
        /// Whose seat.
        seat: u8,
        /// Which phrase.
        phrase: String,
    },
    /// Somebody lets the others see a move in the making, until the next update.
    Shows {
        /// Whose seat.
        seat: u8,
        /// What the game lets everybody see of it.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        what: Json,
    },
    /// The seat is now played from another connection.
    Replaced,
    /// The server stops for a moment: connect again soon.
    ComeBack,
    /// The room is gone.
    Closed {
        /// Why.
        reason: String,
        /// The secret behind a game that was still under way.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        secret: Option<String>,
    },
}

/// The answer to [`Hint::Move`](super::Hint::Move): what a strong bot would do, from what the seat has seen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Advice {
    /// An action of the game; `null`: let it pass.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: Option<Json>,
    /// Why.
    #[cfg_attr(feature = "ts", ts(as = "kernel::Reasons<String>"))]
    pub reasons: Json,
}

/// The answer to [`Hint::Count`](super::Hint::Count).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Counted {
    /// What can be worked out about hidden cards; `null` where there is nothing to count.
    #[cfg_attr(feature = "ts", ts(as = "Option<kernel::Knowledge>"))]
    pub knowledge: Option<Json>,
}

/// The answer to a [`Why`](super::Ask::Why): a bot's reasons, found again; or for an action of one's own, a strong
/// bot's.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Why {
    /// Who acted.
    pub seat: u8,
    /// How well the bot plays whose reasons these are.
    #[cfg_attr(feature = "ts", ts(as = "Level"))]
    pub level: kernel::Level,
    /// What was done.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub did: Json,
    /// What that seat saw when it decided.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Json,
    /// What that bot chooses, given what the seat knew then.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: Option<Json>,
    /// Why.
    #[cfg_attr(feature = "ts", ts(as = "kernel::Reasons<String>"))]
    pub reasons: Json,
}

/// A snapshot and what to animate. What is left out has not changed.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Update {
    /// The version of the room.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seq: u64,
    /// The receiver's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub you: Option<u8>,
    /// The room itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<RoomView>", optional))]
    pub room: Option<Json>,
    /// What the receiver sees of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "unknown", optional))]
    pub view: Option<Json>,
    /// What the receiver may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub legal: Option<Vec<Json>>,
    /// Whether more is legal than is listed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub more: bool,
    /// What happened, as the receiver learns it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub events: Vec<Json>,
    /// Whose action this was, for those who are told of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub acted: Option<u8>,
    /// The cards of the deal just played lie open: from now on anybody at the table may ask why.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub laid_open: bool,
    /// How much time the present decision has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub remaining_ms: Option<u32>,
}

/// What everybody in a room may know about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct RoomView {
    /// How to get in.
    pub code: String,
    /// What is played.
    pub game: String,
    /// Whether it is under way.
    pub state: RoomState,
    /// The host's public id.
    pub host: String,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// The fewest seats with these options.
    pub fewest: u8,
    /// The most.
    pub most: u8,
    /// How many sit down if nobody says.
    pub usual_seats: u8,
    /// The preset the options started from.
    pub preset: Option<String>,
    /// The options of the game, all of them.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// The deck that the options name, where cards are data; `GET /api/decks/{hash}` has its cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deck: Option<DeckMark>,
    /// The options of the room.
    pub settings: Settings,
    /// Who looks on.
    pub spectators: Vec<String>,
    /// Whether people here may have hints, as things stand.
    pub hints: bool,
    /// How many games were begun here.
    pub games: u32,
    /// Where the lesson is, if this is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lesson: Option<LessonView>,
    /// The ceremony before a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sealing: Option<SealingView>,
    /// What the luck of this game is made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seal: Option<SealView>,
    /// How the last game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "ts",
        ts(
            type = "{ places: number[], points: number[], reason: string, next_first: number | null }",
            optional
        )
    )]
    pub outcome: Option<kernel::Outcome>,
}

/// The ceremony before a deal, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct SealingView {
    /// Which attempt it is, from 1.
    pub attempt: u32,
    /// SHA-256 of the server's secret.
    pub commitment: String,
    /// Who takes part, and what they have promised so far.
    pub parts: Vec<SealedBy>,
    /// Every promise is there: now the bytes may follow.
    pub opens: bool,
}

/// What a seat adds to a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct SealedBy {
    /// Who.
    pub seat: u8,
    /// The hash of it; empty before it is promised.
    pub promise: String,
    /// It itself, once it is shown.
    pub bytes: Option<String>,
}

/// What the luck of a game is made from (`docs/fairness.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct SealView {
    /// Under which name the game can be asked for once it is over: `GET /api/played/{record}/proof`.
    pub record: String,
    /// SHA-256 of the server's secret.
    pub commitment: String,
    /// The table.
    pub table: String,
    /// The number of the game at it, from 1.
    pub game: u32,
    /// How many attempts it took.
    pub attempt: u32,
    /// What seats have added.
    pub added: Vec<SealedBy>,
    /// The server's secret, once the game is over.
    pub secret: Option<String>,
}

/// Where a lesson is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct LessonView {
    /// The names of the texts so far, one for each step; the last is that of the present step.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub told: Vec<&'static str>,
    /// How many steps there are.
    pub steps: u16,
    /// What comes now.
    pub now: LessonNow,
}

/// What comes now in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum LessonNow {
    /// The learner reads, and says when.
    Read,
    /// The learner does what the text asks for.
    Try,
    /// The others play.
    Watch,
    /// Nothing more: it is over.
    Done,
}

/// What a room is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum RoomState {
    /// People find their seats.
    Lobby,
    /// A game is under way.
    Playing,
    /// A game is over and its result on the table.
    Finished,
    /// Nobody is left.
    Closed,
}

/// Who plays a seat now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    /// A person.
    Human,
    /// A bot.
    Bot,
    /// Nobody: the seat was taken out of the game.
    None,
}

/// Somebody on a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Occupant {
    /// The public id of the person whose seat it is; nobody's for a bot.
    pub player_id: Option<String>,
    /// The name to show.
    pub name: String,
    /// The picture to show.
    pub avatar: String,
    /// Who plays it now.
    pub controller: Controller,
    /// How well the bot plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub level: Option<Level>,
    /// Whether the person is connected.
    pub online: bool,
    /// Whether the person lets every decision run out.
    pub idle: bool,
    /// Whether the person wants a rematch.
    pub rematch: bool,
    /// Games won at this table.
    pub wins: u32,
}
