use super::answers::Answers;
use crate::{
    cluster::NodeId,
    log::Person,
    protocol::{Controller, lobby::Level},
};
use kernel::SeatStatus;

/// Somebody on a seat.
#[derive(Clone, Debug)]
pub(crate) struct Occupant {
    pub(crate) owner: Owner,
    pub(crate) name: String,
    pub(crate) avatar: String,
    /// Who plays it now: of a person's seat that may be a bot, or nobody.
    pub(crate) controller: Controller,
    /// When it came, in the order of coming; hosts are followed by it, and the last bot yields first.
    pub(crate) came: u64,
    /// Decisions in a row that ran out.
    pub(crate) expired: u8,
    pub(crate) rematch: bool,
    pub(crate) wins: u32,
}

/// Whose seat it is.
#[derive(Clone, Debug)]
pub(crate) enum Owner {
    /// A person, who may come back to it.
    Human(Human),
    /// Nobody but a bot.
    Bot { level: Level },
}

#[derive(Clone, Debug)]
pub(crate) struct Human {
    pub(crate) id: String,
    pub(crate) token_hash: String,
    pub(crate) online: bool,
    /// In a cluster: the node that the connection goes through.
    pub(crate) node: Option<NodeId>,
    /// In a cluster: whether the browser at the other end adds to deals.
    pub(crate) seals: bool,
    /// When the connection was lost, in milliseconds of the Unix epoch.
    pub(crate) offline_since: u64,
    pub(crate) answers: Answers,
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
    pub(crate) fn as_human(&self) -> Option<&Human> {
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
    pub(crate) fn is_bot(&self) -> bool {
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
    pub(crate) fn is_online(&self) -> bool {
        self.as_human().is_some_and(|human| human.online)
    }
    /// Two decisions in a row ran out under the eyes of a connected person.
    pub(crate) fn is_idle(&self) -> bool {
        self.controller == Controller::Human && self.is_online() && self.expired >= 2
    }
    /// Since when the person is away, if the person is and still has the seat.
    pub(crate) fn absent_since(&self) -> Option<u64> {
        let human = self.as_human()?;
        (self.controller == Controller::Human && !human.online).then_some(human.offline_since)
    }
}
