use super::{
    lead,
    levels::Strength,
    player::{Player, QUICK, best},
    totals,
};
use crate::{Action, Ask as Question, Roost, State, Worlds, legal, prompt};
use alloc::vec::Vec;
use kernel::{
    Ask, Candidate, Contradiction, Decision, Drawn, Events, Game, Input, Reasons, Rng, Search, Seat, Turn,
    WorldCount,
};

/// Most of what a search looks at: the rating has thrown out the rest.
const LARGE: usize = 10;
const SMALL: usize = 5;

/// Decides as the level does.
pub(crate) fn decide(ask: &Ask<'_, Roost>, rng: &mut dyn Rng) -> Result<Decision<Action>, Contradiction> {
    let worlds = Roost::worlds(ask.options, ask.view)?;
    let world = Roost::world(&worlds, rng);
    let mut legal = Vec::new();
    Roost::legal(&world, ask.seat, &mut legal);
    if legal.is_empty() {
        return Ok(Decision { action: None, reasons: Reasons::plain("idle") });
    }
    let strength = Strength::of(ask.level);
    let large = prompt::prompt(&world)
        .is_some_and(|prompt| matches!(prompt.ask, Question::Turn | Question::Setup | Question::KeepBonus));
    let playouts = if large { strength.large } else { strength.small };
    let playouts = if playouts > 0 { ask.budget.unwrap_or(playouts) } else { 0 };
    if playouts == 0 || legal.len() < 2 {
        let place = best(&world, ask.seat, &legal, strength.manner, rng);
        return Ok(Decision { action: Some(legal.swap_remove(place)), reasons: Reasons::plain("rule") });
    }
    narrow(&world, ask.seat, &mut legal, if large { LARGE } else { SMALL });
    Ok(look_ahead(ask, &worlds, legal, playouts, rng))
}

/// Keeps the actions that the quick player rates best, the very best first.
pub(crate) fn narrow(state: &State, seat: Seat, legal: &mut Vec<Action>, most: usize) {
    let player = Player::new(state, seat, QUICK.care);
    let mut rated: Vec<(f32, Action)> =
        legal.drain(..).map(|action| (player.rate(&action), action)).collect();
    // The rows are always worth a thought; there are three.
    let row = |action: &Action| matches!(action, Action::GainFood | Action::LayEggs | Action::DrawCards);
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut kept = 0;
    rated.retain(|(_, action)| {
        kept += 1;
        kept <= most || row(action)
    });
    legal.extend(rated.into_iter().map(|(_, action)| action).filter(|action| *action != Action::Back));
}

/// Plays every candidate to the end of the game in the same worlds; after each stage the worse half is out.
fn look_ahead(
    ask: &Ask<'_, Roost>,
    worlds: &Worlds,
    legal: Vec<Action>,
    playouts: u32,
    rng: &mut dyn Rng,
) -> Decision<Action> {
    let stages = (usize::BITS - (legal.len() - 1).leading_zeros()).max(1);
    let mut running: Vec<Tried> = legal.into_iter().map(Tried::new).collect();
    let mut out: Vec<Tried> = Vec::new();
    let (mut drawn, mut stopped_early) = (0, false);
    let mut buffer = Vec::new();
    for _ in 0..stages {
        let rounds = (playouts / stages / running.len() as u32).max(1);
        for _ in 0..rounds {
            if drawn > 0 && (ask.out_of_time)() {
                stopped_early = true;
                break;
            }
            let world = worlds.draw(rng);
            for tried in &mut running {
                let mut state = world.clone();
                Roost::apply(&mut state, &Input::Act(ask.seat, tried.action.clone()), &mut Events::muted());
                play_on(&mut state, &mut buffer, rng);
                tried.add(&state, ask.seat);
            }
            drawn += 1;
        }
        running.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        if stopped_early {
            break;
        }
        let half = running.len().div_ceil(2);
        out.extend(running.drain(half..).rev());
    }
    running.extend(out.into_iter().rev());
    let action = running.first().map(|tried| tried.action.clone());
    let mut reasons = Reasons::plain("flat");
    reasons.candidates = running.into_iter().map(Tried::told).collect();
    reasons.worlds = WorldCount { drawn, kept: drawn, effective: drawn as f32 };
    reasons.stopped_early = stopped_early;
    Decision { action, reasons }
}

/// Plays a world to its end, everybody by the quick player's ratings.
fn play_on(state: &mut State, legal: &mut Vec<Action>, rng: &mut dyn Rng) {
    let mut events = Events::muted();
    loop {
        let input = match Roost::turn(state) {
            Turn::Over(_) => return,
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, rng)),
            Turn::Seats { must, window, .. } => match must.iter().next() {
                None => Input::Expire(window.id),
                Some(seat) => {
                    legal.clear();
                    legal::legal(state, seat, legal);
                    let place = if legal.len() > 1 { best(state, seat, legal, QUICK, rng) } else { 0 };
                    Input::Act(seat, legal.swap_remove(place))
                }
            },
        };
        Roost::apply(state, &input, &mut events);
    }
}

/// A candidate and its result in points: the seat's less half of what the best other seat had.
struct Tried {
    action: Action,
    visits: u32,
    sum: f32,
    squares: f32,
    /// The seat's points alone.
    own: f32,
}

impl Tried {
    fn new(action: Action) -> Tried {
        Tried { action, visits: 0, sum: 0.0, squares: 0.0, own: 0.0 }
    }
    fn add(&mut self, ended: &State, seat: Seat) {
        let totals = totals(ended);
        let value = lead(&totals, seat);
        self.visits += 1;
        self.sum += value;
        self.squares += value * value;
        self.own += totals[seat];
    }
    fn mean(&self) -> f32 {
        self.sum / (self.visits as f32).max(1.0)
    }
    fn told(self) -> Candidate<Action> {
        let (visits, mean) = ((self.visits as f32).max(1.0), self.mean());
        let spread = (self.squares / visits - mean * mean).max(0.0) / (visits - 1.0).max(1.0);
        Candidate {
            action: Some(self.action),
            value: mean,
            points: Some(self.own / visits),
            error: libm::sqrtf(spread),
            visits: self.visits,
        }
    }
}
