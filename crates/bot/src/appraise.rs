//! What moves are worth, measured: each is made in the same worlds, and everybody plays on to the end of the game.

use crate::{Sampler, score::Tally};
use kernel::{
    Ask, Contradiction, Drawn, Events, Input, Outcome, Search, Seat, SeatMap, SeatSet, Turn, WindowId,
};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A world that has not ended after this number of inputs counts as a draw.
const LONGEST: u32 = 20_000;
/// The least number of worlds, however long games are.
const LEAST: u32 = 24;
/// Moves that nobody chose are measured in one of this number of worlds.
const SHARE: u32 = 4;

/// How much work a question is worth. It is counted and not timed: the same question has the same answer on every
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Worlds at most.
    pub worlds: u32,
    /// Inputs after which no further world is begun.
    pub inputs: u64,
}

/// What moves came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraisal<A> {
    /// Each move, in the order in which they were asked about.
    pub moves: Vec<Appraised<A>>,
    /// In how many worlds.
    pub worlds: u32,
}

/// What a move came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraised<A> {
    /// Which; `None`: letting it pass.
    pub action: Option<A>,
    /// The seat's chance to win the game.
    pub chance: f32,
    /// The standard error of it.
    pub error: f32,
    /// How much worse it did than the first move, world by world.
    pub behind: f32,
    /// The standard error of that. It is smaller than the errors of the two chances let expect: luck is the same.
    pub behind_error: f32,
    /// Everybody's chance to win.
    pub outlook: SeatMap<f32>,
}

/// Measures moves of the seat that is asked, from what it knows. The first move is the one that all others are held
/// against; `chosen` moves from the beginning of the list get all the effort, the others a part of it. `look` is shown
/// every world, with what the chosen moves came to in it.
pub fn appraise<G: Search>(
    ask: &Ask<'_, G>,
    moves: &[Option<G::Action>],
    chosen: usize,
    effort: Effort,
    seed: u64,
    look: &mut dyn FnMut(&G::State, &[f32]),
) -> Result<Appraisal<G::Action>, Contradiction> {
    let sampler = Sampler::<G>::of_view(ask.options, ask.view)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut finish = Finish::<G> { options: ask.options, legal: Vec::new(), inputs: 0 };
    let mut measured: Vec<Measured> = moves.iter().map(|_| Measured::default()).collect();
    let mut worlds = 0;
    while worlds < effort.worlds && (worlds < LEAST || finish.inputs < effort.inputs) {
        if (ask.out_of_time)() {
            break;
        }
        let world = sampler.draw_weighed(&mut rng);
        // All moves are compared with the same luck.
        let luck = rng.clone();
        rng.jump();
        let tried = if worlds % SHARE == 0 { moves.len() } else { chosen.min(moves.len()) };
        let mut values = Vec::with_capacity(tried);
        for (action, measured) in moves[..tried].iter().zip(&mut measured) {
            let chances = finish.after(&world, ask.seat, action.as_ref(), &mut luck.clone());
            let value = chances[ask.seat];
            values.push(value);
            measured.add(value, values[0] - value, &chances);
        }
        look(&world, &values[..chosen.min(tried)]);
        worlds += 1;
    }
    let first = measured.first().map_or(0.0, |first| first.value.mean());
    let told = |(action, measured): (&Option<G::Action>, Measured)| Appraised {
        action: action.clone(),
        // Report moves that were tried in fewer worlds as if they had been tried in all.
        chance: (first - measured.behind.mean()).clamp(0.0, 1.0),
        error: measured.value.error(),
        behind: measured.behind.mean(),
        behind_error: measured.behind.error(),
        outlook: measured.outlook(),
    };
    Ok(Appraisal { moves: moves.iter().zip(measured).map(told).collect(), worlds })
}

/// Values of a move, world by world.
#[derive(Default)]
struct Measured {
    value: Tally,
    behind: Tally,
    outlook: Option<SeatMap<f32>>,
}

impl Measured {
    fn add(&mut self, value: f32, behind: f32, chances: &SeatMap<f32>) {
        self.value.add(value);
        self.behind.add(behind);
        let sums = self.outlook.get_or_insert_with(|| chances.map(|_, _| 0.0));
        *sums = sums.map(|seat, sum| sum + chances[seat]);
    }
    fn outlook(&self) -> SeatMap<f32> {
        let count = self.value.count().max(1) as f32;
        self.outlook
            .as_ref()
            .map_or_else(|| SeatMap::from_fn(0, |_| 0.0), |sums| sums.map(|_, sum| sum / count))
    }
}

/// Plays worlds to the end of the game, everybody as the game's quick player.
struct Finish<'a, G: Search> {
    options: &'a G::Options,
    legal: Vec<G::Action>,
    /// The number played so far.
    inputs: u64,
}

impl<G: Search> Finish<'_, G> {
    /// Everybody's chance to win after a move of `seat`; without one it lets the window pass.
    fn after(
        &mut self,
        world: &G::State,
        seat: Seat,
        action: Option<&G::Action>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> SeatMap<f32> {
        let mut state = world.clone();
        let waits = match (action, G::turn(world)) {
            (Some(action), _) => {
                G::apply(&mut state, &Input::Act(seat, action.clone()), &mut Events::muted());
                None
            }
            (None, Turn::Seats { window, .. }) => Some((seat, window.id)),
            (None, _) => None,
        };
        self.play(&mut state, waits, rng)
    }

    fn play(
        &mut self,
        state: &mut G::State,
        waits: Option<(Seat, WindowId)>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> SeatMap<f32> {
        let mut events = Events::muted();
        for _ in 0..LONGEST {
            self.inputs += 1;
            if let Some(chances) = G::winning(state) {
                return chances;
            }
            let input = match G::turn(state) {
                Turn::Over(outcome) => return shares::<G>(self.options, &outcome),
                Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, rng)),
                Turn::Seats { must, may, window } => {
                    let may = match waits {
                        Some((seat, id)) if id == window.id => may.without(seat),
                        _ => may,
                    };
                    let interrupt = if may.is_empty() { None } else { G::interrupt(state, may, rng) };
                    match (interrupt, must.iter().next()) {
                        (Some((seat, action)), _) => Input::Act(seat, action),
                        (None, Some(seat)) => self.quick(state, seat, rng),
                        (None, None) => Input::Expire(window.id),
                    }
                }
            };
            G::apply(state, &input, &mut events);
        }
        let seats = G::value(state).map_or(1, |values| values.seats());
        SeatMap::from_fn(seats, |_| 1.0 / f32::from(seats))
    }

    fn quick(&mut self, state: &G::State, seat: Seat, rng: &mut Xoshiro256PlusPlus) -> Input<G::Action> {
        self.legal.clear();
        G::moves(state, seat, &mut self.legal);
        let choice = if self.legal.len() > 1 { G::rollout(state, seat, &self.legal, rng) } else { 0 };
        Input::Act(seat, self.legal.swap_remove(choice))
    }
}

/// What everybody has of the win: partners win together, and who shares the first place with others shares it.
pub fn shares<G: Search>(options: &G::Options, outcome: &Outcome) -> SeatMap<f32> {
    let seats = outcome.places.seats();
    let won = |seat: Seat| outcome.places[seat] == 1;
    let mut sides: Vec<SeatSet> = Vec::new();
    for seat in Seat::all(seats).filter(|&seat| won(seat)) {
        let side = G::side(options, seat, seats);
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    let share = 1.0 / sides.len().max(1) as f32;
    SeatMap::from_fn(seats, |seat| if won(seat) { share } else { 0.0 })
}
