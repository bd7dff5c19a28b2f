//! An entry as a message of the stream.

use super::follow::Tail;
use crate::log::{IndexUpdate, Seq};
use async_nats::{HeaderMap, header::NATS_MESSAGE_ID, jetstream::message::PublishMessage};
use bytes::Bytes;

/// Which place in its room an entry was written for.
const SEQ: &str = "Aboveboard-Seq";
/// The header for the change of the index of rooms.
const INDEX_UPDATE: &str = "Aboveboard-IndexUpdate";

/// A message for the place after `tail`.
pub(super) fn new(id: &str, tail: Tail, body: Bytes, index_update: Option<&IndexUpdate>) -> PublishMessage {
    let message = PublishMessage::build()
        .message_id(id)
        .expected_last_subject_sequence(tail.last)
        .header(SEQ, (tail.count + 1).to_string().as_str())
        .payload(body);
    match index_update {
        Some(IndexUpdate::Opened { code }) => message.header(INDEX_UPDATE, format!("opened {code}").as_str()),
        Some(IndexUpdate::Closed | IndexUpdate::GivenUp(_)) => message.header(INDEX_UPDATE, "closed"),
        // Finished games have a stream of their own.
        Some(IndexUpdate::Finished(_)) | None => message,
    }
}

/// The change of the index of rooms that a message carries.
pub(super) enum IndexChange {
    Opened(String),
    Closed,
}

pub(super) fn index_update(headers: Option<&HeaderMap>) -> Option<IndexChange> {
    let index_update = headers?.get(INDEX_UPDATE)?.as_str();
    match index_update.strip_prefix("opened ") {
        Some(code) => Some(IndexChange::Opened(code.into())),
        None => (index_update == "closed").then_some(IndexChange::Closed),
    }
}

/// A message that is in the stream.
#[derive(Debug)]
pub(super) struct Stored {
    /// Its number in the stream.
    pub(super) at: u64,
    /// The place it was written for; `None` if it is not ours.
    pub(super) seq: Option<Seq>,
    /// What its sender called it.
    pub(super) id: Option<String>,
    pub(super) body: Bytes,
}

impl Stored {
    pub(super) fn read(at: u64, headers: Option<&HeaderMap>, body: Bytes) -> Stored {
        let seq = headers.and_then(|headers| headers.get(SEQ)?.as_str().parse().ok());
        let id = headers.and_then(|headers| Some(headers.get(NATS_MESSAGE_ID)?.as_str().to_owned()));
        Stored { at, seq, id, body }
    }
}
