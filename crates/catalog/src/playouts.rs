use kernel::{DealKey, Drawn, Events, Game, Input, Playout, Search, Start, Turn};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many deals are prepared; playouts go round them.
pub const DEALS: usize = 1024;

/// Random games from prepared deals, as fast as a bot's search plays them. Whoever holds this holds the
/// watch: it reads no clock.
pub trait AnyPlayouts {
    /// Plays on from the next `games` deals, each to a bot's horizon (in Euchre the end of the hand), and
    /// says how many actions that took.
    ///
    /// Legal actions are listed at every step and one of them is taken at random. Luck that falls due on
    /// the way counts; the prepared deals do not, only copying them.
    fn run(&mut self, games: u64) -> u64;
}

/// The playouts of one game.
pub(crate) struct Playouts<G: Search> {
    deals: Vec<G::State>,
    next: usize,
    playout: Playout<G>,
    rng: Xoshiro256PlusPlus,
}

impl<G: Search> Playouts<G> {
    /// Prepares the deals.
    pub(crate) fn new(options: &G::Options, start: &Start, seed: u64) -> Result<Self, G::Error> {
        let key = DealKey::from_seed(seed);
        let mut words = key.words(0);
        let deals = (0..DEALS).map(|_| dealt::<G>(options, start, &mut words)).collect::<Result<_, _>>()?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(Playouts { deals, next: 0, playout: Playout::default(), rng })
    }
}

/// A state in which somebody is to act.
fn dealt<G: Game>(
    options: &G::Options,
    start: &Start,
    words: &mut impl kernel::Rng,
) -> Result<G::State, G::Error> {
    let mut state = G::new(options, start)?;
    while let Turn::Chance(luck) = G::turn(&state) {
        let drawn = Drawn::draw(luck, words);
        G::apply(&mut state, &Input::Chance(drawn), &mut Events::muted());
    }
    Ok(state)
}

impl<G: Search> AnyPlayouts for Playouts<G> {
    fn run(&mut self, games: u64) -> u64 {
        let mut actions = 0;
        for _ in 0..games {
            let mut state = self.deals[self.next].clone();
            self.next = (self.next + 1) % self.deals.len();
            actions += u64::from(self.playout.run(&mut state, &mut self.rng));
        }
        actions
    }
}
