//! What may happen to a room, and which entry it would be. Nothing here changes anything.

use super::{luck::ChanceSource, state::Room};
use crate::{
    entry::{Chair, Deal, DeckPin, IndexUpdate, Person, Played, What},
    node::NodeId,
    protocol::{
        Ask, Code, Controller, RoomState,
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
    /// The change of the index of rooms and games.
    pub index_update: Option<IndexUpdate>,
}

impl From<What> for Verdict {
    fn from(what: What) -> Verdict {
        Verdict { what, staged: None, index_update: None }
    }
}

/// A person's connection, as the log is to know it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectionStatus {
    /// Whether it is there.
    pub online: bool,
    /// In a cluster: through which node it goes.
    pub node: Option<NodeId>,
    /// In a cluster: whether the browser at the other end adds to deals.
    pub seals: bool,
}

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
        self.stage(checked, now).map(|(played, staged, index_update)| Verdict {
            what: What::Played(played),
            staged: Some(staged),
            index_update,
        })
    }

    /// What the game has to say about an action that was only asked about: its hints where the table gives them.
    pub fn note(&self, seat: Seat, action: Json) -> Option<Json> {
        let play = self.play.as_ref()?;
        let parsed = play.table.parse(&Input::Act(seat, action)).ok()?;
        play.table.note(seat, &parsed, self.gives_hints())
    }

    /// Whether people here may have advice and counts now.
    pub fn gives_hints(&self) -> bool {
        match self.settings.hints {
            Hints::Off => false,
            Hints::Practice => self.seats.iter().filter(|occupant| !occupant.is_bot()).count() == 1,
            Hints::On => true,
        }
    }

    /// The refusal of an input before a game. An input that cannot be parsed is refused for that reason.
    fn not_started(&self, input: &Input<Json>) -> Fault {
        let start =
            Start { seats: self.agreed.min_seats, host: Seat(0), first: None, rules: self.game.rules };
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

    /// The end of the current window.
    pub fn judge_expiry(&self, window: WindowId, now: u64) -> Result<Verdict, Fault> {
        let (played, staged, index_update) = self.stage_input(&Input::Expire(window), now)?;
        Ok(Verdict { what: What::Played(played), staged: Some(staged), index_update })
    }

    /// A person's connection comes or goes.
    pub fn judge_connection(&self, seat: Seat, line: ConnectionStatus, now: u64) -> Result<Verdict, Fault> {
        let ConnectionStatus { online, node, seals } = line;
        let status = if online { SeatStatus::Human } else { SeatStatus::Offline };
        let occupant = self.occupant(seat).ok_or(Code::Internal)?;
        // Where a bot plays an absent person's seat, the table knows a bot until the person is back.
        let stays = !online && occupant.controller != Controller::Human;
        let known = self.playing().and_then(|play| play.table.status(seat));
        if stays || known.is_none_or(|known| known == status || known == SeatStatus::Removed) {
            return Ok(What::Connection { seat, online, node, seals, played: None }.into());
        }
        let (played, staged, index_update) = self.stage_input(&Input::Status(seat, status), now)?;
        let what = What::Connection { seat, online, node, seals, played: Some(played) };
        Ok(Verdict { what, staged: Some(staged), index_update })
    }

    /// An absent person's seat goes to a bot or out of the game; `left`: for good.
    pub fn judge_hand_over(&self, seat: Seat, left: bool, now: u64) -> Result<Verdict, Fault> {
        let to = if self.removes_absent() { Chair::Removed } else { Chair::Bot };
        let status = if to == Chair::Bot { SeatStatus::Bot } else { SeatStatus::Removed };
        let (played, staged, index_update) = self.stage_input(&Input::Status(seat, status), now)?;
        Ok(Verdict { what: What::HandedOver { seat, to, left, played }, staged: Some(staged), index_update })
    }

    /// A newcomer to the lobby.
    pub fn judge_join(&self, person: Person) -> Result<Verdict, Fault> {
        let most = self.agreed.max_seats;
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
        let mut source = ChanceSource { key: keys.luck(), drawn: 0, lesson, script };
        let mut chances = Vec::new();
        let statuses = staying
            .iter()
            .enumerate()
            .map(|(place, seat)| (Seat(place as u8), self.seats[*seat].status_at_start()));
        let mut inputs = statuses.filter(|(_, status)| *status != SeatStatus::Human);
        loop {
            while let Turn::Chance(luck) = table.turn() {
                let drawn = source.answer(luck);
                table.play(&Input::Chance(drawn.clone()))?;
                chances.push(drawn);
            }
            let Some((seat, status)) = inputs.next() else { return Ok(chances) };
            table.play(&Input::Status(seat, status))?;
        }
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
        let mut source = ChanceSource { key: play.keys.luck(), drawn: play.drawn, lesson, script };
        let staged = play.table.stage(checked, &mut |due| Some(source.answer(due)))?;
        let index_update = match staged.turn() {
            // The archive keeps what was played, not what was written down before.
            Turn::Over(outcome) => self
                .game_row(Some(staged.input()), now)
                .map(|row| IndexUpdate::Finished(Box::new(row.ending(Some(outcome))))),
            _ => None,
        };
        Ok((
            Played { input: staged.input().clone(), chances: staged.chances().to_vec() },
            staged,
            index_update,
        ))
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
