//! How closed rooms leave the stream.

use super::{JetStreamLog, Trouble, message, retry};
use crate::log::{AppendError, Entry, RoomId};
use async_nats::jetstream::{message::StreamMessage, stream::RawMessageErrorKind};
use futures_util::TryStreamExt;

impl JetStreamLog {
    /// The rooms that have messages.
    pub(super) async fn subjects(&self) -> Result<Vec<RoomId>, Trouble> {
        let subjects = self.stream.info_with_subjects(self.names.all()).await?;
        let rooms = subjects.map_ok(|(subject, _)| self.names.which(&subject));
        Ok(rooms.try_filter_map(async |room| Ok(room)).try_collect().await?)
    }

    /// The last message of a room, whether it was taken or not.
    pub(super) async fn last_message(&self, room: RoomId) -> Result<Option<StreamMessage>, AppendError> {
        let subject = self.names.room(room);
        retry(|| async {
            match self.stream.raw_message_builder().last_by_subject(&subject).send().await {
                Ok(message) => Ok(Some(message)),
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
        .await
    }

    /// When the newest entry of the stream was made.
    pub(super) async fn newest_entry(&self) -> Result<Option<u64>, Trouble> {
        let last = self.stream.get_info().await?.state.last_sequence;
        if last == 0 {
            return Ok(None);
        }
        let message = self.stream.raw_message_builder().sequence(last).send().await?;
        Ok(serde_json::from_slice::<Entry>(&message.payload).ok().map(|entry| entry.at))
    }

    /// Removes the messages of a closed room. The newest message of the stream stays, whichever room it belongs to: readers
    /// of the whole stream wait for it.
    pub(super) async fn purge(&self, room: RoomId) -> Result<bool, AppendError> {
        let Some(last) = self.last_message(room).await? else { return Ok(true) };
        if closed_at(&last).is_none() {
            return Ok(false);
        }
        let subject = self.names.room(room);
        retry(|| async {
            if self.stream.get_info().await?.state.last_sequence <= last.sequence {
                return Ok(false);
            }
            let purged = self.stream.purge().filter(&subject).await?;
            Ok(purged.success)
        })
        .await
    }
}

/// When a message has closed its room; nothing if it has not.
pub(super) fn closed_at(message: &StreamMessage) -> Option<u64> {
    let closes = matches!(message::index_update(Some(&message.headers)), Some(message::IndexChange::Closed));
    let entry = closes.then(|| serde_json::from_slice::<Entry>(&message.payload).ok())??;
    Some(entry.at)
}
