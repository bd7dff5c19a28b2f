//! When bots act. Their choices are made elsewhere, from their seat's recall alone.
//!
//! A bot thinks as soon as it is asked, and then waits. The pause is drawn from its seed, so that it reveals nothing.

use super::{lesson::Lesson, play::Play, seats::Owner, state::Room, timers::Timers};
use crate::protocol::Controller;
use catalog::{Answer, AnyTable, Basis, Deliberation, Json, permits};
use kernel::{Level, Pause, Seat, SeatSet, Turn, Window};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use std::time::Duration;

/// A bot that is to decide something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Whose decision it is.
    pub seat: Seat,
    /// From what it decides.
    pub basis: Basis,
    /// How well it plays.
    pub level: Level,
}

/// A decision on its way.
#[derive(Debug)]
struct Plan {
    question: Question,
    /// When it is to act.
    at: u64,
    thought: Thought,
}

#[derive(Debug)]
enum Thought {
    /// It thinks. Others have acted meanwhile: the table after each of them.
    Open(Vec<Box<dyn AnyTable>>),
    /// It has decided to do this. Nothing: it has found no answer, and its time runs out.
    Chosen(Option<Json>),
    /// It could have interrupted, and does not.
    Declined,
}

/// A decision that is due.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The question that was asked.
    pub question: Question,
    /// When the bot is to act.
    pub at: u64,
    /// What it does; nothing: it has found no answer.
    pub action: Option<Json>,
}

/// A bot that is to be asked.
#[derive(Debug)]
pub struct Asked {
    /// What it is asked.
    pub question: Question,
    /// Whether its basis is older than the current table: after a restart, or where another node led before.
    pub looks_back: bool,
}

/// The bots that are to act, and when.
#[derive(Debug, Default)]
pub struct Bots {
    plans: Vec<Plan>,
    /// The seats that may act now. A choice of another waits until its seat is asked again.
    asked: SeatSet,
    /// Whether nobody was there at the last look.
    frozen: bool,
}

impl Bots {
    /// Looks at the room after every entry: plans of a decision that is over are dropped, new ones are made. Returns those
    /// that are to be asked. `changed`: whether the table has changed.
    pub fn observe(&mut self, room: &Room, now: u64, pace: Pace, changed: bool) -> Vec<Asked> {
        let Some((play, Turn::Seats { must, may, window })) =
            room.playing().map(|play| (play, play.table.turn()))
        else {
            self.plans.clear();
            return Vec::new();
        };
        self.asked = must | may;
        let acts = |seat: Seat| {
            room.occupant(seat).is_some_and(|occupant| occupant.controller == Controller::Bot)
                && room.lesson.as_ref().is_none_or(|lesson| lesson.moves(seat))
        };
        let wanted = |seat: Seat| {
            let basis = play.bases.of(seat).filter(|_| acts(seat))?;
            Some(Question { seat, basis, level: level(room, seat) })
        };
        let pause_of = |question: Question| match pace {
            Pace::Human => pause_of(room, play, question, window),
            Pace::AtOnce => 0,
        };
        self.plans.retain(|plan| wanted(plan.question.seat) == Some(plan.question));
        if std::mem::replace(&mut self.frozen, room.is_frozen()) && !self.frozen {
            // Somebody is back, and wants to see what happens.
            self.plans.iter_mut().for_each(|plan| plan.at = now + pause_of(plan.question));
        }
        let mut asked = Vec::new();
        if changed && room.lesson.is_none() {
            let again = self.look_again(play.table.as_ref());
            asked.extend(again.into_iter().map(|question| Asked { question, looks_back: false }));
        }
        for question in Seat::all(play.start.seats).filter_map(wanted) {
            if self.plans.iter().any(|plan| plan.question == question) {
                continue;
            }
            let at = now + pause_of(question);
            // What a lesson has a seat do is written down.
            let thought =
                if room.lesson.is_some() { Thought::Chosen(None) } else { Thought::Open(Vec::new()) };
            self.plans.push(Plan { question, at, thought });
            let looks_back = question.basis.version != play.last().version;
            asked.push(Asked { question, looks_back });
        }
        asked
    }

    /// Somebody has acted: what is being thought is judged by it later, what was chosen now. Returns what has to be decided
    /// again.
    fn look_again(&mut self, table: &dyn AnyTable) -> Vec<Question> {
        let mut again = Vec::new();
        for Plan { question, thought, .. } in &mut self.plans {
            let stands = match thought {
                Thought::Open(later) => {
                    later.push(table.copy());
                    continue;
                }
                // No answer was found; another table may have one.
                Thought::Chosen(None) => false,
                Thought::Chosen(action) => permits(table, question.seat, action.as_ref()),
                Thought::Declined => permits(table, question.seat, None),
            };
            if !stands {
                *thought = Thought::Open(Vec::new());
                again.push(*question);
            }
        }
        again
    }

    /// A bot has answered; `None`: it has found no answer. Returns what it has to decide next, if others have made its
    /// choice illegal meanwhile.
    pub fn answered(
        &mut self,
        room: &Room,
        timers: &Timers,
        pace: Pace,
        question: Question,
        answer: Option<Answer>,
    ) -> Option<Deliberation> {
        let plan = self.plans.iter_mut().find(|plan| plan.question == question)?;
        let Thought::Open(later) = &mut plan.thought else { return None };
        let lasts = match (room.playing().map(|play| play.table.turn()), pace) {
            (Some(Turn::Seats { window, .. }), Pace::Human) => window.lasts.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        // Some things are said late in a window, whenever they were thought.
        let share = answer.as_ref().map_or(0.0, |answer| answer.not_before);
        let not_before = timers.began() + lasts.mul_f32(share).as_millis() as u64;
        let action = answer.and_then(|answer| answer.action);
        let overruled =
            later.iter().position(|table| !permits(table.as_ref(), question.seat, action.as_ref()));
        if let Some(from) = overruled {
            let tables = std::mem::take(later).into_iter().skip(from).collect();
            return Deliberation::from_tables(tables, question.seat, question.level);
        }
        plan.at = plan.at.max(not_before);
        plan.thought = match action {
            None if !room.due().contains(question.seat) => Thought::Declined,
            action => Thought::Chosen(action),
        };
        None
    }

    /// Whether the answer to a question is still awaited.
    pub(crate) fn awaits(&self, question: Question) -> bool {
        let open = |plan: &Plan| matches!(plan.thought, Thought::Open(_));
        self.plans.iter().any(|plan| plan.question == question && open(plan))
    }

    /// The next to act. Those who are asked at the same moment act in the order of their pauses and not of their speed:
    /// nothing, while the next one still thinks.
    pub fn next(&self) -> Option<Decided> {
        let plan = self.first()?;
        match &plan.thought {
            Thought::Chosen(action) => {
                Some(Decided { question: plan.question, at: plan.at, action: action.clone() })
            }
            _ => None,
        }
    }

    /// Whether somebody is yet to act, or to decide whether to.
    pub fn has_open(&self) -> bool {
        self.first().is_some()
    }

    fn first(&self) -> Option<&Plan> {
        let open = self.plans.iter().filter(|plan| {
            !matches!(plan.thought, Thought::Declined) && self.asked.contains(plan.question.seat)
        });
        // A bot that has found no answer lets time run out for everybody: the others come first.
        let lost = |plan: &Plan| matches!(plan.thought, Thought::Chosen(None));
        open.min_by_key(|plan| (lost(plan), plan.at, plan.question.seat))
    }

    /// Its choice was refused, which is a bug: it is not retried without end.
    pub fn give_up(&mut self, question: Question) {
        for plan in self.plans.iter_mut().filter(|plan| plan.question == question) {
            plan.thought = Thought::Declined;
        }
    }
}

fn pause_of(room: &Room, play: &Play, question: Question, window: Window) -> u64 {
    let Question { seat, basis, level } = question;
    let seed = play.keys.bot_seed(seat, basis.window, basis.earlier);
    // Another number than the one that the bot thinks with, so that one reveals nothing of the other.
    let random = Xoshiro256PlusPlus::seed_from_u64(seed ^ PAUSES).next_u64();
    match &room.lesson {
        Some(_) => Lesson::pause(random),
        None => pause(play.table.pause(level), window, random),
    }
}

/// Separates the seeds of pauses from those of thoughts.
const PAUSES: u64 = 0x7061_7573_6573_2e2e;

/// How well a bot plays on `seat`: as the seat has it, or the room for the seat of somebody who is away.
pub(crate) fn level(room: &Room, seat: Seat) -> Level {
    match room.occupant(seat).map(|occupant| &occupant.owner) {
        Some(Owner::Bot { level }) => *level,
        _ => room.settings.bot_level,
    }
}

/// A pause in milliseconds. It is drawn without looking at any card, so that it reveals nothing.
fn pause(pause: Pause, window: Window, random: u64) -> u64 {
    match pause {
        Pause::Millis { from, to } => u64::from(from) + random % (u64::from(to.saturating_sub(from)) + 1),
        Pause::Share { from, to, least } => {
            let drawn = (random >> 40) as f32 / (1u64 << 24) as f32;
            let share = (from + (to - from) * drawn).clamp(0.0, 1.0);
            (window.lasts.unwrap_or(Duration::ZERO).mul_f32(share).as_millis() as u64).max(least.into())
        }
    }
}

/// How fast bots act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Like people.
    #[default]
    Human,
    /// As fast as they can, for measurements.
    AtOnce,
}
