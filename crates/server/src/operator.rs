//! What an operator does about a running server, through a socket in its data folder. Programs that can read the folder can use
//! it, and nothing else can: it has no password and does not listen on the network.
#![cfg_attr(not(unix), allow(dead_code, reason = "the socket exists on Unix only"))]

mod bans;
mod drain;
#[cfg(unix)]
mod socket;

pub(crate) use bans::Bans;
pub use bans::{Ban, BanTarget};
pub(crate) use drain::Drain;
#[cfg(unix)]
pub use socket::{AskError, ask};
#[cfg(unix)]
pub(crate) use socket::{Listening, listen};

use crate::{
    actor::{Handle, Intervention, Message},
    protocol::{
        Code, RoomState,
        lobby::{Listed, Summary},
    },
    shared::Shared,
};
use catalog::Fault;
use kernel::Seat;
use room::clean_code;
use serde::{Deserialize, Serialize};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout},
};

/// How long a room may take to answer.
const ROOM_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest announcement, in characters: a note on a phone.
const LONGEST_ANNOUNCEMENT: usize = 200;
/// An hour, as clocks count.
const HOUR: u64 = 60 * 60 * 1000;

/// What an operator asks of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// All rooms of this server.
    Rooms,
    /// One room, with the addresses of its people.
    Room {
        /// Its code.
        code: String,
    },
    /// Closes a room.
    Close {
        /// Its code.
        code: String,
    },
    /// Removes a player from a room.
    Kick {
        /// The room's code.
        code: String,
        /// The seat, from 0.
        seat: u8,
    },
    /// Keeps somebody out for a time, and removes them from where they are.
    Ban {
        /// The address or profile.
        target: BanTarget,
        /// For how long.
        hours: u32,
    },
    /// Takes a ban back.
    Unban {
        /// The address or profile.
        target: BanTarget,
    },
    /// All bans.
    Bans,
    /// Shows a text to everybody at a table.
    Announce {
        /// The text.
        text: String,
    },
    /// Opens no more tables, and ends the server when nobody is in a game.
    Drain {
        /// Takes it back instead.
        cancel: bool,
    },
    /// How the server is.
    Stats,
}

/// What a server answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It is done.
    Done,
    /// It is done at this number of places.
    Reached(usize),
    /// Rooms, the oldest first.
    Rooms(Vec<RoomReport>),
    /// Bans, those that end first at the beginning.
    Bans(Vec<Ban>),
    /// Numbers.
    Stats(Stats),
}

/// A room as its operator sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoomReport {
    /// Its code.
    pub code: String,
    /// The name of its game.
    pub game: String,
    /// Whether the game is under way.
    pub state: RoomState,
    /// Whether strangers find it.
    pub listed: Listed,
    /// How long it has been open.
    pub age_seconds: u64,
    /// Its seats in order.
    pub seats: Vec<SeatReport>,
    /// The names of its spectators.
    pub spectators: Vec<String>,
    /// Connections through this server.
    pub connections: usize,
}

/// A seat as its operator sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatReport {
    /// The name at the table.
    pub name: String,
    /// Whether it is a bot's.
    pub bot: bool,
    /// Whether its player is connected.
    pub online: bool,
    /// Where the player is connected from or sat down from, as limits and bans count it.
    pub address: Option<IpAddr>,
    /// What a ban names the player's browser by, if it keeps a history and sat down since the server was started.
    pub profile: Option<String>,
}

/// Numbers of a server.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Stats {
    /// Seconds since it was started.
    pub uptime_seconds: u64,
    /// Rooms that run here.
    pub rooms: usize,
    /// Rooms with a game under way.
    pub playing: usize,
    /// People on seats.
    pub people: usize,
    /// Open WebSockets.
    pub connections: i64,
    /// Rooms that cannot go on.
    pub set_aside: usize,
    /// Bans that hold.
    pub bans: usize,
    /// Free bytes on the disk of the log, where that can be known.
    pub free_bytes: Option<u64>,
    /// Whether it opens no more tables.
    pub draining: bool,
}

impl Shared {
    /// Does what an operator asks.
    pub(crate) async fn operate(self: &Arc<Self>, request: Request) -> Result<Reply, Fault> {
        match request {
            Request::Rooms => Ok(Reply::Rooms(self.reports().await)),
            Request::Room { code } => {
                let report = ask_room(&self.room_of(&code).await?, Intervention::Report).await?;
                Ok(Reply::Rooms(vec![report]))
            }
            Request::Close { code } => {
                ask_room(&self.room_of(&code).await?, Intervention::Close).await??;
                tracing::info!("a table was closed by the operator");
                Ok(Reply::Done)
            }
            Request::Kick { code, seat } => {
                let room = self.room_of(&code).await?;
                ask_room(&room, |reply| Intervention::Kick(Seat(seat), reply)).await??;
                tracing::info!("a player was removed by the operator");
                Ok(Reply::Done)
            }
            Request::Ban { target, hours } => self.ban(target, hours).await,
            Request::Unban { target } => match self.bans.remove(&target).map_err(unwritten)? {
                true => Ok(Reply::Done),
                false => Err(refusal("this ban does not exist; `aboveboard bans` lists all")),
            },
            Request::Bans => Ok(Reply::Bans(self.bans.list(self.clock.now()))),
            Request::Announce { text } => self.announce(&text).await,
            Request::Drain { cancel } => {
                self.drain.set(!cancel);
                tracing::info!(on = !cancel, "the operator asked to drain");
                Ok(Reply::Done)
            }
            Request::Stats => Ok(Reply::Stats(self.stats())),
        }
    }

    async fn room_of(self: &Arc<Self>, code: &str) -> Result<Handle, Fault> {
        self.find(&clean_code(code)?).await
    }

    async fn ban(&self, target: BanTarget, hours: u32) -> Result<Reply, Fault> {
        let until = self.clock.now() + HOUR * u64::from(hours.max(1));
        self.bans.add(target.clone(), until, self.clock.now()).map_err(unwritten)?;
        tracing::info!(hours, "an address or a profile was banned by the operator");
        let mut removed = 0;
        for room in self.handles() {
            removed += ask_room(&room, |reply| Intervention::Expel(target.clone(), reply)).await.unwrap_or(0);
        }
        Ok(Reply::Reached(removed))
    }

    async fn announce(&self, text: &str) -> Result<Reply, Fault> {
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 || length > LONGEST_ANNOUNCEMENT || text.chars().any(char::is_control) {
            let wanted = format!("an announcement has 1 to {LONGEST_ANNOUNCEMENT} characters on one line");
            return Err(refusal(&wanted));
        }
        let mut reached = 0;
        for room in self.handles() {
            let announced = |reply| Intervention::Announce(text.to_owned(), reply);
            reached += ask_room(&room, announced).await.unwrap_or(0);
        }
        Ok(Reply::Reached(reached))
    }

    /// All rooms that answer, the oldest first.
    async fn reports(&self) -> Vec<RoomReport> {
        let mut reports = Vec::new();
        for room in self.handles() {
            // A room that ends meanwhile is not there any more.
            reports.extend(ask_room(&room, Intervention::Report).await);
        }
        reports.sort_by(|a, b| b.age_seconds.cmp(&a.age_seconds).then_with(|| a.code.cmp(&b.code)));
        reports
    }

    /// Whether somebody who is connected is in a game.
    pub(crate) async fn somebody_plays(&self) -> bool {
        let plays =
            |room: &RoomReport| room.state == RoomState::Playing && room.seats.iter().any(|seat| seat.online);
        self.reports().await.iter().any(plays)
    }

    fn stats(&self) -> Stats {
        let summaries: Vec<Summary> = self.handles().iter().map(Handle::summary).collect();
        Stats {
            uptime_seconds: Instant::now().duration_since(self.started).as_secs(),
            rooms: summaries.len(),
            playing: summaries.iter().filter(|room| room.state == RoomState::Playing).count(),
            people: summaries.iter().map(|room| usize::from(room.people)).sum(),
            connections: self.metrics.connections(),
            set_aside: self.set_aside().len(),
            bans: self.bans.list(self.clock.now()).len(),
            free_bytes: self.log.storage().free_bytes,
            draining: self.drain.is_on(),
        }
    }
}

/// Sends something to a room and waits for its answer.
async fn ask_room<T>(
    room: &Handle,
    intervention: impl FnOnce(oneshot::Sender<T>) -> Intervention,
) -> Result<T, Fault> {
    let (reply, answer) = oneshot::channel();
    let gone = Code::RoomNotFound.fault();
    let asked = async {
        room.inbox.send(Message::Operator(intervention(reply))).await.ok()?;
        answer.await.ok()
    };
    timeout(ROOM_TIMEOUT, asked)
        .await
        .map_err(|_| refusal("the room does not answer; try again"))?
        .ok_or(gone)
}

fn refusal(text: &str) -> Fault {
    Fault { text: text.into(), ..Code::NotAvailable.fault() }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn unwritten(error: std::io::Error) -> Fault {
    Fault { text: format!("the list of bans cannot be written: {error}"), ..Code::Internal.fault() }
}
