//! What all rooms and connections of a server share.

use crate::{
    actor::{Handle, Inbox, Message, spawn},
    analyses::Analyses,
    backends::Backends,
    clock::Clock,
    cluster::Cluster,
    config::Config,
    entropy::Entropy,
    finished_games::Records,
    history::{History, ProfileId},
    host::own_names,
    limits::{Held, Limits},
    lock::lock,
    log::{AppendError, Entry, IndexUpdate, RoomId, RoomLog, Seq, Storage},
    metrics::Metrics,
    operator::{Bans, Drain},
    pool::Pool,
    protocol::{
        Code, RoomState,
        lobby::{Listed, Seated, Summary},
    },
    replicas::Waking,
    throttle::throttled_error,
};
use catalog::{Fault, proof::ServerKey};
use kernel::Hex32;
use room::{Pace, Room, Script};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// How long after its room was closed a code is free again.
pub(crate) const CODE_RESTS: u64 = 60 * 60 * 1000;

/// How often a room may fail at the same decision before it is set aside.
const PANICS: u32 = 2;

/// How far a room is, by [`Room::progress`].
type Progress = (u32, Seq);

/// What all rooms and connections of a server share.
pub(crate) struct Shared {
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) history: Option<History>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    /// Signs transcripts and files, and nothing else.
    pub(crate) server_key: ServerKey,
    /// What everybody may know of it.
    pub(crate) server_public: Hex32,
    pub(crate) script: Option<Script>,
    pub(crate) pool: Pool,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) records: Records,
    pub(crate) pace: Pace,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limits: Limits,
    pub(crate) config: Config,
    /// Those whom the operator keeps out.
    pub(crate) bans: Bans,
    /// Whether the operator wants the server to end.
    pub(crate) drain: Drain,
    pub(crate) started: tokio::time::Instant,
    /// The other servers for the same rooms, if there are any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Whether people should be sent elsewhere, because this server is about to stop.
    pub(crate) leaving: AtomicBool,
    /// Replicas that are just being opened.
    pub(crate) waking: Waking,
    /// Names under which people may ask for this server.
    pub(crate) host_names: Vec<String>,
    /// Whether the history was found damaged at the start. Games go on without it.
    pub(crate) history_damaged: AtomicBool,
    /// Rooms that cannot go on.
    aside: Mutex<Vec<RoomId>>,
    /// Rooms that ended by a bug: where, and how often there.
    panics: Mutex<HashMap<RoomId, (Progress, u32)>>,
    /// Rooms by their codes, and codes that rest.
    rooms: Mutex<HashMap<String, Place>>,
}

/// The room behind a code.
#[derive(Debug)]
pub(crate) enum Place {
    /// A room that runs.
    Room(RoomId, Handle),
    /// Nobody until then.
    Resting(u64),
    /// A room that is just being opened.
    Taken,
    /// A room that cannot go on, and why. It is on the log still.
    Stuck(Fault),
}

impl Shared {
    pub(crate) fn new(backends: Backends, config: Config, bans: Bans) -> Shared {
        let server_key =
            backends.cluster.as_ref().map_or(backends.server_key, |cluster| cluster.server_key.clone());
        let metrics = Arc::new(Metrics::of(backends.cluster.as_deref()));
        let pool = Pool::new(config.bot_threads, metrics.clone());
        let host_names = own_names().into_iter().chain(config.host_names.clone()).collect();
        Shared {
            log: backends.log,
            history: backends.history,
            clock: backends.clock,
            entropy: backends.entropy,
            server_public: server_key.public(),
            server_key,
            script: backends.script,
            analyses: Arc::new(Analyses::new(pool.clone())),
            records: Records::default(),
            pool,
            pace: config.pace,
            metrics,
            limits: Limits::new(&config),
            config,
            bans,
            drain: Drain::default(),
            started: tokio::time::Instant::now(),
            cluster: backends.cluster,
            leaving: AtomicBool::new(false),
            waking: Waking::default(),
            host_names,
            history_damaged: AtomicBool::new(false),
            aside: Mutex::default(),
            panics: Mutex::default(),
            rooms: Mutex::default(),
        }
    }

    /// Why a load balancer should not send people here: it is about to stop, does not receive from the cluster, or
    /// cannot keep anything.
    pub(crate) fn not_ready(&self) -> Option<&'static str> {
        if self.leaving.load(Ordering::Relaxed) || self.drain.is_on() {
            return Some("about to stop");
        }
        if self.cluster.as_ref().is_some_and(|cluster| !cluster.nodes.receives_heartbeats())
            || !self.log.is_receiving()
        {
            return Some("the cluster is not received");
        }
        let storage = self.log.storage();
        if storage.missing {
            return Some("the database was removed under the running server");
        }
        (!self.is_spacious(&storage)).then_some("the disk is nearly full")
    }

    fn is_spacious(&self, storage: &Storage) -> bool {
        storage.free_bytes.is_none_or(|free| free >= self.config.min_free_bytes)
    }

    /// Whether another room may be opened. What goes on needs the rest of the disk.
    pub(crate) fn may_open(&self) -> Result<(), Fault> {
        self.drain.check()?;
        let most = self.config.rooms;
        if self.running() >= most {
            throttled_error!(most, "as many tables are open as may be: see --rooms");
            let text =
                format!("this card room has {most} open tables, as many as it may have; try again later");
            return Err(Fault { text, ..Code::NotAvailable.fault() });
        }
        let storage = self.log.storage();
        if self.is_spacious(&storage) {
            return Ok(());
        }
        let (free, wanted) = (storage.free_bytes, self.config.min_free_bytes);
        throttled_error!(free, wanted, "the disk is nearly full: no new tables");
        let text = "the disk of this server is nearly full: no new tables".into();
        Err(Fault { text, ..Code::NotAvailable.fault() })
    }

    /// Counts a new room for the address that opened it, until it ends.
    pub(crate) fn opened_by(&self, seated: &Seated, place: Held) {
        let id = match self.rooms().get(&seated.code) {
            Some(Place::Room(id, _)) => *id,
            // It is over already.
            _ => return,
        };
        self.limits.opened(id, place);
        // It may have ended meanwhile.
        if !matches!(self.rooms().get(&seated.code), Some(Place::Room(there, _)) if *there == id) {
            self.limits.ended(id);
        }
    }

    /// A room cannot go on. Everybody else's do.
    pub(crate) fn put_aside(&self, id: RoomId, code: String, fault: Fault) {
        self.rooms().insert(code, Place::Stuck(fault));
        let mut aside = lock(&self.aside);
        aside.push(id);
        self.metrics.set_aside(aside.len());
    }

    /// A room's task has panicked. Its log is whole, so it goes on from there; if it panics at the same decision again, it
    /// is set aside.
    pub(crate) async fn panicked(self: &Arc<Self>, id: RoomId, code: String, place: Progress) {
        self.metrics.panicked();
        let times = {
            let mut panics = lock(&self.panics);
            let (at, times) = panics.entry(id).or_insert((place, 0));
            *times = if *at == place { *times + 1 } else { 1 };
            *at = place;
            *times
        };
        tracing::error!(room = %id, decision = place.1, times, "a room has failed by a fault of the program; its log is whole");
        if times >= PANICS {
            return self.put_aside(id, code, Code::NotAvailable.into());
        }
        if self.cluster.is_some() {
            // The next visitor opens it again, here or on another node.
            self.rooms().remove(&code);
            return;
        }
        match self.replayed(id).await {
            Ok(room) => {
                let handle = spawn(room, self.clone(), None);
                self.rooms().insert(code, Place::Room(id, handle));
            }
            Err(fault) => {
                tracing::error!(room = %id, code = fault.code, "a room cannot be resumed and is set aside");
                self.put_aside(id, code, Code::NotAvailable.into());
            }
        }
        self.metrics.rooms(self.running());
    }

    /// The rooms that cannot go on.
    pub(crate) fn set_aside(&self) -> Vec<RoomId> {
        lock(&self.aside).clone()
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
            throttled_error!(%error, "room lookup failed");
            Code::Internal.fault()
        })?;
        self.wake(found.ok_or(Code::RoomNotFound)?).await
    }

    /// What a stranger may know of the room with that code. Nothing is opened for it.
    pub(crate) async fn summary(self: &Arc<Self>, code: &str) -> Result<Summary, Fault> {
        let here = self.rooms().contains_key(code);
        let Some(cluster) = self.cluster.as_ref().filter(|_| !here) else {
            return Ok(self.limited(self.find(code).await?.summary()));
        };
        let found = cluster.directory.summary(code).await.map_err(|error| {
            throttled_error!(%error, "room lookup failed");
            Code::Internal.fault()
        })?;
        found.map(|summary| self.limited(summary)).ok_or_else(|| Code::RoomNotFound.into())
    }

    /// A room as the rules of the whole card room leave it.
    fn limited(&self, summary: Summary) -> Summary {
        match self.config.spectators {
            true => summary,
            false => Summary { spectators: kernel::Switch::Off, ..summary },
        }
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
        rooms = rooms.into_iter().map(|room| self.limited(room)).collect();
        rooms.sort_by(|a, b| b.people.cmp(&a.people).then_with(|| a.code.cmp(&b.code)));
        rooms
    }

    /// All rooms that run here.
    pub(crate) fn handles(&self) -> Vec<Handle> {
        let running = |place: &Place| match place {
            Place::Room(_, handle) => Some(handle.clone()),
            _ => None,
        };
        self.rooms().values().filter_map(running).collect()
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
                    // Rooms with work left to do are found through the directory.
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

    /// Makes sure that the finished games of a room are in the archive of all nodes: the node that ended one may have died
    /// before it archived it. Returns whether they are there.
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
        index_update: Option<IndexUpdate>,
    ) -> Result<Seq, AppendError> {
        let began = Instant::now();
        let over = match (&index_update, &self.history) {
            (Some(IndexUpdate::Finished(row) | IndexUpdate::GivenUp(row)), Some(history)) => {
                Some((history, row.clone()))
            }
            _ => None,
        };
        let appended = self.log.append(room, expected, entry, index_update).await;
        self.metrics.appended(began.elapsed());
        if let (Ok(_), Some((history, row))) = (&appended, over) {
            // It is on the log, so nothing is lost if this fails: the next game or start makes up for it, and in a cluster
            // the node that runs the room.
            if let Err(error) = history.over(room, row).await {
                throttled_error!(%room, %error, "a finished game is not in the history yet");
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
        let Err(error) = history.seated(room, player, profile).await else { return Ok(()) };
        throttled_error!(%room, %error, "seat owner not recorded");
        // A history that was damaged before is not worth keeping people from a table.
        if self.history_damaged.load(Ordering::Relaxed) { Ok(()) } else { Err(Code::Internal.into()) }
    }

    pub(crate) fn running(&self) -> usize {
        self.rooms().values().filter(|place| matches!(place, Place::Room(..))).count()
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        lock(&self.rooms)
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
    fn inbox(&self) -> Option<Inbox> {
        match self {
            Place::Room(_, handle) => Some(handle.inbox.clone()),
            _ => None,
        }
    }
}
