//! What waits to be sent to one connection: bounded, and never in the way of the room.
//!
//! Not a channel of tokio's: those keep two kilobytes ready for every connection, also for the many that are
//! quiet, and wake their reader for every message.

use crate::protocol::ServerMsg;
use axum::extract::ws::Utf8Bytes;
use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
};

/// So many messages may wait for a slow reader.
const WAITING: usize = 32;
/// Most messages fit into so many bytes.
const USUAL_LENGTH: usize = 1000;

/// Where a room puts what it has to say to a connection.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<Room>);

/// Where the connection takes it from.
#[derive(Debug)]
pub(crate) struct Outgoings(Arc<Mutex<Waiting>>);

/// Something to send.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// The end.
    Close,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Outgoing>,
    /// Whether something did not fit.
    missed: bool,
    /// Whether the room has let go of this connection.
    over: bool,
    /// The connection, if it sleeps until something comes.
    reader: Option<Waker>,
}

/// The room's end, however many hold it.
#[derive(Debug)]
struct Room(Arc<Mutex<Waiting>>);

impl Drop for Room {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.over = true;
        wake(waiting);
    }
}

/// Both ends.
pub(crate) fn outbox() -> (Outbox, Outgoings) {
    let waiting = Arc::<Mutex<Waiting>>::default();
    (Outbox(Arc::new(Room(waiting.clone()))), Outgoings(waiting))
}

impl Outbox {
    /// Puts a message in. If it overflows, the reader has missed something and is shown everything anew once
    /// it has read what waits: a snapshot is never wrong, so nothing needs to be kept for it.
    pub(crate) fn send(&self, message: &ServerMsg) {
        if let Some(waiting) = self.put(message) {
            wake(waiting);
        }
    }
    /// The same for a message that another one follows at once: the reader sleeps on until that is there, and
    /// both travel together.
    pub(crate) fn send_with_next(&self, message: &ServerMsg) {
        drop(self.put(message));
    }
    /// Nothing more will come.
    pub(crate) fn close(&self) {
        let mut waiting = lock(&self.0.0);
        waiting.messages.push_back(Outgoing::Close);
        wake(waiting);
    }

    fn put(&self, message: &ServerMsg) -> Option<MutexGuard<'_, Waiting>> {
        if !lock(&self.0.0).takes_more() {
            return None;
        }
        let text = write(message)?;
        // Only the room puts messages in, so there is still a place for this one.
        let mut waiting = lock(&self.0.0);
        waiting.messages.push_back(Outgoing::Text(text));
        Some(waiting)
    }
}

impl Outgoings {
    /// The next to send; `None` when the room has let go of this connection.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        poll_fn(|context| {
            let mut waiting = lock(&self.0);
            if let Some(outgoing) = waiting.messages.pop_front() {
                return Poll::Ready(Some(outgoing));
            }
            if waiting.over {
                return Poll::Ready(None);
            }
            waiting.reader = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
    /// Another one, if it waits already.
    pub(crate) fn more(&mut self) -> Option<Outgoing> {
        lock(&self.0).messages.pop_front()
    }
    /// Whether something was missed, asked once everything that waited is sent.
    pub(crate) fn missed(&self) -> bool {
        std::mem::take(&mut lock(&self.0).missed)
    }
}

impl Waiting {
    /// Whether another message fits; if it does not, or one before it did not, the reader misses something.
    fn takes_more(&mut self) -> bool {
        self.missed |= self.messages.len() >= WAITING;
        !self.missed
    }
}

/// As it travels.
fn write(message: &ServerMsg) -> Option<Utf8Bytes> {
    let mut text = Vec::with_capacity(USUAL_LENGTH);
    let written = serde_json::to_writer(&mut text, message).map_err(|error| error.to_string());
    match written.and_then(|()| String::from_utf8(text).map_err(|error| error.to_string())) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a message cannot be written");
            None
        }
    }
}

/// Lets go of the lock, and wakes the reader if it sleeps.
fn wake(mut waiting: MutexGuard<'_, Waiting>) {
    let reader = waiting.reader.take();
    drop(waiting);
    if let Some(reader) = reader {
        reader.wake();
    }
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    // Nothing panics while it holds this lock.
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(outgoing: Option<Outgoing>) -> String {
        match outgoing {
            Some(Outgoing::Text(text)) => text.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn messages_come_in_order_and_end_with_the_room() {
        let (outbox, mut outgoings) = outbox();
        let other = outbox.clone();
        outbox.send_with_next(&ServerMsg::Replaced);
        outbox.send(&ServerMsg::ComeBack);
        drop(outbox);
        assert_eq!(said(outgoings.next().await), r#""replaced""#);
        assert_eq!(said(outgoings.more()), r#""come_back""#);
        assert!(outgoings.more().is_none());
        let waits = tokio::spawn(async move { outgoings.next().await.is_none() });
        tokio::task::yield_now().await;
        drop(other);
        assert!(waits.await.unwrap());
    }

    #[tokio::test]
    async fn who_is_too_slow_misses_something_and_is_told_once() {
        let (outbox, mut outgoings) = outbox();
        (0..WAITING).for_each(|_| outbox.send(&ServerMsg::ComeBack));
        assert!(!outgoings.missed());
        outbox.send(&ServerMsg::Replaced);
        outbox.close();
        for _ in 0..WAITING {
            assert_eq!(said(outgoings.next().await), r#""come_back""#);
        }
        assert!(matches!(outgoings.next().await, Some(Outgoing::Close)), "the end is never lost");
        assert!(outgoings.missed());
        assert!(!outgoings.missed());
        outbox.send(&ServerMsg::Replaced);
        assert_eq!(said(outgoings.next().await), r#""replaced""#);
    }

    #[tokio::test]
    async fn nothing_is_put_in_after_something_was_missed() {
        let (outbox, mut outgoings) = outbox();
        (0..=WAITING).for_each(|_| outbox.send(&ServerMsg::ComeBack));
        assert_eq!(said(outgoings.next().await), r#""come_back""#);
        outbox.send(&ServerMsg::Replaced);
        assert_eq!(lock(&outgoings.0).messages.len(), WAITING - 1, "the snapshot that follows has it all");
    }
}
