//! The outgoing queue of one connection: it is bounded and never blocks the room.
//!
//! The room itself writes to the wire where nothing waits and the wire takes it, which is nearly always: waking
//! the connection's task for every message would cost a fifth of the server's time. Where the wire does not take
//! it, the task takes over until everything is out.
//!
//! Not a channel of tokio's: those keep two kilobytes ready for every connection, also for the many that are
//! quiet.

use crate::{lock::lock, protocol::ServerMsg};
use axum::extract::ws::{Message, Utf8Bytes};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, TryLockError},
    task::{Context, Poll, Waker},
};

/// Messages that may wait for a slow reader.
const WAITING: usize = 32;
/// Most messages fit into this number of bytes.
const USUAL_LENGTH: usize = 1000;

/// A WebSocket, or what tests have instead.
pub(crate) trait Wire:
    Stream<Item = Result<Message, axum::Error>> + Sink<Message, Error = axum::Error> + Send + Unpin
{
}

impl<W> Wire for W where
    W: Stream<Item = Result<Message, axum::Error>> + Sink<Message, Error = axum::Error> + Send + Unpin
{
}

/// Where a room puts what it has to say to a connection.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<RoomEnd>);

/// The connection's own end.
pub(crate) struct SocketEnd(Arc<Channel>);

/// Whether a line goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivered {
    /// Everything is out.
    All,
    /// The room has closed it, or it is broken.
    End,
}

struct Channel {
    waiting: Mutex<Waiting>,
    wire: Mutex<Box<dyn Wire>>,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Outgoing>,
    /// Whether the connection's task writes, and the room must not.
    taken_over: bool,
    /// Whether something did not fit.
    missed: bool,
    /// Whether the room has dropped this connection.
    over: bool,
    /// The connection, if it sleeps until something comes.
    reader: Option<Waker>,
}

#[derive(Debug)]
enum Outgoing {
    Text(Utf8Bytes),
    Close,
}

/// The room's end, however many hold it.
struct RoomEnd(Arc<Channel>);

impl std::fmt::Debug for RoomEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RoomEnd").finish_non_exhaustive()
    }
}

impl Drop for RoomEnd {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        waiting.over = true;
        wake(waiting);
    }
}

/// Both ends of the way to a connection.
pub(crate) fn open(wire: Box<dyn Wire>) -> (Outbox, SocketEnd) {
    let channel = Arc::new(Channel { waiting: Mutex::default(), wire: Mutex::new(wire) });
    (Outbox(Arc::new(RoomEnd(channel.clone()))), SocketEnd(channel))
}

impl Outbox {
    /// Queues a message. If too much waits already, the reader gets a snapshot once it has read what waits: a snapshot
    /// is always right, so nothing needs to be kept for it.
    pub(crate) fn send(&self, message: &ServerMsg) {
        if let Some(waiting) = self.put(message) {
            self.0.0.write(waiting);
        }
    }
    /// The same for a message that another one follows at once: both travel together.
    pub(crate) fn send_with_next(&self, message: &ServerMsg) {
        drop(self.put(message));
    }
    /// Nothing more will come.
    pub(crate) fn close(&self) {
        let mut waiting = self.0.0.waiting();
        waiting.messages.push_back(Outgoing::Close);
        wake(waiting);
    }

    fn put(&self, message: &ServerMsg) -> Option<MutexGuard<'_, Waiting>> {
        if !self.0.0.waiting().takes_more() {
            return None;
        }
        let text = write(message)?;
        // Only the room puts messages in, so there is still a place for this one.
        let mut waiting = self.0.0.waiting();
        waiting.messages.push_back(Outgoing::Text(text));
        Some(waiting)
    }
}

impl Channel {
    /// Writes what waits, if nobody else does; else, or if the wire does not take it all, the connection's task
    /// will.
    fn write(&self, mut waiting: MutexGuard<'_, Waiting>) {
        if waiting.taken_over {
            return;
        }
        let written = match self.wire.try_lock() {
            Ok(mut wire) => waiting.write_to(&mut wire),
            Err(TryLockError::Poisoned(wire)) => waiting.write_to(&mut wire.into_inner()),
            Err(TryLockError::WouldBlock) => Poll::Pending,
        };
        match written {
            Poll::Ready(Ok(())) if waiting.messages.is_empty() => {}
            Poll::Ready(Ok(())) => wake(waiting),
            // From now on the wire wakes the last task that polled it, and that must be the connection's.
            Poll::Pending => {
                waiting.taken_over = true;
                wake(waiting);
            }
            Poll::Ready(Err(_)) => {
                waiting.messages.push_back(Outgoing::Close);
                wake(waiting);
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        lock(&self.waiting)
    }
    fn wire(&self) -> MutexGuard<'_, Box<dyn Wire>> {
        lock(&self.wire)
    }
}

impl SocketEnd {
    /// The next frame; `None` when the connection is over.
    pub(crate) async fn receive(&self) -> Option<Result<Message, axum::Error>> {
        poll_fn(|context| self.0.wire().poll_next_unpin(context)).await
    }
    /// Returns when the room has left something to be delivered; `None` when it has dropped this connection.
    pub(crate) async fn due(&self) -> Option<()> {
        poll_fn(|context| {
            let mut waiting = self.0.waiting();
            if waiting.taken_over || !waiting.messages.is_empty() {
                waiting.taken_over = true;
                return Poll::Ready(Some(()));
            }
            if waiting.over {
                return Poll::Ready(None);
            }
            if !waiting.reader.as_ref().is_some_and(|reader| reader.will_wake(context.waker())) {
                waiting.reader = Some(context.waker().clone());
            }
            Poll::Pending
        })
        .await
    }
    /// Sends `first`, then what waits, and leaves writing to the room again.
    pub(crate) async fn deliver(&self, first: Option<Message>) -> Delivered {
        self.0.waiting().taken_over = true;
        let mut next = first;
        loop {
            while let Some(message) = next {
                let end = matches!(message, Message::Close(_));
                if self.feed(message).await.is_err() {
                    return Delivered::End;
                }
                if end {
                    // A client that has disconnected needs nothing more.
                    let _ = self.flush().await;
                    return Delivered::End;
                }
                next = self.0.waiting().next();
            }
            if self.flush().await.is_err() {
                return Delivered::End;
            }
            let mut waiting = self.0.waiting();
            next = waiting.next();
            if next.is_none() {
                waiting.taken_over = false;
                return Delivered::All;
            }
        }
    }
    /// Sends the last message. From here on the room's are dropped.
    pub(crate) async fn send_last(&self, message: Message) -> Result<(), axum::Error> {
        self.0.waiting().taken_over = true;
        self.feed(message).await?;
        self.flush().await
    }
    /// Whether something was missed, asked once everything that waited is sent.
    pub(crate) fn missed(&self) -> bool {
        std::mem::take(&mut self.0.waiting().missed)
    }

    async fn feed(&self, message: Message) -> Result<(), axum::Error> {
        poll_fn(|context| self.0.wire().poll_ready_unpin(context)).await?;
        self.0.wire().start_send_unpin(message)
    }
    async fn flush(&self) -> Result<(), axum::Error> {
        poll_fn(|context| self.0.wire().poll_flush_unpin(context)).await
    }
}

impl Waiting {
    /// Whether another message fits; if it does not, or one before it did not, the reader misses something.
    fn takes_more(&mut self) -> bool {
        self.missed |= self.messages.len() >= WAITING;
        !self.missed
    }
    fn next(&mut self) -> Option<Message> {
        self.messages.pop_front().map(|outgoing| match outgoing {
            Outgoing::Text(text) => Message::Text(text),
            Outgoing::Close => Message::Close(None),
        })
    }
    /// Writes messages until one is the end, which is the task's business.
    fn write_to(&mut self, wire: &mut Box<dyn Wire>) -> Poll<Result<(), axum::Error>> {
        let mut context = Context::from_waker(Waker::noop());
        while let Some(Outgoing::Text(_)) = self.messages.front() {
            std::task::ready!(wire.poll_ready_unpin(&mut context))?;
            if let Some(message) = self.next() {
                wire.start_send_unpin(message)?;
            }
        }
        wire.poll_flush_unpin(&mut context)
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

/// Releases the lock, and wakes the reader if it sleeps.
fn wake(mut waiting: MutexGuard<'_, Waiting>) {
    let reader = waiting.reader.take();
    drop(waiting);
    if let Some(reader) = reader {
        reader.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        pin::Pin,
        sync::atomic::{AtomicBool, Ordering},
    };

    /// A wire that takes messages while it is open, and what it took.
    #[derive(Clone, Default)]
    struct Fake {
        shut: Arc<AtomicBool>,
        fed: Arc<Mutex<Vec<String>>>,
        out: Arc<Mutex<Vec<String>>>,
        sleeper: Arc<Mutex<Option<Waker>>>,
    }

    impl Fake {
        fn shut(&self, shut: bool) {
            self.shut.store(shut, Ordering::SeqCst);
            if let Some(sleeper) = self.sleeper.lock().unwrap().take().filter(|_| !shut) {
                sleeper.wake();
            }
        }
        fn out(&self) -> Vec<String> {
            std::mem::take(&mut self.out.lock().unwrap())
        }
    }

    impl Stream for Fake {
        type Item = Result<Message, axum::Error>;
        fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Pending
        }
    }

    impl Sink<Message> for Fake {
        type Error = axum::Error;
        fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
            Poll::Ready(Ok(()))
        }
        fn start_send(self: Pin<&mut Self>, item: Message) -> Result<(), axum::Error> {
            self.fed.lock().unwrap().push(match item {
                Message::Text(text) => text.to_string(),
                other => format!("{other:?}"),
            });
            Ok(())
        }
        fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
            if self.shut.load(Ordering::SeqCst) {
                *self.sleeper.lock().unwrap() = Some(context.waker().clone());
                return Poll::Pending;
            }
            self.out.lock().unwrap().append(&mut self.fed.lock().unwrap());
            Poll::Ready(Ok(()))
        }
        fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
            self.poll_flush(context)
        }
    }

    fn line() -> (Fake, Outbox, SocketEnd) {
        let wire = Fake::default();
        let (outbox, line) = open(Box::new(wire.clone()));
        (wire, outbox, line)
    }

    #[tokio::test]
    async fn the_room_writes_where_the_wire_takes_it() {
        let (wire, outbox, line) = line();
        let other = outbox.clone();
        outbox.send_with_next(&ServerMsg::Replaced);
        assert!(wire.out().is_empty(), "it travels with the next");
        outbox.send(&ServerMsg::ComeBack);
        assert_eq!(wire.out(), [r#""replaced""#, r#""come_back""#]);
        drop(outbox);
        let ends = tokio::spawn(async move { line.due().await.is_none() });
        tokio::task::yield_now().await;
        drop(other);
        assert!(ends.await.unwrap());
    }

    #[tokio::test]
    async fn the_task_takes_over_where_the_wire_does_not() {
        let (wire, outbox, line) = line();
        wire.shut(true);
        outbox.send(&ServerMsg::Replaced);
        outbox.send(&ServerMsg::ComeBack);
        assert_eq!(line.due().await, Some(()));
        let delivers = tokio::spawn(async move {
            let delivered = line.deliver(None).await;
            (line, delivered)
        });
        tokio::task::yield_now().await;
        assert!(wire.out().is_empty());
        wire.shut(false);
        let (_line, delivered) = delivers.await.unwrap();
        assert_eq!(delivered, Delivered::All);
        assert_eq!(wire.out(), [r#""replaced""#, r#""come_back""#], "in order");
        outbox.send(&ServerMsg::Replaced);
        assert_eq!(wire.out(), [r#""replaced""#], "the room writes again");
    }

    #[tokio::test]
    async fn a_slow_reader_misses_messages_and_gets_one_snapshot() {
        let (wire, outbox, line) = line();
        wire.shut(true);
        // The first is with the wire already.
        (0..=WAITING).for_each(|_| outbox.send(&ServerMsg::ComeBack));
        assert!(!line.missed());
        outbox.send(&ServerMsg::Replaced);
        outbox.close();
        wire.shut(false);
        assert_eq!(line.deliver(None).await, Delivered::End, "the end is never lost");
        let out = wire.out();
        assert_eq!(out.len(), WAITING + 2);
        assert!(!out.contains(&r#""replaced""#.to_owned()), "the snapshot that follows has it all");
        assert!(line.missed());
        assert!(!line.missed());
    }

    #[tokio::test]
    async fn nothing_is_put_in_after_something_was_missed() {
        let (wire, outbox, line) = line();
        wire.shut(true);
        (0..WAITING + 2).for_each(|_| outbox.send(&ServerMsg::ComeBack));
        wire.shut(false);
        assert_eq!(line.deliver(None).await, Delivered::All);
        wire.out();
        outbox.send(&ServerMsg::Replaced);
        assert!(wire.out().is_empty());
        assert!(line.missed());
        outbox.send(&ServerMsg::Replaced);
        assert_eq!(wire.out().len(), 1);
    }
}
