use super::lobby::Settings;
use catalog::Json;
use kernel::{DeckMark, Level};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// Everything the server sends on a socket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "names of fields say what they hold")]
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
        /// The note that was asked for: the game's remark about an action, [`Advice`], [`Counted`] or [`Why`].
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(type = "unknown", optional))]
        note: Option<Json>,
    },
    /// A message was refused, and nothing has changed.
    Err {
        /// The client's name for it, if it had one that could be read.
        id: Option<String>,
        code: String,
        /// Its numbers and names.
        #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
        detail: Value,
    },
    /// What there is to see now, and what led to it.
    Update(Update),
    /// Somebody made a remark.
    Said {
        seat: u8,
        /// Which phrase.
        phrase: String,
    },
    /// A player's move preview, valid until the next update.
    Shows {
        seat: u8,
        /// What the game lets everybody see of it.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        what: Json,
    },
    /// The answer to a [`Ping`](super::ClientMsg::Ping), with its number.
    Pong(u32),
    /// The seat is now played from another connection.
    Replaced,
    /// The server stops for a moment: connect again soon.
    ComeBack,
    /// The operator of the server says something to everybody.
    Announced {
        /// One line of text, as it was written.
        text: String,
    },
    /// The room is gone.
    Closed {
        reason: String,
        /// The secret behind a game that was still under way.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        secret: Option<String>,
        /// The deal that was frozen and is now never played.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        discarded: Option<DiscardedView>,
    },
}

/// The answer to [`Hint::Move`](super::Hint::Move): what a strong bot would do, from what the seat has seen.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Advice {
    /// An action of the game; `null`: let it pass.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: Option<Json>,
    /// The reasons for it.
    #[cfg_attr(feature = "ts", ts(as = "kernel::Reasons<String>"))]
    pub reasons: Json,
}

/// The answer to [`Hint::Count`](super::Hint::Count).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Counted {
    /// What can be worked out about hidden cards; `null` where there is nothing to count.
    #[cfg_attr(feature = "ts", ts(as = "Option<kernel::Knowledge>"))]
    pub knowledge: Option<Json>,
}

/// The answer to a [`Why`](super::Ask::Why): a bot's reasons, computed again; or for an action of your own, a
/// strong bot's.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Why {
    /// The seat that acted.
    pub seat: u8,
    /// How well the bot plays whose reasons these are.
    pub level: Level,
    /// The action that was taken.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub did: Json,
    /// What that seat saw when it decided.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Json,
    /// What that bot chooses, given what the seat knew then.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: Option<Json>,
    /// The reasons for it.
    #[cfg_attr(feature = "ts", ts(as = "kernel::Reasons<String>"))]
    pub reasons: Json,
}

/// A snapshot and what to animate. Parts that are left out have not changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// What the receiver is shown of the table: always whole, a `catalog::proof::TableView`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<TableViewWire>", optional))]
    pub table: Option<Json>,
    /// What happened before the last entry, oldest first, where everything is shown again: for the log of a page that was
    /// reloaded, or that was away. Not all of a long game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<EarlierEvents>>", optional))]
    pub earlier: Vec<EarlierEvents>,
    /// Time left for the current decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub remaining_ms: Option<u32>,
}

/// What a viewer learned from an earlier entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct EarlierEvents {
    /// The version of the room that it led to.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The seat that acted.
    pub acted: Option<u8>,
    /// What happened, as the viewer learned it.
    #[cfg_attr(feature = "ts", ts(type = "unknown[]"))]
    pub events: Vec<Json>,
}

/// What one viewer is shown of the table after an entry. The page keeps the hash of its JSON, and compares it with the
/// file of the game.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[ts(export_to = "protocol/", rename = "TableView")]
#[allow(dead_code, reason = "only its shape is used")]
pub(crate) struct TableViewWire {
    /// The version of the room.
    version: u32,
    /// Commits the server to the entry and to all before it.
    link: String,
    /// What the viewer sees.
    #[ts(type = "unknown")]
    view: (),
    /// What the viewer may do; empty for spectators.
    #[ts(type = "unknown[]")]
    legal: (),
    /// Whether more is legal than is listed.
    more: bool,
    /// What happened, as the viewer learns it.
    #[ts(type = "unknown[]")]
    events: (),
    /// The seat that acted, for viewers who may know it.
    acted: Option<u8>,
    /// Whether the cards of the deal just played are revealed: from then on anybody at the table may ask why.
    revealed: bool,
}

/// What everybody in a room may know about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct RoomView {
    /// How to get in.
    pub code: String,
    /// The id of the room: 16 hexadecimal digits.
    pub id: String,
    /// The public key that the server signs with.
    pub server: String,
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Whether it is under way.
    pub state: RoomState,
    /// The host's public id.
    pub host: String,
    /// The players by seat.
    pub seats: Vec<Occupant>,
    /// The fewest seats with these options.
    pub fewest: u8,
    /// The most.
    pub most: u8,
    /// How many sit down if nobody says.
    pub usual_seats: u8,
    /// The preset the options started from.
    pub preset: Option<String>,
    /// The options of the game, all of them, in the order in which the game declares them.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Json,
    /// The deck that the options name, where cards are data; `GET /api/decks/{hash}` has its cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deck: Option<DeckMark>,
    /// The options of the room.
    pub settings: Settings,
    /// The names of the spectators.
    pub spectators: Vec<String>,
    /// Whether people here may have hints now.
    pub hints: bool,
    /// How many games were begun here.
    pub games: u32,
    /// Where the lesson is, if this is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lesson: Option<LessonView>,
    /// How the next game would begin, while none is under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<NextGame>,
    /// The ceremony before a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opening: Option<OpeningView>,
    /// What the luck of this game follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deal: Option<DealView>,
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

/// How the next game would begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct NextGame {
    /// The current seats of its players, in the order of their seats in the next game.
    pub seats: Vec<u8>,
    /// The host's seat then.
    pub host: u8,
    /// The seat that begins, where the last game decides it.
    pub first: Option<u8>,
}

/// The ceremony before a deal, as everybody sees it (`docs/fairness.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct OpeningView {
    /// Everything that the deal depends on. A page writes it from what it shows, and compares.
    pub opening: String,
    /// The deals of this game that were thrown away before.
    pub discarded: Vec<DiscardedView>,
    /// The seats of the coming game that are asked for bytes.
    pub asked: Vec<u8>,
    /// Those that have promised some.
    pub promised: Vec<u8>,
    /// The opening and all promises, once they are frozen: then the bytes may follow.
    pub transcript: Option<String>,
    /// The server's signature of it.
    pub signature: Option<String>,
}

/// A deal that was frozen and never played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct DiscardedView {
    /// The opening and all promises.
    pub transcript: String,
    /// The server's signature of it.
    pub signature: String,
    /// The server's secret.
    pub secret: String,
    /// The promised bytes as far as they were shown, in the order of the promises.
    pub bytes: Vec<Option<String>>,
}

/// What the luck of a game follows from (`docs/fairness.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct DealView {
    /// Under which name the game can be asked for once it is over: `GET /api/played/{record}/proof`.
    pub record: String,
    /// The opening and all promises.
    pub transcript: String,
    /// The server's signature of it.
    pub signature: String,
    /// The promised bytes, in the order of the promises.
    pub bytes: Vec<String>,
    /// The deals of this game that were thrown away before.
    pub discarded: Vec<DiscardedView>,
    /// The server's secret, once the game is over.
    pub secret: Option<String>,
}

/// Where a lesson is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct LessonView {
    /// The names of the texts so far, one for each step; the last is that of the current step.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub told: Vec<Cow<'static, str>>,
    /// How many steps there are.
    pub steps: u16,
    /// What comes now.
    pub now: LessonNow,
}

/// What comes now in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The current player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Occupant {
    /// The public id of the person whose seat it is; nobody's for a bot.
    pub player_id: Option<String>,
    /// The name to show.
    pub name: String,
    /// The picture to show.
    pub avatar: String,
    /// The current player of it.
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
