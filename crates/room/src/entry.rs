//! The entries of a room's log.

use crate::{
    node::NodeId,
    protocol::{Code, lobby::Settings},
};
use catalog::{Fault, Json, proof::Signature};
use kernel::{Drawn, Hex32, Input, Level, Seat, Start};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{fmt, str::FromStr};

/// Names a room for ever; its code is used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomId(pub u64);

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for RoomId {
    type Err = Fault;
    fn from_str(text: &str) -> Result<RoomId, Fault> {
        let read = u64::from_str_radix(text, 16).ok().map(RoomId);
        // One room has one name.
        read.filter(|room| room.to_string() == text).ok_or_else(|| Code::RoomNotFound.into())
    }
}

/// How many entries a room has; the version that clients know.
pub type Seq = u64;

/// A change of the index of rooms and games, in the same transaction as the entry.
#[derive(Clone, Debug)]
pub enum IndexUpdate {
    /// The room's first entry.
    Opened {
        /// Its code.
        code: String,
    },
    /// The room's last entry.
    Closed,
    /// A game is over and goes to the archive.
    Finished(Box<GameRow>),
    /// The room's last entry, in the middle of a game: given up, it goes to the archive too.
    GivenUp(Box<GameRow>),
}

impl IndexUpdate {
    /// The same for an entry that is made now: what is over ended then, and not when it was judged.
    pub fn at(mut self, now: u64) -> IndexUpdate {
        if let IndexUpdate::Finished(row) | IndexUpdate::GivenUp(row) = &mut self {
            row.ended_at = now;
        }
        self
    }

    /// The game that is over.
    pub fn into_game(self) -> Option<Box<GameRow>> {
        match self {
            IndexUpdate::Finished(row) | IndexUpdate::GivenUp(row) => Some(row),
            IndexUpdate::Opened { .. } | IndexUpdate::Closed => None,
        }
    }
}

/// One thing that happened to a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When, in milliseconds of the Unix epoch.
    pub at: u64,
    /// The message that led to it, so that a repeated one is known after a restart and on another node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Sender>,
    /// The change.
    pub what: What,
}

/// Whose message it was, and which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// The player's public id.
    pub player: String,
    /// The player's name for the message.
    pub id: String,
    /// A fingerprint of what the message said.
    pub body: u64,
}

/// What happened. Whatever was drawn by lot stands here too: nothing is drawn again when a log is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum What {
    /// The room came into being, with its host on seat 0.
    Opened {
        /// How to get in.
        code: String,
        /// The name of the game.
        game: String,
        /// The preset chosen.
        preset: Option<String>,
        /// Single options.
        options: Map<String, Value>,
        /// The room's own options.
        settings: Settings,
        /// The person who opened it.
        host: Person,
        /// Where the game's lesson is played in it: which edition. Nothing else can set what is drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lesson: Option<u32>,
        /// Whether it is a public table that starts automatically.
        #[serde(default, skip_serializing_if = "is_false")]
        quick: bool,
    },
    /// Somebody took a seat; where no seat was free, that of the bot added last.
    Joined(Person),
    /// A bot took the next seat.
    BotAdded {
        /// How well it plays.
        level: Level,
        /// The name to show.
        name: String,
        /// The picture to show.
        avatar: String,
    },
    /// A bot plays better or worse from now on.
    BotLevel {
        /// Where it sits.
        seat: Seat,
        level: Level,
    },
    /// A seat of a lobby or of a finished game is free again.
    Freed { seat: Seat },
    /// Somebody moved to another seat.
    Moved { from: Seat, to: Seat },
    /// Other options.
    OptionsSet {
        /// The preset chosen.
        preset: Option<String>,
        /// Single options.
        options: Map<String, Value>,
        /// The room's own options.
        settings: Settings,
    },
    /// A person's connection came or went.
    Connection {
        seat: Seat,
        /// Whether it is there now.
        online: bool,
        /// In a cluster: through which node.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<NodeId>,
        /// In a cluster, where other nodes have to know it: whether the browser adds bytes of its own to deals.
        #[serde(default, skip_serializing_if = "is_false")]
        seals: bool,
        /// Where a game is under way: what it meant for the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played: Option<Played>,
    },
    /// A game began. Seats that did not agree to a rematch are freed by it.
    Started {
        /// How the table was opened.
        start: Start,
        /// The first draws.
        chances: Vec<Drawn>,
        /// Which deck it is played with, where cards are data.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deck: Option<DeckPin>,
        /// What its luck follows from. A lesson has none: its cards are written down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deal: Option<Deal>,
    },
    /// A game is about to begin: everything that its deal depends on is fixed, and the server waits for what players add.
    DealOpened {
        /// The text that players promise to.
        opening: String,
        /// The server's secret, whose hash is in it.
        secret: Hex32,
        /// Those whose browsers take part, by public id, with their seats in the coming game.
        players: Vec<(String, Seat)>,
    },
    /// A player has promised bytes.
    Promised {
        /// The player's public id.
        player: String,
        /// Their hash.
        promise: Hex32,
    },
    /// All promises that count are there.
    DealFrozen {
        /// The opening, and the promises.
        transcript: String,
        /// The server's signature of it.
        signature: Signature,
    },
    /// A player has shown the promised bytes.
    Shown {
        /// The player's public id.
        player: String,
        /// The bytes.
        bytes: Hex32,
    },
    /// A frozen deal is thrown away, because promised bytes were not shown in time. The next is opened at once.
    DealVoided {
        /// Those who were late, and take no part in the next.
        late: Vec<String>,
    },
    /// Something happened at the table.
    Played(Played),
    /// A learner has read a text of the lesson.
    Read,
    /// An absent player's seat was given to somebody else.
    HandedOver {
        seat: Seat,
        to: Chair,
        /// Whether the player has left for good.
        left: bool,
        /// What it meant for the table.
        played: Played,
    },
    /// Somebody wants a rematch.
    Rematch { seat: Seat },
    /// A finished room became a lobby.
    Reopened,
    /// The end of the room.
    Closed { reason: String },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What the luck of a game follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    /// The text that was fixed before anybody showed bytes.
    pub transcript: String,
    /// The server's signature of it.
    pub signature: Signature,
    /// The server's secret.
    pub secret: Hex32,
    /// The promised bytes, in the order of the promises.
    pub bytes: Vec<Hex32>,
    /// The deals of this game that were thrown away before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discarded: Vec<Discarded>,
}

/// A deal that was frozen and never played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discarded {
    /// The text that was fixed.
    pub transcript: String,
    /// The server's signature of it.
    pub signature: Signature,
    /// The server's secret.
    pub secret: Hex32,
    /// The promised bytes as far as they were shown, in the order of the promises.
    pub bytes: Vec<Option<Hex32>>,
}

/// A deck, so that a game goes on with that very one or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckPin {
    /// Its id.
    pub id: String,
    /// Its hash.
    pub hash: String,
}

/// An input of the table, and every chance it led to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The input.
    pub input: Input<Json>,
    /// The answers to chances, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Drawn>,
}

/// The stand-in at an absent player's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chair {
    /// A bot.
    Bot,
    /// Nobody: it is out of the game.
    Removed,
}

/// A person, as the log knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The picture to show.
    pub avatar: String,
    /// The hash of the seat token; the token itself is nowhere but with its owner.
    pub token_hash: String,
}

/// A finished game, for the archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// Which game of the room, from 1.
    pub number: u32,
    /// The name of the game.
    pub game: String,
    /// By which rules.
    pub rules: u32,
    /// With which options.
    pub options: Value,
    /// The players by seat: a [`Party`] each.
    pub players: Value,
    /// How it ended; nothing if it was given up.
    pub outcome: Value,
    /// The entry that started it.
    pub first: u64,
    /// The entry that ended it.
    pub last: u64,
    /// When it ended, in milliseconds of the Unix epoch.
    pub ended_at: u64,
    /// Whether its players could have hints, at any time of the game.
    #[serde(default)]
    pub hints: bool,
}

/// The occupant of a seat when a game began, and whether they stayed to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// The name at the table.
    pub name: String,
    /// The picture at the table.
    pub avatar: String,
    /// The public id; none for a bot.
    pub player_id: Option<String>,
    /// How well the bot played; none for a person.
    #[serde(default)]
    pub level: Option<Level>,
    /// Seats of one side have the same number: that of their first seat.
    #[serde(default)]
    pub side: Option<u8>,
    /// Whether somebody else, or nobody, played a person's seat at the end.
    #[serde(default)]
    pub away: bool,
}
