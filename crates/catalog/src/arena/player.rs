use super::contest::Moment;
use crate::{Fault, Json, input::json, near, thinker::contradiction};
use bot::{Sampler, Tree, When};
use kernel::{Ask, Level, Reference, Seat, Study, Viewer, below};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;

/// A player in the arena.
pub enum Player {
    /// A bot of the house, as rooms seat it; with another budget, if one is given.
    Level(Level, Option<u32>),
    /// Any legal action.
    Random,
    /// Another player that the game brings along.
    Reference(String),
    /// Tree search with random playouts that knows nothing of the game. With `peeks` it has looked at the cards
    /// out of play.
    Tree {
        /// How many iterations.
        iterations: u32,
        /// Whether it has looked.
        peeks: bool,
    },
    /// A program outside.
    Outside(Outsider),
}

/// Answers questions from outside.
pub type Outsider = Box<dyn FnMut(&Question) -> Result<Option<Json>, Fault> + Send>;

/// What a program outside is asked: everything its seat knows.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: &'static str,
    /// House rules.
    pub options: Json,
    /// Whose decision it is.
    pub seat: Seat,
    /// The seat's recall.
    pub view: Json,
    /// What it may do.
    pub legal: Vec<Json>,
    /// Whether it has to do something.
    pub must: bool,
    /// For programs that want one.
    pub seed: u64,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level, budget) => write!(f, "Level({level}, {budget:?})"),
            Player::Random => f.write_str("Random"),
            Player::Reference(name) => write!(f, "Reference({name})"),
            Player::Tree { iterations, peeks } => write!(f, "Tree({iterations}, peeks: {peeks})"),
            Player::Outside(_) => f.write_str("Outside"),
        }
    }
}

impl Player {
    /// A player by name: a level (`hard`, `hard:500` with another budget), `random`, `ismcts:1000`,
    /// `ismcts-kitty:1000`, or one of the game's references.
    pub(crate) fn named<G: Study>(name: &str) -> Result<Player, Fault> {
        let (word, number) = match name.split_once(':') {
            Some((word, number)) => (word, Some(number.parse::<u32>().map_err(|_| unknown::<G>(name))?)),
            None => (name, None),
        };
        if let Ok(level) = word.parse() {
            return Ok(Player::Level(level, number));
        }
        let known = |word: &str| G::references().iter().any(|(name, _)| *name == word);
        match word {
            "random" if number.is_none() => Ok(Player::Random),
            "ismcts" => Ok(Player::Tree { iterations: number.unwrap_or(1_000), peeks: false }),
            "ismcts-kitty" => Ok(Player::Tree { iterations: number.unwrap_or(1_000), peeks: true }),
            _ if number.is_none() && known(word) => Ok(Player::Reference(word.into())),
            _ => Err(unknown::<G>(name)),
        }
    }
    /// What it does, and when; `None`: nothing.
    pub(super) fn choose<G: Study>(
        &mut self,
        moment: &Moment<'_, G>,
        seed: u64,
    ) -> Result<(Option<G::Action>, When), Fault> {
        let at_once = When::After(std::time::Duration::ZERO);
        let seat = moment.seat;
        let view = G::view(moment.state, Viewer::Recall(seat));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let ask = |level, budget| Ask::<G> {
            options: moment.options,
            view: &view,
            seat,
            level,
            budget,
            explain: false,
            out_of_time: &|| false,
        };
        Ok(match self {
            Player::Level(level, budget) => {
                let choice = bot::choose(&ask(*level, *budget), seed).map_err(contradiction)?;
                (choice.action, choice.when)
            }
            Player::Random => {
                let spare = u32::from(!moment.must);
                let choice = below(moment.legal.len() as u32 + spare, &mut rng) as usize;
                (moment.legal.get(choice).cloned(), at_once)
            }
            Player::Reference(name) => {
                let reference = G::references().iter().find(|(known, _)| known == name);
                let action = match reference.ok_or_else(|| unknown::<G>(name))? {
                    (_, Reference::Fair(decide)) => {
                        decide(&ask(Level::Medium, None), &mut rng).map_err(contradiction)?.action
                    }
                    (_, Reference::Peeking(decide)) => decide(moment.state, seat, &mut rng),
                };
                (action, at_once)
            }
            Player::Tree { iterations, peeks } => {
                let ask = ask(Level::Expert, Some(*iterations));
                (search::<G>(&ask, moment, *iterations, *peeks, &mut rng)?, at_once)
            }
            Player::Outside(outsider) => (moment.ask_outside(outsider, json(&view), seed)?, at_once),
        })
    }
}

/// Every name a player can have in the arena of `G`.
pub(crate) fn names<G: Study>() -> Vec<&'static str> {
    let references = G::references().iter().map(|(name, _)| *name);
    Level::ALL
        .iter()
        .map(|level| level.name())
        .chain(["random", "ismcts", "ismcts-kitty"])
        .chain(references)
        .collect()
}

fn search<G: Study>(
    ask: &Ask<'_, G>,
    moment: &Moment<'_, G>,
    iterations: u32,
    peeks: bool,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Option<G::Action>, Fault> {
    // As people use such a search: random playouts, uniform worlds, the move that was visited most.
    let tree = Tree { iterations, uniform: true, ..Tree::default() };
    let peeked = if peeks { G::peeked_worlds(ask.options, moment.state, ask.seat) } else { None };
    let worlds = match peeked {
        Some(worlds) => worlds,
        None => G::worlds(ask.options, ask.view),
    };
    let worlds = worlds.map_err(contradiction)?;
    let draw = |rng: &mut dyn Rng| G::world(&worlds, rng);
    let decision = tree.decide(&Sampler::<G>::of(&draw), ask.seat, rng.next_u64(), &|| false);
    Ok(decision.action)
}

fn unknown<G: Study>(name: &str) -> Fault {
    let names = names::<G>();
    let near = near(name, names.iter().copied());
    let name: String = name.chars().take(64).collect();
    let text = format!("{} has no player “{name}”; there are {}", G::NAME, names.join(", "));
    Fault::new("unknown_player", text).with("player", name).with("near", near)
}
