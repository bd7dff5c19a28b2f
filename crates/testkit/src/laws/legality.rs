use super::{Law, list};
use crate::{Report, TestRng};
use kernel::{Game, Input, Inspect, Listed, Seat, Turn};

/// How many well-formed actions of any kind are tried.
const STRANGERS: usize = 20;
/// How many of the latest actions are tried again.
const LATEST: usize = 8;

/// A state in which everybody may be asked what they may do.
pub(super) struct Position<'a, G: Game> {
    pub(super) state: &'a G::State,
    pub(super) turn: &'a Turn,
    pub(super) seats: u8,
    /// Everything that happened before.
    pub(super) past: &'a [Input<G::Action>],
}

/// Exactly the listed actions are accepted, and asking changes nothing.
pub(super) fn legal_is_check<G: Inspect>(
    position: &Position<'_, G>,
    seat: Seat,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    let state = position.state;
    let untouched = state.clone();
    let (listed, complete) = list::<G>(state, seat);
    fits_turn(&listed, position.turn, seat)?;

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
    let strangers = strangers(position, seat, rng);
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

/// A seat that owes a decision has a legal action, and a seat that may not act has none.
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
fn strangers<G: Inspect>(position: &Position<'_, G>, seat: Seat, rng: &mut TestRng) -> Vec<G::Action> {
    let mut actions: Vec<G::Action> = (0..STRANGERS).map(|_| G::any_action(position.state, rng)).collect();
    for other in Seat::all(position.seats).filter(|&other| other != seat) {
        G::legal(position.state, other, &mut actions);
    }
    actions.extend(position.past.iter().rev().take(LATEST).filter_map(|input| match input {
        Input::Act(_, action) => Some(action.clone()),
        _ => None,
    }));
    actions
}
