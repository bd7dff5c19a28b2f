use crate::{Flat, Sampler, Tree, moves::Moves};
use kernel::{Ask, Contradiction, Decision, Method, Pause, Reasons, Search, Seat, SeatSet, Turn, below};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

/// What a bot does, when it says so, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The action; `None`: nothing, where the seat owes nothing.
    pub action: Option<A>,
    /// When to send it, counted from the moment the window opened.
    pub when: When,
    /// The share of the window before which it is not sent, whoever drew another moment.
    pub not_before: f32,
    /// The reasons for it.
    pub reasons: Reasons<A>,
}

/// When a bot acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    /// The time after the window opened.
    After(Duration),
    /// At this share of the window, but not before this delay after it opened.
    Share(f32, Duration),
}

impl When {
    /// Draws a moment. It comes first of all from the seed, so that no card has a say in it.
    pub fn draw(pause: Pause, rng: &mut impl Rng) -> When {
        match pause {
            Pause::Millis { from, to } => {
                let more = below(to.saturating_sub(from) + 1, rng);
                When::After(Duration::from_millis(u64::from(from + more)))
            }
            Pause::Share { from, to, least } => {
                let drawn = below(1 << 20, rng) as f32 / (1 << 20) as f32;
                When::Share(from + (to - from) * drawn, Duration::from_millis(least.into()))
            }
        }
    }
    /// How long after a window opened that is, if the window is still open then.
    pub fn after(self, lasts: Option<Duration>) -> Duration {
        match (self, lasts) {
            (When::After(pause), _) => pause,
            (When::Share(share, least), Some(lasts)) => lasts.mul_f32(share.clamp(0.0, 1.0)).max(least),
            (When::Share(_, least), None) => least,
        }
    }
    /// The same moment, moved into what is left of the window after `share` of it. The last moments are left to
    /// the way that a message takes.
    fn not_before(self, share: f32) -> When {
        const LATEST: f32 = 0.98;
        let drawn = match self {
            When::Share(drawn, _) => drawn,
            When::After(pause) => pause.as_secs_f32().fract(),
        };
        When::Share(share + (LATEST - share) * drawn.clamp(0.0, 1.0), Duration::ZERO)
    }
}

/// Answers a question: the same question and seed have the same answer on every machine, unless time runs
/// out (and then the reasons say so).
pub fn choose<G: Search>(ask: &Ask<'_, G>, seed: u64) -> Result<Choice<G::Action>, Contradiction> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let when = When::draw(G::pause(ask.view, ask.level), &mut rng);
    let slips = slips(G::habits(ask.level).slips, &mut rng);
    let decision = decide(ask, slips, &mut rng)?;
    let not_before = decision.action.as_ref().map_or(0.0, G::not_before);
    let when = if not_before > 0.0 { when.not_before(not_before) } else { when };
    Ok(Choice { action: decision.action, when, not_before, reasons: decision.reasons })
}

fn decide<G: Search>(
    ask: &Ask<'_, G>,
    slips: bool,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Decision<G::Action>, Contradiction> {
    let sampler = Sampler::<G>::of_memory(ask)?;
    let world = sampler.draw(rng);
    let Some(mut moves) = Moves::of::<G>(&world, ask.seat) else {
        return Ok(Decision { action: None, reasons: Reasons::plain("idle") });
    };
    if moves.actions.len() == 1 && !moves.may_wait {
        return Ok(Decision { action: moves.actions.pop(), reasons: Reasons::plain("only") });
    }
    if slips && !moves.actions.is_empty() {
        let slip = below(moves.actions.len() as u32, rng) as usize;
        return Ok(Decision {
            action: Some(moves.actions.swap_remove(slip)),
            reasons: Reasons::plain("slip"),
        });
    }
    if let Some(own) = G::decide(ask, rng) {
        return own;
    }
    search(ask, G::habits(ask.level).method, &sampler, rng)
}

/// Decides by a search that knows no game, in worlds from `sampler`.
pub fn search<G: Search>(
    ask: &Ask<'_, G>,
    method: Method,
    sampler: &Sampler<'_, G>,
    rng: &mut impl Rng,
) -> Result<Decision<G::Action>, Contradiction> {
    let seed = rng.next_u64();
    let mut decision = match method {
        Method::Flat { worlds } => Flat { worlds: ask.budget.unwrap_or(worlds), uniform: false }.decide(
            sampler,
            ask.seat,
            seed,
            ask.out_of_time,
        ),
        Method::Tree { iterations } => {
            let tree = Tree { iterations: ask.budget.unwrap_or(iterations), ..Tree::default() };
            tree.decide(sampler, ask.seat, seed, ask.out_of_time)
        }
    };
    if ask.explain {
        decision.reasons.knowledge = G::knowledge(ask.options, ask.view)?;
    }
    Ok(decision)
}

fn slips(share: f32, rng: &mut impl Rng) -> bool {
    // Drawn at every level, so that two levels with one seed differ in their thinking alone.
    let drawn = below(1 << 20, rng) as f32 / (1 << 20) as f32;
    drawn < share
}

/// Whose turn it is in a world, the searching seat first where several choose at once.
pub(crate) fn first_of(seats: SeatSet, searcher: Seat) -> Option<Seat> {
    if seats.contains(searcher) { Some(searcher) } else { seats.iter().next() }
}

/// Whether `seat` owes a decision, or at least may take one.
pub(crate) fn asked(turn: &Turn, seat: Seat) -> Option<bool> {
    match turn {
        Turn::Seats { must, .. } if must.contains(seat) => Some(true),
        Turn::Seats { may, .. } if may.contains(seat) => Some(false),
        _ => None,
    }
}
