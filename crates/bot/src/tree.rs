use crate::{
    Sampler,
    choose::first_of,
    flat::decision,
    rollout::{Rollout, Values},
    score::Tally,
};
use kernel::{
    Decision, Drawn, Events, Input, MAX_SEATS, Search, Seat, SeatSet, Turn, Window, WindowId, below,
};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::OnceLock;

/// Information-set Monte Carlo tree search.
///
/// The tree holds what the searching seat can tell apart: public actions of everybody, and its own. What
/// another seat does unseen leaves no branch. Luck leaves none either, so a node stands for a line of
/// actions, and which of its moves are legal differs from world to world. A move is therefore measured
/// against how often it was there to be chosen, not against how often its node was visited.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    /// How many iterations over all trees.
    pub iterations: u32,
    /// How much to explore, in units of the spread of values.
    pub explore: f32,
    /// Whether playouts are random instead of the game's quick player's.
    pub uniform: bool,
    /// Whether the most visited move is taken instead of the most valued one.
    pub by_visits: bool,
    /// How many trees are grown apart and added up. Part of the answer: another number, another tree.
    pub trees: u32,
    /// How many of them at once. No part of the answer.
    pub threads: u32,
}

impl Default for Tree {
    fn default() -> Self {
        Tree { iterations: 1_000, explore: 0.7, uniform: false, by_visits: true, trees: 1, threads: 1 }
    }
}

impl Tree {
    /// Decides for `seat`.
    pub fn decide<G: Search>(
        &self,
        sampler: &Sampler<'_, G>,
        seat: Seat,
        seed: u64,
        out_of_time: &(dyn Fn() -> bool + Sync),
    ) -> Decision<G::Action> {
        let trees = self.trees.max(1);
        let each = self.iterations.div_ceil(trees);
        let grow = |number: u32| {
            let mut growth = Growth::<G>::new(self, seat, seed.wrapping_add(u64::from(number)));
            growth.grow(sampler, each, out_of_time);
            growth.moves()
        };
        let mut grown: Vec<Vec<(Option<G::Action>, Tally)>> = Vec::new();
        if self.threads > 1 && trees > 1 {
            let numbers: Vec<u32> = (0..trees).collect();
            for chunk in numbers.chunks(self.threads as usize) {
                std::thread::scope(|scope| {
                    let running: Vec<_> = chunk.iter().map(|&n| scope.spawn(move || grow(n))).collect();
                    grown.extend(
                        running.into_iter().map(|tree| tree.join().expect("a search does not panic")),
                    );
                });
            }
        } else {
            grown.extend((0..trees).map(grow));
        }
        self.add_up(grown, each * trees)
    }

    fn add_up<A: Clone + PartialEq>(&self, grown: Vec<Vec<(Option<A>, Tally)>>, asked: u32) -> Decision<A> {
        let mut all: Vec<(Option<A>, Tally)> = Vec::new();
        for (action, tally) in grown.into_iter().flatten() {
            match all.iter_mut().find(|(known, _)| *known == action) {
                Some((_, sum)) => sum.merge(&tally),
                None => all.push((action, tally)),
            }
        }
        let iterations: u32 = all.iter().map(|(_, tally)| tally.count()).sum();
        let (actions, tallies): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let mut decision = decision("tree", actions, &tallies, iterations, iterations < asked);
        if self.by_visits {
            decision.reasons.candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
            decision.action = decision.reasons.candidates.first().and_then(|best| best.action.clone());
        }
        decision
    }
}

/// A tree under construction.
struct Growth<G: Search> {
    seat: Seat,
    explore: f32,
    nodes: Vec<Node<G::Action>>,
    rollout: Rollout<G>,
    rng: Xoshiro256PlusPlus,
    legal: Vec<G::Action>,
    untried: Vec<G::Action>,
    /// By its number, where a move stands in `legal`.
    places: [u8; 64],
    path: Vec<u32>,
    /// The lowest and the highest value met: exploring is measured by their distance.
    range: (f32, f32),
    logarithms: &'static [f32],
}

struct Node<A> {
    /// The move that leads here; `None`: nothing, in a window.
    action: Option<A>,
    /// The move's number, or [`UNNUMBERED`].
    number: u8,
    /// Whose move it was.
    mover: Seat,
    visits: u32,
    /// How often it was there to be chosen.
    available: u32,
    sum: f32,
    squares: f32,
    /// The sum over the visits, and one over them: asked for far more often than they change.
    mean: f32,
    share: f32,
    first_child: u32,
    next_sibling: u32,
}

const NONE: u32 = u32::MAX;
const UNNUMBERED: u8 = u8::MAX;

impl<A> Node<A> {
    fn new(action: Option<A>, number: u8, mover: Seat) -> Node<A> {
        Node {
            action,
            number,
            mover,
            visits: 0,
            available: 1,
            sum: 0.0,
            squares: 0.0,
            mean: 0.0,
            share: 0.0,
            first_child: NONE,
            next_sibling: NONE,
        }
    }
}

impl<G: Search> Growth<G> {
    fn new(settings: &Tree, seat: Seat, seed: u64) -> Self {
        Growth {
            seat,
            explore: settings.explore,
            nodes: vec![Node::new(None, UNNUMBERED, seat)],
            rollout: Rollout::new(settings.uniform),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            legal: Vec::new(),
            untried: Vec::new(),
            places: [0; 64],
            path: Vec::new(),
            range: (f32::MAX, f32::MIN),
            logarithms: logarithms(),
        }
    }

    fn grow(&mut self, sampler: &Sampler<'_, G>, iterations: u32, out_of_time: &(dyn Fn() -> bool + Sync)) {
        self.nodes.reserve(iterations as usize);
        for done in 0..iterations {
            // Looking at a watch costs more than an iteration.
            if done % 64 == 63 && out_of_time() {
                break;
            }
            let world = sampler.draw_weighed(&mut self.rng);
            self.iterate(world);
        }
    }
    /// The actions of the searching seat, and their results.
    fn moves(&self) -> Vec<(Option<G::Action>, Tally)> {
        let mut moves = Vec::new();
        let mut child = self.nodes[0].first_child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            moves.push((node.action.clone(), Tally::of(node.visits, node.sum.into(), node.squares.into())));
            child = node.next_sibling;
        }
        // Children come newest first; the order in which they were met is steadier.
        moves.reverse();
        moves
    }

    fn iterate(&mut self, mut state: G::State) {
        let mut node = 0;
        let mut idle = Idle::default();
        self.path.clear();
        let mut events = Events::muted();
        while !G::over_horizon(&state) {
            let (seat, window, may_wait) = match G::turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(luck) => {
                    G::apply(&mut state, &Input::Chance(Drawn::draw(luck, &mut self.rng)), &mut events);
                    continue;
                }
                Turn::Seats { must, may, window } => {
                    match idle.asked(must, may, window, self.seat, node == 0) {
                        Some((seat, may_wait)) => (seat, window, may_wait),
                        None => {
                            G::apply(&mut state, &Input::Expire(window.id), &mut events);
                            continue;
                        }
                    }
                }
            };
            self.legal.clear();
            G::moves(&state, seat, &mut self.legal);
            G::candidates(&state, seat, &mut self.legal);
            let step = self.step(&state, node, seat, may_wait);
            match step.action {
                Some(action) => G::apply(&mut state, &Input::Act(seat, action), &mut events),
                None => idle.waits(seat, window),
            }
            if step.hidden {
                continue;
            }
            node = step.node;
            self.path.push(node);
            if step.new {
                break;
            }
        }
        let values = *self.rollout.run(&mut state, &mut self.rng);
        self.learn(&values);
    }

    /// Chooses among the moves in `legal`, and where that leads in the tree.
    #[inline]
    fn step(&mut self, state: &G::State, parent: u32, seat: Seat, may_wait: bool) -> Step<G::Action> {
        if seat != self.seat && self.legal.iter().any(|action| !G::public(action)) {
            let choice = match self.legal.len() {
                1 => 0,
                _ => G::rollout(state, seat, &self.legal, &mut self.rng),
            };
            return Step { action: self.legal.get(choice).cloned(), node: parent, new: false, hidden: true };
        }
        let moves = self.legal.len() + usize::from(may_wait);
        let mut known = 0u64;
        let mut best = (f32::NEG_INFINITY, NONE);
        let explore = self.explore * (self.range.1 - self.range.0).max(1e-6);
        let numbers = self.number_moves();
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            let place = match &node.action {
                _ if node.number < 64 => (numbers >> node.number & 1 != 0)
                    .then(|| usize::from(self.places[usize::from(node.number)])),
                Some(action) => self.legal.iter().position(|legal| legal == action),
                None => may_wait.then_some(self.legal.len()),
            };
            if let Some(place) = place.filter(|_| node.mover == seat) {
                node.available += 1;
                if place < 64 {
                    known |= 1 << place;
                }
                let worth = node.mean + explore * (ln(self.logarithms, node.available) * node.share).sqrt();
                if worth > best.0 {
                    best = (worth, child);
                }
            }
            child = node.next_sibling;
        }
        let known_moves = known.count_ones() as usize;
        if known_moves >= moves.min(64) {
            let action = self.nodes[best.1 as usize].action.clone();
            return Step { action, node: best.1, new: false, hidden: false };
        }
        let action = self.unknown(state, seat, known, moves.min(64) - known_moves);
        let node = self.nodes.len() as u32;
        let number = action.as_ref().and_then(G::number).unwrap_or(UNNUMBERED);
        let mut born = Node::new(action.clone(), number, seat);
        born.next_sibling = self.nodes[parent as usize].first_child;
        self.nodes.push(born);
        self.nodes[parent as usize].first_child = node;
        Step { action, node, new: true, hidden: false }
    }

    /// The set of the numbers that moves in `legal` have; notes where each stands.
    #[inline]
    fn number_moves(&mut self) -> u64 {
        let mut numbers = 0;
        for (place, action) in self.legal.iter().enumerate().take(64) {
            if let Some(number) = G::number(action) {
                self.places[usize::from(number)] = place as u8;
                numbers |= 1 << number;
            }
        }
        numbers
    }

    /// One of the moves that were never tried here: the quick player's choice, or any of them. `None`: to wait.
    fn unknown(&mut self, state: &G::State, seat: Seat, known: u64, number: usize) -> Option<G::Action> {
        let mut unknown = !known;
        if !self.rollout.is_uniform() {
            self.untried.clear();
            let untried = (0..self.legal.len().min(64)).filter(|place| unknown & 1 << place != 0);
            self.untried.extend(untried.map(|place| self.legal[place].clone()));
            // Waiting is not a move in a quick playout.
            if self.untried.len() == number {
                let choice = G::rollout(state, seat, &self.untried, &mut self.rng);
                return Some(self.untried.swap_remove(choice));
            }
        }
        for _ in 0..below(number as u32, &mut self.rng) {
            unknown &= unknown - 1;
        }
        self.legal.get(unknown.trailing_zeros() as usize).cloned()
    }

    fn learn(&mut self, values: &Values) {
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            let value = values[node.mover.index()];
            node.visits += 1;
            node.sum += value;
            node.squares += value * value;
            node.share = 1.0 / node.visits as f32;
            node.mean = node.sum * node.share;
            self.range = (self.range.0.min(value), self.range.1.max(value));
        }
    }
}

impl<G: Search> std::fmt::Debug for Growth<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Growth").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

struct Step<A> {
    action: Option<A>,
    node: u32,
    new: bool,
    hidden: bool,
}

/// Seats that have let a window pass.
#[derive(Default)]
struct Idle {
    window: WindowId,
    seats: SeatSet,
}

impl Idle {
    /// The seat that is asked next, and whether it may do nothing; `None`: the window runs out.
    fn asked(
        &mut self,
        must: SeatSet,
        may: SeatSet,
        window: Window,
        searcher: Seat,
        root: bool,
    ) -> Option<(Seat, bool)> {
        if window.id != self.window {
            *self = Idle { window: window.id, seats: SeatSet::EMPTY };
        }
        let may = may - self.seats;
        // Where somebody owes a decision, only the question that was asked is about interrupting.
        if root && may.contains(searcher) {
            return Some((searcher, true));
        }
        if let Some(seat) = first_of(must, searcher) {
            return Some((seat, false));
        }
        first_of(may, searcher).map(|seat| (seat, true))
    }
    fn waits(&mut self, seat: Seat, window: Window) {
        self.window = window.id;
        self.seats.insert(seat);
    }
}

/// The natural logarithms of small numbers.
fn logarithms() -> &'static [f32] {
    static TABLE: OnceLock<Vec<f32>> = OnceLock::new();
    TABLE.get_or_init(|| (0..1 << 13).map(|n| libm::logf(n as f32)).collect())
}

/// The natural logarithm, from the table where it is there.
#[inline]
fn ln(table: &[f32], n: u32) -> f32 {
    table.get(n as usize).copied().unwrap_or_else(|| libm::logf(n as f32))
}

const _: () = assert!(MAX_SEATS as usize <= 16, "values are kept in an array of sixteen");
