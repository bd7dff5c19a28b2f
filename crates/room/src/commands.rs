//! What people may change about a room, and which entries that would be.

use crate::{
    ceremony::Means,
    entry::What,
    judge::{Verdict, check_options},
    names::AVATARS,
    protocol::{Code, Command, Controller, RoomState, lobby::Settings},
    seats::Occupant,
    state::Room,
};
use catalog::{Fault, HouseRules};
use kernel::{Level, Seat};
use serde_json::{Map, Value};

/// Names for bots; the host may add as many as there are seats.
const BOT_NAMES: [&str; 10] =
    ["Ada", "Blaise", "Carl", "Dana", "Emmy", "Felix", "Grace", "Hugo", "Ida", "Jules"];

impl Room {
    /// The entries for a change of the room by the player on `seat`. With none, there is nothing to do.
    pub fn judge_command(
        &self,
        seat: Seat,
        command: &Command,
        means: &Means<'_>,
        now: u64,
    ) -> Result<Vec<Verdict>, Fault> {
        self.check_lesson(command)?;
        if is_for_host(command) {
            self.check_state(command)?;
            self.check_host(seat)?;
        }
        let verdict = match command {
            Command::Promise { opening, promise } => self.judge_promise(seat, opening, promise)?.into(),
            Command::Reveal { transcript, bytes } => self.judge_showing(seat, transcript, bytes)?.into(),
            Command::Read { step } => self.judge_reading(*step)?.into(),
            Command::Leave => self.leave(seat, now)?,
            Command::Rematch => return self.judge_rematch(seat),
            Command::Options { preset, options, settings } => {
                self.judge_options(preset.as_deref(), options, *settings)?
            }
            Command::AddBot { level } => self.add_bot(level.unwrap_or(self.settings.bot_level), 0)?,
            Command::Fill { seats } => return self.fill(*seats),
            Command::BotLevel { seat, level } => self.judge_bot_level(*seat, *level)?,
            Command::Remove { seat } => self.judge_removal(*seat)?,
            Command::Move { from, to } => self.judge_move(*from, *to)?,
            Command::Start => self.judge_start(means)?,
            Command::Reopen => {
                self.expect(RoomState::Finished)?;
                What::Reopened.into()
            }
            Command::HandOver { seat } => self.judge_early_hand_over(*seat, now)?,
            Command::Close => self.closed("closed by the host", now),
        };
        Ok(vec![verdict])
    }

    /// The player on `seat` leaves for good.
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

    /// The player on `seat` wants a rematch. A wish that the log has already needs no further entry.
    fn judge_rematch(&self, seat: Seat) -> Result<Vec<Verdict>, Fault> {
        self.expect(RoomState::Finished)?;
        self.check_state(&Command::Rematch)?;
        let known = self.occupant(seat).is_some_and(|occupant| occupant.rematch);
        let wish = (!known).then(|| What::Rematch { seat }.into());
        Ok(wish.into_iter().collect())
    }

    /// Other rules and settings. A preset replaces the single options that were chosen before.
    fn judge_options(
        &self,
        preset: Option<&str>,
        options: &Map<String, Value>,
        settings: Option<Settings>,
    ) -> Result<Verdict, Fault> {
        let mut rules = preset.map_or_else(|| self.rules.clone(), HouseRules::preset);
        rules.options.extend(options.clone());
        let settings = settings.unwrap_or(self.settings);
        check_options(self.game, &rules, &settings)?;
        Ok(What::OptionsSet { preset: rules.preset, options: rules.options, settings }.into())
    }

    /// Bots on free seats until `seats` are taken.
    fn fill(&self, seats: u8) -> Result<Vec<Verdict>, Fault> {
        let missing = usize::from(seats).saturating_sub(self.seats.len());
        (0..missing).map(|more| self.add_bot(self.settings.bot_level, more)).collect()
    }

    /// A bot on a free seat, after `more` others that are added with it.
    fn add_bot(&self, level: Level, more: usize) -> Result<Verdict, Fault> {
        if self.seats.len() + more >= usize::from(self.agreed.max_seats) {
            return Err(Code::RoomFull.into());
        }
        let taken = |name: &str| self.seats.iter().any(|occupant| occupant.name == name);
        let name = BOT_NAMES.into_iter().filter(|name| !taken(name)).nth(more).unwrap_or("Bot");
        let free = |avatar: &&str| !self.seats.iter().any(|occupant| occupant.avatar == **avatar);
        let avatar = AVATARS.into_iter().filter(free).nth(more).unwrap_or("🤖");
        Ok(What::BotAdded { level, name: name.into(), avatar: avatar.into() }.into())
    }

    fn judge_bot_level(&self, seat: Seat, level: Level) -> Result<Verdict, Fault> {
        let is_bot = self.occupant(seat).is_some_and(Occupant::is_bot);
        if is_bot { Ok(What::BotLevel { seat, level }.into()) } else { Err(Code::NotAvailable.into()) }
    }

    /// The host removes a bot or another player.
    fn judge_removal(&self, seat: Seat) -> Result<Verdict, Fault> {
        let occupant = self.occupant(seat).ok_or(Code::NotAvailable)?;
        if self.is_host(occupant) { Err(Code::NotAvailable.into()) } else { Ok(What::Freed { seat }.into()) }
    }

    fn judge_move(&self, from: Seat, to: Seat) -> Result<Verdict, Fault> {
        let both = self.occupant(from).is_some() && self.occupant(to).is_some();
        if both { Ok(What::Moved { from, to }.into()) } else { Err(Code::NotAvailable.into()) }
    }

    /// The host gives the seat of an absent or idle player to a bot before its time.
    fn judge_early_hand_over(&self, seat: Seat, now: u64) -> Result<Verdict, Fault> {
        let occupant = self.occupant(seat).ok_or(Code::NotAvailable)?;
        if self.playing().is_none() {
            return Err(Code::NotStarted.into());
        }
        if occupant.absent_since().is_none() && !occupant.is_idle() {
            return Err(Code::NotAvailable.into());
        }
        self.judge_hand_over(seat, false, now)
    }

    fn is_host(&self, occupant: &Occupant) -> bool {
        occupant.as_human().is_some_and(|human| human.id == self.host)
    }

    fn check_host(&self, seat: Seat) -> Result<(), Fault> {
        let is_host = self.occupant(seat).is_some_and(|occupant| self.is_host(occupant));
        if is_host { Ok(()) } else { Err(Code::NotHost.into()) }
    }

    fn expect(&self, state: RoomState) -> Result<(), Fault> {
        match self.state {
            now if now == state => Ok(()),
            RoomState::Lobby => Err(Code::NotStarted.into()),
            _ => Err(Code::AlreadyStarted.into()),
        }
    }

    /// Refuses what comes too late. This is checked before the sender's rights.
    pub(crate) fn check_state(&self, command: &Command) -> Result<(), Fault> {
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
}

/// Whether only the host may send a command.
fn is_for_host(command: &Command) -> bool {
    match command {
        Command::Promise { .. }
        | Command::Reveal { .. }
        | Command::Read { .. }
        | Command::Leave
        | Command::Rematch => false,
        Command::Options { .. }
        | Command::AddBot { .. }
        | Command::Fill { .. }
        | Command::BotLevel { .. }
        | Command::Remove { .. }
        | Command::Move { .. }
        | Command::Start
        | Command::Reopen
        | Command::HandOver { .. }
        | Command::Close => true,
    }
}
