//! How rooms come into being.

use crate::{
    entropy::{Purpose, random},
    log::{Entry, Mark, RoomId, What},
    protocol::{
        Code, Command, RoomState,
        lobby::{Listed, NewRoom, Play, Seated, Settings},
    },
    room::{
        Handle, Room,
        actor::{Elsewhere, Message, OnBehalf, new_person, spawn},
        check_options, clean_avatar, clean_name, random_code,
    },
    shared::{Place, Shared},
};
use catalog::{Fault, HouseRules};
use kernel::Setting;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What a room is opened for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opening {
    /// A table that its host arranges.
    Table,
    /// A public table that starts by itself.
    Quick,
    /// The game's lesson.
    Lesson {
        /// Which.
        edition: u32,
    },
}

impl Shared {
    /// A new room with its host on seat 0.
    pub(crate) async fn open(self: &Arc<Self>, wish: NewRoom) -> Result<Seated, Fault> {
        self.open_room(wish, Opening::Table).await
    }

    /// Joins the fullest public lobby of the game with default options, if there is one.
    pub(crate) async fn join_public(self: &Arc<Self>, wish: &Play) -> Result<Option<Seated>, Fault> {
        catalog::find(&wish.game)?;
        for room in self.public_rooms(Some(&wish.game)) {
            let free = room.state == RoomState::Lobby && room.usual && room.people < room.most;
            if !free {
                continue;
            }
            if let Ok(handle) = self.find(&room.code).await {
                // Somebody may have been faster; then the next room is tried.
                if let Ok(seated) = handle.join(wish.player.clone()).await {
                    return Ok(Some(seated));
                }
            }
        }
        Ok(None)
    }

    /// Opens a public lobby that starts by itself.
    pub(crate) async fn open_public(self: &Arc<Self>, wish: Play) -> Result<Seated, Fault> {
        let settings = Settings { listed: Listed::Public, ..Settings::default() };
        let room = NewRoom {
            host: wish.player,
            game: wish.game,
            preset: None,
            options: serde_json::Map::new(),
            settings: Some(settings),
        };
        self.open_room(room, Opening::Quick).await
    }

    /// A private table against bots, without time limits where the game allows it, started at once.
    pub(crate) async fn play_now(self: &Arc<Self>, wish: Play) -> Result<Seated, Fault> {
        let game = catalog::find(&wish.game)?;
        let unlimited = game.fields().iter().filter(|field| {
            let zero = matches!(field.kind, kernel::Kind::Number { or: Some(Setting::Number(0)), .. });
            zero && field.name.ends_with("_seconds")
        });
        let options = unlimited.map(|field| (field.name.to_owned(), 0.into())).collect();
        let settings = Settings { bot_level: wish.level.unwrap_or_default(), ..Settings::default() };
        let room =
            NewRoom { host: wish.player, game: wish.game, preset: None, options, settings: Some(settings) };
        let seated = self.open_room(room, Opening::Table).await?;
        let fill = Command::Fill { seats: game.usual };
        self.command(&seated, [fill, Command::Start], wish.seals).await?;
        Ok(seated)
    }

    /// Arranges a room that has just been opened, as its host.
    pub(crate) async fn command(
        self: &Arc<Self>,
        host: &Seated,
        commands: impl IntoIterator<Item = Command>,
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

    pub(crate) async fn open_room(self: &Arc<Self>, wish: NewRoom, how: Opening) -> Result<Seated, Fault> {
        // In a task of its own: who asked for it may hang up in the middle, and a room is there or it is not.
        let shared = self.clone();
        let opening = tokio::spawn(async move { shared.open_to_the_end(wish, how).await });
        opening.await.unwrap_or_else(|_| Err(Code::Internal.into()))
    }

    async fn open_to_the_end(self: &Arc<Self>, wish: NewRoom, how: Opening) -> Result<Seated, Fault> {
        let game = catalog::find(&wish.game).map_err(|_| Code::BadOptions.fault().with("field", "game"))?;
        let name = clean_name(&wish.host.name)?;
        let avatar = clean_avatar(wish.host.avatar.as_deref(), |_| false)?.to_owned();
        // A lesson is nobody's.
        let keeps = wish.host.profile.filter(|_| !matches!(how, Opening::Lesson { .. }));
        let profile = keeps.map(|key| key.id()).transpose()?;
        let rules = HouseRules { preset: wish.preset, options: wish.options };
        let settings = wish.settings.unwrap_or_default();
        check_options(game, &rules, &settings)?;

        let code = self.reserve_code()?;
        let (host, token) = new_person(self, name, avatar);
        let id = RoomId(u64::from_be_bytes(random(self.entropy.as_ref(), Purpose::RoomId)));
        let code = match &self.cluster {
            Some(cluster) => self.reserve_everywhere(cluster, code, id).await?,
            None => code,
        };
        let seated = Seated { code: code.clone(), player_id: host.id.clone(), token };
        if let Err(fault) = self.note_seat(id, &host.id, profile).await {
            self.give_back(&code).await;
            return Err(fault);
        }
        let opened = What::Opened {
            code: code.clone(),
            game: game.name.into(),
            preset: rules.preset,
            options: rules.options,
            settings,
            host,
            lesson: match how {
                Opening::Lesson { edition } => Some(edition),
                Opening::Table | Opening::Quick => None,
            },
            quick: matches!(how, Opening::Quick),
        };
        let entry = Entry { at: self.clock.now(), by: None, what: opened };
        match self.begin(id, &entry, &code).await {
            Ok(handle) => {
                self.rooms().insert(code, Place::Room(id, handle.clone()));
                self.metrics.rooms(self.running());
                if let Some(cluster) = &self.cluster {
                    // Whoever is told the code now finds the room through every node.
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
        let elsewhere = match &self.cluster {
            Some(cluster) => Some(Elsewhere::of(id, cluster, self).await?),
            None => None,
        };
        if let Err(error) = self.append(id, 0, entry, Some(Mark::Opened { code: code.into() })).await {
            tracing::error!(%error, "a room cannot be opened");
            return Err(Code::Internal.into());
        }
        Ok(spawn(Room::open(id, entry)?, self.clone(), elsewhere))
    }

    /// A code that was taken for nothing is free again.
    async fn give_back(&self, code: &str) {
        self.rooms().remove(code);
        if let Some(cluster) = &self.cluster {
            cluster.directory.give_back(code).await;
        }
    }

    /// A code that no room on this node has.
    pub(crate) fn reserve_code(&self) -> Result<String, Fault> {
        let mut rooms = self.rooms();
        let now = self.clock.now();
        for _ in 0..10_000 {
            let code = random_code(self.entropy.as_ref());
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
