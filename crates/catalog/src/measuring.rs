//! Measurements of bots and rules: many games at once, players against each other, questions about inferences. It is
//! compiled once per game like everything else, so that what plays and checks games can leave it out (feature `measuring`).

use crate::{
    AnyArena, AnyLists, AnyPlayouts, AnyThoughts, Entry, Fault, HouseRules, Inferences, Player, Simulator,
    Terms,
    arena::{Contest, names},
    calibrate,
    entry::OrFault,
    lists::Lists,
    playouts::{Playouts, Thoughts},
    random_game,
    table::Erased,
};
use kernel::{Level, Refusal, Search, Start};
use serde_json::Value;

/// The functions of a game for measurements, behind which its types end.
pub(crate) struct Measuring {
    simulator: fn(&HouseRules, &Start, Option<Level>) -> OrFault<Simulator>,
    playouts: fn(&HouseRules, &Start, u64) -> OrFault<Box<dyn AnyPlayouts>>,
    thoughts: fn(&HouseRules, &Start, u64) -> OrFault<Box<dyn AnyThoughts>>,
    lists: ListsDoor,
    calibrate: fn(&Value, Level, &mut Inferences) -> OrFault<()>,
    players: fn() -> Vec<&'static str>,
    player: fn(&str) -> OrFault<Player>,
    arena: for<'a> fn(&HouseRules, &Start, Terms<'a>) -> OrFault<Box<dyn AnyArena + 'a>>,
}

type ListsDoor = fn(&HouseRules, &Start, u64, u32) -> OrFault<Box<dyn AnyLists>>;

impl Measuring {
    pub(crate) const fn of<G: Search>() -> Measuring {
        Measuring {
            simulator: simulator::<G>,
            playouts: playouts::<G>,
            thoughts: thoughts::<G>,
            lists: lists::<G>,
            calibrate: calibrate::add::<G>,
            players: names::<G>,
            player: Player::named::<G>,
            arena: arena::<G>,
        }
    }
}

impl Entry {
    /// Games through the doors of a table, one per seed: by bots of a level, or at random.
    pub fn simulator(
        &self,
        rules: &HouseRules,
        start: &Start,
        level: Option<Level>,
    ) -> Result<Simulator, Fault> {
        (self.measuring.simulator)(rules, start, level)
    }
    /// Random games from prepared deals, as fast as they can be played.
    pub fn playouts(
        &self,
        rules: &HouseRules,
        start: &Start,
        seed: u64,
    ) -> Result<Box<dyn AnyPlayouts>, Fault> {
        (self.measuring.playouts)(rules, start, seed)
    }
    /// Searches and exact solutions from prepared positions, for measurements.
    pub fn thoughts(
        &self,
        rules: &HouseRules,
        start: &Start,
        seed: u64,
    ) -> Result<Box<dyn AnyThoughts>, Fault> {
        (self.measuring.thoughts)(rules, start, seed)
    }
    /// Lists of legal actions from positions of `games` random games, for measurements.
    pub fn lists(
        &self,
        rules: &HouseRules,
        start: &Start,
        seed: u64,
        games: u32,
    ) -> Result<Box<dyn AnyLists>, Fault> {
        (self.measuring.lists)(rules, start, seed, games)
    }
    /// Adds the decisions of a finished game to `inferences`: what each seat could work out, as a bot of that
    /// level does, against where the cards were. `log` is what the engine's `log` answers.
    pub fn calibrate(&self, log: &Value, level: Level, inferences: &mut Inferences) -> Result<(), Fault> {
        (self.measuring.calibrate)(log, level, inferences)
    }
    /// Everybody who can play in the arena, programs outside apart.
    pub fn players(&self) -> Vec<&'static str> {
        (self.measuring.players)()
    }
    /// A player for the arena by name, or an `unknown_player` that suggests near ones.
    pub fn player(&self, name: &str) -> Result<Player, Fault> {
        (self.measuring.player)(name)
    }
    /// Deals on which players are compared.
    pub fn arena<'a>(
        &self,
        rules: &HouseRules,
        start: &Start,
        terms: Terms<'a>,
    ) -> Result<Box<dyn AnyArena + 'a>, Fault> {
        (self.measuring.arena)(rules, start, terms)
    }
}

fn simulator<G: Search>(rules: &HouseRules, start: &Start, level: Option<Level>) -> Result<Simulator, Fault> {
    let (options, start) = (rules.read::<G>()?, *start);
    // What cannot be opened is refused now and not once per game.
    Erased::<G>::open(&options, &start)?;
    Ok(Box::new(move |seed| random_game::play::<G>(&options, &start, level, seed)))
}

fn playouts<G: Search>(rules: &HouseRules, start: &Start, seed: u64) -> Result<Box<dyn AnyPlayouts>, Fault> {
    let options = rules.read::<G>()?;
    Erased::<G>::open(&options, start)?;
    Ok(Box::new(Playouts::<G>::new(&options, start, seed).map_err(Refusal::Rule)?))
}

fn thoughts<G: Search>(rules: &HouseRules, start: &Start, seed: u64) -> Result<Box<dyn AnyThoughts>, Fault> {
    let options = rules.read::<G>()?;
    Erased::<G>::open(&options, start)?;
    Ok(Box::new(Thoughts::<G>::new(&options, start, seed).map_err(Refusal::Rule)?))
}

fn lists<G: Search>(
    rules: &HouseRules,
    start: &Start,
    seed: u64,
    games: u32,
) -> Result<Box<dyn AnyLists>, Fault> {
    let options = rules.read::<G>()?;
    Erased::<G>::open(&options, start)?;
    Ok(Box::new(Lists::<G>::new(&options, start, seed, games).map_err(Refusal::Rule)?))
}

fn arena<'a, G: Search>(
    rules: &HouseRules,
    start: &Start,
    terms: Terms<'a>,
) -> Result<Box<dyn AnyArena + 'a>, Fault> {
    let contest = Contest::<G>::new(rules.read::<G>()?, *start, terms);
    Ok(Box::new(contest.map_err(Refusal::Rule)?))
}
