//! The last answers to each player, so that a repeated message has no second effect.

use crate::protocol::ServerMsg;
use std::collections::VecDeque;

/// How many answers are kept for a player.
const KEPT: usize = 64;

/// The answers to one player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(VecDeque<Answer>);

#[derive(Clone, Debug)]
struct Answer {
    /// Fingerprint of the id: to look through these is to compare numbers.
    key: u64,
    id: Box<str>,
    body: u64,
    reply: Reply,
}

/// An answer in little space: every seat keeps as many as it can, and nearly all say the same.
#[derive(Clone, Debug)]
enum Reply {
    /// Accepted, at this version.
    Yes(u64),
    /// Anything else.
    Other(Box<ServerMsg>),
}

/// The state of a message that has just arrived.
#[derive(Debug)]
pub enum Seen {
    /// Nothing: it is new.
    New,
    /// It was answered already.
    Answered(ServerMsg),
    /// Another message had this id.
    Reused,
}

impl Answers {
    pub(crate) fn look_up(&self, id: &str, body: u64) -> Seen {
        let key = fingerprint(id);
        match self.0.iter().find(|answer| answer.key == key && *answer.id == *id) {
            None => Seen::New,
            Some(answer) if answer.body == body => Seen::Answered(match &answer.reply {
                Reply::Yes(version) => ServerMsg::Ok { id: id.into(), version: *version, note: None },
                Reply::Other(reply) => (**reply).clone(),
            }),
            Some(_) => Seen::Reused,
        }
    }
    pub(crate) fn keep(&mut self, id: &str, body: u64, reply: ServerMsg) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        let reply = match reply {
            ServerMsg::Ok { version, note: None, .. } => Reply::Yes(version),
            other => Reply::Other(Box::new(other)),
        };
        self.0.push_back(Answer { key: fingerprint(id), id: id.into(), body, reply });
    }
}

/// A fingerprint of a message: equal text, equal number, on every machine and in every version (FNV-1a).
pub fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
