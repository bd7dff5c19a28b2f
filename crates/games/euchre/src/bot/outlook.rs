//! The chance to win the match, as far as a world tells.

use super::{
    decide::{PLAYOUT_SHARE, makers, play_by_rule},
    solver::Solver,
    stakes::Stakes,
    winning::Winning,
};
use crate::{Phase, Side, State};
use kernel::{Seat, SeatMap};

/// Each seat's chance to win the match: between deals from the score, while cards are played from what they come to.
/// `None` before that, and after the last deal.
pub(crate) fn outlook(state: &State) -> Option<SeatMap<f32>> {
    let open = &state.open;
    let side = Side::of(Seat(0));
    let chance = match open.phase {
        Phase::DealOver => Winning::new(state.options.target).of(side, open.score, open.dealer.next(4)),
        // A deal that was thrown in has been passed on already.
        Phase::Deal if open.thrown_in > 0 => {
            Winning::new(state.options.target).of(side, open.score, open.dealer)
        }
        Phase::Trick => in_play(state, side)?,
        _ => return None,
    };
    Some(SeatMap::from_fn(4, |seat| if Side::of(seat) == side { chance } else { 1.0 - chance }))
}

/// As bots weigh cards: partly as if all cards were revealed, partly as if nobody thought.
fn in_play(state: &State, side: Side) -> Option<f32> {
    let makers = makers(state)?;
    let winning = Some(Winning::new(state.options.target));
    let stakes = Stakes::at(&state.options, &state.open, side, winning);
    let solved = stakes.of(makers, Solver::default().class(state, stakes.fine())?);
    let mut played_out = state.clone();
    play_by_rule(&mut played_out);
    let tricks = played_out.open.tricks[makers.side.index()];
    Some(solved.mixed(PLAYOUT_SHARE, stakes.tricks(makers, tricks)).value)
}
