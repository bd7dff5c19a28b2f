//! What a node knows of the rooms it follows.

use super::message::Stored;
use crate::{
    lock::lock,
    log::{AppendedEntry, RoomId, Seq},
};
use std::{
    collections::{HashMap, VecDeque},
    mem,
    sync::{Arc, Mutex, MutexGuard},
};
use tokio::sync::{OnceCell, broadcast, oneshot};

/// How many entries a listener may be behind before it has to read the log again.
const BEHIND: usize = 128;
/// Entries of a room that are kept for subscribers that have fallen behind a little.
const RECENT: usize = 16;

/// Where a room's log ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    /// How many entries it has.
    pub(super) count: Seq,
    /// The number of its last message in the stream, taken or not: what an append expects.
    pub(super) last: u64,
}

impl Tail {
    /// Moves on to the next message; whether it is the room's next entry. It is the one rule about which messages count:
    /// the first that was written for a place has it.
    pub(super) fn takes(&mut self, message: &Stored) -> bool {
        self.last = message.at;
        let next = message.seq == Some(self.count + 1);
        self.count += Seq::from(next);
        next
    }
}

/// The rooms that somebody here follows.
#[derive(Debug, Default)]
pub(super) struct Followed(Mutex<Rooms>);

#[derive(Debug, Default)]
struct Rooms {
    follows: HashMap<RoomId, Arc<Follow>>,
    /// At how many rooms to look for deserted ones next.
    sweep_at: usize,
}

impl Followed {
    /// The follower of a room, also of one that nobody has followed so far.
    pub(super) fn get(&self, room: RoomId) -> Arc<Follow> {
        let mut rooms = self.lock();
        if rooms.follows.len() >= rooms.sweep_at {
            rooms.follows.retain(|_, follow| follow.is_wanted());
            rooms.sweep_at = 2 * rooms.follows.len() + 16;
        }
        rooms.follows.entry(room).or_insert_with(|| Arc::new(Follow::new())).clone()
    }

    /// The follower of a room if it has one.
    pub(super) fn known(&self, room: RoomId) -> Option<Arc<Follow>> {
        let mut rooms = self.lock();
        let follow = rooms.follows.get(&room)?;
        if follow.is_wanted() {
            return Some(follow.clone());
        }
        rooms.follows.remove(&room);
        None
    }

    fn lock(&self) -> MutexGuard<'_, Rooms> {
        lock(&self.0)
    }
}

/// One room that is followed.
#[derive(Debug)]
pub(super) struct Follow {
    /// Filled when the room has been read as it was when following began.
    pub(super) loaded: OnceCell<()>,
    state: Mutex<State>,
    news: broadcast::Sender<AppendedEntry>,
}

#[derive(Debug)]
struct State {
    reading: Reading,
    recent: VecDeque<AppendedEntry>,
    /// Callers that wait for an append of this node, by its message id without the number of the attempt.
    echoes: HashMap<String, oneshot::Sender<Option<Seq>>>,
}

#[derive(Debug)]
enum Reading {
    /// The room is being read; what came meanwhile.
    Under(Vec<Stored>),
    /// Everything up to here is known.
    UpTo(Tail),
}

impl Follow {
    fn new() -> Follow {
        let state =
            State { reading: Reading::Under(Vec::new()), recent: VecDeque::new(), echoes: HashMap::new() };
        Follow { loaded: OnceCell::new(), state: Mutex::new(state), news: broadcast::Sender::new(BEHIND) }
    }

    /// Whether anybody uses it. A caller that is about to holds a reference.
    fn is_wanted(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) > 1 || self.news.receiver_count() > 0
    }

    /// Begins with what was read.
    pub(super) fn begin_with(&self, read: Vec<Stored>) {
        let mut state = self.lock();
        let Reading::Under(meanwhile) = mem::replace(&mut state.reading, Reading::UpTo(Tail::default()))
        else {
            return;
        };
        for message in read.into_iter().chain(meanwhile) {
            self.go_on(&mut state, message);
        }
    }

    /// A message has come.
    pub(super) fn on_message(&self, message: Stored) {
        let mut state = self.lock();
        match &mut state.reading {
            Reading::Under(meanwhile) => meanwhile.push(message),
            Reading::UpTo(_) => self.go_on(&mut state, message),
        }
    }

    fn go_on(&self, state: &mut State, message: Stored) {
        let Reading::UpTo(tail) = &mut state.reading else { return };
        if message.at <= tail.last {
            return;
        }
        let taken = tail.takes(&message).then_some(tail.count);
        let append = message.id.as_ref().and_then(|id| id.rsplit_once('.'));
        if let Some(echo) = append.and_then(|(append, _)| state.echoes.remove(append)) {
            // A caller that no longer waits reads the log when it matters.
            let _ = echo.send(taken);
        }
        match taken {
            Some(seq) => {
                let entry = AppendedEntry::new(seq, message.body);
                if state.recent.len() == RECENT {
                    state.recent.pop_front();
                }
                state.recent.push_back(entry.clone());
                // A dropped subscriber is not an error.
                let _ = self.news.send(entry);
            }
            None => {
                tracing::error!(
                    at = message.at,
                    seq = message.seq,
                    "duplicate message for a log position; ignored"
                );
            }
        }
    }

    pub(super) fn tail(&self) -> Tail {
        match &self.lock().reading {
            Reading::UpTo(tail) => *tail,
            Reading::Under(_) => Tail::default(),
        }
    }

    /// The entries after `from`, if they are at hand.
    pub(super) fn since(&self, from: Seq) -> Option<Vec<AppendedEntry>> {
        let state = self.lock();
        let Reading::UpTo(tail) = state.reading else { return None };
        let first = tail.count - state.recent.len() as Seq;
        (from >= first).then(|| state.recent.iter().filter(|entry| entry.seq > from).cloned().collect())
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<AppendedEntry> {
        self.news.subscribe()
    }

    /// Waits for a message of the append of this name.
    pub(super) fn echo(&self, id: &str) -> Echo<'_> {
        let (sender, receiver) = oneshot::channel();
        self.lock().echoes.insert(id.to_owned(), sender);
        Echo { follow: self, id: id.to_owned(), receiver }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// The outcome of a message of this node.
pub(super) struct Echo<'a> {
    follow: &'a Follow,
    id: String,
    receiver: oneshot::Receiver<Option<Seq>>,
}

impl Echo<'_> {
    /// The place it has; `None` if another had it.
    pub(super) async fn received(&mut self) -> Option<Seq> {
        (&mut self.receiver).await.ok().flatten()
    }
    /// The place it has, if it has already been received.
    pub(super) fn taken(&mut self) -> Option<Seq> {
        self.receiver.try_recv().ok().flatten()
    }
}

impl Drop for Echo<'_> {
    fn drop(&mut self) {
        self.follow.lock().echoes.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    fn message(at: u64, seq: Seq, id: &str) -> Stored {
        Stored { at, seq: Some(seq), id: Some(id.into()), body: Bytes::from(format!("{at}")) }
    }

    fn bodies(follow: &Follow, from: Seq) -> Vec<String> {
        let recent = follow.since(from).unwrap();
        recent.iter().map(|entry| String::from_utf8(entry.body().to_vec()).unwrap()).collect()
    }

    #[test]
    fn the_first_for_a_place_has_it() {
        let follow = Follow::new();
        follow.begin_with(vec![message(3, 1, "a"), message(5, 1, "b"), message(9, 2, "c")]);
        follow.on_message(message(11, 1, "late"));
        follow.on_message(message(12, 4, "early"));
        follow.on_message(message(13, 3, "d"));
        assert_eq!(bodies(&follow, 0), ["3", "9", "13"]);
        assert_eq!(follow.tail(), Tail { count: 3, last: 13 });
    }

    #[test]
    fn an_entry_that_arrives_during_the_read_counts_once() {
        let follow = Follow::new();
        let mut listener = follow.subscribe();
        follow.on_message(message(9, 2, "b"));
        follow.on_message(message(12, 3, "c"));
        follow.begin_with(vec![message(3, 1, "a"), message(9, 2, "b")]);
        assert_eq!(bodies(&follow, 1), ["9", "12"]);
        let entry: Vec<Seq> = std::iter::from_fn(|| Some(listener.try_recv().ok()?.seq)).collect();
        assert_eq!(entry, [1, 2, 3]);
    }

    #[tokio::test]
    async fn an_echo_says_which_append_has_the_place() {
        let follow = Follow::new();
        follow.begin_with(vec![]);
        let (mut ours, mut theirs) = (follow.echo("ours"), follow.echo("theirs"));
        follow.on_message(message(1, 1, "theirs.0"));
        follow.on_message(message(2, 1, "ours.3"));
        assert_eq!((ours.received().await, theirs.taken()), (None, Some(1)));
        drop((ours, theirs));
        assert!(follow.lock().echoes.is_empty());
    }

    #[test]
    fn only_the_last_entries_are_at_hand() {
        let follow = Follow::new();
        follow.begin_with((1..=40).map(|n| message(n, n, "x")).collect());
        assert!(follow.since(40 - RECENT as Seq - 1).is_none());
        assert_eq!(follow.since(40 - RECENT as Seq).unwrap().len(), RECENT);
        assert!(follow.since(40).unwrap().is_empty());
        assert!(follow.since(u64::MAX).unwrap().is_empty());
    }
}
