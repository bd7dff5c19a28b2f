use super::{
    answers::Seen,
    ceremony::Ceremony,
    lesson::Lesson,
    play::Play,
    seats::{Human, Occupant},
};
use crate::{
    entry::{Chair, Discarded, Entry, RoomId, Seq, What},
    judge::ConnectionStatus,
    luck::Script,
    protocol::{
        Code, Controller, RoomState, ServerMsg,
        lobby::{AbsentSeat, Settings},
    },
};
use catalog::{Agreed, Fault, HouseRules, Json, Staged};
use kernel::{Input, Outcome, Seat, Turn};
use std::fmt;

/// What the log of a room says. It changes by [`Room::apply`] alone.
pub struct Room {
    /// Its name for ever.
    pub id: RoomId,
    /// Its name while it is open.
    pub code: String,
    /// The game that is played.
    pub game: &'static catalog::Entry,
    pub(crate) rules: HouseRules,
    /// What those rules come to.
    pub agreed: Agreed,
    /// The options of the room.
    pub settings: Settings,
    /// Whether a game is under way.
    pub state: RoomState,
    /// The seats and their occupants.
    pub seats: Vec<Occupant>,
    /// The public id of the host.
    pub host: String,
    /// How many entries were applied: the version that clients know.
    pub seq: Seq,
    /// The version at which the current decision began.
    pub(crate) fence: Seq,
    /// The game under way, or just over.
    pub play: Option<Play>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) games: u32,
    /// The ceremony before a game.
    pub ceremony: Option<Ceremony>,
    /// The deals that were frozen since the last game and thrown away, for whatever reason: somebody who could begin again
    /// unseen would do so until the deal pleases.
    pub discarded: Vec<Discarded>,
    /// After a deal was discarded: the players who were late. They take no part in the next ceremony, which opens automatically.
    pub reopens_without: Option<Vec<String>>,
    /// Where the game's lesson is played here.
    pub lesson: Option<Lesson>,
    /// Whether it is a public table that starts automatically.
    pub(crate) quick: bool,
    /// When it was opened, in milliseconds of the Unix epoch.
    pub opened_at: u64,
    /// When the last entry was made that a person or a bot asked for.
    pub(crate) active_at: u64,
    /// How many have ever sat down: the order of coming.
    came: u64,
    /// Not from the log: where a test wants deals of its choice.
    pub script: Option<Script>,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("code", &self.code).field("seq", &self.seq).finish_non_exhaustive()
    }
}

/// What an entry led to.
#[derive(Debug, Default)]
pub struct Applied {
    /// Whether anything but the table has changed.
    pub room: bool,
    /// Whether the table has changed.
    pub table: bool,
}

impl Room {
    /// The room that its first entry opens.
    pub fn open(id: RoomId, entry: &Entry) -> Result<Room, Fault> {
        let What::Opened { code, game, preset, options, settings, host, lesson, quick } = &entry.what else {
            return Err(Code::Internal.into());
        };
        let game = catalog::find(game)?;
        let rules = HouseRules { preset: preset.clone(), options: options.clone() };
        Ok(Room {
            id,
            code: code.clone(),
            game,
            agreed: game.agree(&rules)?,
            rules,
            settings: *settings,
            state: RoomState::Lobby,
            seats: vec![Occupant::human(host.clone(), 0, entry.at)],
            host: host.id.clone(),
            seq: 1,
            fence: 0,
            play: None,
            outcome: None,
            games: 0,
            ceremony: None,
            discarded: Vec::new(),
            reopens_without: None,
            lesson: lesson.map(|edition| Lesson::of(game, edition)).transpose()?,
            quick: *quick,
            opened_at: entry.at,
            active_at: entry.at,
            came: 1,
            script: None,
        })
    }

    /// Carries out what an entry says. `staged` is what the table made of it where that was found out
    /// before it was logged; an entry that is read back has none, and the table does it again.
    ///
    /// An error means that the log does not fit this program; the room cannot go on then.
    pub fn apply(&mut self, entry: &Entry, staged: Option<Staged>) -> Result<Applied, Fault> {
        let mut applied = Applied { room: true, ..Applied::default() };
        match &entry.what {
            What::Opened { .. } => return Err(Code::Internal.into()),
            What::Joined(person) => self.sit_down(|came| Occupant::human(person.clone(), came, entry.at)),
            What::BotAdded { level, name, avatar } => {
                self.sit_down(|came| Occupant::bot(*level, name.clone(), avatar.clone(), came));
            }
            What::BotLevel { seat, level } => {
                self.occupant_mut(*seat)?.owner = super::seats::Owner::Bot { level: *level };
            }
            What::Freed { seat } => self.free(*seat)?,
            What::Moved { from, to } => self.move_occupant(*from, *to)?,
            What::OptionsSet { preset, options, settings } => {
                self.rules = HouseRules { preset: preset.clone(), options: options.clone() };
                self.agreed = self.game.agree(&self.rules)?;
                self.settings = *settings;
            }
            What::Connection { seat, online, node, seals, played } => {
                let line = ConnectionStatus { online: *online, node: *node, seals: *seals };
                self.connection_changed(*seat, line, entry.at)?;
                if let Some(played) = played {
                    self.play(played, staged, &mut applied)?;
                }
            }
            What::Started { start, chances, deck, deal } => {
                self.start(start, chances, deck.as_ref(), deal.as_ref(), &mut applied)?;
                self.seats.iter_mut().filter_map(Occupant::as_human_mut).for_each(Human::forgive_absences);
                self.ceremony = None;
                self.discarded.clear();
                self.reopens_without = None;
            }
            What::DealOpened { .. }
            | What::Promised { .. }
            | What::DealFrozen { .. }
            | What::Shown { .. }
            | What::DealVoided { .. } => self.go_on_with_ceremony(&entry.what, entry.at)?,
            What::Played(played) => {
                applied.room = self.count_expiry(&played.input) | self.follow_script(&played.input)?;
                self.play(played, staged, &mut applied)?;
            }
            What::Read => self.turn_page()?,
            What::HandedOver { seat, to, left, played } => {
                self.hand_over(*seat, *to, *left)?;
                self.play(played, staged, &mut applied)?;
            }
            What::Rematch { seat } => self.occupant_mut(*seat)?.rematch = true,
            What::Reopened => self.reopen(),
            What::Closed { .. } => {
                self.void_ceremony();
                self.state = RoomState::Closed;
            }
        }
        self.seq += 1;
        self.note_sender(entry);
        self.look_at_the_table(&mut applied);
        Ok(applied)
    }
}

// Looking.
impl Room {
    /// The seat of a player.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let is = |human: &Human| human.id == player;
        let index = self.seats.iter().position(|occupant| occupant.as_human().is_some_and(is))?;
        Some(Seat(index as u8))
    }
    /// The people who have a seat.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.seats.get(seat.index())
    }
    /// The number of games, and the entry at which the current decision began. Connections that come and go do not
    /// change it.
    pub fn progress(&self) -> (u32, Seq) {
        (self.games, self.fence)
    }
    /// Whether no person is connected, so that nothing may go on.
    pub fn is_frozen(&self) -> bool {
        !self.seats.iter().any(Occupant::is_online)
    }
    /// The seats that play the next game: all of a lobby, and of a finished game those who agreed to another.
    pub(crate) fn staying(&self) -> Vec<usize> {
        let stays = |occupant: &Occupant| match occupant.as_human() {
            Some(human) => occupant.rematch || human.id == self.host,
            None => occupant.controller == Controller::Bot,
        };
        let all = self.state == RoomState::Lobby;
        self.seats.iter().enumerate().filter(|(_, o)| all || stays(o)).map(|(seat, _)| seat).collect()
    }
}

// Changing, for `apply` alone.
impl Room {
    fn occupant_mut(&mut self, seat: Seat) -> Result<&mut Occupant, Fault> {
        self.seats.get_mut(seat.index()).ok_or_else(|| Code::Internal.into())
    }

    /// Keeps the answer to the message that led to an entry, and when the room was last active.
    fn note_sender(&mut self, entry: &Entry) {
        if let Some(by) = &entry.by {
            let answer = ServerMsg::Ok { id: by.id.clone(), version: self.seq, note: None };
            if let Some(seat) = self.seat_of(&by.player) {
                self.keep_answer(seat, &by.id, by.body, answer);
            }
        }
        if entry.by.is_some() || matches!(entry.what, What::Played(_) | What::Joined(_)) {
            self.active_at = entry.at;
        }
    }

    fn free(&mut self, seat: Seat) -> Result<(), Fault> {
        // A ceremony cannot go on without the bytes of a player who leaves: the host starts again.
        self.void_ceremony();
        let occupant = self.occupant_mut(seat)?;
        let was_host = occupant.as_human().map(|human| human.id.clone());
        if self.state == RoomState::Finished {
            // The result stays on the table, and everybody's place in it: the seat is empty until the next game or lobby.
            self.vacate(seat, Controller::None)?;
        } else {
            self.seats.remove(seat.index());
        }
        if was_host.as_ref() == Some(&self.host) {
            self.pass_host(false);
        }
        Ok(())
    }

    fn move_occupant(&mut self, from: Seat, to: Seat) -> Result<(), Fault> {
        self.occupant_mut(from)?;
        self.occupant_mut(to)?;
        let mover = self.seats.remove(from.index());
        self.seats.insert(to.index(), mover);
        Ok(())
    }

    fn connection_changed(&mut self, seat: Seat, line: ConnectionStatus, at: u64) -> Result<(), Fault> {
        let ConnectionStatus { online, node, seals } = line;
        let occupant = self.occupant_mut(seat)?;
        let human = occupant.as_human_mut().ok_or(Code::Internal)?;
        human.connection_changed(online, at);
        human.node = node.filter(|_| online);
        human.seals = seals;
        if online && occupant.controller == Controller::Bot {
            occupant.controller = Controller::Human;
        }
        occupant.expired = 0;
        Ok(())
    }

    /// On the next free seat, or on that of the bot which was added last.
    fn sit_down(&mut self, occupant: impl FnOnce(u64) -> Occupant) {
        let occupant = occupant(self.came);
        self.came += 1;
        if self.seats.len() < usize::from(self.agreed.max_seats) {
            return self.seats.push(occupant);
        }
        let bots = self.seats.iter_mut().filter(|occupant| occupant.is_bot());
        if let Some(bot) = bots.max_by_key(|occupant| occupant.came) {
            *bot = occupant;
        }
    }

    /// The host is gone: the person who came first follows, and after a lost connection one who is there.
    fn pass_host(&mut self, connected_first: bool) {
        let follows = |occupant: &&Occupant| occupant.as_human().is_some_and(|human| human.id != self.host);
        // Somebody whose seat a bot plays may come back: better such a host than none.
        let order = |occupant: &&Occupant| {
            let away = connected_first && !occupant.is_online();
            (occupant.controller != Controller::Human, away, occupant.came)
        };
        let next = self.seats.iter().filter(follows).min_by_key(order).and_then(Occupant::as_human);
        if let Some(human) = next {
            self.host = human.id.clone();
        }
    }

    /// Counts decisions that ran out; returns whether a player has become idle or active.
    fn count_expiry(&mut self, input: &Input<Json>) -> bool {
        let Some(play) = &self.play else { return false };
        let before: Vec<bool> = self.seats.iter().map(Occupant::is_idle).collect();
        match (input, play.table.turn()) {
            (Input::Act(seat, _), _) => {
                if let Some(occupant) = self.seats.get_mut(seat.index()) {
                    occupant.expired = 0;
                }
            }
            (Input::Expire(_), Turn::Seats { must, window, .. }) if window.idles => {
                for seat in must.iter() {
                    if let Some(occupant) = self.seats.get_mut(seat.index()) {
                        occupant.expired = occupant.expired.saturating_add(1);
                    }
                }
            }
            _ => {}
        }
        before.into_iter().ne(self.seats.iter().map(Occupant::is_idle))
    }

    fn hand_over(&mut self, seat: Seat, to: Chair, left: bool) -> Result<(), Fault> {
        let occupant = self.occupant_mut(seat)?;
        let was_host = occupant.as_human().map(|human| human.id.clone());
        if let Some(human) = occupant.as_human_mut() {
            human.forgive_absences();
        }
        occupant.controller = match to {
            Chair::Bot => Controller::Bot,
            Chair::Removed => Controller::None,
        };
        if left {
            let controller = occupant.controller;
            self.vacate(seat, controller)?;
        }
        if was_host.as_ref() == Some(&self.host) {
            self.pass_host(!left);
        }
        Ok(())
    }

    /// Voids the token of the seat, so that its player cannot come back.
    fn vacate(&mut self, seat: Seat, controller: Controller) -> Result<(), Fault> {
        let level = self.settings.bot_level;
        let occupant = self.occupant_mut(seat)?;
        occupant.owner = super::seats::Owner::Bot { level };
        occupant.controller = controller;
        occupant.rematch = false;
        Ok(())
    }

    fn reopen(&mut self) {
        self.state = RoomState::Lobby;
        self.play = None;
        self.outcome = None;
        // Seats that were taken out of the game or left for good are free again.
        self.seats.retain(|occupant| occupant.as_human().is_some() || occupant.controller == Controller::Bot);
        for occupant in &mut self.seats {
            occupant.rematch = false;
            if occupant.as_human().is_some() {
                occupant.controller = Controller::Human;
            }
        }
    }

    /// Looks up a message of the player on `seat`.
    pub fn seen(&self, seat: Seat, id: &str, body: u64) -> Seen {
        let human = self.occupant(seat).and_then(Occupant::as_human);
        human.map_or(Seen::New, |human| human.answers.look_up(id, body))
    }
    /// Keeps an answer, for a message that is repeated.
    pub fn keep_answer(&mut self, seat: Seat, id: &str, body: u64, answer: ServerMsg) {
        if let Some(human) = self.seats.get_mut(seat.index()).and_then(Occupant::as_human_mut) {
            human.answers.keep(id, body, answer);
        }
    }
    /// Whether seats can be taken out of games with these options.
    pub(crate) fn removes_absent(&self) -> bool {
        self.settings.absent_seat == AbsentSeat::Remove
    }
}
