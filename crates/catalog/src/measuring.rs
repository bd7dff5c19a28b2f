//! Measurements of bots and rules: many games at once, players against each other, questions about inferences. It is
//! compiled once per game like everything else, so that what plays and checks games can leave it out (feature `measuring`).

/// Measurements of a game; none without the feature `measuring`.
#[cfg(not(feature = "measuring"))]
pub trait Measured {}
#[cfg(not(feature = "measuring"))]
impl<G: kernel::Game> Measured for crate::Listing<G> {}

#[cfg(feature = "measuring")]
pub use with_measuring::Measured;

#[cfg(feature = "measuring")]
mod with_measuring {
    use crate::{
        AnyArena, AnyLists, AnyPlayouts, AnyThoughts, Fault, HouseRules, Inferences, Listing, Player,
        Simulator, Terms,
        arena::{Contest, names},
        calibrate,
        entry::OrFault,
        lists::Lists,
        playouts::{Playouts, Thoughts},
        random_game,
    };
    use kernel::{Level, Refusal, Start, Study, Table};
    use serde_json::Value;

    /// Measurements of a game whose types are erased.
    pub trait Measured {
        /// Games through the interface of a table, one per seed: by bots of a level, or at random.
        fn simulator(
            &self,
            rules: &HouseRules,
            start: &Start,
            level: Option<Level>,
        ) -> Result<Simulator, Fault>;
        /// Random games from prepared deals, as fast as they can be played.
        fn playouts(
            &self,
            rules: &HouseRules,
            start: &Start,
            seed: u64,
        ) -> Result<Box<dyn AnyPlayouts>, Fault>;
        /// Searches and exact solutions from prepared positions, for measurements.
        fn thoughts(
            &self,
            rules: &HouseRules,
            start: &Start,
            seed: u64,
        ) -> Result<Box<dyn AnyThoughts>, Fault>;
        /// Lists of legal actions from positions of `games` random games, for measurements.
        fn lists(
            &self,
            rules: &HouseRules,
            start: &Start,
            seed: u64,
            games: u32,
        ) -> Result<Box<dyn AnyLists>, Fault>;
        /// Adds the decisions of a finished game to `inferences`: what each seat could work out, as a bot of that
        /// level does, against where the cards were. `log` is what the engine's `log` answers.
        fn calibrate(&self, log: &Value, level: Level, inferences: &mut Inferences) -> Result<(), Fault>;
        /// Everybody who can play in the arena, programs outside apart.
        fn players(&self) -> Vec<&'static str>;
        /// A player for the arena by name, or an `unknown_player` that suggests near ones.
        fn player(&self, name: &str) -> Result<Player, Fault>;
        /// Deals on which players are compared.
        fn arena<'a>(
            &self,
            rules: &HouseRules,
            start: &Start,
            terms: Terms<'a>,
        ) -> Result<Box<dyn AnyArena + 'a>, Fault>;
    }

    /// The options of a game that can be opened: what cannot is refused now and not once per game.
    fn options<G: Study>(rules: &HouseRules, start: &Start) -> OrFault<G::Options> {
        let options = rules.read::<G>()?;
        Table::<G>::new(&options, start)?;
        Ok(options)
    }

    impl<G: Study> Measured for Listing<G> {
        fn simulator(&self, rules: &HouseRules, start: &Start, level: Option<Level>) -> OrFault<Simulator> {
            let (options, start) = (options::<G>(rules, start)?, *start);
            Ok(Box::new(move |seed| random_game::play::<G>(&options, &start, level, seed)))
        }
        fn playouts(&self, rules: &HouseRules, start: &Start, seed: u64) -> OrFault<Box<dyn AnyPlayouts>> {
            let options = options::<G>(rules, start)?;
            Ok(Box::new(Playouts::<G>::new(&options, start, seed).map_err(Refusal::Rule)?))
        }
        fn thoughts(&self, rules: &HouseRules, start: &Start, seed: u64) -> OrFault<Box<dyn AnyThoughts>> {
            let options = options::<G>(rules, start)?;
            Ok(Box::new(Thoughts::<G>::new(&options, start, seed).map_err(Refusal::Rule)?))
        }
        fn lists(
            &self,
            rules: &HouseRules,
            start: &Start,
            seed: u64,
            games: u32,
        ) -> OrFault<Box<dyn AnyLists>> {
            let options = options::<G>(rules, start)?;
            Ok(Box::new(Lists::<G>::new(&options, start, seed, games).map_err(Refusal::Rule)?))
        }
        fn calibrate(&self, log: &Value, level: Level, inferences: &mut Inferences) -> OrFault<()> {
            calibrate::add::<G>(log, level, inferences)
        }
        fn players(&self) -> Vec<&'static str> {
            names::<G>()
        }
        fn player(&self, name: &str) -> OrFault<Player> {
            Player::named::<G>(name)
        }
        fn arena<'a>(
            &self,
            rules: &HouseRules,
            start: &Start,
            terms: Terms<'a>,
        ) -> OrFault<Box<dyn AnyArena + 'a>> {
            let contest = Contest::<G>::new(rules.read::<G>()?, *start, terms);
            Ok(Box::new(contest.map_err(Refusal::Rule)?))
        }
    }
}
