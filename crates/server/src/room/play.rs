use super::{
    seal::Seal,
    state::{Applied, Room},
};
use crate::{
    log::{DeckPin, Party, Played, Seq},
    protocol::{Code, Controller, RoomState},
};
use catalog::{AnyTable, Fault, HouseRules, Json, Staged};
use kernel::{DealKey, Drawn, Input, Seat, SeatSet, SeatStatus, Start, Told, Turn, WindowId};
use std::collections::VecDeque;

/// A game under way, or just over.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) table: Box<dyn AnyTable>,
    /// How it was opened.
    pub(crate) start: Start,
    pub(crate) window: Option<WindowId>,
    /// Where its luck comes from.
    pub(crate) key: DealKey,
    /// How many chances were answered.
    pub(crate) drawn: u64,
    /// What the key was made from.
    pub(crate) seal: Option<Seal>,
    /// Who sat down to it.
    pub(super) parties: Vec<Party>,
    /// The entry that started it.
    pub(super) first: Seq,
    /// The deck it is played with, where cards are data.
    pub(crate) deck: Option<DeckPin>,
}

// Looking.
impl Room {
    /// The table, while a game is under way.
    pub(crate) fn playing(&self) -> Option<&Play> {
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
        key: [u8; 32],
        chances: &[Drawn],
        deck: Option<&DeckPin>,
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
        let mut table = self.open_table(start, deck)?;
        let mut logged: VecDeque<Drawn> = chances.iter().cloned().collect();
        let mut drawn = 0;
        let mut answer = |table: &mut Box<dyn AnyTable>| -> Result<Vec<Told<Json>>, Fault> {
            let mut told = Vec::new();
            while let Turn::Chance(_) = table.turn() {
                let chance = logged.pop_front().ok_or(Code::Internal)?;
                told.extend(table.play(&Input::Chance(chance))?);
                drawn += 1;
            }
            Ok(told)
        };
        applied.told = answer(&mut table)?;
        for seat in Seat::all(start.seats) {
            let status = self.occupant(seat).ok_or(Code::Internal)?.status_at_start();
            if status != SeatStatus::Human {
                applied.told.extend(table.play(&Input::Status(seat, status))?);
                applied.told.extend(answer(&mut table)?);
            }
        }
        let parties = self.parties(table.as_ref());
        self.games += 1;
        self.outcome = None;
        self.state = RoomState::Playing;
        self.play = Some(Play {
            table,
            start: *start,
            window: None,
            key: DealKey::new(key),
            drawn,
            seal: None,
            parties,
            first: self.seq,
            deck: deck.cloned(),
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
        applied.told = play.table.settle(staged)?;
        applied.acted = match &played.input {
            Input::Act(seat, _) => Some(*seat),
            _ => None,
        };
        applied.table = true;
        Ok(())
    }

    /// Whether a decision has begun or the game is over.
    pub(super) fn look_at_the_table(&mut self, applied: &mut Applied) {
        if self.state != RoomState::Playing {
            return;
        }
        let Some(play) = &mut self.play else { return };
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
