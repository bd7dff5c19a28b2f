//! The log as NATS has it, read without the server's own reader, which could hide its own mistakes.

use crate::{
    check::RoomLog,
    node::PREFIX,
    site::rooms,
    times::{Spread, Times},
};
use async_nats::{
    Client,
    jetstream::{
        self,
        consumer::{AckPolicy, DeliverPolicy, pull},
        kv::Operation,
    },
};
use futures_util::StreamExt;
use server::{lock::lock, log::RoomId};
use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{task::JoinHandle, time::sleep};

type StreamError = Box<dyn Error + Send + Sync>;

/// Reads the logs of all rooms.
pub(crate) async fn read(urls: &[String]) -> Result<BTreeMap<RoomId, RoomLog>, StreamError> {
    let context = jetstream::new(connect(urls).await?);
    let stream = context.get_stream(rooms()).await?;
    let last = stream.get_info().await?.state.last_sequence;
    let mut logs = BTreeMap::<RoomId, RoomLog>::new();
    if last == 0 {
        return Ok(logs);
    }
    let config = pull::Config {
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::None,
        memory_storage: true,
        num_replicas: 1,
        ..pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await?;
    let mut messages = consumer.stream().heartbeat(Duration::from_secs(2)).messages().await?;
    let mut count = 0;
    while let Some(message) = messages.next().await {
        let message = message?;
        let info = message.info()?;
        count += 1;
        if info.consumer_sequence != count {
            return Err(format!("message {count} of the stream is missing").into());
        }
        let at = info.published.unix_timestamp_nanos() / 1_000_000;
        let number = info.stream_sequence;
        let room = message.subject.strip_prefix(&format!("{PREFIX}.room."));
        let room = room.and_then(|room| u64::from_str_radix(room, 16).ok());
        let room = RoomId(room.ok_or_else(|| format!("{} is not a room", message.subject))?);
        let seq = message.headers.as_ref().and_then(|headers| headers.get("Aboveboard-Seq"));
        let seq = seq.and_then(|seq| seq.as_str().parse::<u64>().ok());
        let log = logs.entry(room).or_insert_with(|| RoomLog::of(room));
        // The first message for a position wins.
        if seq == Some(log.entries.len() as u64 + 1) {
            log.entries.push(serde_json::from_slice(&message.payload)?);
            log.written_at.push(u64::try_from(at).unwrap_or_default());
        } else {
            log.skipped += 1;
        }
        if number >= last {
            return Ok(logs);
        }
    }
    Err("the stream ended early".into())
}

async fn connect(urls: &[String]) -> Result<Client, StreamError> {
    Ok(async_nats::ConnectOptions::new().name("campaign").retry_on_initial_connect().connect(urls).await?)
}

/// Watches which node runs which room.
#[derive(Debug)]
pub(crate) struct Takeovers {
    /// When a node took over a room that was not handed over, in milliseconds of the Unix epoch.
    at: Arc<Mutex<Vec<u64>>>,
    watches: JoinHandle<()>,
}

impl Drop for Takeovers {
    fn drop(&mut self) {
        self.watches.abort();
    }
}

impl Takeovers {
    pub(crate) fn watch(urls: Vec<String>) -> Takeovers {
        let at = Arc::<Mutex<Vec<u64>>>::default();
        let times = at.clone();
        let watches = tokio::spawn(async move {
            let mut held = HashMap::new();
            loop {
                // Takeovers missed meanwhile are missing in a figure, and in nothing else.
                let _ = watch(&urls, &mut held, &times).await;
                sleep(Duration::from_millis(500)).await;
            }
        });
        Takeovers { at, watches }
    }

    /// Returns the times from the loss of a node to each takeover that followed, of those that `counts`.
    pub(crate) fn since(&self, nodes_lost: &[u64], counts: impl Fn(u64, u64) -> bool) -> Spread {
        let times = Times::default();
        for at in lock(&self.at).iter() {
            let lost = nodes_lost.iter().filter(|lost| *lost <= at).max();
            if let Some(lost) = lost.filter(|lost| counts(**lost, *at)) {
                times.add(Duration::from_millis(at - lost));
            }
        }
        times.spread()
    }
}

async fn watch(
    urls: &[String],
    held: &mut HashMap<String, Option<Vec<u8>>>,
    times: &Mutex<Vec<u64>>,
) -> Result<(), StreamError> {
    let context = jetstream::new(connect(urls).await?);
    let leases = context.get_key_value(format!("{PREFIX}-leases")).await?;
    let mut changes = leases.watch_all().await?;
    while let Some(change) = changes.next().await {
        let change = change?;
        let now = (change.operation == Operation::Put).then(|| change.value.to_vec());
        let before = held.insert(change.key, now.clone()).flatten();
        if let (Some(before), Some(now)) = (before, now)
            && before != now
        {
            let at = change.created.unix_timestamp_nanos() / 1_000_000;
            lock(times).push(u64::try_from(at).unwrap_or_default());
        }
    }
    Ok(())
}
