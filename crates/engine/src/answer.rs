use crate::open_table::Change;
use catalog::{Answer as BotAnswer, Entry, Fault, Json, Legal};
use kernel::{Addressed, Audience, Drawn, Input, Luck, Outcome, Seat, SeatSet, Start, Turn, WindowId};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::fmt;

/// The answer to a request. Displays as one line of JSON, without its end.
pub struct Answer {
    id: Option<Json>,
    reply: Result<Reply, Fault>,
}

impl Answer {
    pub(crate) fn new(id: Option<Json>, reply: Result<Reply, Fault>) -> Answer {
        Answer { id, reply }
    }
    /// Whether the engine has said goodbye.
    pub fn is_last(&self) -> bool {
        matches!(self.reply, Ok(Reply::Quit {}))
    }
    /// Whether the request was refused. Then nothing has changed.
    pub fn is_error(&self) -> bool {
        self.reply.is_err()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_answer(self.id.as_ref(), &self.reply))
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One answer as JSON, without a line end: what a request got, or why it was refused.
pub fn write_answer(id: Option<&Json>, reply: &Result<impl Serialize, Fault>) -> String {
    serde_json::to_string(&Form { id, reply }).expect("plain data")
}

/// An answer as the protocol writes it.
struct Form<'a, T> {
    id: Option<&'a Json>,
    reply: &'a Result<T, Fault>,
}

impl<T: Serialize> Serialize for Form<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("Answer", 2)?;
        answer.serialize_field("id", &self.id)?;
        match self.reply {
            Ok(reply) => answer.serialize_field("ok", reply)?,
            Err(fault) => answer.serialize_field("error", fault)?,
        }
        answer.end()
    }
}

/// What a request gets that was understood.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    Hello {
        engine: &'static str,
        version: &'static str,
        protocol: u32,
    },
    Games {
        games: &'static [Entry],
    },
    Opened {
        game: &'static str,
        rules: u32,
        seats: u8,
        options: Json,
        #[serde(flatten)]
        changed: Changed,
    },
    Changed(Changed),
    Turn {
        turn: TurnForm,
    },
    Legal(Legal),
    Checked {
        action: Json,
    },
    View {
        view: Json,
    },
    Chosen {
        action: Option<Json>,
        after_ms: u128,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasons: Option<Json>,
    },
    Knowledge {
        knowledge: Option<Json>,
    },
    Result {
        outcome: Option<Outcome>,
    },
    Log {
        game: &'static str,
        start: Start,
        options: Json,
        inputs: Vec<Input<Json>>,
    },
    Closed {},
    Quit {},
}

impl Reply {
    pub(crate) fn chosen(answer: BotAnswer, explain: bool) -> Reply {
        let after_ms = answer.after(None).as_millis();
        Reply::Chosen { action: answer.action, after_ms, reasons: explain.then_some(answer.reasons) }
    }
}

/// The events of an input, and the turn that follows.
#[derive(Serialize)]
pub(crate) struct Changed {
    /// Only where the engine drew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drawn: Vec<Drawn>,
    /// Only where the engine's bots acted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    acted: Vec<ActedForm>,
    events: Vec<EventForm>,
    turn: TurnForm,
}

/// What a bot of the engine did.
#[derive(Serialize)]
struct ActedForm {
    seat: Seat,
    action: Json,
}

impl Changed {
    pub(crate) fn new(change: Change, turn: Turn) -> Changed {
        let event = |Addressed { to, event }| EventForm { to, event };
        let events = change.events.into_iter().map(event).collect();
        let acted = change.acted.into_iter().map(|(seat, action)| ActedForm { seat, action }).collect();
        Changed { drawn: change.drawn, acted, events, turn: turn.into() }
    }
}

#[derive(Serialize)]
struct EventForm {
    to: Audience,
    event: Json,
}

/// A turn as the protocol writes it: times in milliseconds, which every language has.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TurnForm {
    Chance(Luck),
    Seats { must: SeatSet, may: SeatSet, window: WindowForm },
    Over(Outcome),
}

#[derive(Serialize)]
pub(crate) struct WindowForm {
    id: WindowId,
    lasts_ms: Option<u128>,
    idles: bool,
}

impl From<Turn> for TurnForm {
    fn from(turn: Turn) -> TurnForm {
        match turn {
            Turn::Chance(luck) => TurnForm::Chance(luck),
            Turn::Seats { must, may, window } => {
                let lasts_ms = window.lasts.map(|lasts| lasts.as_millis());
                TurnForm::Seats {
                    must,
                    may,
                    window: WindowForm { id: window.id, lasts_ms, idles: window.idles },
                }
            }
            Turn::Over(outcome) => TurnForm::Over(outcome),
        }
    }
}
