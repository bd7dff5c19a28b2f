//! How bots play Euchre: from what their seat was shown, and nothing else.
//!
//! | to | there is |
//! |---|---|
//! | draw worlds that explain the calls | `sample.rs`, `model.rs` |
//! | say what a result is worth | `stakes.rs`, `winning.rs`, `outlook.rs` |
//! | solve a world | `solver.rs`, `position.rs` |
//! | weigh calls and cards | `call.rs`, `decide.rs`, `weighed.rs` |
//! | choose between nearly equal ones | `near.rs` |
//! | play quickly | `rule.rs` |
//! | say what a level means | `levels.rs` |
//! | say what can be known | `knowledge.rs` |
//! | be measured against others | `references.rs` |

mod call;
mod decide;
mod knowledge;
mod levels;
mod model;
mod near;
mod outlook;
mod position;
mod references;
mod rule;
mod sample;
mod solver;
mod stakes;
mod weighed;
mod winning;

#[cfg(feature = "inspect")]
pub use solver::plain_tricks;
pub use solver::{Class, Solver};
pub use winning::Winning;

use crate::{Action, Error, Euchre, Options, Phase, Side, State, View, Worlds, scoring::score};
use alloc::vec::Vec;
use kernel::{
    Ask, Contradiction, Decision, Drawn, Events, Game, Habits, Input, Knowledge, Level, Pause, Reference,
    Rng, Search, Seat, SeatMap, SeatSet, Start, Study, Turn, below,
};
use levels::Strength;

impl Search for Euchre {
    type Worlds = Worlds;
    const WEIGHED: bool = true;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    fn weight(view: &View, world: &State) -> f32 {
        model::weight(view, &world.options, world)
    }
    /// Cards by the five-line rule; all else as people would.
    fn rollout(state: &State, seat: Seat, legal: &[Action], rng: &mut dyn Rng) -> usize {
        let action = if state.open.phase == Phase::Trick {
            rule::rule_card(state, seat, state.playable(seat)).map(|card| Action::Play { card })
        } else {
            model::answer(state, seat, legal, model::drawn(rng))
        };
        let place = action.and_then(|action| legal.iter().position(|legal| *legal == action));
        place.unwrap_or_else(|| below(legal.len() as u32, rng) as usize)
    }
    fn winning(state: &State) -> Option<SeatMap<f32>> {
        outlook::outlook(state)
    }
    /// A bot looks to the end of the deal, be it played or thrown in.
    fn over_horizon(state: &State) -> bool {
        match state.open.phase {
            Phase::DealOver | Phase::Finished => true,
            Phase::Deal => state.open.thrown_in > 0,
            _ => false,
        }
    }
    /// Points of the deal: those of a seat's side less those of the others.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        Self::over_horizon(state).then(|| SeatMap::from_fn(4, |seat| points_of(state, seat)))
    }
    fn value_into(state: &State, out: &mut [f32]) {
        for (seat, value) in Seat::all(4).zip(out) {
            *value = points_of(state, seat);
        }
    }
    fn public(action: &Action) -> bool {
        !matches!(action, Action::Discard { .. })
    }
    fn number(action: &Action) -> Option<u8> {
        match action {
            Action::Play { card } => Some(card.index()),
            _ => None,
        }
    }
    fn habits(level: Level) -> Habits {
        Strength::of(level).habits
    }
    /// Nobody thinks about the last card, nor about going on.
    fn pause(open: &View, level: Level) -> Pause {
        let last_trick = open.open.tricks.iter().sum::<u8>() == 4;
        if last_trick || open.open.phase == Phase::DealOver {
            Pause::Millis { from: 500, to: 500 }
        } else {
            Self::habits(level).pause
        }
    }
    fn decide(ask: &Ask<'_, Self>, rng: &mut dyn Rng) -> Option<Result<Decision<Action>, Contradiction>> {
        Some(decide::decide(ask, rng))
    }
    fn knowledge(options: &Options, view: &View) -> Result<Option<Knowledge>, Contradiction> {
        knowledge::knowledge(options, view)
    }
    fn side(_: &Options, seat: Seat, _: u8) -> SeatSet {
        SeatSet::only(seat).with(crate::Open::partner(seat))
    }
    fn cards_revealed(public: &View) -> bool {
        matches!(public.open.phase, Phase::DealOver | Phase::Finished)
    }
}

impl Study for Euchre {
    const SOLVES: bool = true;

    fn contest(options: &Options, start: &Start, any_score: bool, rng: &mut dyn Rng) -> Result<State, Error> {
        let mut state = Self::new(options, start)?;
        if any_score {
            state.open.score = [0; 2].map(|_: u8| below(options.target.into(), rng) as u8);
        }
        while let Turn::Chance(luck) = Self::turn(&state) {
            Self::apply(&mut state, &Input::Chance(Drawn::draw(luck, rng)), &mut Events::muted());
        }
        Ok(state)
    }
    fn truth(state: &State, knowledge: &Knowledge) -> Vec<Option<usize>> {
        knowledge::truth(state, knowledge)
    }
    fn solve(state: &State) -> Option<SeatMap<f32>> {
        let class = Solver::default().class(state, state.options.super_euchre.is_on())?;
        let makers = decide::makers(state)?;
        let scored = score(&state.options, makers.side, class.tricks(), makers.alone, makers.lone_defender);
        let points = f32::from(scored.points);
        Some(SeatMap::from_fn(4, |seat| if Side::of(seat) == scored.side { points } else { -points }))
    }
    fn references() -> &'static [(&'static str, Reference<Self>)] {
        &[
            ("rules", Reference::Fair(references::rules)),
            ("document", Reference::Peeking(references::document)),
        ]
    }
    fn peeked_worlds(options: &Options, state: &State, seat: Seat) -> Option<Result<Worlds, Contradiction>> {
        Some(Worlds::peeked(options, state, seat))
    }
    fn points(state: &State) -> Option<SeatMap<f32>> {
        Self::over_horizon(state).then(|| SeatMap::from_fn(4, |seat| points_of(state, seat).max(0.0)))
    }
}

fn points_of(state: &State, seat: Seat) -> f32 {
    match state.open.scored {
        None => 0.0,
        Some(scored) if scored.side == Side::of(seat) => f32::from(scored.points),
        Some(scored) => -f32::from(scored.points),
    }
}
