use super::{
    Analysis, Analyst,
    beliefs::beliefs,
    decisive::Whereabouts,
    moments::{Moment, Moments},
    report::{Cost, Move, Review, Verdict, rounded},
};
use crate::{
    Fault,
    input::json,
    proof::{GameKeys, Proof},
    thinker::contradiction,
};
use bot::{Appraisal, Effort, appraise};
use kernel::{Ask, Level, Seat, SeatMap, SeatSet, Study};
use std::vec;

/// Whose advice is taken: the best there is.
const LEVEL: Level = Level::Expert;
/// More moves than these are not shown beside each other.
const MOVES: usize = 6;
/// Worlds for a decision, at most.
const WORLDS: u32 = 400;
/// Inputs for a whole game, and bounds for one decision: long games are looked at less closely.
const INPUTS: u64 = 8_000_000;
const LEAST_INPUTS: u64 = 15_000;
const MOST_INPUTS: u64 = 60_000;

/// The analysis of a game of `G`.
struct Reviewer<G: Study> {
    game: Moments<G>,
    left: vec::IntoIter<Moment<G>>,
    total: u32,
    keys: GameKeys,
    effort: Effort,
    reviews: Vec<Review>,
}

/// Opens the analysis of a game of `G`.
pub(crate) fn open<G: Study>(proof: &Proof, seat: Option<Seat>) -> Result<Box<dyn Analyst>, Fault> {
    let mut game = Moments::<G>::of(proof, seat)?;
    let moments = std::mem::take(&mut game.moments);
    let total = moments.len() as u32;
    // By the length of the game, so that one seat's analysis is a part of everybody's.
    let inputs = (INPUTS / proof.log.len().max(1) as u64).clamp(LEAST_INPUTS, MOST_INPUTS);
    let effort = Effort { worlds: WORLDS, inputs };
    let (left, keys) = (moments.into_iter(), proof.keys());
    Ok(Box::new(Reviewer { game, left, total, keys, effort, reviews: Vec::new() }))
}

impl<G: Study> Analyst for Reviewer<G> {
    fn total(&self) -> u32 {
        self.total
    }
    fn step(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Result<bool, Fault> {
        let Some(moment) = self.left.next() else { return Ok(false) };
        let review = self.review(&moment, stop).map_err(contradiction)?;
        self.reviews.extend(review);
        Ok(true)
    }
    fn finish(self: Box<Self>) -> Analysis {
        let Reviewer { game, reviews, .. } = *self;
        let mut costliest: Vec<u32> = (0..reviews.len() as u32).collect();
        let cost = |&number: &u32| reviews[number as usize].cost.value;
        costliest.retain(|&number| reviews[number as usize].verdict.is_costly());
        // Stable: of equally costly ones the earlier.
        costliest.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        let won = game.outcome.as_ref().map(|outcome| bot::shares::<G>(&game.options, outcome));
        Analysis {
            game: G::NAME.into(),
            sides: sides::<G>(&game.options, game.seats).values().to_vec(),
            won: won.map(|won| won.values().to_vec()),
            costliest,
            forced: game.forced,
            beliefs: beliefs(&game.inferences, &game.blind),
            reviews,
        }
    }
}

impl<G: Study> Reviewer<G> {
    /// `None`: nothing was done, and nothing was to be done.
    fn review(
        &self,
        moment: &Moment<G>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Review>, kernel::Contradiction> {
        let Moment { frame, seat, view, played, .. } = moment;
        let ask = Ask::<G> {
            options: &self.game.options,
            view,
            seat: *seat,
            level: LEVEL,
            budget: None,
            explain: false,
            out_of_time: stop,
        };
        // Other numbers than those of the thoughts that bots had while the game was played.
        let seed = |purpose: u32| self.keys.review_seed(*seat, *frame, purpose);
        let choice = bot::choose(&ask, seed(0))?;
        let advised = choice.action;
        if advised.is_none() && (played.is_none() || moment.must) {
            return Ok(None);
        }
        let others = choice.reasons.candidates.into_iter().map(|candidate| candidate.action);
        let mut moves = moves(moment, advised, others);
        let Effort { worlds, inputs } = self.effort;
        let part = Effort { worlds: worlds / 4, inputs: inputs / 4 };
        // An action clearly better than the bot's own choice is what it should have chosen. It is measured again, in
        // other worlds: the best of several looks better than it is.
        let screened = appraise(&ask, &moves, moves.len(), part, seed(1), &mut |_, _| {})?;
        if let Some(better) = clearly_better(&screened) {
            moves[..=better].rotate_right(1);
        }
        let made = moves.iter().position(|action| action == played).unwrap_or(0);
        let chosen = if made == 0 { 1 } else { 2 };
        moves[chosen - 1..=made].rotate_right(1);
        // A seat that followed the advice is not compared.
        let effort = if chosen == 1 { part } else { self.effort };
        let mut whereabouts = moment.knowledge.as_ref().map(Whereabouts::new);
        let mut look = |world: &G::State, values: &[f32]| {
            if let (Some(whereabouts), Some(value)) = (&mut whereabouts, values.last()) {
                whereabouts.add::<G>(world, *value);
            }
        };
        let measured = appraise(&ask, &moves, chosen, effort, seed(2), &mut look)?;
        let mut review = told(moment, &measured, chosen);
        review.decisive = whereabouts.map_or_else(Vec::new, |whereabouts| whereabouts.told());
        Ok(Some(review))
    }
}

/// The move that did best, if that is beyond doubt better than the first.
fn clearly_better<A>(screened: &Appraisal<A>) -> Option<usize> {
    let moves = screened.moves.iter().enumerate().skip(1);
    let (number, best) = moves.min_by(|(_, a), (_, b)| a.behind.total_cmp(&b.behind))?;
    let cost = Cost { value: best.behind, error: best.behind_error };
    (Verdict::of(cost) == Verdict::Better).then_some(number)
}

/// The advised move, the one that was made, and others worth a look.
fn moves<G: Study>(
    moment: &Moment<G>,
    advised: Option<G::Action>,
    others: impl Iterator<Item = Option<G::Action>>,
) -> Vec<Option<G::Action>> {
    let mut moves = vec![advised];
    let waits = (!moment.must).then_some(None);
    let legal = moment.legal.iter().cloned().map(Some);
    for action in [moment.played.clone()].into_iter().chain(waits).chain(others).chain(legal) {
        if moves.len() < MOVES && !moves.contains(&action) {
            moves.push(action);
        }
    }
    moves
}

fn told<G: Study>(moment: &Moment<G>, measured: &Appraisal<G::Action>, chosen: usize) -> Review {
    let (advised, played) = (&measured.moves[0], &measured.moves[chosen - 1]);
    let cost = Cost { value: rounded(played.behind), error: rounded(played.behind_error) };
    let mut moves: Vec<Move> = measured
        .moves
        .iter()
        .map(|one| Move {
            action: one.action.as_ref().map(json),
            chance: rounded(one.chance),
            error: rounded(one.error),
        })
        .collect();
    let told = Review {
        frame: moment.frame,
        seat: moment.seat,
        played: played.action.as_ref().map(json),
        advised: advised.action.as_ref().map(json),
        chance: rounded(played.chance),
        cost,
        verdict: if chosen == 1 { Verdict::Same } else { Verdict::of(cost) },
        worlds: measured.worlds,
        unseen: moment.unseen.clone(),
        decisive: Vec::new(),
        moves: Vec::new(),
    };
    // Stable: of equals the advised one first.
    moves.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Review { moves, ..told }
}

/// Each seat's side, numbered from 0 in the order of seats.
fn sides<G: Study>(options: &G::Options, seats: u8) -> SeatMap<u8> {
    let mut sides: Vec<SeatSet> = Vec::new();
    SeatMap::from_fn(seats, |seat| {
        let side = G::side(options, seat, seats);
        let known = sides.iter().position(|known| *known == side);
        known.unwrap_or_else(|| {
            sides.push(side);
            sides.len() - 1
        }) as u8
    })
}
