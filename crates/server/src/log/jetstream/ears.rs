//! The one consumer through which a node hears all rooms.

use super::{Connection, Names, follow::Followed, message::Stored};
use async_nats::jetstream::{
    consumer::{AckPolicy, DeliverPolicy, pull},
    stream::Stream,
};
use futures_util::StreamExt;
use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::watch, time::sleep};

/// Whoever feeds us says so often that it is there; after twice as long we look for another.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(1);
/// Between two attempts to be fed.
const PAUSE: Duration = Duration::from_millis(200);
/// So many messages may be on their way.
const AHEAD: usize = 1_000;

pub(super) struct Ears {
    connection: Connection,
    stream: Stream<()>,
    names: Names,
    followed: Arc<Followed>,
    /// Everything up to this number of the stream has been heard.
    position: watch::Sender<u64>,
    /// Whether somebody feeds us. At the beginning nothing has been missed.
    open: AtomicBool,
}

/// A consumer that is there for a moment, keeps nothing, and loses nothing that matters when it dies.
pub(super) fn passing() -> pull::Config {
    pull::Config {
        ack_policy: AckPolicy::None,
        inactive_threshold: Duration::from_secs(10),
        memory_storage: true,
        num_replicas: 1,
        ..pull::Config::default()
    }
}

impl Ears {
    pub(super) fn new(
        connection: Connection,
        stream: Stream<()>,
        names: Names,
        followed: Arc<Followed>,
        position: u64,
    ) -> Ears {
        let (position, open) = (watch::Sender::new(position), AtomicBool::new(true));
        Ears { connection, stream, names, followed, position, open }
    }

    /// Whether somebody feeds us, as far as we know: who has just died is missed a little later.
    pub(super) fn are_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Comes back when everything up to `at` has been heard.
    pub(super) async fn heard(&self, at: u64) {
        // The sender lives as long as this, so waiting cannot fail.
        let _ = self.position.subscribe().wait_for(|position| *position >= at).await;
    }

    /// Hears for ever. Consumers die with their servers; the next goes on where the last one was.
    pub(super) async fn listen(self: Arc<Self>) {
        loop {
            if let Err(error) = self.hear_on().await {
                tracing::warn!(%error, "the stream of rooms is not heard; trying again");
            }
            self.open.store(false, Ordering::Relaxed);
            sleep(PAUSE).await;
        }
    }

    async fn hear_on(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        // The server that we were connected to may have been replaced by an old one.
        self.connection.check_version()?;
        let start_sequence = *self.position.borrow() + 1;
        let config =
            pull::Config { deliver_policy: DeliverPolicy::ByStartSequence { start_sequence }, ..passing() };
        let consumer = self.stream.create_consumer(config).await?;
        let messages = consumer.stream().max_messages_per_batch(AHEAD).heartbeat(HEARTBEAT).messages();
        let mut messages = messages.await?;
        self.open.store(true, Ordering::Relaxed);
        let mut expected = 1;
        while let Some(message) = messages.next().await {
            let message = message?;
            let info = message.info()?;
            if info.consumer_sequence != expected {
                return Err(format!("message {expected} was lost on the way").into());
            }
            expected += 1;
            let at = info.stream_sequence;
            // Most rooms are followed elsewhere: they cost a look at their subject here.
            if let Some(follow) =
                self.names.which(&message.subject).and_then(|room| self.followed.known(room))
            {
                follow.hear(Stored::read(at, message.headers.as_ref(), message.payload.clone()));
            }
            self.position.send_replace(at);
        }
        Ok(())
    }
}
