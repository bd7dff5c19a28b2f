use super::{GameKeys, Opening, ServerKey, Signature, Transcript};
use crate::{Fault, Json};
use kernel::{Drawn, Hex32, Input, Luck, Outcome, Seat, SeatStatus, WindowId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The first member of every file: what it is, and in which edition.
pub const EDITION: &str = "proof 2";

/// A game from the texts that fixed its deal to its end.
///
/// As text it has one form: UTF-8, no white space but a line feed after each member of the outermost object and after
/// each entry of the log, members in the order of these fields. `digest` is the hash of everything before its line, and
/// `signed` the server's signature of that.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub(super) aboveboard: String,
    /// Everything that was fixed before anybody revealed anything.
    pub transcript: String,
    /// The server's signature of the transcript.
    pub signature: Signature,
    /// The server's secret.
    pub secret: Hex32,
    /// The promised bytes, in the order of the promises.
    pub bytes: Vec<Hex32>,
    /// The deals of this game that were frozen and thrown away before.
    pub discarded: Vec<DiscardedDeal>,
    /// Names by seat. Nothing vouches for them.
    pub players: Vec<String>,
    /// Everything that happened at the table.
    pub log: Vec<Happened>,
    /// How it ended; nothing if it was given up.
    pub outcome: Option<Outcome>,
    /// The hash of all lines above. It is compared as text, also in a file that cannot be read.
    pub(super) digest: Hex32,
    /// The server's signature of the digest.
    pub(super) signed: Signature,
}

/// A deal that was frozen and never played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiscardedDeal {
    /// Everything that was fixed.
    pub transcript: String,
    /// The server's signature of it.
    pub signature: Signature,
    /// The server's secret.
    pub secret: Hex32,
    /// The promised bytes as far as they were shown, in the order of the promises.
    pub bytes: Vec<Option<Hex32>>,
}

/// One entry of the table's log: something that happened, with every chance it led to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Happened {
    /// The version of the room that it led to.
    pub version: u64,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// What each seat was shown then, and last what spectators were: the first 32 digits of the hash of a [`TableView`].
    ///
    /// [`TableView`]: super::TableView
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
        /// The chances drawn.
        drawn: Drawn,
    },
}

impl Step {
    /// An input as a step; nothing for a chance, which says what was asked as well.
    pub fn of(input: &Input<Json>) -> Option<Step> {
        match input {
            Input::Act(seat, action) => Some(Step::Act(*seat, action.clone())),
            Input::Expire(window) => Some(Step::Expire(*window)),
            Input::Status(seat, status) => Some(Step::Status(*seat, *status)),
            Input::Chance(_) => None,
        }
    }
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

/// The text that a link is made from: an entry without what was shown.
pub fn linked_text(version: u64, steps: &[Step]) -> String {
    format!("{{\"version\":{version},\"steps\":{}}}", json(&steps))
}

impl Proof {
    /// Reads a file of any form. Whether it proves anything is another question: [`verify`](super::verify()).
    pub fn read(text: &str) -> Result<Proof, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The file, signed with the server's key.
    pub fn sign(&mut self, server: &ServerKey) -> String {
        self.signed = server.sign_file(&digest(&self.body()));
        self.to_text()
    }

    /// The file.
    pub fn to_text(&self) -> String {
        self.to_text_with(&digest(&self.body()))
    }

    /// The file with this digest, whether or not it is the right one.
    pub(super) fn to_text_with(&self, digest: &Hex32) -> String {
        let mut text = self.body();
        text.push_str(&format!("\"digest\":\"{digest}\",\n\"signed\":\"{}\"}}\n", self.signed));
        text
    }

    /// Everything before the line of the digest.
    fn body(&self) -> String {
        let mut text = String::from("{");
        let mut line = |name: &str, value: &str| {
            text.push_str(&format!("\"{name}\":{value},\n"));
        };
        line("aboveboard", &json(&self.aboveboard));
        line("transcript", &json(&self.transcript));
        line("signature", &json(&self.signature));
        line("secret", &json(&self.secret));
        line("bytes", &json(&self.bytes));
        line("discarded", &json(&self.discarded));
        line("players", &json(&self.players));
        let log: Vec<String> = self.log.iter().map(json).collect();
        line("log", &format!("[\n{}\n]", log.join(",\n")));
        line("outcome", &json(&self.outcome));
        text
    }

    /// What the game began with: `bad_transcript` if that cannot be read.
    pub fn opening(&self) -> Result<Opening, Fault> {
        let read = Transcript::parse(&self.transcript);
        read.map(|transcript| transcript.opening)
            .map_err(|error| Fault::new("bad_transcript", error.to_string()))
    }

    /// The keys of the game.
    pub fn keys(&self) -> GameKeys {
        let bytes: Vec<[u8; 32]> = self.bytes.iter().map(|bytes| bytes.0).collect();
        GameKeys::new(&self.secret.0, &super::hash_text(&self.transcript), &bytes)
    }
}

/// SHA-256 of some text.
pub(super) fn digest(text: &str) -> Hex32 {
    Hex32(Sha256::digest(text.as_bytes()).into())
}

pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
