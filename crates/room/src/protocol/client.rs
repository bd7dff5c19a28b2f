use super::{
    PROTOCOL,
    lobby::{Seated, Settings},
};
use catalog::Json;
use kernel::{Hex32, Level, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

/// The first frame on a socket: who is there.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Hello {
    /// A player takes their seat, for the first time or again.
    Rejoin {
        /// The protocol the client speaks.
        protocol: u32,
        /// The room.
        code: String,
        /// The player's public id.
        player_id: String,
        /// The secret that proves it.
        token: String,
        /// Whether this client adds bytes of its own to deals.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        seals: bool,
    },
    /// A spectator.
    Watch {
        /// The protocol the client speaks.
        protocol: u32,
        /// The room.
        code: String,
        /// Under which name.
        name: String,
    },
}

impl Hello {
    /// A player takes the seat that the lobby gave; `seals` if this client adds bytes to deals.
    pub fn rejoin(seated: &Seated, seals: bool) -> Hello {
        let Seated { code, player_id, token } = seated.clone();
        Hello::Rejoin { protocol: PROTOCOL, code, player_id, token, seals }
    }
    /// Somebody spectates under this name.
    pub fn watch(code: impl Into<String>, name: impl Into<String>) -> Hello {
        Hello::Watch { protocol: PROTOCOL, code: code.into(), name: name.into() }
    }
}

/// The client's own name for a message, so that a repeated one has no second effect: 1 to 36 characters
/// out of `A-Z a-z 0-9 _ -`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct MsgId(String);

impl MsgId {
    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MsgId {
    type Error = &'static str;
    fn try_from(text: String) -> Result<MsgId, Self::Error> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if (1..=36).contains(&text.len()) && text.bytes().all(fits) {
            Ok(MsgId(text))
        } else {
            Err("an id has 1 to 36 characters out of A-Z a-z 0-9 _ -")
        }
    }
}

impl<'de> Deserialize<'de> for MsgId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MsgId, D::Error> {
        MsgId::try_from(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// Everything a client can send after its [`Hello`].
///
/// On the wire an object with an `id`, the `version` of the view it was formed on, and exactly one of `do`,
/// `ask`, `room`, `hint` and `why`; or one of `say`, `show` and `ping` alone.
#[derive(Clone, Debug)]
pub enum ClientMsg {
    /// Do something, or only ask whether it could be done.
    Order(Order),
    /// A remark that is not kept: one of the room's phrases by name.
    Say(String),
    /// What the others may see of a move that is still being made up, in games that know such a thing. Not kept.
    Show(Json),
    /// A heartbeat with a number of the client's choice, which the answer repeats. Scripts in a browser see neither
    /// the pings of the WebSocket protocol nor that they stay away, so they need one of their own.
    Ping(u32),
}

/// Everything a client can send after its `Hello`.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[ts(export_to = "protocol/", rename = "ClientMsg", untagged)]
#[allow(dead_code, reason = "only its shape is used")]
pub(crate) enum ClientMsgWire {
    Do {
        id: String,
        version: u32,
        #[ts(rename = "do", type = "unknown")]
        action: (),
    },
    Ask {
        id: String,
        version: u32,
        #[ts(rename = "ask", type = "unknown")]
        action: (),
    },
    Room {
        id: String,
        version: u32,
        room: Command,
    },
    Hint {
        id: String,
        version: u32,
        hint: Hint,
    },
    Why {
        id: String,
        version: u32,
        why: u32,
    },
    Say {
        say: String,
    },
    Show {
        #[ts(type = "unknown")]
        show: (),
    },
    Ping {
        ping: u32,
    },
}

/// A message that is judged and answered.
#[derive(Clone, Debug)]
pub struct Order {
    /// The client's name for it.
    pub id: MsgId,
    /// The version of the view it was formed on.
    pub version: u64,
    /// What it wants.
    pub ask: Ask,
}

/// What a message wants.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Carry out an action of the game.
    Do(Json),
    /// Judge an action of the game, and change nothing.
    Whether(Json),
    /// Change something about the room.
    Room(Command),
    /// Advise me.
    Hint(Hint),
    /// Why was that done which led to this version? Answered once the cards of its deal are revealed.
    Why(u64),
}

/// What somebody wants to be advised on, where the table gives hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// What a strong bot would do in this chair.
    Move,
    /// What can be worked out about hidden cards.
    Count,
}

/// A change of the room.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Command {
    /// Host: other house rules. Fields that are left out stay.
    Options {
        /// A preset by name; it replaces all single options chosen before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        preset: Option<String>,
        /// Single options of the game.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>", optional))]
        options: Map<String, Value>,
        /// Options of the room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        settings: Option<Settings>,
    },
    /// Host: a bot on the next free seat.
    AddBot {
        /// How well it plays; the room's level if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        level: Option<Level>,
    },
    /// Host: bots on free seats until this number of seats is taken.
    Fill {
        /// How many seats.
        seats: u8,
    },
    /// Host: another level for the bot on a seat.
    BotLevel {
        /// Where it sits.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// How well it is to play.
        level: Level,
    },
    /// Host: takes a bot or a player from a seat of the lobby.
    Remove {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// Host: somebody moves to another seat; those between move up.
    Move {
        /// From which seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        from: Seat,
        /// To which.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        to: Seat,
    },
    /// Host: start the game, or the rematch of a finished one.
    Start,
    /// A finished game: I want a rematch.
    Rematch,
    /// Host: a finished room becomes a lobby again.
    Reopen,
    /// Host: gives a seat that is offline or idle to a bot, or takes it out, at once.
    HandOver {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// Before a deal: I shall add the bytes that have this hash.
    Promise {
        /// The hash of the opening that it is promised to.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        opening: Hex32,
        /// The hash of 32 bytes, bound to the opening and the seat.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        promise: Hex32,
    },
    /// Once all promises are frozen: these are the bytes.
    Reveal {
        /// The hash of the transcript that they are shown to.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        transcript: Hex32,
        /// The 32 bytes.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        bytes: Hex32,
    },
    /// A lesson: I have read this step, go on.
    Read {
        /// Which, counted from 1: a click too many does not skip one.
        step: u16,
    },
    /// I go.
    Leave,
    /// Host: everybody goes.
    Close,
}

impl Serialize for ClientMsg {
    /// By hand, like its counterpart below.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            ClientMsg::Order(Order { id, version, ask }) => {
                map.serialize_entry("id", id)?;
                map.serialize_entry("version", version)?;
                match ask {
                    Ask::Do(action) => map.serialize_entry("do", action)?,
                    Ask::Whether(action) => map.serialize_entry("ask", action)?,
                    Ask::Room(command) => map.serialize_entry("room", command)?,
                    Ask::Hint(hint) => map.serialize_entry("hint", hint)?,
                    Ask::Why(version) => map.serialize_entry("why", version)?,
                }
            }
            ClientMsg::Say(phrase) => map.serialize_entry("say", phrase)?,
            ClientMsg::Show(what) => map.serialize_entry("show", what)?,
            ClientMsg::Ping(number) => map.serialize_entry("ping", number)?,
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ClientMsg {
    /// By hand, because serde's untagged enums answer every mistake with the same sentence.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ClientMsg, D::Error> {
        use serde::de::Error;
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Wire {
            id: Option<MsgId>,
            version: Option<u64>,
            r#do: Option<Json>,
            ask: Option<Json>,
            room: Option<Command>,
            hint: Option<Hint>,
            why: Option<u64>,
            say: Option<String>,
            show: Option<Json>,
            ping: Option<u32>,
        }
        let wire = Wire::deserialize(deserializer)?;
        let bare = wire.id.is_none() && wire.version.is_none();
        let mut asks = [
            wire.r#do.map(Ask::Do),
            wire.ask.map(Ask::Whether),
            wire.room.map(Ask::Room),
            wire.hint.map(Ask::Hint),
            wire.why.map(Ask::Why),
        ]
        .into_iter()
        .flatten();
        let ask = match (asks.next(), asks.next(), wire.say, wire.show, wire.ping) {
            (Some(ask), None, None, None, None) => ask,
            (None, None, Some(phrase), None, None) if bare => return Ok(ClientMsg::Say(phrase)),
            (None, None, None, Some(what), None) if bare => return Ok(ClientMsg::Show(what)),
            (None, None, None, None, Some(number)) if bare => return Ok(ClientMsg::Ping(number)),
            _ => {
                let forms =
                    "a message has exactly one of do, ask, room, hint, why, or say, show or ping alone";
                return Err(D::Error::custom(forms));
            }
        };
        let id = wire.id.ok_or_else(|| D::Error::missing_field("id"))?;
        let version = wire.version.ok_or_else(|| D::Error::missing_field("version"))?;
        Ok(ClientMsg::Order(Order { id, version, ask }))
    }
}
