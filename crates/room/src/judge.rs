//! What may happen to a room, and which entry it would be. Nothing here changes anything.

use super::{ceremony::Means, luck::ChanceSource, seats::Occupant, state::Room};
use crate::{
    entry::{Chair, Deal, DeckPin, IndexUpdate, Person, Played, What},
    node::NodeId,
    protocol::{
        Ask, Code, Command, Controller, RoomState,
        lobby::{AbsentSeat, Hints, Settings},
    },
};
use catalog::{Fault, HouseRules, Json, Staged, proof::GameKeys};
use kernel::{Drawn, Input, Seat, SeatStatus, Start, Turn, WindowId};

/// Something that may happen.
#[derive(Debug)]
pub struct Verdict {
    /// What the log will say.
    pub what: What,
    /// What the table will be then.
    pub staged: Option<Staged>,
    /// What it means for the shelf of rooms and games.
    pub mark: Option<IndexUpdate>,
}

impl From<What> for Verdict {
    fn from(what: What) -> Verdict {
        Verdict { what, staged: None, mark: None }
    }
}

/// A person's connection, as the log is to know it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Line {
    /// Whether it is there.
    pub online: bool,
    /// In a cluster: through which node it goes.
    pub node: Option<NodeId>,
    /// In a cluster: whether the browser at the other end adds to deals.
    pub seals: bool,
}

/// Names for bots; the host may add as many as there are seats.
const BOT_NAMES: [&str; 10] =
    ["Ada", "Blaise", "Carl", "Dana", "Emmy", "Felix", "Grace", "Hugo", "Ida", "Jules"];

impl Room {
    /// An action of the game by `seat`, formed on `version`. `now`: milliseconds of the Unix epoch.
    pub fn judge_action(&self, seat: Seat, version: u64, action: Json, now: u64) -> Result<Verdict, Fault> {
        let Some(play) = &self.play else { return Err(self.not_started(&Input::Act(seat, action))) };
        let parsed = play.table.parse(&Input::Act(seat, action))?;
        if version > self.seq || (version < self.fence && !parsed.ignores_version()) {
            return Err(Code::Stale.into());
        }
        let checked = play.table.check(parsed)?;
        self.keeps_to_script(&checked.to_json())?;
        self.stage(checked, now).map(|(played, staged, mark)| Verdict {
            what: What::Played(played),
            staged: Some(staged),
            mark,
        })
    }

    /// What the game has to say about an action that was only asked about, where the table gives hints.
    pub fn note(&self, seat: Seat, action: Json) -> Option<Json> {
        let play = self.play.as_ref().filter(|_| self.gives_hints())?;
        let parsed = play.table.parse(&Input::Act(seat, action)).ok()?;
        play.table.note(seat, &parsed)
    }

    /// Whether people here may have advice. A game's own option of that name comes first.
    pub fn gives_hints(&self) -> bool {
        match self.settings.hints {
            Hints::Off => false,
            Hints::Practice => self.seats.iter().filter(|occupant| !occupant.is_bot()).count() == 1,
            Hints::On => true,
        }
    }

    /// Why nothing can be played before a game: what cannot be read at all is told first.
    fn not_started(&self, input: &Input<Json>) -> Fault {
        let start = Start { seats: self.agreed.fewest, host: Seat(0), first: None, rules: self.game.rules };
        let read = self.game.open(&self.rules, &start).and_then(|table| table.parse(input));
        read.err().unwrap_or_else(|| Code::NotStarted.into())
    }

    /// Why somebody without a seat is refused.
    pub fn not_seated(&self, ask: &Ask) -> Fault {
        match ask {
            Ask::Room(command) => self.check_state(command).err().unwrap_or_else(|| Code::NotSeated.into()),
            _ => Code::NotSeated.into(),
        }
    }

    /// The end of the present window.
    pub fn judge_expiry(&self, window: WindowId, now: u64) -> Result<Verdict, Fault> {
        let (played, staged, mark) = self.stage_input(&Input::Expire(window), now)?;
        Ok(Verdict { what: What::Played(played), staged: Some(staged), mark })
    }

    /// A person's connection comes or goes.
    pub fn judge_connection(&self, seat: Seat, line: Line, now: u64) -> Result<Verdict, Fault> {
        let Line { online, node, seals } = line;
        let status = if online { SeatStatus::Human } else { SeatStatus::Offline };
        let occupant = self.occupant(seat).ok_or(Code::Internal)?;
        // Where a bot plays an absent person's seat, the table knows a bot until the person is back.
        let stays = !online && occupant.controller != Controller::Human;
        let known = self.playing().and_then(|play| play.table.status(seat));
        if stays || known.is_none_or(|known| known == status || known == SeatStatus::Removed) {
            return Ok(What::Connection { seat, online, node, seals, played: None }.into());
        }
        let (played, staged, mark) = self.stage_input(&Input::Status(seat, status), now)?;
        let what = What::Connection { seat, online, node, seals, played: Some(played) };
        Ok(Verdict { what, staged: Some(staged), mark })
    }

    /// An absent person's seat goes to a bot or out of the game; `left`: for good.
    pub fn judge_hand_over(&self, seat: Seat, left: bool, now: u64) -> Result<Verdict, Fault> {
        let to = if self.removes_absent() { Chair::Removed } else { Chair::Bot };
        let status = if to == Chair::Bot { SeatStatus::Bot } else { SeatStatus::Removed };
        let (played, staged, mark) = self.stage_input(&Input::Status(seat, status), now)?;
        Ok(Verdict { what: What::HandedOver { seat, to, left, played }, staged: Some(staged), mark })
    }

    /// A newcomer to the lobby.
    pub fn judge_join(&self, person: Person) -> Result<Verdict, Fault> {
        let most = self.agreed.most;
        let people = self.seats.iter().filter(|occupant| !occupant.is_bot()).count();
        // A lesson is for one.
        if people >= usize::from(most) || self.lesson.is_some() {
            return Err(Code::RoomFull.into());
        }
        if self.settings.locked.is_on() {
            return Err(Code::LobbyLocked.into());
        }
        if self.state != RoomState::Lobby || self.ceremony.is_some() {
            return Err(Code::AlreadyStarted.into());
        }
        Ok(What::Joined(person).into())
    }

    /// A change of the room by the player on `seat`.
    pub fn judge_command(
        &self,
        seat: Seat,
        command: &Command,
        means: &Means<'_>,
        now: u64,
    ) -> Result<Vec<Verdict>, Fault> {
        self.check_lesson(command)?;
        match command {
            Command::Promise { opening, promise } => {
                return self.judge_promise(seat, opening, promise).map(|what| vec![what.into()]);
            }
            Command::Reveal { transcript, bytes } => {
                return self.judge_showing(seat, transcript, bytes).map(|what| vec![what.into()]);
            }
            Command::Read { step } => {
                self.judge_reading(*step)?;
                return Ok(vec![What::Read.into()]);
            }
            Command::Leave => return self.leave(seat, now).map(|verdict| vec![verdict]),
            Command::Rematch => {
                self.expect(RoomState::Finished)?;
                self.check_state(command)?;
                // A wish that the log has already needs no further entry.
                let known = self.occupant(seat).is_some_and(|occupant| occupant.rematch);
                let wish = (!known).then(|| What::Rematch { seat }.into());
                return Ok(wish.into_iter().collect());
            }
            _ => {}
        }
        self.check_state(command)?;
        let is_host =
            self.occupant(seat).and_then(|o| o.as_human()).is_some_and(|human| human.id == self.host);
        if !is_host {
            return Err(Code::NotHost.into());
        }
        let verdict = match command {
            Command::Leave
            | Command::Rematch
            | Command::Read { .. }
            | Command::Promise { .. }
            | Command::Reveal { .. } => unreachable!("returned above"),
            Command::Options { preset, options, settings } => {
                let mut rules = match preset {
                    Some(preset) => HouseRules::preset(preset),
                    None => self.rules.clone(),
                };
                rules.options.extend(options.clone());
                let settings = settings.unwrap_or(self.settings);
                check_options(self.game, &rules, &settings)?;
                What::OptionsSet { preset: rules.preset, options: rules.options, settings }.into()
            }
            Command::AddBot { level } => self.add_bot(level.unwrap_or(self.settings.bot_level), 0)?,
            Command::Fill { seats } => {
                let missing = usize::from(*seats).saturating_sub(self.seats.len());
                return (0..missing).map(|more| self.add_bot(self.settings.bot_level, more)).collect();
            }
            Command::BotLevel { seat, level } => {
                let bot =
                    self.occupant(*seat).filter(|occupant| occupant.is_bot()).ok_or(Code::NotAvailable)?;
                debug_assert!(bot.as_human().is_none());
                What::BotLevel { seat: *seat, level: *level }.into()
            }
            Command::Remove { seat } => {
                let other = self.occupant(*seat).ok_or(Code::NotAvailable)?;
                if other.as_human().is_some_and(|human| human.id == self.host) {
                    return Err(Code::NotAvailable.into());
                }
                What::Freed { seat: *seat }.into()
            }
            Command::Move { from, to } => {
                let both = self.occupant(*from).is_some() && self.occupant(*to).is_some();
                if !both {
                    return Err(Code::NotAvailable.into());
                }
                What::Moved { from: *from, to: *to }.into()
            }
            Command::Start => return self.judge_start(means).map(|verdict| vec![verdict]),
            Command::Reopen => {
                self.expect(RoomState::Finished)?;
                What::Reopened.into()
            }
            Command::HandOver { seat } => {
                let occupant = self.occupant(*seat).ok_or(Code::NotAvailable)?;
                if self.playing().is_none() {
                    return Err(Code::NotStarted.into());
                }
                if occupant.absent_since().is_none() && !occupant.is_idle() {
                    return Err(Code::NotAvailable.into());
                }
                self.judge_hand_over(*seat, false, now)?
            }
            Command::Close => self.closed("closed by the host", now),
        };
        Ok(vec![verdict])
    }

    /// Somebody goes for good.
    pub fn leave(&self, seat: Seat, now: u64) -> Result<Verdict, Fault> {
        // A player who was removed from a game may come back when it is over.
        let plays = |occupant: &Occupant| {
            occupant.controller != Controller::None || self.state == RoomState::Finished
        };
        let others = self
            .seats
            .iter()
            .enumerate()
            .any(|(i, occupant)| i != seat.index() && occupant.as_human().is_some() && plays(occupant));
        if !others {
            return Ok(self.closed("abandoned", now));
        }
        match self.state {
            RoomState::Playing => self.judge_hand_over(seat, true, now),
            _ => Ok(What::Freed { seat }.into()),
        }
    }

    /// How the next game begins for those who stay. A rematch is played by those who agreed.
    pub(super) fn next_start(&self, staying: &[usize]) -> Start {
        // The first seat: the one the last game named, or the next one after it that is still taken.
        let next_first = self.outcome.as_ref().and_then(|outcome| outcome.next_first);
        let first = next_first.and_then(|first| {
            let distance = |seat: &usize| (seat + self.seats.len() - first.index()) % self.seats.len();
            let (place, _) = staying.iter().enumerate().min_by_key(|(_, seat)| distance(seat))?;
            Some(Seat(place as u8))
        });
        let host = staying
            .iter()
            .position(|seat| self.seats[*seat].as_human().is_some_and(|human| human.id == self.host))
            .unwrap_or(0);
        Start { seats: staying.len() as u8, host: Seat(host as u8), first, rules: self.game.rules }
    }

    /// The game begins.
    pub(super) fn started(
        &self,
        start: &Start,
        staying: &[usize],
        deal: Option<Deal>,
    ) -> Result<Verdict, Fault> {
        let keys = deal.as_ref().map_or_else(GameKeys::of_lesson, Deal::keys);
        let deck = self.deck_pin();
        let chances = self.first_chances(start, &keys, staying, deck.as_ref())?;
        Ok(What::Started { start: *start, chances, deck, deal }.into())
    }

    /// Plays the opening of a table to find out what is drawn in it.
    fn first_chances(
        &self,
        start: &Start,
        keys: &GameKeys,
        staying: &[usize],
        deck: Option<&DeckPin>,
    ) -> Result<Vec<Drawn>, Fault> {
        let mut table = self.open_table(start, deck)?;
        let (lesson, script) = (self.lesson.as_ref(), self.script.as_ref());
        let mut fortune = ChanceSource { key: keys.luck(), drawn: 0, lesson, script };
        let mut chances = Vec::new();
        let statuses = staying
            .iter()
            .enumerate()
            .map(|(place, seat)| (Seat(place as u8), self.seats[*seat].status_at_start()));
        let mut inputs = statuses.filter(|(_, status)| *status != SeatStatus::Human);
        loop {
            while let Turn::Chance(luck) = table.turn() {
                let drawn = fortune.answer(luck);
                table.play(&Input::Chance(drawn.clone()))?;
                chances.push(drawn);
            }
            let Some((seat, status)) = inputs.next() else { return Ok(chances) };
            table.play(&Input::Status(seat, status))?;
        }
    }

    fn add_bot(&self, level: crate::protocol::lobby::Level, more: usize) -> Result<Verdict, Fault> {
        if self.seats.len() + more >= usize::from(self.agreed.most) {
            return Err(Code::RoomFull.into());
        }
        let taken = |name: &str| self.seats.iter().any(|occupant| occupant.name == name);
        let name = BOT_NAMES.into_iter().filter(|name| !taken(name)).nth(more).unwrap_or("Bot");
        let free = |avatar: &&str| !self.seats.iter().any(|occupant| occupant.avatar == **avatar);
        let avatar = super::names::AVATARS.into_iter().filter(free).nth(more).unwrap_or("🤖");
        Ok(What::BotAdded { level, name: name.into(), avatar: avatar.into() }.into())
    }

    fn expect(&self, state: RoomState) -> Result<(), Fault> {
        match self.state {
            now if now == state => Ok(()),
            RoomState::Lobby => Err(Code::NotStarted.into()),
            _ => Err(Code::AlreadyStarted.into()),
        }
    }
    /// What comes too late, whoever asks for it: that is told before who may ask at all.
    fn check_state(&self, command: &Command) -> Result<(), Fault> {
        let late = match command {
            Command::Options { .. }
            | Command::AddBot { .. }
            | Command::Fill { .. }
            | Command::Move { .. } => self.state != RoomState::Lobby || self.ceremony.is_some(),
            Command::Start | Command::Rematch | Command::Reopen => {
                self.state == RoomState::Playing || self.ceremony.is_some()
            }
            Command::Remove { .. } => self.state == RoomState::Playing,
            // How well bots play is part of what a deal depends on.
            Command::BotLevel { .. } => self.state == RoomState::Playing || self.ceremony.is_some(),
            Command::HandOver { .. }
            | Command::Read { .. }
            | Command::Promise { .. }
            | Command::Reveal { .. }
            | Command::Leave
            | Command::Close => false,
        };
        if late { Err(Code::AlreadyStarted.into()) } else { Ok(()) }
    }

    fn stage_input(
        &self,
        input: &Input<Json>,
        now: u64,
    ) -> Result<(Played, Staged, Option<IndexUpdate>), Fault> {
        let play = self.play.as_ref().ok_or(Code::NotStarted)?;
        let checked = play.table.check(play.table.parse(input)?)?;
        self.stage(checked, now)
    }

    fn stage(
        &self,
        checked: catalog::Checked,
        now: u64,
    ) -> Result<(Played, Staged, Option<IndexUpdate>), Fault> {
        let play = self.play.as_ref().ok_or(Code::NotStarted)?;
        let (lesson, script) = (self.lesson.as_ref(), self.script.as_ref());
        let mut fortune = ChanceSource { key: play.keys.luck(), drawn: play.drawn, lesson, script };
        let staged = play.table.stage(checked, &mut |due| Some(fortune.answer(due)))?;
        let mark = match staged.turn() {
            // The archive keeps what was played, not what was written down before.
            Turn::Over(outcome) => self
                .game_row(Some(staged.input()), now)
                .map(|row| IndexUpdate::Finished(Box::new(row.ending(Some(outcome))))),
            _ => None,
        };
        Ok((Played { input: staged.input().clone(), chances: staged.chances().to_vec() }, staged, mark))
    }
}

/// Whether a room can have these options.
pub(crate) fn check_options(
    game: &catalog::Entry,
    rules: &HouseRules,
    settings: &Settings,
) -> Result<(), Fault> {
    let agreed = game.agree(rules)?;
    let out_of_range = settings.out_of_range();
    let cannot_remove = settings.absent_seat == AbsentSeat::Remove && !agreed.removable;
    match out_of_range.or(cannot_remove.then_some("absent_seat")) {
        Some(field) => Err(Code::BadOptions.fault().with("field", field)),
        None => Ok(()),
    }
}
