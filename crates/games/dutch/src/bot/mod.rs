mod decide;
mod habits;
mod knowledge;
mod luck;
mod memory;

pub use decide::{Move, decide};
pub use memory::Memory;

use crate::{Action, Dutch, MatchKind, Memo, Options, Phase, State, View, Worlds};
use alloc::vec::Vec;
use habits::Table;
use kernel::{
    Ask, Candidate, Contradiction, Decided, Decision, Game, Habits, Knowledge, Level, Pause, Reasons, Rng,
    Search, Seat, SeatMap, SeatSet, below,
};

/// Nobody acts faster than this, in milliseconds.
const QUICKEST: u32 = 600;
/// Others want to see what was played, and not to wait for it.
const UNHURRIED: u32 = 1_200;
/// A power takes longer: it concerns cards of several hands.
const POWER: Pause = Pause::Millis { from: 1_000, to: 1_800 };
/// A call comes in the last fifth of the window: after the others had time to match.
const LAST_FIFTH: f32 = 0.8;

impl Search for Dutch {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    /// What a bot with a perfect memory would do.
    fn rollout(state: &State, seat: Seat, legal: &[Action], rng: &mut dyn Rng) -> usize {
        let action = decide::quick(state, seat, legal);
        let place = action.and_then(|action| legal.iter().position(|legal| *legal == action));
        place.unwrap_or_else(|| below(legal.len() as u32, rng) as usize)
    }
    /// Who has a card that fits is quicker than who calls; of several any.
    fn interrupt(state: &State, may: SeatSet, rng: &mut dyn Rng) -> Option<(Seat, Action)> {
        let mut seats: Vec<Seat> = may.iter().collect();
        let first = below(seats.len().max(1) as u32, rng) as usize;
        seats.rotate_left(first);
        let (mut legal, mut call) = (Vec::new(), None);
        for seat in seats {
            legal.clear();
            Dutch::legal(state, seat, &mut legal);
            match decide::quick(state, seat, &legal).filter(|_| !legal.is_empty()) {
                Some(Action::CallDutch) => call = Some((seat, Action::CallDutch)),
                Some(action) => return Some((seat, action)),
                None => {}
            }
        }
        call
    }
    /// A bot looks to the end of the deal.
    fn over_horizon(state: &State) -> bool {
        state.open.phase.is_over()
    }
    /// A single deal is won or not; in a match the points count, and few are good.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let ending = state.open.ending.as_ref()?;
        Some(match state.options.match_kind {
            MatchKind::Single => {
                let share = 1.0 / ending.winners.len().max(1) as f32;
                ending.places.map(|seat, _| if ending.winners.contains(seat) { share } else { 0.0 })
            }
            MatchKind::Cumulative => ending.added.map(|_, &added| -f32::from(added)),
        })
    }

    /// Weaker bots forget, lapse and pick at random where the table of habits says so, not by slips on top of it.
    fn habits(level: Level) -> Habits {
        let pause = Pause::Millis { from: QUICKEST, to: UNHURRIED };
        Habits { slips: 0.0, pause, ..Habits::usual(level) }
    }
    fn pause(open: &View, level: Level) -> Pause {
        let share = |from, to| Pause::Share { from, to, least: QUICKEST };
        match open.open.phase {
            Phase::SameRankWindow => {
                let pace = &Table::of(level).pace;
                share(*pace.start() as f32 / 100.0, *pace.end() as f32 / 100.0)
            }
            // A pick, another one, and the end of the look have to fit in.
            Phase::InitialPeek => share(0.08, 0.16),
            // Nothing is chosen there.
            Phase::DrawingCard | Phase::DealEnded => Pause::Millis { from: QUICKEST, to: QUICKEST },
            Phase::QueenPeek | Phase::Peeking | Phase::JackSwap => POWER,
            _ => Self::habits(level).pause,
        }
    }
    fn not_before(action: &Action) -> f32 {
        if *action == Action::CallDutch { LAST_FIFTH } else { 0.0 }
    }
    fn decide(ask: &Ask<'_, Self>, rng: &mut dyn Rng) -> Option<Decided<Self>> {
        Some(decided(ask, rng))
    }
    fn knowledge(options: &Options, view: &View) -> Result<Option<Knowledge>, Contradiction> {
        knowledge::knowledge(options, view)
    }
    fn truth(state: &State, knowledge: &Knowledge) -> Vec<Option<usize>> {
        knowledge::truth(state, knowledge)
    }
}

fn decided(ask: &Ask<'_, Dutch>, rng: &mut dyn Rng) -> Decided<Dutch> {
    let (options, view, level) = (ask.options, ask.view, ask.level);
    // What may be done is the same in every world of a view.
    let world = Worlds::new(options, view)?.draw(rng);
    let mut legal = Vec::new();
    Dutch::legal(&world, ask.seat, &mut legal);
    let seed = character(options, view);
    let Move { action, rule } = decide(options, view, &legal, level, seed);
    let mut reasons = Reasons::plain("rule");
    reasons.rule = Some(rule.into());
    if ask.explain {
        reasons.candidates = decide::plays(options, view, &legal, level, seed)
            .into_iter()
            .map(|(play, relief)| Candidate {
                action: Some(play),
                value: relief as f32,
                points: Some(relief as f32),
                error: 0.0,
                visits: 1,
            })
            .collect();
        reasons.knowledge = Dutch::knowledge(options, view)?;
    }
    Ok(Decision { action, reasons })
}

/// What a bot remembers and how it is inclined in this deal: a number made from its own first look, so it is the
/// same at every decision, after a restart and in a replay, and no card that the seat has not seen has a say in it.
fn character(options: &Options, view: &View) -> u64 {
    let journal = view.recall.iter().flat_map(|recall| &recall.journal);
    let own = journal.filter_map(|memo| match memo {
        Memo::Saw { at, card } if Some(at.seat) == view.seat => Some((at.slot, card.index())),
        _ => None,
    });
    own.take(options.peek_count.into())
        .fold(view.seat.map_or(0, |seat| seat.0.into()), |number, (slot, card)| {
            luck::scramble(number ^ u64::from(slot) << 8 ^ u64::from(card))
        })
}
