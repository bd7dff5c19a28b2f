//! Requests and answers of the lobby's HTTP endpoints, and the settings of a room.

use super::RoomState;
pub use kernel::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The people who may find a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum Listed {
    /// People who have the code.
    #[default]
    Private,
    /// Everybody; quick play may seat people here.
    Public,
}

/// How the seat of an absent player is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum AbsentSeat {
    /// A bot goes on with it.
    #[default]
    Bot,
    /// It is taken out of the game.
    Remove,
}

/// The people who may have hints: a bot's advice, counts of hidden cards, and what a game says about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum Hints {
    /// Nobody.
    Off,
    /// The only person at a table of bots.
    #[default]
    Practice,
    /// Everybody.
    On,
}

/// Options that every room has, whatever is played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The people who may find it.
    pub listed: Listed,
    /// Whether spectators are allowed.
    #[cfg_attr(feature = "ts", ts(type = "\"on\" | \"off\""))]
    pub spectators: kernel::Switch,
    /// Whether nobody else may sit down.
    #[cfg_attr(feature = "ts", ts(type = "\"on\" | \"off\""))]
    pub locked: kernel::Switch,
    /// How an absent player's seat is treated.
    pub absent_seat: AbsentSeat,
    /// How well bots play that the host adds.
    pub bot_level: Level,
    /// The people who may have hints.
    pub hints: Hints,
    /// How long an absent player's decision waits.
    pub grace_seconds: u16,
    /// How long an absent player's seat waits.
    pub handover_seconds: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            listed: Listed::default(),
            spectators: kernel::Switch::On,
            locked: kernel::Switch::Off,
            absent_seat: AbsentSeat::default(),
            bot_level: Level::default(),
            hints: Hints::default(),
            grace_seconds: 30,
            handover_seconds: 120,
        }
    }
}

impl Settings {
    /// The first field that is out of its range, if there is one.
    pub fn out_of_range(&self) -> Option<&'static str> {
        if !(10..=120).contains(&self.grace_seconds) {
            Some("grace_seconds")
        } else if !(30..=600).contains(&self.handover_seconds) || self.handover_seconds <= self.grace_seconds
        {
            Some("handover_seconds")
        } else {
            None
        }
    }
}

/// The secret by which a browser finds its games: 128 random bits that it made itself. The server stores only its hash.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileKey(String);

impl fmt::Debug for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProfileKey")
    }
}

impl ProfileKey {
    /// A key as it was typed or sent.
    pub fn new(text: &str) -> ProfileKey {
        ProfileKey(text.into())
    }
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A person who wants a seat; also `POST /api/rooms/{code}/join`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// 1 to 20 characters.
    pub name: String,
    /// One of the set; the first that nobody at the table uses if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub avatar: Option<String>,
    /// The key to their own history, where they keep one: 32 hexadecimal digits. Only its hash is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub profile: Option<ProfileKey>,
}

impl Person {
    /// A person with this name and nothing else.
    pub fn named(name: impl Into<String>) -> Person {
        Person { name: name.into(), ..Person::default() }
    }
}

/// `POST /api/rooms`: a new room.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// Its host.
    pub host: Person,
    /// The name of the game.
    pub game: String,
    /// A preset of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub preset: Option<String>,
    /// Single options of the game.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>", optional))]
    pub options: Map<String, Value>,
    /// Options of the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub settings: Option<Settings>,
}

/// `POST /api/quick-play`: a seat at a public table. `POST /api/play-now`: a private table against bots.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The player.
    pub player: Person,
    /// The name of the game.
    pub game: String,
    /// Which named set of rules play now uses; the default is the game's first. Quick play has the default only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub preset: Option<String>,
    /// How well the bots of play now are to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub level: Option<Level>,
    /// Whether the player's client adds bytes of its own to deals: play now waits a moment for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub seals: bool,
}

/// `POST /api/lessons`: the lesson of a game. Which game is all that can be chosen.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(deny_unknown_fields)]
pub struct Learn {
    /// The learner.
    pub player: Person,
    /// The name of the game to learn.
    pub game: String,
}

/// A seat was taken. The token is sent only here.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Seated {
    /// The room.
    pub code: String,
    /// The player's public id.
    pub player_id: String,
    /// The secret that gives the seat back.
    pub token: String,
}

/// `GET /api/address`: where others find this server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Address {
    /// The beginning of every invitation; none if the server is there for this machine alone, or does not know.
    pub address: Option<String>,
}

/// `GET /api/rooms/{code}` and the list of public rooms: what a stranger may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
pub struct Summary {
    /// How to get in.
    pub code: String,
    /// The name of the game.
    pub game: String,
    /// Whether it is under way.
    pub state: RoomState,
    /// Seats taken by people.
    pub people: u8,
    /// Seats taken by bots.
    pub bots: u8,
    /// How many can play with these options.
    pub most: u8,
    /// The people who may find it.
    pub listed: Listed,
    /// Whether it plays by the game's default options.
    pub usual: bool,
    /// Whether spectators are allowed.
    #[cfg_attr(feature = "ts", ts(type = "\"on\" | \"off\""))]
    pub spectators: kernel::Switch,
}
