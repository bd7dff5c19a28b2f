//! Reads a stream, and notices when it delivers less than there is.

use super::Trouble;
use async_nats::jetstream::{
    Message,
    consumer::{AckPolicy, DeliverPolicy, pull},
    stream::Stream,
};
use futures_util::{StreamExt, future::BoxFuture};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{select, time::sleep};

/// Interval of the consumer's heartbeats; after two missed ones it is considered dead.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The number of unacknowledged messages in flight.
const AHEAD: usize = 1_000;
/// NATS deletes an unused consumer after this time.
const DESERTED: Duration = Duration::from_secs(10);
/// After this silence the stream's leader is asked for its last message, which must be delivered within the same time.
const SILENCE: Duration = Duration::from_millis(500);

/// The messages of a stream in their order, from some number on, and those that come from now on.
pub(super) struct Listener {
    messages: pull::Stream,
    /// The number of messages received.
    received: u64,
    /// The number of the last one.
    position: Arc<AtomicU64>,
    behind: BoxFuture<'static, Trouble>,
}

impl Listener {
    /// Reads everything after a number, or what is on one subject only.
    pub(super) async fn new(
        stream: &Stream<()>,
        subject: Option<&str>,
        after: u64,
        headers_only: bool,
    ) -> Result<Listener, Trouble> {
        // It is there for a moment, keeps nothing, and loses nothing that matters when it dies.
        let config = pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: after + 1 },
            filter_subject: subject.unwrap_or_default().into(),
            headers_only,
            ack_policy: AckPolicy::None,
            inactive_threshold: DESERTED,
            memory_storage: true,
            num_replicas: 1,
            ..pull::Config::default()
        };
        let consumer = stream.create_consumer(config).await?;
        let messages =
            consumer.stream().max_messages_per_batch(AHEAD).heartbeat(HEARTBEAT).messages().await?;
        let position = Arc::new(AtomicU64::new(after));
        let behind = lag(stream.clone(), subject.unwrap_or(">").into(), position.clone());
        Ok(Listener { messages, received: 0, position, behind })
    }

    /// The next message and its number in the stream. After an error this consumer delivers nothing more.
    pub(super) async fn next(&mut self) -> Result<(u64, Message), Trouble> {
        loop {
            let message = select! {
                biased;
                message = self.messages.next() => message.ok_or("the consumer has ended")??,
                behind = &mut self.behind => return Err(behind),
            };
            let info = message.info()?;
            self.received += 1;
            if info.consumer_sequence != self.received {
                return Err(format!("message {} was lost on the way", self.received).into());
            }
            // A server that has not even come to where we are begins with what it has.
            let at = info.stream_sequence;
            if self.position.fetch_max(at, Ordering::Relaxed) < at {
                return Ok((at, message));
            }
        }
    }
}

/// Resolves when a subject has more than was received, and nothing of it is delivered.
///
/// Any NATS server may have been given a consumer. One that lags behind the stream's leader keeps sending heartbeats,
/// and delivers nothing.
pub(crate) fn lag<I: Send + Sync + 'static>(
    stream: Stream<I>,
    subject: String,
    position: Arc<AtomicU64>,
) -> BoxFuture<'static, Trouble> {
    Box::pin(async move {
        loop {
            let before = position.load(Ordering::Relaxed);
            sleep(SILENCE).await;
            if position.load(Ordering::Relaxed) > before {
                continue;
            }
            // Without an answer nothing is known; a missing heartbeat or the next write will notice the outage.
            let last = stream.get_last_raw_message_by_subject(&subject).await;
            if last.is_ok_and(|last| last.sequence > before) {
                sleep(SILENCE).await;
                if position.load(Ordering::Relaxed) == before {
                    return "the consumer does not deliver what there is".into();
                }
            }
        }
    })
}
