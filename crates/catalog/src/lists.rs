use kernel::{Drawn, Events, Game, Input, Listed, Seat, Start, Study, Turn, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many positions of a size are kept.
const POSITIONS: usize = 64;
/// One in this number of positions is kept whatever its size.
const ONE_IN: u32 = 64;

/// Lists of legal actions from positions of random games. The caller measures the time.
pub trait AnyLists {
    /// The sizes that were met.
    fn sizes(&self) -> Vec<Size>;
    /// Lists all actions of every position of that size, and says how many lists that were.
    fn run(&mut self, size: SizeKind) -> u64;
}

/// Positions with lists of about the same length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The range of sizes.
    pub kind: SizeKind,
    /// How many positions.
    pub positions: usize,
    /// How many actions a list has on average.
    pub actions: f64,
}

/// How long a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeKind {
    /// Whatever comes.
    Any,
    /// From 450 to 550.
    AboutFiveHundred,
    /// Cut, because there are too many.
    Cut,
}

impl SizeKind {
    /// All three.
    pub const ALL: [SizeKind; 3] = [SizeKind::Any, SizeKind::AboutFiveHundred, SizeKind::Cut];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            SizeKind::Any => "any",
            SizeKind::AboutFiveHundred => "about 500",
            SizeKind::Cut => "cut",
        }
    }
}

/// The lists of one game.
pub(crate) struct Lists<G: Game> {
    found: [Vec<(G::State, Seat)>; 3],
    legal: Vec<G::Action>,
}

impl<G: Study> Lists<G> {
    /// Plays `games` random games and keeps some of their positions.
    pub(crate) fn new(options: &G::Options, start: &Start, seed: u64, games: u32) -> Result<Self, G::Error> {
        let mut lists = Lists { found: [Vec::new(), Vec::new(), Vec::new()], legal: Vec::new() };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..games {
            let mut state = G::contest(options, start, false, &mut rng)?;
            while !G::over_horizon(&state) {
                let input = match G::turn(&state) {
                    Turn::Over(_) => break,
                    Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
                    Turn::Seats { must, window, .. } => match must.iter().next() {
                        None => Input::Expire(window.id),
                        Some(seat) => Input::Act(seat, lists.look(&state, seat, &mut rng)),
                    },
                };
                G::apply(&mut state, &input, &mut Events::muted());
            }
        }
        Ok(lists)
    }

    /// Keeps the position if it is of use, and says how it goes on.
    fn look(&mut self, state: &G::State, seat: Seat, rng: &mut Xoshiro256PlusPlus) -> G::Action {
        self.legal.clear();
        let listed = G::legal(state, seat, &mut self.legal);
        let mut keep = |kind: SizeKind| {
            let found = &mut self.found[kind as usize];
            if found.len() < POSITIONS {
                found.push((state.clone(), seat));
            }
        };
        if listed == Listed::Truncated {
            keep(SizeKind::Cut);
        } else if (450..=550).contains(&self.legal.len()) {
            keep(SizeKind::AboutFiveHundred);
        }
        if below(ONE_IN, rng) == 0 {
            keep(SizeKind::Any);
        }
        let choice = below(self.legal.len() as u32, rng) as usize;
        self.legal.swap_remove(choice)
    }
}

impl<G: Study> AnyLists for Lists<G> {
    fn sizes(&self) -> Vec<Size> {
        let size = |kind: SizeKind| {
            let found = &self.found[kind as usize];
            let mut legal = Vec::new();
            for (state, seat) in found {
                G::legal(state, *seat, &mut legal);
            }
            let positions = found.len();
            (positions > 0).then(|| Size { kind, positions, actions: legal.len() as f64 / positions as f64 })
        };
        SizeKind::ALL.into_iter().filter_map(size).collect()
    }
    fn run(&mut self, size: SizeKind) -> u64 {
        let found = &self.found[size as usize];
        for (state, seat) in found {
            self.legal.clear();
            G::legal(state, *seat, &mut self.legal);
            std::hint::black_box(&self.legal);
        }
        found.len() as u64
    }
}
