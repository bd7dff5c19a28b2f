//! What all rooms and connections of a server share.

use crate::{
    Ground, Script,
    analyses::Analyses,
    clock::Clock,
    cluster::Cluster,
    config::Config,
    entropy::Entropy,
    history::{History, ProfileId},
    limits::Limits,
    log::{AppendError, Entry, Mark, RoomId, RoomLog, Seq},
    metrics::Metrics,
    pool::Pool,
    protocol::{
        Code, RoomState,
        lobby::{Listed, Summary},
    },
    replicas::Waking,
    room::{
        Handle, Pace, Room,
        actor::{Message, spawn},
    },
};
use catalog::Fault;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// A code is free again so long after its room was closed.
pub(crate) const CODE_RESTS: u64 = 60 * 60 * 1000;

/// What all rooms and connections of a server share.
pub(crate) struct Shared {
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) history: Option<History>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) script: Option<Script>,
    pub(crate) pool: Pool,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) pace: Pace,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limits: Limits,
    pub(crate) config: Config,
    /// The other servers for the same rooms, if there are any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Whether people should be sent elsewhere, because this server is about to stop.
    pub(crate) leaving: AtomicBool,
    /// Replicas that are just being opened.
    pub(crate) waking: Waking,
    /// Rooms by their codes, and codes that rest.
    rooms: Mutex<HashMap<String, Place>>,
}

/// Who has a code.
#[derive(Debug)]
pub(crate) enum Place {
    /// A room that runs.
    Room(RoomId, Handle),
    /// Nobody until then.
    Resting(u64),
    /// A room that is just being opened.
    Taken,
    /// A room that cannot go on, and why: its deck is missing. It is on the log still.
    Stuck(Fault),
}

impl Shared {
    pub(crate) fn new(ground: Ground, config: Config) -> Shared {
        let metrics = Arc::new(Metrics::of(ground.cluster.as_deref()));
        let pool = Pool::new(config.bot_threads, metrics.clone());
        Shared {
            log: ground.log,
            history: ground.history,
            clock: ground.clock,
            entropy: ground.entropy,
            script: ground.script,
            analyses: Arc::new(Analyses::new(pool.clone())),
            pool,
            pace: config.pace,
            metrics,
            limits: Limits::new(&config),
            config,
            cluster: ground.cluster,
            leaving: AtomicBool::new(false),
            waking: Waking::default(),
            rooms: Mutex::default(),
        }
    }

    /// Whether people should be sent here: it is not about to stop, and it hears the other nodes and what they write.
    pub(crate) fn is_ready(&self) -> bool {
        let heard = self.cluster.as_ref().is_none_or(|cluster| cluster.nodes.is_heard());
        heard && self.log.is_heard() && !self.leaving.load(Ordering::Relaxed)
    }

    /// The room with that code. In a cluster it may be one that no node has open, or another one.
    pub(crate) async fn find(self: &Arc<Self>, code: &str) -> Result<Handle, Fault> {
        match self.rooms().get(code) {
            Some(Place::Room(_, handle)) => return Ok(handle.clone()),
            Some(Place::Stuck(fault)) => return Err(fault.clone()),
            // Nobody knows this code yet.
            Some(Place::Taken) => return Err(Code::RoomNotFound.into()),
            Some(Place::Resting(_)) | None => {}
        }
        let cluster = self.cluster.as_ref().ok_or(Code::RoomNotFound)?;
        let found = cluster.directory.find(code).await.map_err(|error| {
            tracing::error!(%error, "a room was not looked for");
            Code::Internal.fault()
        })?;
        self.wake(found.ok_or(Code::RoomNotFound)?).await
    }

    /// What a stranger may know of the room with that code. Nothing is opened for it.
    pub(crate) async fn summary(self: &Arc<Self>, code: &str) -> Result<Summary, Fault> {
        let here = self.rooms().contains_key(code);
        let Some(cluster) = self.cluster.as_ref().filter(|_| !here) else {
            return Ok(self.find(code).await?.summary());
        };
        let found = cluster.directory.summary(code).await.map_err(|error| {
            tracing::error!(%error, "a room was not looked for");
            Code::Internal.fault()
        })?;
        found.ok_or_else(|| Code::RoomNotFound.into())
    }

    /// Public rooms that can be joined or watched, of one game or of all.
    pub(crate) fn public_rooms(&self, game: Option<&str>) -> Vec<Summary> {
        let listed = |place: &Place| match place {
            Place::Room(_, handle) => Some(handle.summary()).filter(|s| s.listed == Listed::Public),
            _ => None,
        };
        let mut rooms: Vec<Summary> = match &self.cluster {
            None => self.rooms().values().filter_map(listed).collect(),
            Some(cluster) => {
                let open = cluster.directory.open_rooms().into_iter().map(|(_, summary)| summary);
                open.filter(|summary| summary.listed == Listed::Public).collect()
            }
        };
        rooms.retain(|room| game.is_none_or(|game| room.game == game));
        rooms.sort_by(|a, b| b.people.cmp(&a.people).then_with(|| a.code.cmp(&b.code)));
        rooms
    }

    /// Everything that was open when the server stopped goes on.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, AppendError> {
        if let Some(history) = &self.history {
            history.prepare().await?;
        }
        if self.cluster.is_some() {
            // Other nodes have them; what nobody has is seen to in time.
            return Ok(0);
        }
        let open = self.log.open_rooms().await?;
        let mut resumed = 0;
        for (id, code) in open {
            let entries = self.log.read(id, 0).await?;
            match replay(id, &entries) {
                Ok(room) => {
                    let handle = spawn(room, self.clone(), None);
                    self.rooms().insert(code, Place::Room(id, handle));
                    resumed += 1;
                }
                // Who put the deck elsewhere can put it back; until then everybody is told what is missing.
                Err(fault) if fault.code == Code::DeckMissing.as_str() => {
                    tracing::error!(room = %id, room_code = code, "a room cannot go on: {}", fault.text);
                    self.rooms().insert(code, Place::Stuck(fault));
                }
                // One room that cannot go on must not keep the others from going on.
                Err(fault) => tracing::error!(room = %id, code = fault.code, "a room cannot be resumed"),
            }
        }
        self.metrics.rooms(self.running());
        Ok(resumed)
    }

    /// All rooms rest as they are.
    pub(crate) async fn stop(&self) {
        let inboxes: Vec<_> = self.rooms().values().filter_map(Place::inbox).collect();
        for inbox in inboxes {
            // A room that is gone already has stopped.
            let _ = inbox.send(Message::Stop).await;
        }
    }

    /// A room has ended, or just this replica of it. The code of a closed one rests.
    pub(crate) fn forget(&self, room: &Room) {
        let Room { code, id, .. } = room;
        let closed = room.state == RoomState::Closed;
        let mut rooms = self.rooms();
        let now = self.clock.now();
        rooms.retain(|_, place| !matches!(place, Place::Resting(until) if *until <= now));
        if matches!(rooms.get(code), Some(Place::Room(there, _)) if there == id) {
            rooms.remove(code);
            if let Some(cluster) = self.cluster.clone().filter(|_| closed) {
                let (code, id, archiving) = (code.clone(), *id, self.archiving(*id, room.games_over()));
                tokio::spawn(async move {
                    // What is left to do for a room is found by its line.
                    if archiving.await {
                        cluster.directory.close(&code, id, now).await;
                    }
                });
            } else if closed {
                rooms.insert(code.clone(), Place::Resting(now + CODE_RESTS));
            }
        }
        drop(rooms);
        self.metrics.rooms(self.running());
    }

    /// Makes sure that the games of a room are in the archive of all nodes, of which so many are over: whoever ended one may
    /// have died before it came to that. Says whether they are there.
    pub(crate) fn archiving(&self, room: RoomId, games: u32) -> impl Future<Output = bool> + Send + use<> {
        let (log, history) = (self.log.clone(), self.history.clone());
        async move {
            let Some(history) = history else { return true };
            let made_up = history.make_up_for(log.as_ref(), room, games).await;
            made_up.inspect_err(|error| tracing::error!(%room, %error, "a game is not archived yet")).is_ok()
        }
    }

    /// Appends to the log, and measures it.
    pub(crate) async fn append(
        &self,
        room: RoomId,
        expected: Seq,
        entry: &Entry,
        mark: Option<Mark>,
    ) -> Result<Seq, AppendError> {
        let began = Instant::now();
        let over = match (&mark, &self.history) {
            (Some(Mark::Finished(row) | Mark::GivenUp(row)), Some(history)) => Some((history, row.clone())),
            _ => None,
        };
        let appended = self.log.append(room, expected, entry, mark).await;
        self.metrics.appended(began.elapsed());
        if let (Ok(_), Some((history, row))) = (&appended, over) {
            // It is on the log, so nothing is lost if this fails: the next game or start makes up for it, and in a cluster
            // whoever runs the room.
            if let Err(error) = history.over(room, row).await {
                tracing::error!(%room, %error, "a finished game is not in the history yet");
            }
        }
        appended
    }

    /// Notes whose seat it will be, before anybody has it.
    pub(crate) async fn note_seat(
        &self,
        room: RoomId,
        player: &str,
        profile: Option<ProfileId>,
    ) -> Result<(), Fault> {
        let (Some(history), Some(profile)) = (&self.history, profile) else { return Ok(()) };
        history.seated(room, player, profile).await.map_err(|error| {
            tracing::error!(%room, %error, "a seat could not be noted");
            Code::Internal.into()
        })
    }

    pub(crate) fn running(&self) -> usize {
        self.rooms().values().filter(|place| matches!(place, Place::Room(..))).count()
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        // Nothing panics while it holds this lock; if it did, the map would still be whole.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// The room of that name, if it is this one.
    pub(crate) fn handle_of(&self, id: RoomId) -> Option<Handle> {
        match self {
            Place::Room(there, handle) if *there == id => Some(handle.clone()),
            _ => None,
        }
    }
    fn inbox(&self) -> Option<crate::room::Inbox> {
        match self {
            Place::Room(_, handle) => Some(handle.inbox.clone()),
            _ => None,
        }
    }
}

/// The room that a log says.
pub(crate) fn replay(id: RoomId, entries: &[Entry]) -> Result<Room, Fault> {
    let (first, rest) = entries.split_first().ok_or(Code::Internal)?;
    let mut room = Room::open(id, first)?;
    for entry in rest {
        room.apply(entry, None)?;
    }
    Ok(room)
}
