//! A room in which the game's lesson is played: everything but the learner's decisions is written down.

use super::state::Room;
use crate::{
    entry::What,
    protocol::{Code, Command, LessonNow, LessonView, RoomState},
};
use catalog::{Fault, Json};
use kernel::{Beat, Drawn, Input, Seat};
use serde_json::Value;

/// A scripted seat's pause before it acts, in milliseconds: long enough to see what happened before.
const BOT_PAUSE_MS: std::ops::Range<u64> = 900..1_400;

/// Where the time runs out, it does so in these milliseconds: enough to see that it does.
const TIME_UP: u64 = 2_000;

/// A lesson, and how far it has come.
#[derive(Debug)]
pub struct Lesson {
    script: catalog::Lesson,
    /// How many of its beats are over.
    at: usize,
}

impl Lesson {
    /// The lesson of a game from its beginning, if it is still this edition.
    pub(crate) fn of(game: &catalog::Entry, edition: u32) -> Result<Lesson, Fault> {
        let script = game.lesson().filter(|script| script.edition == edition).ok_or(Code::NotAvailable)?;
        Ok(Lesson { script, at: 0 })
    }
    /// The scripted answer to the chance after `counter` others.
    pub(crate) fn chance(&self, counter: u64) -> Option<Drawn> {
        self.script.chances.get(usize::try_from(counter).ok()?).cloned()
    }
    pub(crate) fn view(&self) -> LessonView {
        let now = match self.script.beats.get(self.at) {
            None => LessonNow::Done,
            Some(Beat::Move(..) | Beat::TimeUp) => LessonNow::Watch,
            Some(Beat::Read { .. }) => LessonNow::Read,
            Some(Beat::Try { .. }) => LessonNow::Try,
        };
        let told = self.script.told(self.at).into_iter().map(Into::into).collect();
        LessonView { told, steps: self.script.steps() as u16, now }
    }
    /// Whether it is this seat that acts by the script now.
    pub(crate) fn moves(&self, seat: Seat) -> bool {
        matches!(self.script.beats.get(self.at), Some(Beat::Move(mover, _)) if *mover == seat)
    }
    /// What the script has this seat do now.
    pub fn scripted(&self, seat: Seat) -> Option<Json> {
        match self.script.beats.get(self.at) {
            Some(Beat::Move(mover, action)) if *mover == seat => serde_json::value::to_raw_value(action).ok(),
            _ => None,
        }
    }
    /// The time limit of the current decision, from the moment the script comes to it. Elsewhere no clock runs.
    pub(crate) fn lasts(&self) -> Option<u64> {
        matches!(self.script.beats.get(self.at), Some(Beat::TimeUp)).then_some(TIME_UP)
    }
    /// How far it has come.
    pub(crate) fn at(&self) -> usize {
        self.at
    }
    /// How long a scripted seat waits before it acts.
    pub(crate) fn pause(random: u64) -> u64 {
        BOT_PAUSE_MS.start + random % (BOT_PAUSE_MS.end - BOT_PAUSE_MS.start)
    }
    /// Where it is after a legal input, or that it has no place here.
    fn after(&self, input: &Input<Json>) -> Result<usize, Fault> {
        let (seat, action) = match input {
            Input::Act(seat, action) => (seat, action),
            Input::Expire(_) => return self.script.after_time(self.at).ok_or(Code::OffScript.into()),
            Input::Chance(_) | Input::Status(..) => return Ok(self.at),
        };
        let action: Value = serde_json::from_str(action.get()).map_err(|_| Code::Internal)?;
        self.script.after_action(self.at, *seat, &action).map_err(|off| {
            let fault = Code::OffScript.fault();
            match off.hint {
                Some(hint) => fault.with("hint", hint),
                None => fault,
            }
        })
    }
}

impl Room {
    /// In a lesson only what the script has a place for may follow, though the rules allow more.
    pub(crate) fn keeps_to_script(&self, input: &Input<Json>) -> Result<(), Fault> {
        self.lesson.as_ref().map_or(Ok(()), |lesson| lesson.after(input).map(|_| ()))
    }
    /// Something happened at the table; returns whether the lesson has moved on.
    pub(crate) fn follow_script(&mut self, input: &Input<Json>) -> Result<bool, Fault> {
        let Some(lesson) = &mut self.lesson else { return Ok(false) };
        let after = lesson.after(input)?;
        let moved_on = after != lesson.at;
        lesson.at = after;
        Ok(moved_on)
    }
    /// The learner has read the current step.
    pub(crate) fn turn_page(&mut self) -> Result<(), Fault> {
        let lesson = self.lesson.as_mut().ok_or(Code::Internal)?;
        lesson.at = lesson.script.after_reading(lesson.at).ok_or(Code::Internal)?;
        Ok(())
    }
    /// The entry for a learner who has read this step, counted from 1.
    pub(crate) fn judge_reading(&self, step: u16) -> Result<What, Fault> {
        let lesson = self.lesson.as_ref().ok_or(Code::NotAvailable)?;
        let view = lesson.view();
        if view.now == LessonNow::Read && view.told.len() == usize::from(step) {
            Ok(What::Read)
        } else {
            Err(Code::Stale.into())
        }
    }
    /// A lesson is what it is: once it has begun there is nothing to arrange. Only the server seats the others.
    pub(crate) fn check_lesson(&self, command: &Command) -> Result<(), Fault> {
        let own = matches!(command, Command::Read { .. } | Command::Leave | Command::Close);
        match (&self.lesson, self.state) {
            (None, _) | (_, RoomState::Lobby) => Ok(()),
            (Some(_), _) if own => Ok(()),
            (Some(_), _) => Err(Code::NotAvailable.into()),
        }
    }
}
