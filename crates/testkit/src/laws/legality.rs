use super::{Law, Moment, list};
use crate::{Report, TestRng};
use kernel::{Game, Input, Inspect, Listed, Seat, Turn};

/// How many well-formed actions of any kind are tried.
const STRANGERS: usize = 20;
/// How many of the latest actions are tried again.
const LATEST: usize = 8;

/// Exactly the listed actions are accepted, and asking changes nothing.
pub(super) fn legal_is_check<G: Inspect>(
    moment: &Moment<'_, G>,
    seat: Seat,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    let state = moment.before;
    let untouched = state.clone();
    let (listed, complete) = list::<G>(state, seat);
    fits_turn(&listed, moment.turn, seat)?;

    let mut sorted = listed.clone();
    sorted.sort();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{:?} is listed twice for {seat}", pair[0]));
    }
    for action in &listed {
        if let Err(error) = G::check(state, seat, action) {
            return Err(format!("{action:?} is listed for {seat} but refused: {error}"));
        }
    }
    let strangers = strangers(moment, seat, rng);
    for action in &strangers {
        let accepted = G::check(state, seat, action).is_ok();
        let on_list = sorted.binary_search(action).is_ok();
        match complete {
            Listed::All if accepted && !on_list => {
                return Err(format!("{action:?} is accepted from {seat} but not listed"));
            }
            _ if on_list && !accepted => {
                return Err(format!("{action:?} is listed for {seat} but refused"));
            }
            _ => {}
        }
    }
    if list::<G>(state, seat) != (listed, complete) {
        return Err(format!("asking changed the list of {seat}"));
    }
    if *state != untouched {
        return Err(format!("asking for {seat} changed the state"));
    }
    report.count(Law::LegalIsCheck, sorted.len() + strangers.len());
    Ok(())
}

/// Once the game is over nobody may do anything.
pub(super) fn nobody_may<G: Game>(state: &G::State, seat: Seat) -> Result<(), String> {
    fits_turn(&list::<G>(state, seat).0, &G::turn(state), seat)
}

/// Who owes a decision can make one, and who may not act has none to make.
fn fits_turn<A: std::fmt::Debug>(listed: &[A], turn: &Turn, seat: Seat) -> Result<(), String> {
    let (owes, waits) = match turn {
        Turn::Seats { must, may, .. } => (must.contains(seat), (*must | *may).contains(seat)),
        Turn::Chance(_) | Turn::Over(_) => (false, false),
    };
    match listed.first() {
        None if owes => Err(format!("{seat} owes a decision but has no action")),
        Some(action) if !waits => Err(format!("{seat} may not act now, yet {action:?} is listed")),
        _ => Ok(()),
    }
}

/// Actions that `seat` has no business to know the answer to: any well-formed ones, those of the other
/// seats, and those of earlier steps.
fn strangers<G: Inspect>(moment: &Moment<'_, G>, seat: Seat, rng: &mut TestRng) -> Vec<G::Action> {
    let mut actions: Vec<G::Action> = (0..STRANGERS).map(|_| G::any_action(moment.before, rng)).collect();
    for other in Seat::all(moment.seats).filter(|&other| other != seat) {
        G::legal(moment.before, other, &mut actions);
    }
    actions.extend(moment.past.iter().rev().take(LATEST).filter_map(|input| match input {
        Input::Act(_, action) => Some(action.clone()),
        _ => None,
    }));
    actions
}
