use crate::Json;
use kernel::{DealKey, Digits, Drawn, Input, Luck, Outcome, Seat, SeatStatus, Start, WindowId, promise};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The first member of every file: what it is, and in which edition.
pub(super) const EDITION: &str = "proof 1";

/// A game from its promises to its end.
///
/// As text it has one form: UTF-8, no white space but a line feed after each member of the outermost object and after
/// each thing that happened, members in the order of these fields. The last line is the digest of all lines above it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub(super) aboveboard: String,
    /// What was played.
    pub game: String,
    /// How the table was opened.
    pub start: Start,
    /// All house rules.
    pub options: Json,
    /// Names by seat. Nothing vouches for them.
    pub players: Vec<String>,
    /// What the luck was made from.
    pub seal: Seal,
    /// Everything that happened at the table.
    pub log: Vec<Happened>,
    /// How it ended; nothing if it was given up.
    pub outcome: Option<Outcome>,
    /// SHA-256 of all lines above. It is compared as text, also in a file that cannot be read.
    #[serde(rename = "digest")]
    pub(super) _digest: Digits,
}

/// What the luck of a game was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// The code of the table.
    pub table: String,
    /// Which game at it, from 1.
    pub game: u32,
    /// How many ceremonies it took.
    pub attempt: u32,
    /// SHA-256 of the secret, as it was promised.
    pub commitment: Digits,
    /// The server's secret.
    pub secret: Digits,
    /// What seats have added, in their order.
    pub added: Vec<Added>,
}

/// What a seat has added to a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Added {
    /// Who.
    pub seat: Seat,
    /// SHA-256 of the bytes, as it was promised.
    pub promise: Digits,
    /// The bytes.
    pub bytes: Digits,
}

/// One entry of the table's log: something that happened, with every chance it led to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Happened {
    /// The version of the room that it led to.
    pub version: u64,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// What each seat was shown then, and last what onlookers were: the first 16 digits of SHA-256 of the view's JSON.
    pub shown: Vec<String>,
}

/// One input of the table. A chance says what was asked as well.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// A seat decided something.
    Act(Seat, Json),
    /// A window ran out.
    Expire(WindowId),
    /// Somebody else plays a seat now.
    Status(Seat, SeatStatus),
    /// Luck decided.
    Chance {
        /// What the rules asked for.
        luck: Luck,
        /// What was drawn.
        drawn: Drawn,
    },
}

impl Step {
    /// As the table takes it.
    pub fn input(&self) -> Input<Json> {
        match self {
            Step::Act(seat, action) => Input::Act(*seat, action.clone()),
            Step::Expire(window) => Input::Expire(*window),
            Step::Status(seat, status) => Input::Status(*seat, *status),
            Step::Chance { drawn, .. } => Input::Chance(drawn.clone()),
        }
    }
}

impl Seal {
    /// What is made from a secret that was promised and from what seats have added since.
    pub fn new(table: &str, game: u32, attempt: u32, secret: [u8; 32], added: &[(Seat, [u8; 32])]) -> Seal {
        let added = added.iter().map(|(seat, bytes)| Added {
            seat: *seat,
            promise: Digits(promise(bytes)),
            bytes: Digits(*bytes),
        });
        Seal {
            table: table.into(),
            game,
            attempt,
            commitment: Digits(promise(&secret)),
            secret: Digits(secret),
            added: added.collect(),
        }
    }
    /// The key behind all luck of the game.
    pub fn key(&self) -> DealKey {
        let added: Vec<_> = self.added.iter().map(|added| (added.seat, added.bytes.0)).collect();
        DealKey::sealed(&self.secret.0, &self.table, self.game, &added)
    }
}

impl Proof {
    /// Reads a file of any form. Whether it proves anything is another question: [`verify`](super::verify()).
    pub fn read(text: &str) -> Result<Proof, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The file.
    pub fn to_text(&self) -> String {
        let mut text = String::from("{");
        let mut line = |name: &str, value: &str| {
            text.push_str(&format!("\"{name}\":{value},\n"));
        };
        line("aboveboard", &json(&self.aboveboard));
        line("game", &json(&self.game));
        line("start", &json(&self.start));
        line("options", self.options.get());
        line("players", &json(&self.players));
        line("seal", &json(&self.seal));
        let log: Vec<String> = self.log.iter().map(json).collect();
        line("log", &format!("[\n{}\n]", log.join(",\n")));
        line("outcome", &json(&self.outcome));
        let digest = digest(&text);
        text.push_str(&format!("\"digest\":\"{digest}\"}}\n"));
        text
    }
}

/// SHA-256 of some text.
pub(super) fn digest(text: &str) -> Digits {
    Digits(Sha256::digest(text.as_bytes()).into())
}

/// What stands in a proof for a view: enough of its hash that nobody finds another view with the same.
pub(super) fn fingerprint(view: &Json) -> String {
    let mut digits = digest(view.get()).to_string();
    digits.truncate(16);
    digits
}

pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
