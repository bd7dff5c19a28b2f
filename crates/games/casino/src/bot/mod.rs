mod decide;
mod ending;
mod greed;
mod knowledge;
mod levels;
mod memory;
mod references;
mod threat;
mod twins;

pub use ending::{Solution, solve};
pub(crate) use memory::Memory;

use crate::{Action, Casino, Options, Phase, State, View, Worlds};
use alloc::vec::Vec;
use ending::Ending;
use kernel::{
    Ask, Contradiction, Decided, Habits, Knowledge, Level, Pause, Reference, Rng, Search, Seat, SeatMap,
    SeatSet, Study, below,
};
use levels::Strength;
use twins::Twins;

/// One in this many moves of a playout is random.
const WHIM: u32 = 5;
/// A search looks at no more moves of a position: the greedy ones first.
const MOST_CANDIDATES: usize = 40;
/// Endings with more cards in hand are not solved for statistics.
const SOLVED_CARDS: usize = 8;

impl Search for Casino {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    /// A weaker bot forgets captured cards, and what others showed of their hands.
    fn remembered(ask: &Ask<'_, Self>) -> Result<Worlds, Contradiction> {
        Worlds::remembered(ask.options, ask.view, &Memory::of(ask.view, ask.level))
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    fn moves(state: &State, seat: Seat, out: &mut Vec<Action>) {
        state.list_unordered(seat, out);
    }
    /// Takes what is worth most at once.
    fn rollout(state: &State, seat: Seat, legal: &[Action], rng: &mut dyn Rng) -> usize {
        if below(WHIM, rng) == 0 {
            return below(legal.len() as u32, rng) as usize;
        }
        let mut best = (0, f32::MIN);
        for (index, action) in legal.iter().enumerate() {
            let worth = state.greed(seat, *action);
            if worth > best.1 {
                best = (index, worth);
            }
        }
        best.0
    }
    /// Moves that differ only in suits that count nothing are one.
    fn candidates(state: &State, seat: Seat, legal: &mut Vec<Action>) {
        let twins = Twins::new(&state.options);
        legal.retain(|action| twins.stands_for_all(state, seat, *action));
        if legal.len() > MOST_CANDIDATES {
            legal.sort_by_cached_key(|action| core::cmp::Reverse((state.greed(seat, *action) * 1e4) as i32));
            legal.truncate(MOST_CANDIDATES);
        }
    }
    /// The share of the points as the piles lie now, evened out while they are small.
    fn worth(state: &State, seat: Seat) -> Option<f32> {
        let worth = |pile: &[kernel::Card]| state.options.gain(pile.iter().copied().collect());
        let sum = |side: &dyn Fn(Seat) -> bool| {
            Seat::all(state.open.seats)
                .filter(|&seat| side(seat))
                .map(|seat| 1.0 + worth(&state.piles[seat.index()]))
                .sum::<f32>()
        };
        let own = sum(&|other| state.open.allied(other, seat));
        Some(own / sum(&|_| true))
    }
    fn side(options: &Options, seat: Seat, _: u8) -> SeatSet {
        let alone = SeatSet::only(seat);
        if options.teams.is_on() { alone.with(Seat(seat.0 ^ 2)) } else { alone }
    }
    /// A bot looks to the end of the game, also in a match.
    fn over_horizon(state: &State) -> bool {
        matches!(state.open.phase, Phase::RoundOver | Phase::Finished)
    }
    /// The share of the points of this game.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let points = Self::points(state)?;
        let tally = state.open.tally.as_ref()?;
        let all: u16 = tally.scores.iter().map(|score| score.points).sum();
        let sides = tally.scores.len().max(1) as f32;
        let in_play = |seat: Seat| tally.scores.iter().any(|score| score.seats.contains(seat));
        Some(points.map(|seat, &points| match all {
            0 if in_play(seat) => 1.0 / sides,
            0 => 0.0,
            _ => points / f32::from(all),
        }))
    }
    fn habits(level: Level) -> Habits {
        Strength::of(level).habits
    }
    /// Nobody thinks about the next game.
    fn pause(open: &View, level: Level) -> Pause {
        match open.open.phase {
            Phase::RoundOver => Pause::Millis { from: 500, to: 500 },
            // The window always lasts its time: a call comes well within.
            Phase::Shiya => Pause::Share { from: 0.3, to: 0.6, least: 0 },
            _ => Self::habits(level).pause,
        }
    }
    fn decide(ask: &Ask<'_, Self>, rng: &mut dyn Rng) -> Option<Decided<Self>> {
        decide::decide(ask, rng).transpose()
    }
    fn knowledge(options: &Options, view: &View) -> Result<Option<Knowledge>, Contradiction> {
        knowledge::knowledge(options, view)
    }
    fn cards_revealed(public: &View) -> bool {
        matches!(public.open.phase, Phase::RoundOver | Phase::Finished)
    }
}

impl Study for Casino {
    const SOLVES: bool = true;

    fn truth(state: &State, knowledge: &Knowledge) -> Vec<Option<usize>> {
        knowledge::truth(state, knowledge)
    }
    /// What the game brought each seat's side.
    fn points(state: &State) -> Option<SeatMap<f32>> {
        let tally = state.open.tally.as_ref().filter(|_| Self::over_horizon(state))?;
        Some(SeatMap::from_fn(state.open.seats, |seat| {
            let score = tally.scores.iter().find(|score| score.seats.contains(seat));
            score.map_or(0.0, |score| f32::from(score.points))
        }))
    }
    /// Endings with few cards left, by the margin.
    fn solve(state: &State) -> Option<SeatMap<f32>> {
        let cards: usize = state.hands.iter().map(|hand| hand.len()).sum();
        if cards > SOLVED_CARDS {
            return None;
        }
        let margin = Ending::of(state, u64::MAX, &|| false)?.best()?.margin as f32;
        Some(SeatMap::from_fn(2, |seat| if seat == state.open.turn { margin } else { -margin }))
    }
    fn references() -> &'static [(&'static str, Reference<Self>)] {
        &[("greedy", Reference::Fair(references::greedy))]
    }
}
