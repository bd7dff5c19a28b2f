//! Opening rooms.

use crate::{
    actor::{Handle, Message, OnBehalf, Replication, spawn},
    entropy::{Purpose, random},
    log::{Entry, IndexUpdate, RoomId},
    protocol::{
        Code, Command, RoomState,
        lobby::{Learn, NewRoom, Play, Seated},
    },
    shared::{Place, Shared},
    throttle::throttled_error,
};
use catalog::Fault;
use room::{Room, Wish};
use std::{net::IpAddr, sync::Arc};
use tokio::sync::oneshot;

impl Shared {
    /// A new room with its host on seat 0.
    pub(crate) async fn open(self: &Arc<Self>, wish: NewRoom) -> Result<Seated, Fault> {
        self.open_room(Wish::table(wish)?).await
    }

    /// Joins the fullest public lobby of the game with default options, if there is one.
    pub(crate) async fn join_public(
        self: &Arc<Self>,
        wish: &Play,
        address: IpAddr,
    ) -> Result<Option<Seated>, Fault> {
        catalog::find(&wish.game)?;
        for room in self.public_rooms(Some(&wish.game)) {
            let free = room.state == RoomState::Lobby && room.usual && room.people < room.most;
            if !free {
                continue;
            }
            if let Ok(handle) = self.find(&room.code).await {
                // Somebody may have been faster; then the next room is tried.
                if let Ok(seated) = handle.join(wish.player.clone(), address).await {
                    return Ok(Some(seated));
                }
            }
        }
        Ok(None)
    }

    /// Opens a public lobby that starts automatically.
    pub(crate) async fn open_public(self: &Arc<Self>, wish: Play) -> Result<Seated, Fault> {
        self.open_room(Wish::quick(wish)?).await
    }

    /// A private table against bots, without time limits where the game allows it, started at once.
    pub(crate) async fn play_now(self: &Arc<Self>, wish: Play) -> Result<Seated, Fault> {
        self.open_room(Wish::play_now(wish)?).await
    }

    /// The lesson of a game, for one learner.
    pub(crate) async fn open_lesson(self: &Arc<Self>, wish: Learn) -> Result<Seated, Fault> {
        self.open_room(Wish::lesson(wish)?).await
    }

    /// Arranges a room that has just been opened, as its host.
    async fn command(
        self: &Arc<Self>,
        host: &Seated,
        commands: Vec<Command>,
        seals: bool,
    ) -> Result<(), Fault> {
        let handle = self.find(&host.code).await?;
        for command in commands {
            let (reply, answer) = oneshot::channel();
            let wish = OnBehalf { player: host.player_id.clone(), command, seals };
            handle.inbox.send(Message::Command(wish, reply)).await.map_err(|_| Code::RoomNotFound)?;
            answer.await.map_err(|_| Code::Internal)??;
        }
        Ok(())
    }

    async fn open_room(self: &Arc<Self>, wish: Wish) -> Result<Seated, Fault> {
        self.bans.check_profile(wish.profile.as_ref(), self.clock.now())?;
        let (commands, seals) = (wish.commands.clone(), wish.seals);
        // In a task of its own: who asked for it may hang up in the middle, and a room is there or it is not.
        let shared = self.clone();
        let opening = tokio::spawn(async move { shared.open_to_the_end(wish).await });
        let seated = opening.await.unwrap_or_else(|_| Err(Code::Internal.into()))?;
        if !commands.is_empty() {
            self.command(&seated, commands, seals).await?;
        }
        Ok(seated)
    }

    async fn open_to_the_end(self: &Arc<Self>, wish: Wish) -> Result<Seated, Fault> {
        let code = self.reserve_code(&wish)?;
        let (host, token) = wish.host(self.entropy.as_ref());
        let id = RoomId(u64::from_be_bytes(random(self.entropy.as_ref(), Purpose::RoomId)));
        let code = match &self.cluster {
            Some(cluster) => self.reserve_everywhere(cluster, &wish, code, id).await?,
            None => code,
        };
        let seated = Seated { code: code.clone(), player_id: host.id.clone(), token };
        if let Err(fault) = self.note_seat(id, &host.id, wish.profile.clone()).await {
            self.give_back(&code).await;
            return Err(fault);
        }
        let entry = wish.entry(code.clone(), host, self.clock.now());
        match self.begin(id, &entry, &code).await {
            Ok(handle) => {
                self.rooms().insert(code, Place::Room(id, handle.clone()));
                self.metrics.rooms(self.running());
                if let Some(cluster) = &self.cluster {
                    // A client that learns the code now finds the room through every node.
                    cluster.directory.show(id, handle.summary()).await;
                }
                Ok(seated)
            }
            Err(fault) => {
                self.give_back(&code).await;
                Err(fault)
            }
        }
    }

    /// A room with its first entry on the log.
    async fn begin(self: &Arc<Self>, id: RoomId, entry: &Entry, code: &str) -> Result<Handle, Fault> {
        let replication = match &self.cluster {
            Some(cluster) => Some(Replication::of(id, cluster, self).await?),
            None => None,
        };
        if let Err(error) = self.append(id, 0, entry, Some(IndexUpdate::Opened { code: code.into() })).await {
            throttled_error!(%error, "a room cannot be opened");
            return Err(Code::Internal.into());
        }
        Ok(spawn(Room::open(id, entry)?, self.clone(), replication))
    }

    /// A code that was taken for nothing is free again.
    async fn give_back(&self, code: &str) {
        self.rooms().remove(code);
        if let Some(cluster) = &self.cluster {
            cluster.directory.give_back(code).await;
        }
    }

    /// A code that no room on this node has.
    pub(crate) fn reserve_code(&self, wish: &Wish) -> Result<String, Fault> {
        let mut rooms = self.rooms();
        let now = self.clock.now();
        for _ in 0..10_000 {
            let code = wish.code(self.entropy.as_ref());
            let free = match rooms.get(&code) {
                None => true,
                Some(Place::Resting(until)) => *until <= now,
                Some(_) => false,
            };
            if free {
                rooms.insert(code.clone(), Place::Taken);
                return Ok(code);
            }
        }
        Err(Code::RoomFull.into())
    }
}
