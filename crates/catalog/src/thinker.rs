//! Asking bots: from a table, or with a view as JSON.

use crate::{Fault, Json, input::json};
use bot::{Choice, When};
use kernel::{Ask, Contradiction, Level, Search, Seat};
use std::{fmt, time::Duration};

/// What a bot does, when, and why.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The action; `None`: nothing.
    pub action: Option<Json>,
    /// When to send it, counted from the moment its window opened.
    pub when: When,
    /// The share of its window before which it is not to be sent.
    pub not_before: f32,
    /// Why: method, candidates, worlds, knowledge. Holds nothing that the seat did not know.
    pub reasons: Json,
}

impl Answer {
    fn of<A: serde::Serialize>(choice: &Choice<A>) -> Answer {
        Answer {
            action: choice.action.as_ref().map(json),
            when: choice.when,
            not_before: choice.not_before,
            reasons: json(&choice.reasons),
        }
    }
    /// How long after its window opened this is to be sent, if the window is still open then.
    pub fn after(&self, lasts: Option<Duration>) -> Duration {
        self.when.after(lasts)
    }
}

/// A question to a bot that can be answered anywhere, such as on a pool of threads. It was made from one
/// seat's view and holds nothing else.
pub struct Thinker(Box<Think>);

type Think = dyn FnOnce(Thought<'_>) -> Result<Answer, Fault> + Send;

/// How to think.
#[derive(Clone, Copy)]
pub struct Thought<'a> {
    /// The same question and seed have the same answer.
    pub seed: u64,
    /// The number of worlds or iterations, instead of the level's.
    pub budget: Option<u32>,
    /// Whether the reasons are to say what the seat can work out about hidden cards.
    pub explain: bool,
    /// Says when time is up.
    pub out_of_time: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for Thought<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thought")
            .field("seed", &self.seed)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

impl Thought<'_> {
    /// With all the time in the world.
    pub fn new(seed: u64) -> Thought<'static> {
        Thought { seed, budget: None, explain: false, out_of_time: &|| false }
    }
}

impl Thinker {
    pub(crate) fn new<G: Search>(options: G::Options, view: G::View, seat: Seat, level: Level) -> Thinker {
        Thinker(Box::new(move |thought| {
            let Thought { seed, budget, explain, out_of_time } = thought;
            let ask = Ask::<G> { options: &options, view: &view, seat, level, budget, explain, out_of_time };
            let choice = bot::choose(&ask, seed).map_err(contradiction)?;
            Ok(Answer::of(&choice))
        }))
    }
    /// Thinks it over. `contradiction` if what the seat knows cannot be: a fault in the books, which is never
    /// covered up by knowing less.
    pub fn think(self, thought: Thought<'_>) -> Result<Answer, Fault> {
        (self.0)(thought)
    }
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinker")
    }
}

pub(crate) fn contradiction(contradiction: Contradiction) -> Fault {
    Fault::new("contradiction", contradiction)
}
