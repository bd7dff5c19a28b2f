//! A local copy of a NATS bucket.

use crate::log::lag;
use async_nats::jetstream::{
    kv::{self, Operation},
    stream::{RawMessageError, RawMessageErrorKind},
};
use bytes::Bytes;
use futures_util::StreamExt;
use std::{
    convert::Infallible,
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{select, task::JoinHandle, time::sleep};

/// The pause between two attempts to watch.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// A value has come or gone.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) key: String,
    /// `None`: it is gone.
    pub(super) value: Option<Bytes>,
    pub(super) revision: u64,
}

/// Watches a bucket until it is dropped.
pub(super) struct Following(JoinHandle<()>);

impl Drop for Following {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Watches a bucket: first its current values, then every change. After an error it starts over.
pub(super) fn follow(store: &kv::Store, mut on_change: impl FnMut(Change) + Send + 'static) -> Following {
    let store = store.clone();
    Following(tokio::spawn(async move {
        loop {
            let Err(error) = follow_on(&store, &mut on_change).await;
            tracing::warn!(bucket = store.name, %error, "bucket watch failed; retrying");
            sleep(RETRY_DELAY).await;
        }
    }))
}

async fn follow_on(
    store: &kv::Store,
    on_change: &mut impl FnMut(Change),
) -> Result<Infallible, Box<dyn Error + Send + Sync>> {
    let mut watch = store.watch_with_history(">").await?;
    let seen = Arc::new(AtomicU64::new(0));
    let mut behind = lag(store.stream.clone(), format!("{}>", store.prefix), seen.clone());
    loop {
        let entry = select! {
            biased;
            entry = watch.next() => entry.ok_or("the consumer has ended")?,
            behind = &mut behind => return Err(behind),
        };
        let kv::Entry { key, value, revision, operation, .. } = entry?;
        seen.fetch_max(revision, Ordering::Relaxed);
        on_change(Change { key, value: (operation == Operation::Put).then_some(value), revision });
    }
}

/// What a key has now, as the bucket's leader knows it: what any server knows may be old.
pub(super) async fn look_up(store: &kv::Store, key: &str) -> Result<Option<Change>, RawMessageError> {
    let subject = format!("{}{key}", store.prefix);
    let message = match store.stream.get_last_raw_message_by_subject(&subject).await {
        Ok(message) => message,
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let gone = message.headers.get("KV-Operation").is_some();
    let value = (!gone).then_some(message.payload);
    Ok(Some(Change { key: key.into(), value, revision: message.sequence }))
}
