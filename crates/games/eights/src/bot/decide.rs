use super::{Worlds, levels::Strength, player::Chair};
use crate::{Action, Eights, Open, Options, State};
use alloc::{vec, vec::Vec};
use kernel::{
    Ask, Candidate, Contradiction, Decision, Drawn, Events, Game, Input, Level, Reasons, Rng, Search, Seat,
    SeatMap, Turn, WorldCount,
};

/// How many hands the expert imagines for the others.
const SAMPLES: u32 = 200;
/// One lap says little about the rest of a round: only so much more than the rules' own choice overrules it.
const CLEARLY: f32 = 0.04;

/// Decides as the level does.
pub(crate) fn decide(ask: &Ask<'_, Eights>, rng: &mut dyn Rng) -> Result<Decision<Action>, Contradiction> {
    let worlds = Eights::worlds(ask.options, ask.view)?;
    let world = Eights::world(&worlds, rng);
    let mut legal = Vec::new();
    Eights::legal(&world, ask.seat, &mut legal);
    let view = ask.view;
    let nothing = SeatMap::from_fn(view.open.seats, |_| Vec::new());
    let lacks = view.recall.as_ref().map_or(&nothing, |recall| &recall.drew_on);
    let chair = Chair {
        options: ask.options,
        open: &view.open,
        me: ask.seat,
        hand: view.hand(),
        counts: &view.counts,
        lacks,
        strength: Strength::of(ask.level),
    };
    if legal.is_empty() {
        return Ok(Decision { action: None, reasons: Reasons::plain("idle") });
    }
    let best = chair.best(&legal, rng);
    if ask.level < Level::Expert || legal.len() < 2 {
        return Ok(Decision { action: Some(legal[best]), reasons: Reasons::plain("rule") });
    }
    Ok(look_ahead(ask, &worlds, legal, best, rng))
}

/// Every action played on for one lap in the same imagined hands, by the rules that bots play by.
fn look_ahead(
    ask: &Ask<'_, Eights>,
    worlds: &Worlds,
    mut legal: Vec<Action>,
    best: usize,
    rng: &mut dyn Rng,
) -> Decision<Action> {
    // What the rules would do comes first, and stays first among equals.
    legal.swap(0, best);
    let samples = ask.budget.unwrap_or(SAMPLES).max(1);
    let mut sums = vec![(0.0f64, 0.0f64); legal.len()];
    let mut looked = 0;
    for sample in 0..samples {
        if sample % 16 == 15 && (ask.out_of_time)() {
            break;
        }
        let world = Eights::world(worlds, rng);
        for (action, sum) in legal.iter().zip(&mut sums) {
            let mut state = world.clone();
            Eights::apply(&mut state, &Input::Act(ask.seat, *action), &mut Events::muted());
            let value = f64::from(after_a_lap(&mut state, ask.seat, ask.options, rng));
            sum.0 += value;
            sum.1 += value * value;
        }
        looked += 1;
    }
    let count = f64::from(looked.max(1));
    let mut candidates: Vec<Candidate<Action>> = legal
        .into_iter()
        .zip(sums)
        .map(|(action, (sum, squares))| Candidate {
            action: Some(action),
            value: (sum / count) as f32,
            points: None,
            error: libm::sqrt(((squares - sum * sum / count) / count.max(2.0) / count).max(0.0)) as f32,
            visits: looked,
        })
        .collect();
    let by_rule = (candidates[0].action, candidates[0].value);
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut reasons = Reasons::plain("worlds");
    let mut action = candidates[0].action;
    if candidates[0].value < by_rule.1 + CLEARLY && action != by_rule.0 {
        action = by_rule.0;
        reasons.rule = Some("no_clear_gain".into());
    }
    reasons.candidates = candidates;
    reasons.worlds = WorldCount { drawn: looked, kept: looked, effective: looked as f32 };
    reasons.stopped_early = looked < samples;
    Decision { action, reasons }
}

/// Plays until everybody had a turn, and estimates the chance of `seat` to win from there.
fn after_a_lap(state: &mut State, seat: Seat, options: &Options, rng: &mut dyn Rng) -> f32 {
    let turns = state.open.turn + state.open.in_play.len() as u32;
    while state.open.turn < turns && !Eights::over_horizon(state) {
        let input = match Eights::turn(state) {
            Turn::Over(_) => break,
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, rng)),
            Turn::Seats { must, window, .. } => match must.iter().next() {
                Some(seat) => Input::Act(seat, quick(state, seat, options, rng)),
                None => Input::Expire(window.id),
            },
        };
        Eights::apply(state, &input, &mut Events::muted());
    }
    match Eights::value(state) {
        Some(values) => values[seat],
        None => chance(&state.open, seat, |seat| state.hands[seat].len()),
    }
}

/// What a sensible player does quickly, in a world.
pub(crate) fn quick(state: &State, seat: Seat, options: &Options, rng: &mut dyn Rng) -> Action {
    let mut legal = Vec::new();
    Eights::legal(state, seat, &mut legal);
    let hand = state.hands[seat].shown();
    let counts = state.hands.map(|_, hand| hand.len() as u8);
    let lacks = SeatMap::from_fn(state.open.seats, |_| Vec::new());
    let chair = Chair {
        options,
        open: &state.open,
        me: seat,
        hand: &hand,
        counts: &counts,
        lacks: &lacks,
        strength: Strength::of(Level::Hard),
    };
    legal[chair.best(&legal, rng)]
}

/// The fewer cards, the better the chance; the seat to move has a little less to go.
fn chance(open: &Open, seat: Seat, cards: impl Fn(Seat) -> usize) -> f32 {
    let weight = |seat: Seat| {
        let cards = cards(seat) as f32 - if open.current == seat && open.stack == 0 { 0.4 } else { 0.0 };
        1.0 / (cards.max(0.5) * libm::sqrtf(cards.max(0.5)))
    };
    if !open.in_play.contains(seat) {
        return 0.0;
    }
    let all: f32 = open.in_play.iter().map(weight).sum();
    weight(seat) / all
}
