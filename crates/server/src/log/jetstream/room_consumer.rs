//! The one consumer through which a node receives all rooms.

use super::{Connection, Names, Trouble, follow::Followed, listener::Listener, message::Stored};
use async_nats::jetstream::stream::Stream;
use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::watch, time::sleep};

/// Between two attempts to be fed.
const RETRY_DELAY: Duration = Duration::from_millis(200);

pub(super) struct RoomConsumer {
    connection: Connection,
    stream: Stream<()>,
    names: Names,
    followed: Arc<Followed>,
    /// Everything up to this number of the stream has been received.
    position: watch::Sender<u64>,
    /// Whether somebody feeds us. At the beginning nothing has been missed.
    open: AtomicBool,
}

impl RoomConsumer {
    pub(super) fn new(
        connection: Connection,
        stream: Stream<()>,
        names: Names,
        followed: Arc<Followed>,
        position: u64,
    ) -> RoomConsumer {
        let (position, open) = (watch::Sender::new(position), AtomicBool::new(true));
        RoomConsumer { connection, stream, names, followed, position, open }
    }

    /// Whether somebody feeds us, as far as we know: who has just died is missed a little later.
    pub(super) fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Resolves once everything up to `at` has been received.
    pub(super) async fn reached(&self, at: u64) {
        // The sender lives as long as this, so waiting cannot fail.
        let _ = self.position.subscribe().wait_for(|position| *position >= at).await;
    }

    /// Consumes for ever. Consumers die with their servers, or fall behind; the next goes on where the last one was.
    pub(super) async fn listen(self: Arc<Self>) {
        loop {
            let Err(error) = self.consume().await;
            tracing::warn!(%error, "room stream unavailable; retrying");
            self.open.store(false, Ordering::Relaxed);
            sleep(RETRY_DELAY).await;
        }
    }

    async fn consume(&self) -> Result<Infallible, Trouble> {
        // The server that we were connected to may have been replaced by an old one.
        self.connection.check_version()?;
        let position = *self.position.borrow();
        let mut listener = Listener::new(&self.stream, None, position, false).await?;
        self.open.store(true, Ordering::Relaxed);
        loop {
            let (at, message) = listener.next().await?;
            // Most rooms are followed elsewhere: they cost a look at their subject here.
            if let Some(follow) =
                self.names.which(&message.subject).and_then(|room| self.followed.known(room))
            {
                follow.on_message(Stored::read(at, message.headers.as_ref(), message.payload.clone()));
            }
            self.position.send_replace(at);
        }
    }
}
