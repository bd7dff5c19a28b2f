use crate::{Drawn, Game, Seat};
use alloc::vec::Vec;

/// A game that can teach itself.
pub trait Teach: Game {
    /// Its lesson: one short game in which everything but the learner's decisions is written down.
    fn lesson() -> Lesson<Self::Options, Self::Action>;
}

/// A game written down for somebody who learns to play. It is played on the real rules: what is written must
/// be legal, and the learner decides at a real table.
///
/// This is the one place in which a deal can be chosen, and it is chosen by the game's own crate.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson<O, A> {
    /// Raised when somebody in the middle of the lesson could not go on with the new one.
    pub edition: u32,
    /// The house rules. No clock runs, whatever they say: a learner has time.
    pub options: O,
    /// How many sit at the table.
    pub seats: u8,
    /// Where the learner sits.
    pub learner: Seat,
    /// The answers to all chances, in the order in which they are asked for.
    pub chances: Vec<Drawn>,
    /// What happens, in order.
    pub beats: Vec<Beat<A>>,
}

/// One thing in a lesson. The words themselves are the client's; a lesson knows their names.
#[derive(Clone, Debug, PartialEq)]
pub enum Beat<A> {
    /// Another seat acts.
    Move(Seat, A),
    /// The time of the current decision runs out. Otherwise time stands still.
    TimeUp,
    /// The learner reads something, and says when.
    Read {
        /// Which text.
        text: &'static str,
    },
    /// The learner does something.
    Try {
        /// The text that asks for it.
        text: &'static str,
        /// Any of these will do.
        accepts: Vec<A>,
        /// The text for somebody who tries anything else that is legal; it is not carried out.
        hint: &'static str,
    },
}

impl<A> Beat<A> {
    /// The text it has, if it is one of the learner's steps.
    pub fn text(&self) -> Option<&'static str> {
        match self {
            Beat::Move(..) | Beat::TimeUp => None,
            Beat::Read { text } | Beat::Try { text, .. } => Some(text),
        }
    }
}

/// Why an action is not carried out in a lesson, though the rules allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffScript {
    /// The text that says what to try instead, where something is to be tried.
    pub hint: Option<&'static str>,
}

// `at` is a place in the lesson: how many of its beats are over.
impl<O, A: PartialEq> Lesson<O, A> {
    /// Where the lesson is after an action, if the action belongs there.
    ///
    /// A learner who acts while there is still something to read has read enough.
    pub fn after_action(&self, at: usize, seat: Seat, action: &A) -> Result<usize, OffScript> {
        if let Some(Beat::Move(mover, scripted)) = self.beats.get(at) {
            let fits = *mover == seat && scripted == action;
            return if fits { Ok(at + 1) } else { Err(OffScript { hint: None }) };
        }
        let mut beats = self.beats.iter().enumerate().skip(at);
        match beats.find(|(_, beat)| !matches!(beat, Beat::Read { .. })) {
            Some((place, Beat::Try { accepts, hint, .. })) if seat == self.learner => {
                if accepts.contains(action) { Ok(place + 1) } else { Err(OffScript { hint: Some(hint) }) }
            }
            _ => Err(OffScript { hint: None }),
        }
    }
    /// Where the lesson is after the time has run out, if it was to.
    pub fn after_time(&self, at: usize) -> Option<usize> {
        matches!(self.beats.get(at), Some(Beat::TimeUp)).then_some(at + 1)
    }
    /// Where the lesson is after the learner has read, if there is something to read.
    pub fn after_reading(&self, at: usize) -> Option<usize> {
        matches!(self.beats.get(at), Some(Beat::Read { .. })).then_some(at + 1)
    }
    /// The texts of the learner's steps that are over, and of the current one.
    pub fn told(&self, at: usize) -> Vec<&'static str> {
        self.beats.iter().take(at + 1).filter_map(Beat::text).collect()
    }
    /// How many steps the learner has.
    pub fn steps(&self) -> usize {
        self.beats.iter().filter_map(Beat::text).count()
    }
}

impl<O, A> Lesson<O, A> {
    /// The same lesson in other types.
    pub fn map<P, B>(self, options: impl FnOnce(O) -> P, mut action: impl FnMut(A) -> B) -> Lesson<P, B> {
        let beat = |beat| match beat {
            Beat::Move(seat, moved) => Beat::Move(seat, action(moved)),
            Beat::TimeUp => Beat::TimeUp,
            Beat::Read { text } => Beat::Read { text },
            Beat::Try { text, accepts, hint } => {
                Beat::Try { text, accepts: accepts.into_iter().map(&mut action).collect(), hint }
            }
        };
        Lesson {
            edition: self.edition,
            options: options(self.options),
            seats: self.seats,
            learner: self.learner,
            chances: self.chances,
            beats: self.beats.into_iter().map(beat).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    const YOU: Seat = Seat(0);
    const OTHER: Seat = Seat(1);

    fn lesson() -> Lesson<(), char> {
        Lesson {
            edition: 1,
            options: (),
            seats: 2,
            learner: YOU,
            chances: vec![],
            beats: vec![
                Beat::Read { text: "hello" },
                Beat::Try { text: "go", accepts: vec!['a', 'b'], hint: "not-so" },
                Beat::Move(OTHER, 'x'),
                Beat::TimeUp,
                Beat::Read { text: "bye" },
            ],
        }
    }

    #[test]
    fn reading_goes_on_only_where_there_is_something_to_read() {
        assert_eq!(lesson().after_reading(0), Some(1));
        assert_eq!(lesson().after_reading(1), None);
        assert_eq!(lesson().after_reading(2), None);
        assert_eq!(lesson().after_reading(3), None);
        assert_eq!(lesson().after_reading(4), Some(5));
        assert_eq!(lesson().after_reading(5), None);
    }

    #[test]
    fn time_runs_out_only_where_it_is_written() {
        assert_eq!(lesson().after_time(3), Some(4));
        for at in [0, 1, 2, 4, 5] {
            assert_eq!(lesson().after_time(at), None, "{at}");
        }
        assert_eq!(lesson().after_action(3, YOU, &'a'), Err(OffScript { hint: None }));
    }

    #[test]
    fn the_expected_action_continues_and_any_other_gets_the_hint() {
        assert_eq!(lesson().after_action(1, YOU, &'b'), Ok(2));
        assert_eq!(lesson().after_action(1, YOU, &'x'), Err(OffScript { hint: Some("not-so") }));
        assert_eq!(lesson().after_action(1, OTHER, &'a'), Err(OffScript { hint: None }));
    }

    #[test]
    fn acting_ends_the_reading() {
        assert_eq!(lesson().after_action(0, YOU, &'a'), Ok(2));
        assert_eq!(lesson().after_action(0, YOU, &'x'), Err(OffScript { hint: Some("not-so") }));
        assert_eq!(lesson().after_action(4, YOU, &'a'), Err(OffScript { hint: None }));
    }

    #[test]
    fn the_others_do_what_is_written_and_not_before() {
        assert_eq!(lesson().after_action(2, OTHER, &'x'), Ok(3));
        assert_eq!(lesson().after_action(2, OTHER, &'y'), Err(OffScript { hint: None }));
        assert_eq!(lesson().after_action(2, YOU, &'x'), Err(OffScript { hint: None }));
        assert_eq!(lesson().after_action(0, OTHER, &'x'), Err(OffScript { hint: None }));
    }

    #[test]
    fn steps_are_counted_and_shown_up_to_the_current_one() {
        assert_eq!(lesson().steps(), 3);
        assert_eq!(lesson().told(0), ["hello"]);
        assert_eq!(lesson().told(2), ["hello", "go"]);
        assert_eq!(lesson().told(3), ["hello", "go"]);
        assert_eq!(lesson().told(5), ["hello", "go", "bye"]);
    }
}
