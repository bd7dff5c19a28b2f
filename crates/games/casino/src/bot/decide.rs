use super::{Memory, ending::Ending, levels::Strength, threat::Threat, twins::Twins};
use crate::{Action, Casino, Phase, State, Worlds};
use alloc::{string::String, vec::Vec};
use kernel::{Ask, Candidate, Contradiction, Decision, Events, Game, Reasons, Rng, Search, Seat, WorldCount};

/// Positions that an exact solution may take. Beyond that the search decides.
const MOST_POSITIONS: u64 = 2_000_000;
/// Somebody who looks one move ahead looks at no more moves.
const MOST_LOOKED_AT: usize = 60;

/// The decisions that the game makes; `None`: the search decides.
pub(crate) fn decide(
    ask: &Ask<'_, Casino>,
    rng: &mut dyn Rng,
) -> Result<Option<Decision<Action>>, Contradiction> {
    if ask.view.open.phase != Phase::Turn {
        return Ok(None);
    }
    let strength = Strength::of(ask.level);
    if !strength.searches {
        return one_ahead(ask, rng).map(Some);
    }
    let in_hands: u8 = ask.view.counts.values().iter().sum();
    if in_hands > strength.exact || ask.view.open.seats > 2 {
        return Ok(None);
    }
    let worlds = Casino::remembered(ask)?;
    if !worlds.is_certain() {
        return Ok(None);
    }
    let decision = exact(ask, &worlds.draw(rng));
    decision.map(|decision| explained(ask, decision)).transpose()
}

/// The best move of an ending in which nothing is hidden.
fn exact(ask: &Ask<'_, Casino>, world: &State) -> Option<Decision<Action>> {
    let mut ending = Ending::of(world, MOST_POSITIONS, ask.out_of_time)?;
    let best = ending.best()?;
    let solutions = if ask.explain { ending.all() } else { None };
    // Of equals the one that was found first, here as there.
    let solutions = solutions.unwrap_or_else(|| [best].into());
    let mut reasons = Reasons::plain("exact");
    reasons.candidates = solutions
        .iter()
        .map(|solution| {
            let margin = solution.margin as f32;
            weighed(solution.action, margin, Some(margin))
        })
        .collect();
    reasons.worlds = WorldCount { drawn: 1, kept: 1, effective: 1.0 };
    Some(Decision { action: Some(best.action), reasons })
}

/// The move that brings most at once, less what it leaves to the next opponent.
fn one_ahead(ask: &Ask<'_, Casino>, rng: &mut dyn Rng) -> Result<Decision<Action>, Contradiction> {
    let worlds = Worlds::remembered(ask.options, ask.view, &Memory::of(ask.view, ask.level))?;
    // Any world will do: what is looked at is open in all of them.
    let world = worlds.draw(rng);
    let mut legal = Vec::new();
    Casino::legal(&world, ask.seat, &mut legal);
    let twins = Twins::new(ask.options);
    legal.retain(|action| twins.stands_for_all(&world, ask.seat, *action));
    if legal.len() > MOST_LOOKED_AT {
        legal.sort_by(|a, b| world.greed(ask.seat, *b).total_cmp(&world.greed(ask.seat, *a)));
        legal.truncate(MOST_LOOKED_AT);
    }
    let threat = Threat::after(&worlds, &ask.view.open, ask.seat);
    let mut candidates: Vec<Candidate<Action>> = legal
        .into_iter()
        .map(|action| weighed(action, after(&world, ask.seat, action, &threat), None))
        .collect();
    // Stable: of equals the one that uses the fewest things.
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut reasons = Reasons::plain("rule");
    reasons.rule = Some(String::from("one_ahead"));
    let action = candidates.first().and_then(|best| best.action);
    reasons.candidates = candidates;
    explained(ask, Decision { action, reasons })
}

/// What a move brings, less what it leaves.
fn after(world: &State, seat: Seat, action: Action, threat: &Threat) -> f32 {
    let mut table = world.clone();
    table.act(seat, action, &mut Events::muted());
    let left = if table.open.deal == world.open.deal && table.open.phase == Phase::Turn {
        threat.loss(&world.options, &table.open)
    } else {
        0.0
    };
    world.worth_at_once(seat, action) - left
}

fn weighed(action: Action, value: f32, points: Option<f32>) -> Candidate<Action> {
    Candidate { action: Some(action), value, points, error: 0.0, visits: 1 }
}

fn explained(
    ask: &Ask<'_, Casino>,
    mut decision: Decision<Action>,
) -> Result<Decision<Action>, Contradiction> {
    if ask.explain {
        decision.reasons.knowledge = Casino::knowledge(ask.options, ask.view)?;
    }
    Ok(decision)
}
