use bot::{Sampler, Tree};
use kernel::{
    Ask, Contradiction, DealKey, Drawn, Events, Game, Input, Level, Playout, Rng, Seat, Start, Study, Turn,
    Viewer, below,
};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many deals are prepared; playouts go round them.
pub const DEALS: usize = 1024;

/// Random games from prepared deals, as fast as a bot's search plays them. The caller measures the time:
/// this reads no clock.
pub trait AnyPlayouts {
    /// Plays on from the next `games` deals, each to a bot's horizon (in Euchre the end of the hand), and
    /// says how many actions that took.
    ///
    /// Legal actions are listed at every step and one of them is taken at random. Luck that falls due on
    /// the way counts; the prepared deals do not, only copying them.
    fn run(&mut self, games: u64) -> u64;
}

/// Searches and exact solutions from prepared positions. The caller measures the time.
pub trait AnyThoughts {
    /// Decides once by tree search with this number of iterations, uniform worlds and random playouts.
    fn search(&mut self, iterations: u32) -> Result<(), Contradiction>;
    /// Solves the next position; `false` if the game has no solver.
    fn solve(&mut self) -> bool;
    /// Decides as a bot of that level does, in the next of the positions from all over random games.
    fn decide(&mut self, level: Level) -> Result<(), Contradiction>;
}

/// Positions of one game in which cards are about to be played.
pub(crate) struct Thoughts<G: Study> {
    options: G::Options,
    positions: Vec<Position<G>>,
    /// Decisions from all over random games.
    moments: Vec<(G::State, Seat)>,
    next: usize,
}

/// Where a search begins, and what a solver solves.
struct Position<G: Game> {
    searched: (G::State, Seat),
    solved: G::State,
}

impl<G: Study> Thoughts<G> {
    /// Prepares the positions: from the deal, random actions until a solver has something to say.
    pub(crate) fn new(options: &G::Options, start: &Start, seed: u64) -> Result<Self, G::Error> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let positions =
            (0..DEALS).map(|_| position::<G>(options, start, &mut rng)).collect::<Result<_, _>>()?;
        let moments = (0..DEALS).map(|_| moment::<G>(options, start, &mut rng)).collect::<Result<_, _>>()?;
        Ok(Thoughts { options: options.clone(), positions, moments, next: 0 })
    }
    fn next(&mut self) -> &Position<G> {
        self.next = (self.next + 1) % self.positions.len();
        &self.positions[self.next]
    }
}

/// Any decision of a random game: each is equally likely.
fn moment<G: Study>(
    options: &G::Options,
    start: &Start,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(G::State, Seat), G::Error> {
    loop {
        let mut state = G::contest(options, start, false, rng)?;
        let (mut kept, mut seen) = (None, 0);
        while !G::over_horizon(&state) {
            let input = match G::turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, rng)),
                Turn::Seats { must, window, .. } => match must.iter().next() {
                    None => Input::Expire(window.id),
                    Some(seat) => {
                        let mut legal = Vec::new();
                        G::moves(&state, seat, &mut legal);
                        // A seat without a choice does not search.
                        if legal.len() > 1 {
                            seen += 1;
                            if below(seen, rng) == 0 {
                                kept = Some((state.clone(), seat));
                            }
                        }
                        Input::Act(seat, legal.swap_remove(below(legal.len() as u32, rng) as usize))
                    }
                },
            };
            G::apply(&mut state, &input, &mut Events::muted());
        }
        if let Some(kept) = kept {
            return Ok(kept);
        }
    }
}

fn position<G: Study>(
    options: &G::Options,
    start: &Start,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Position<G>, G::Error> {
    // A game without a solver has nothing to wait for, and a deal that is thrown in is dealt again.
    const STEPS: u32 = 64;
    // A solver that comes in later is for endings: a search begins with the first card.
    const SOON: u32 = 20;
    loop {
        let dealt = G::contest(options, start, false, rng)?;
        let mut state = dealt.clone();
        let first = match G::turn(&dealt) {
            Turn::Seats { must, .. } => must.iter().next(),
            _ => None,
        };
        for step in 0..STEPS {
            let Turn::Seats { must, .. } = G::turn(&state) else { break };
            let Some(seat) = must.iter().next() else { break };
            if G::solve(&state).is_some() {
                let searched = match first {
                    Some(first) if step >= SOON => (dealt, first),
                    _ => (state.clone(), seat),
                };
                return Ok(Position { searched, solved: state });
            }
            let mut legal = Vec::new();
            G::legal(&state, seat, &mut legal);
            let action = legal.swap_remove(below(legal.len() as u32, rng) as usize);
            G::apply(&mut state, &Input::Act(seat, action), &mut Events::muted());
        }
        if let Some(seat) = first.filter(|_| !G::SOLVES) {
            return Ok(Position { solved: dealt.clone(), searched: (dealt, seat) });
        }
    }
}

impl<G: Study> AnyThoughts for Thoughts<G> {
    fn search(&mut self, iterations: u32) -> Result<(), Contradiction> {
        let options = self.options.clone();
        let (state, seat) = &self.next().searched;
        let view = G::view(state, Viewer::Recall(*seat));
        let worlds = G::worlds(&options, &view)?;
        let draw = |rng: &mut dyn Rng| G::world(&worlds, rng);
        let tree = Tree { iterations, uniform: true, ..Tree::default() };
        std::hint::black_box(tree.decide(&Sampler::<G>::of(&draw), *seat, 1, &|| false));
        Ok(())
    }
    fn solve(&mut self) -> bool {
        let state = &self.next().solved;
        std::hint::black_box(G::solve(state)).is_some()
    }
    fn decide(&mut self, level: Level) -> Result<(), Contradiction> {
        self.next = (self.next + 1) % self.moments.len();
        let (state, seat) = &self.moments[self.next];
        let view = G::view(state, Viewer::Recall(*seat));
        let ask = Ask::<G> {
            options: &self.options,
            view: &view,
            seat: *seat,
            level,
            budget: None,
            explain: false,
            out_of_time: &|| false,
        };
        std::hint::black_box(bot::choose(&ask, self.next as u64)?);
        Ok(())
    }
}

/// The playouts of one game.
pub(crate) struct Playouts<G: Study> {
    deals: Vec<G::State>,
    next: usize,
    playout: Playout<G>,
    rng: Xoshiro256PlusPlus,
}

impl<G: Study> Playouts<G> {
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
fn dealt<G: Game>(options: &G::Options, start: &Start, words: &mut impl Rng) -> Result<G::State, G::Error> {
    let mut state = G::new(options, start)?;
    while let Turn::Chance(luck) = G::turn(&state) {
        let drawn = Drawn::draw(luck, words);
        G::apply(&mut state, &Input::Chance(drawn), &mut Events::muted());
    }
    Ok(state)
}

impl<G: Study> AnyPlayouts for Playouts<G> {
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
