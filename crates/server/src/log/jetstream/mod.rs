//! The log in NATS JetStream, for more than one server.
//!
//! All rooms are in one replicated stream, one subject each. An append names the last message of the subject that
//! they know, and JetStream refuses all but the first: that is the fence. Every node reads the whole stream through one
//! consumer, in the stream's order, and picks the rooms it follows; so what a node has received is a prefix of what happened,
//! and whether a message has been received is a comparison of two numbers.
//!
//! Belt and braces, should a stream ever let two messages through for one place: a message names its place, readers take
//! the first for each place and skip the rest, and an append has succeeded when this node has received its own message and
//! taken it. So two nodes cannot take different entries for one place.

mod archive;
mod connect;
mod follow;
mod listener;
mod message;
mod removal;
mod room_consumer;

pub(crate) use archive::{Alias, Archive, News};
pub use connect::{ConnectError, Connection, JetStreamConfig};
pub(crate) use listener::lag;

use super::{AppendError, AppendedEntry, Entry, IndexUpdate, LogFuture, RoomId, RoomLog, Seq};
use crate::retry::Retry;
use async_nats::jetstream::{
    self, ErrorCode,
    context::{PublishError, PublishErrorKind},
    stream::{self, RawMessageErrorKind, Stream},
};
use bytes::Bytes;
use follow::{Follow, Followed, Tail};
use listener::Listener;
use message::Stored;
use room_consumer::RoomConsumer;
use std::{
    collections::HashMap,
    error::Error,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::broadcast,
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

/// Timeout for a request: NATS takes up to ten seconds to elect a leader in the place of one that died.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// The pause between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// Timeout for a confirmed entry to come back through the consumer.
const ECHO_TIMEOUT: Duration = Duration::from_secs(1);

/// Rooms in a JetStream that other servers write to as well.
pub struct JetStreamLog {
    names: Names,
    context: jetstream::Context,
    stream: Stream<()>,
    followed: Arc<Followed>,
    consumer: Arc<RoomConsumer>,
    listening: JoinHandle<()>,
    /// Messages of this process have its name and a number, so that none is stored twice.
    process: u64,
    messages: AtomicU64,
}

/// What things are called in NATS.
#[derive(Clone, Debug)]
struct Names {
    prefix: String,
}

impl Names {
    fn stream(&self) -> String {
        format!("{}-rooms", self.prefix)
    }
    fn all(&self) -> String {
        format!("{}.room.*", self.prefix)
    }
    fn room(&self, room: RoomId) -> String {
        format!("{}.room.{room}", self.prefix)
    }
    /// Which room a subject belongs to.
    fn which(&self, subject: &str) -> Option<RoomId> {
        let room = subject.strip_prefix(&self.prefix)?.strip_prefix(".room.")?;
        u64::from_str_radix(room, 16).ok().map(RoomId)
    }
}

impl fmt::Debug for JetStreamLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JetStreamLog").field("names", &self.names).finish_non_exhaustive()
    }
}

impl Drop for JetStreamLog {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl JetStreamLog {
    /// The log behind a connection; made where there is none.
    pub async fn open(connection: &Connection) -> Result<JetStreamLog, ConnectError> {
        let names = Names { prefix: connection.prefix().into() };
        let config = connection.keeping(&names.stream(), names.all());
        // Closed rooms are purged, each by its subject; single messages never go.
        let config = stream::Config { deny_delete: true, ..config };
        let last = connection.stream(config).await?.state.last_sequence;
        let context = connection.context();
        let unusable = |error: &dyn Error| ConnectError::Unusable { reason: error.to_string() };
        let stream = context.get_stream_no_info(names.stream()).await.map_err(|error| unusable(&error))?;
        let followed = Arc::<Followed>::default();
        let consumer = Arc::new(RoomConsumer::new(
            connection.clone(),
            stream.clone(),
            names.clone(),
            followed.clone(),
            last,
        ));
        let listening = tokio::spawn(consumer.clone().listen());
        let mut process = [0; 8];
        getrandom::fill(&mut process).map_err(|error| unusable(&error))?;
        let process = u64::from_be_bytes(process);
        let messages = AtomicU64::new(0);
        Ok(JetStreamLog { names, context, stream, followed, consumer, listening, process, messages })
    }

    /// The room's follower, with the room read.
    async fn follow(&self, room: RoomId) -> Result<Arc<Follow>, AppendError> {
        let follow = self.followed.get(room);
        follow.loaded.get_or_try_init(|| self.load(room, &follow)).await?;
        Ok(follow)
    }

    /// Reads what a room has; what comes meanwhile waits in the follower.
    async fn load(&self, room: RoomId, follow: &Follow) -> Result<(), AppendError> {
        let messages = match self.last_of(room).await? {
            0 => Vec::new(),
            last => self.stored(room, last).await?,
        };
        follow.begin_with(messages);
        Ok(())
    }

    /// The number of a room's last message as the stream's leader has it; 0 where there is none.
    async fn last_of(&self, room: RoomId) -> Result<u64, AppendError> {
        let subject = self.names.room(room);
        retry(|| async {
            let asked = self.stream.raw_message_builder().last_by_subject(&subject).send().await;
            match asked {
                Ok(message) => Ok(message.sequence),
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(0),
                Err(error) => Err(error.into()),
            }
        })
        .await
    }

    /// All messages of a room up to the one numbered `last`, whether taken or not.
    async fn stored(&self, room: RoomId, last: u64) -> Result<Vec<Stored>, AppendError> {
        let subject = self.names.room(room);
        retry(|| async {
            let mut messages = Listener::new(&self.stream, Some(&subject), 0, false).await?;
            let mut stored = Vec::new();
            loop {
                let (at, message) = messages.next().await?;
                stored.push(Stored::read(at, message.headers.as_ref(), message.payload.clone()));
                if at >= last {
                    return Ok(stored);
                }
            }
        })
        .await
    }

    /// Resolves once this node has received everything that is on the log of a room by now.
    async fn catch_up(&self, room: RoomId) -> Result<(), AppendError> {
        let last = self.last_of(room).await?;
        timeout(REQUEST_TIMEOUT, self.consumer.reached(last))
            .await
            .map_err(|_| AppendError::Failed("the stream is not received".into()))
    }

    async fn publish(
        &self,
        room: RoomId,
        expected: Seq,
        body: Bytes,
        index_update: Option<&IndexUpdate>,
    ) -> Result<Seq, AppendError> {
        let follow = self.follow(room).await?;
        let id = format!("{:016x}-{}", self.process, self.messages.fetch_add(1, Ordering::Relaxed));
        let mut echo = follow.echo(&id);
        let mut refused = 0;
        let deadline = Instant::now() + REQUEST_TIMEOUT;
        loop {
            let mut tail = follow.tail();
            if tail.count < expected {
                self.catch_up(room).await?;
                tail = follow.tail();
            }
            if tail.count != expected {
                // An attempt whose answer was lost may have been the one that succeeded.
                return echo.taken().ok_or(AppendError::Conflict { at: tail.count });
            }
            let message = message::new(&format!("{id}.{refused}"), tail, body.clone(), index_update);
            let sent = match self.context.send_publish(self.names.room(room), message).await {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(confirmed) => match timeout(ECHO_TIMEOUT, echo.received()).await {
                    Ok(Some(seq)) => return Ok(seq),
                    Ok(None) => return Err(AppendError::Conflict { at: follow.tail().count }),
                    Err(_) if Instant::now() > deadline => {
                        return Err(AppendError::Failed("an entry did not come back in time".into()));
                    }
                    // The consumer is late, or it is not there: a leader that loses its majority remembers
                    // names of messages that come to nothing, and confirms them when they are repeated. The
                    // next round shows which, under another name.
                    Err(_) => {
                        refused += 1;
                        self.catch_up(room).await?;
                        if follow.tail() == tail {
                            let known = confirmed.duplicate;
                            tracing::warn!(%room, known, "NATS has confirmed an entry that is not there; writing it again");
                        }
                    }
                },
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    return Err(failed(&error));
                }
                Err(error) if Instant::now() > deadline => return Err(failed(&error)),
                // Another append was quicker, or ours was and its answer got lost; or all that came is a message that
                // nobody takes. The next round shows which, under another name: this one may count as seen.
                Err(error) if is_conflict(&error) => {
                    refused += 1;
                    self.catch_up(room).await?;
                    if follow.tail() == tail {
                        // The leader knows of something that is not there, and may be about to forget it.
                        sleep(RETRY_DELAY).await;
                    }
                }
                // The same message again: if it was stored, it is not stored twice.
                Err(_) => sleep(RETRY_DELAY).await,
            }
        }
    }

    /// A pass over the whole stream, without what the entries say. For who begins with nothing.
    async fn scan(&self) -> Result<Vec<(RoomId, String)>, Trouble> {
        let last = self.stream.get_info().await?.state.last_sequence;
        let mut rooms: HashMap<RoomId, (Tail, Option<String>)> = HashMap::new();
        let mut order = Vec::new();
        if last > 0 {
            let mut messages = Listener::new(&self.stream, None, 0, true).await?;
            loop {
                let (at, message) = messages.next().await?;
                if let Some(room) = self.names.which(&message.subject) {
                    let (tail, code) = rooms.entry(room).or_default();
                    if tail.takes(&Stored::read(at, message.headers.as_ref(), Bytes::new())) {
                        match message::index_update(message.headers.as_ref()) {
                            Some(message::IndexChange::Opened(opened)) => {
                                *code = Some(opened);
                                order.push(room);
                            }
                            Some(message::IndexChange::Closed) => *code = None,
                            None => {}
                        }
                    }
                }
                if at >= last {
                    break;
                }
            }
        }
        let open = |room: RoomId| Some((room, rooms.get_mut(&room)?.1.take()?));
        Ok(order.into_iter().filter_map(open).collect())
    }
}

impl RoomLog for JetStreamLog {
    fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        index_update: Option<IndexUpdate>,
    ) -> LogFuture<'_, Result<Seq, AppendError>> {
        let body = serde_json::to_vec(entry);
        Box::pin(async move {
            let body = body.map_err(|error| failed(&error))?;
            self.publish(room, expected, body.into(), index_update.as_ref()).await
        })
    }

    fn read(&self, room: RoomId, from: Seq) -> LogFuture<'_, Result<Vec<Entry>, AppendError>> {
        Box::pin(async move {
            // Followers of a room mostly ask for the latest entries.
            if let Some(follow) = self.followed.known(room) {
                follow.loaded.get_or_try_init(|| self.load(room, &follow)).await?;
                self.catch_up(room).await?;
                if let Some(recent) = follow.since(from) {
                    return recent.iter().map(|entry| understood(room, entry)).collect();
                }
            }
            let last = self.last_of(room).await?;
            if last == 0 {
                return Ok(Vec::new());
            }
            let mut tail = Tail::default();
            let messages = self.stored(room, last).await?;
            let taken = messages.into_iter().filter_map(|message| {
                let taken = tail.takes(&message).then(|| AppendedEntry::new(tail.count, message.body));
                taken.filter(|entry| entry.seq > from)
            });
            taken.map(|entry| understood(room, &entry)).collect()
        })
    }

    fn watch(&self, room: RoomId) -> LogFuture<'_, Result<broadcast::Receiver<AppendedEntry>, AppendError>> {
        Box::pin(async move { Ok(self.follow(room).await?.subscribe()) })
    }

    fn open_rooms(&self) -> LogFuture<'_, Result<Vec<(RoomId, String)>, AppendError>> {
        Box::pin(retry(|| self.scan()))
    }

    fn rooms(&self) -> LogFuture<'_, Result<Vec<RoomId>, AppendError>> {
        Box::pin(retry(|| self.subjects()))
    }

    fn closed_at(&self, room: RoomId) -> LogFuture<'_, Result<Option<u64>, AppendError>> {
        Box::pin(async move { Ok(self.last_message(room).await?.and_then(|last| removal::closed_at(&last))) })
    }

    fn remove(&self, room: RoomId) -> LogFuture<'_, Result<bool, AppendError>> {
        Box::pin(self.purge(room))
    }

    fn newest(&self) -> LogFuture<'_, Result<Option<u64>, AppendError>> {
        Box::pin(retry(|| self.newest_entry()))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn is_receiving(&self) -> bool {
        self.consumer.is_open()
    }
}

/// What may be better the next time.
type Trouble = Box<dyn Error + Send + Sync>;

/// Retries until it succeeds or the request times out.
async fn retry<T, F>(attempt: impl FnMut() -> F) -> Result<T, AppendError>
where
    F: Future<Output = Result<T, Trouble>>,
{
    let retry = Retry { timeout: REQUEST_TIMEOUT, delay: RETRY_DELAY };
    retry.run(attempt).await.map_err(|error| AppendError::Failed(error.to_string()))
}

fn understood(room: RoomId, entry: &AppendedEntry) -> Result<Entry, AppendError> {
    // The parser's own words would quote the entry.
    entry.entry().map_err(|error| {
        let (seq, column) = (entry.seq, error.column());
        AppendError::Unreadable(format!(
            "entry {seq} of room {room} cannot be understood (at column {column})"
        ))
    })
}

/// Whether an append was refused because the room is longer than it expected. Newer servers have two ways to say so.
fn is_conflict(error: &PublishError) -> bool {
    let code = error
        .source()
        .and_then(|source| source.downcast_ref::<jetstream::Error>())
        .map(jetstream::Error::error_code);
    error.kind() == PublishErrorKind::WrongLastSequence
        || code == Some(ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT)
}

fn failed(error: &dyn Error) -> AppendError {
    AppendError::Failed(error.to_string())
}
