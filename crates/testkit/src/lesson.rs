//! Plays a lesson as a room does, in every way in which it can be played.

use kernel::{Beat, Game, Input, Lesson, Seat, SeatStatus, Start, Table, Teach, Turn};
use std::collections::BTreeSet;

/// The number of steps of a lesson, which takes two or three minutes.
const STEPS: std::ops::RangeInclusive<usize> = 8..=14;

/// What a lesson came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taught {
    /// Steps of the learner.
    pub steps: usize,
    /// Ways through it: wherever several actions will do, each is tried.
    pub ways: usize,
}

/// Plays the lesson of a game to its end through the interface of a table.
///
/// # Panics
/// If anything in it fails; the message says what.
pub fn lesson_plays<G: Teach>() -> Taught {
    try_lesson::<G>(&G::lesson()).unwrap_or_else(|problem| panic!("the lesson of {}: {problem}", G::NAME))
}

/// As [`lesson_plays`], for any lesson of a game; returns what fails.
pub fn try_lesson<G: Game>(lesson: &Lesson<G::Options, G::Action>) -> Result<Taught, String> {
    check_texts(lesson)?;
    if lesson.learner.0 >= lesson.seats {
        return Err("the learner has no seat".into());
    }
    let choices: Vec<usize> = lesson.beats.iter().map(ways).collect();
    if choices.contains(&0) {
        return Err("a step accepts nothing".into());
    }
    let all = choices.iter().product();
    for way in 0..all {
        play::<G>(lesson, way)?;
    }
    Ok(Taught { steps: lesson.steps(), ways: all })
}

fn ways<A>(beat: &Beat<A>) -> usize {
    match beat {
        Beat::Try { accepts, .. } => accepts.len(),
        Beat::Move(..) | Beat::TimeUp | Beat::Read { .. } => 1,
    }
}

fn check_texts<O, A: PartialEq>(lesson: &Lesson<O, A>) -> Result<(), String> {
    if !STEPS.contains(&lesson.steps()) {
        return Err(format!("{} steps; a lesson has {} to {}", lesson.steps(), STEPS.start(), STEPS.end()));
    }
    let mut seen = BTreeSet::new();
    let hints = lesson.beats.iter().filter_map(|beat| match beat {
        Beat::Try { hint, .. } => Some(*hint),
        Beat::Move(..) | Beat::TimeUp | Beat::Read { .. } => None,
    });
    let names = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    for text in lesson.beats.iter().filter_map(Beat::text) {
        if !seen.insert(text) {
            return Err(format!("the text `{text}` stands there twice"));
        }
    }
    match seen.into_iter().chain(hints).find(|text| !names(text)) {
        Some(text) => Err(format!("`{text}` cannot name a text: use lower-case letters and hyphens")),
        None => Ok(()),
    }
}

/// One way through the lesson; `way` numbers the choices where there are any.
fn play<G: Game>(lesson: &Lesson<G::Options, G::Action>, mut way: usize) -> Result<(), String> {
    let start = Start { seats: lesson.seats, host: lesson.learner, first: None, rules: G::RULES };
    let table = Table::<G>::new(&lesson.options, &start).map_err(|refusal| refusal.to_string())?;
    let mut desk = Desk { table, chances: lesson.chances.iter().cloned().collect() };
    desk.luck()?;
    // As in a room: the others are not people, and the learner comes when the table is set.
    for seat in Seat::all(lesson.seats) {
        let status = if seat == lesson.learner { SeatStatus::Offline } else { SeatStatus::Bot };
        desk.commit(&Input::Status(seat, status))?;
    }
    desk.commit(&Input::Status(lesson.learner, SeatStatus::Human))?;
    for (at, beat) in lesson.beats.iter().enumerate() {
        let (seat, action, hinted) = match beat {
            Beat::Read { .. } => continue,
            Beat::TimeUp => {
                desk.run_out().map_err(|problem| format!("beat {at}: {problem}"))?;
                continue;
            }
            Beat::Move(seat, action) => (*seat, action, None),
            Beat::Try { accepts, hint, .. } => {
                let choice = way % accepts.len();
                way /= accepts.len();
                (lesson.learner, &accepts[choice], Some(*hint))
            }
        };
        if hinted.is_none() && seat == lesson.learner {
            return Err(format!("beat {at}: the learner moves by itself"));
        }
        desk.asked(seat).map_err(|problem| format!("beat {at}: {problem}"))?;
        desk.commit(&Input::Act(seat, action.clone())).map_err(|problem| format!("beat {at}: {problem}"))?;
    }
    match desk.chances.len() {
        0 => Ok(()),
        left => Err(format!("{left} chances are never asked for")),
    }
}

struct Desk<G: Game> {
    table: Table<G>,
    chances: std::collections::VecDeque<kernel::Drawn>,
}

impl<G: Game> Desk<G> {
    /// A seat can only act if it owes an action or may interrupt.
    fn asked(&self, seat: Seat) -> Result<(), String> {
        match self.table.turn() {
            Turn::Seats { must, may, .. } if (must | may).contains(seat) => Ok(()),
            turn => Err(format!("{seat} is not asked: {turn:?}")),
        }
    }
    /// The clock is stopped in a lesson; where it runs, there is something that can run out.
    fn run_out(&mut self) -> Result<(), String> {
        match self.table.turn() {
            Turn::Seats { window, .. } if window.lasts.is_some() => self.commit(&Input::Expire(window.id)),
            turn => Err(format!("nothing runs out: {turn:?}")),
        }
    }
    fn commit(&mut self, input: &Input<G::Action>) -> Result<(), String> {
        self.table.check(input).map_err(|refusal| format!("{input:?}: {refusal}"))?;
        self.table.commit(input);
        self.luck()
    }
    fn luck(&mut self) -> Result<(), String> {
        while let Turn::Chance(due) = self.table.turn() {
            let drawn = self.chances.pop_front().ok_or_else(|| format!("no chance is left for {due:?}"))?;
            if !drawn.answers(due) {
                return Err(format!("{drawn:?} does not answer {due:?}"));
            }
            self.table.commit(&Input::Chance(drawn));
        }
        Ok(())
    }
}
