use super::answers::Answers;
use crate::{
    entropy::token_fits,
    entry::Person,
    node::NodeId,
    protocol::{Code, Controller, RoomState},
    state::Room,
};
use catalog::Fault;
use kernel::{Level, Seat, SeatStatus};

/// Somebody on a seat.
#[derive(Clone, Debug)]
pub struct Occupant {
    pub(crate) owner: Owner,
    /// The name to show.
    pub name: String,
    /// The picture to show.
    pub avatar: String,
    /// The current player: for a person's seat that may be a bot, or nobody.
    pub controller: Controller,
    /// When it came, in the order of coming; hosts are followed by it, and the last bot yields first.
    pub(crate) came: u64,
    /// Decisions in a row that ran out.
    pub(crate) expired: u8,
    pub(crate) rematch: bool,
    pub(crate) wins: u32,
}

/// Whose seat it is.
#[derive(Clone, Debug)]
pub enum Owner {
    /// A person, who may come back to it.
    Human(Human),
    /// Nobody but a bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
}

/// A person, as long as the seat is theirs.
#[derive(Clone, Debug)]
pub struct Human {
    /// The public id.
    pub id: String,
    /// The hash of the seat token.
    pub token_hash: String,
    /// Whether they are connected.
    pub online: bool,
    /// In a cluster: the node that the connection goes through.
    pub node: Option<NodeId>,
    /// In a cluster: whether the browser at the other end adds to deals.
    pub seals: bool,
    /// When the connection was lost, in milliseconds of the Unix epoch.
    pub(crate) offline_since: u64,
    /// Since when the connection has been there, in milliseconds of the Unix epoch.
    online_since: u64,
    /// How long the person was away in this game before the current absence, in milliseconds.
    absent_before: u64,
    /// Whether the person has ever been connected.
    connected: bool,
    pub(crate) answers: Answers,
}

/// Of the time that a person is there, this part takes back earlier absences.
const FORGIVEN: u64 = 10;

impl Human {
    /// The connection has come, gone, or moved to another node.
    pub(crate) fn connection_changed(&mut self, online: bool, at: u64) {
        match (self.online, online) {
            (false, true) => {
                let away = at.saturating_sub(self.offline_since);
                self.absent_before += if self.connected { away } else { 0 };
                self.online_since = at;
                self.connected = true;
            }
            (true, false) => {
                let there = at.saturating_sub(self.online_since);
                self.absent_before = self.absent_before.saturating_sub(there / FORGIVEN);
            }
            _ => {}
        }
        self.online = online;
        self.offline_since = at;
    }
    /// A game begins, or somebody else plays the seat: earlier absences do not count any more.
    pub(crate) fn forgive_absences(&mut self) {
        self.absent_before = 0;
    }
}

impl Occupant {
    /// A person who has just sat down and not yet connected.
    pub(crate) fn human(person: Person, came: u64, at: u64) -> Occupant {
        Occupant {
            owner: Owner::Human(Human {
                id: person.id,
                token_hash: person.token_hash,
                online: false,
                node: None,
                seals: false,
                offline_since: at,
                online_since: at,
                absent_before: 0,
                connected: false,
                answers: Answers::default(),
            }),
            name: person.name,
            avatar: person.avatar,
            controller: Controller::Human,
            came,
            expired: 0,
            rematch: false,
            wins: 0,
        }
    }
    pub(crate) fn bot(level: Level, name: String, avatar: String, came: u64) -> Occupant {
        Occupant {
            owner: Owner::Bot { level },
            name,
            avatar,
            controller: Controller::Bot,
            came,
            expired: 0,
            rematch: false,
            wins: 0,
        }
    }
    /// The person whose seat it is, if it is a person's.
    pub fn as_human(&self) -> Option<&Human> {
        match &self.owner {
            Owner::Human(human) => Some(human),
            Owner::Bot { .. } => None,
        }
    }
    pub(crate) fn as_human_mut(&mut self) -> Option<&mut Human> {
        match &mut self.owner {
            Owner::Human(human) => Some(human),
            Owner::Bot { .. } => None,
        }
    }
    /// Whether it belongs to a bot and to nobody else.
    pub fn is_bot(&self) -> bool {
        matches!(self.owner, Owner::Bot { .. })
    }
    /// How well it plays, if a bot has it.
    pub(crate) fn level(&self) -> Option<Level> {
        match self.owner {
            Owner::Bot { level } => Some(level),
            Owner::Human(_) => None,
        }
    }
    /// The status it has for the rules of a new game.
    pub(crate) fn status_at_start(&self) -> SeatStatus {
        match self.as_human() {
            None => SeatStatus::Bot,
            Some(human) if human.online => SeatStatus::Human,
            Some(_) => SeatStatus::Offline,
        }
    }
    /// A person who is connected and plays.
    pub fn is_online(&self) -> bool {
        self.as_human().is_some_and(|human| human.online)
    }
    /// Two decisions in a row ran out under the eyes of a connected person.
    pub(crate) fn is_idle(&self) -> bool {
        self.controller == Controller::Human && self.is_online() && self.expired >= 2
    }
    /// Since when the person is away, if the person is and still has the seat. Earlier absences of the game count as if
    /// they had been part of this one: coming back for a moment does not reset it.
    pub(crate) fn absent_since(&self) -> Option<u64> {
        let human = self.as_human()?;
        let since = human.offline_since.saturating_sub(human.absent_before);
        (self.controller == Controller::Human && !human.online).then_some(since)
    }
    /// Whether somebody took the seat and has never come to it.
    pub(crate) fn is_unused(&self) -> bool {
        self.as_human().is_some_and(|human| !human.connected)
    }
}

impl Room {
    /// The seat of a player who proves with the token that it is theirs.
    pub fn recognize(&self, player: &str, token: &str) -> Result<Seat, Fault> {
        let seat = self.seat_of(player).ok_or(Code::BadToken)?;
        let occupant = self.occupant(seat).ok_or(Code::BadToken)?;
        let human = occupant.as_human().ok_or(Code::BadToken)?;
        if !token_fits(token, &human.token_hash) {
            return Err(Code::BadToken.into());
        }
        if occupant.controller == Controller::None && self.state == RoomState::Playing {
            return Err(Code::SeatGone.into());
        }
        Ok(seat)
    }
}
