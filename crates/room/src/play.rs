use super::state::{Applied, Room};
use crate::{
    entry::{Deal, DeckPin, Party, Played, Seq},
    protocol::{Code, Controller, EarlierEvents, RoomState},
};
use catalog::{
    AnyTable, Bases, Fault, HouseRules, Json, Staged,
    proof::{self, GameKeys, LastEntry, Step},
};
use kernel::{
    Addressed, Drawn, Hex32, Input, Luck, Seat, SeatSet, SeatStatus, Start, Turn, Viewer, WindowId,
};
use std::{collections::VecDeque, mem};

/// The number of entries before the last one whose events are sent again to those who come back: enough for a log, little
/// enough for a server with thousands of rooms.
const EARLIER: usize = 60;

/// A game under way, or just over.
#[derive(Debug)]
pub struct Play {
    /// Where it is played.
    pub table: Box<dyn AnyTable>,
    /// How it was opened.
    pub(crate) start: Start,
    pub(crate) window: Option<WindowId>,
    /// Where its luck and its bots' seeds come from.
    pub keys: GameKeys,
    /// How many chances were answered.
    pub(crate) drawn: u64,
    /// From what its bots decide.
    pub(crate) bases: Bases,
    /// The last thing that happened at the table: it is shown again, byte for byte, to those who come back.
    last: LastPlayed,
    /// What happened before that, oldest first.
    earlier: VecDeque<LastPlayed>,
    /// What the keys were made from. A lesson has none.
    pub deal: Option<Deal>,
    /// The people who sat down to it.
    pub(super) parties: Vec<Party>,
    /// The entry that started it.
    pub(super) first: Seq,
    /// The deck it is played with, where cards are data.
    pub(crate) deck: Option<DeckPin>,
    /// Whether its players could have hints at any time so far.
    pub(super) hints: bool,
}

/// What happened at a table with one entry, and what it commits the server to.
#[derive(Debug)]
struct LastPlayed {
    version: Seq,
    link: Hex32,
    events: Vec<Addressed<Json>>,
    acted: Option<Seat>,
    revealed: bool,
}

impl Play {
    /// The seed of what a bot on `seat` decides next in this window.
    pub fn bot_seed(&self, seat: Seat, window: WindowId) -> u64 {
        self.keys.bot_seed(seat, window, self.bases.earlier(seat))
    }

    /// What happened before the last thing, as `viewer` learned it then.
    pub(crate) fn earlier(&self, viewer: Viewer) -> Vec<EarlierEvents> {
        let learned = |played: &LastPlayed| {
            let events = played.events.iter().filter(|event| event.to.includes(viewer));
            let events: Vec<Json> = events.map(|event| event.event.clone()).collect();
            (!events.is_empty()).then_some(EarlierEvents {
                version: played.version,
                acted: played.acted.map(|seat| seat.0),
                events,
            })
        };
        self.earlier.iter().filter_map(learned).collect()
    }

    fn set_last(&mut self, last: LastPlayed) {
        if self.earlier.len() == EARLIER {
            self.earlier.pop_front();
        }
        self.earlier.push_back(mem::replace(&mut self.last, last));
    }

    /// The last thing that happened at the table.
    pub(crate) fn last(&self) -> LastEntry<'_> {
        let LastPlayed { version, link, events, acted, revealed } = &self.last;
        LastEntry { version: *version, link, events, acted: *acted, revealed: *revealed }
    }
}

// Looking.
impl Room {
    /// The table, while a game is under way.
    pub fn playing(&self) -> Option<&Play> {
        self.play.as_ref().filter(|_| self.state == RoomState::Playing)
    }
    /// Seats that owe a decision now.
    pub(crate) fn due(&self) -> SeatSet {
        match self.playing().map(|play| play.table.turn()) {
            Some(Turn::Seats { must, .. }) => must,
            _ => SeatSet::EMPTY,
        }
    }
    /// The house rules of this room, with the deck that was decided on.
    pub(crate) fn rules_with(&self, deck: Option<&DeckPin>) -> HouseRules {
        match deck {
            Some(DeckPin { id, hash }) => self.game.pinned(&self.rules, id, hash),
            None => self.rules.clone(),
        }
    }
    /// A table by them.
    pub(crate) fn open_table(
        &self,
        start: &Start,
        deck: Option<&DeckPin>,
    ) -> Result<Box<dyn AnyTable>, Fault> {
        self.game.open(&self.rules_with(deck), start)
    }
    /// The deck that a game begun now is played with.
    pub(crate) fn deck_pin(&self) -> Option<DeckPin> {
        self.agreed.deck.as_ref().map(|deck| DeckPin { id: deck.id.clone(), hash: deck.hash.clone() })
    }
}

// Changing, for `apply` alone.
impl Room {
    pub(super) fn start(
        &mut self,
        start: &Start,
        chances: &[Drawn],
        deck: Option<&DeckPin>,
        deal: Option<&Deal>,
        applied: &mut Applied,
    ) -> Result<(), Fault> {
        let staying = self.staying();
        let mut seats = 0..self.seats.len();
        self.seats.retain(|_| seats.next().is_some_and(|seat| staying.contains(&seat)));
        for occupant in &mut self.seats {
            occupant.rematch = false;
            occupant.expired = 0;
            if occupant.as_human().is_some() {
                occupant.controller = Controller::Human;
            }
        }
        let mut first =
            FirstEntry { table: self.open_table(start, deck)?, events: Vec::new(), steps: Vec::new() };
        let mut logged: VecDeque<Drawn> = chances.iter().cloned().collect();
        first.draw(&mut |_| logged.pop_front())?;
        for seat in Seat::all(start.seats) {
            let status = self.occupant(seat).ok_or(Code::Internal)?.status_at_start();
            if status != SeatStatus::Human {
                first.play(Step::Status(seat, status))?;
                first.draw(&mut |_| logged.pop_front())?;
            }
        }
        let FirstEntry { table, events, steps } = first;
        let keys = deal.map_or_else(GameKeys::of_lesson, Deal::keys);
        let before = deal.map_or(Hex32([0; 32]), Deal::hash);
        let version = self.seq + 1;
        let link = keys.link(&before, &proof::linked_text(version, &steps));
        let mut bases = Bases::new(start.seats);
        bases.observe(table.as_ref(), version, None);
        let parties = self.parties(table.as_ref());
        let revealed = table.cards_revealed();
        self.games += 1;
        self.outcome = None;
        self.state = RoomState::Playing;
        self.play = Some(Play {
            table,
            start: *start,
            window: None,
            keys,
            drawn: chances.len() as u64,
            bases,
            last: LastPlayed { version, link, events, acted: None, revealed },
            earlier: VecDeque::new(),
            deal: deal.cloned(),
            parties,
            first: self.seq,
            deck: deck.cloned(),
            hints: false,
        });
        applied.table = true;
        Ok(())
    }

    pub(super) fn play(
        &mut self,
        played: &Played,
        staged: Option<Staged>,
        applied: &mut Applied,
    ) -> Result<(), Fault> {
        let play = self.play.as_mut().ok_or(Code::Internal)?;
        let staged = match staged {
            Some(staged) => staged,
            None => {
                let checked = play.table.check(play.table.parse(&played.input)?)?;
                let mut logged: VecDeque<Drawn> = played.chances.iter().cloned().collect();
                play.table.stage(checked, &mut |_| logged.pop_front())?
            }
        };
        play.drawn += staged.chances().len() as u64;
        let version = self.seq + 1;
        let link = play.keys.link(&play.last.link, &proof::linked_text(version, &staged.steps()));
        let events = play.table.settle(staged)?;
        let acted = match &played.input {
            Input::Act(seat, _) => Some(*seat),
            _ => None,
        };
        let revealed = play.table.cards_revealed();
        play.set_last(LastPlayed { version, link, events, acted, revealed });
        play.bases.observe(play.table.as_ref(), version, acted);
        applied.table = true;
        Ok(())
    }

    /// Whether a decision has begun or the game is over.
    pub(super) fn look_at_the_table(&mut self, applied: &mut Applied) {
        if self.state != RoomState::Playing {
            return;
        }
        let hints = self.gives_hints();
        let Some(play) = &mut self.play else { return };
        play.hints |= hints;
        match play.table.turn() {
            Turn::Seats { window, .. } => {
                if play.window != Some(window.id) {
                    play.window = Some(window.id);
                    self.fence = self.seq;
                }
            }
            Turn::Over(outcome) => {
                // A lesson is won by whom the script says.
                let counts = self.lesson.is_none();
                for (seat, place) in outcome.places.iter().filter(|_| counts) {
                    if let (1, Some(occupant)) = (*place, self.seats.get_mut(seat.index())) {
                        occupant.wins += 1;
                    }
                }
                play.window = None;
                self.fence = self.seq;
                self.outcome = Some(outcome);
                self.state = RoomState::Finished;
                applied.room = true;
            }
            Turn::Chance(_) => {}
        }
    }
}

/// A table while its first entry is carried out: the first draws, and the seats that are not played by people who are
/// there.
struct FirstEntry {
    table: Box<dyn AnyTable>,
    events: Vec<Addressed<Json>>,
    steps: Vec<Step>,
}

impl FirstEntry {
    fn play(&mut self, step: Step) -> Result<(), Fault> {
        self.events.extend(self.table.play(&step.input())?);
        self.steps.push(step);
        Ok(())
    }
    /// Every chance that is due now.
    fn draw(&mut self, answer: &mut dyn FnMut(Luck) -> Option<Drawn>) -> Result<(), Fault> {
        while let Turn::Chance(luck) = self.table.turn() {
            let drawn = answer(luck).ok_or(Code::Internal)?;
            self.play(Step::Chance { luck, drawn })?;
        }
        Ok(())
    }
}
