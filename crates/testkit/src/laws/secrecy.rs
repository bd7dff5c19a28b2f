use super::{Law, Moment, accepts, difference, json, list};
use crate::{Report, TestRng};
use kernel::{Events, Game, Inspect, Turn, Viewer};

/// How many actions of any kind are asked about.
const QUESTIONS: usize = 20;
/// How many exchanges are tried until the coming input is legal in one.
const ATTEMPTS: usize = 5;

/// Cards that `viewer` may not know change not one byte of what it is sent.
pub(super) fn no_leak<G: Inspect>(
    moment: &Moment<'_, G>,
    viewer: Viewer,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    now(moment, viewer, rng, report)?;
    next(moment, viewer, rng, report)
}

/// What `viewer` sees and is answered now.
fn now<G: Inspect>(
    moment: &Moment<'_, G>,
    viewer: Viewer,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    let Some(other) = G::exchange(moment.before, viewer, None, rng) else { return Ok(()) };
    // An exchange that moved nothing proves nothing.
    if other == *moment.before {
        return Ok(());
    }
    let true_sight = Sight::of::<G>(moment.before, viewer);
    true_sight.same_as(&Sight::of::<G>(&other, viewer), viewer, "now")?;
    if let Some(seat) = viewer.seat() {
        for _ in 0..QUESTIONS {
            let action = G::any_action(moment.before, rng);
            let answer = json(&G::check(moment.before, seat, &action));
            let changed = json(&G::check(&other, seat, &action));
            if answer != changed {
                return Err(format!(
                    "hidden cards change the answer to {action:?} by {seat}:{}",
                    difference(&answer, &changed)
                ));
            }
        }
    }
    report.count(Law::NoLeak, 1);
    Ok(())
}

/// What `viewer` receives of the coming input, and what it sees afterwards.
fn next<G: Inspect>(
    moment: &Moment<'_, G>,
    viewer: Viewer,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    for _ in 0..ATTEMPTS {
        let Some(mut other) = G::exchange(moment.before, viewer, Some(moment.input), rng) else {
            return Ok(());
        };
        if other == *moment.before || !accepts::<G>(&other, moment.input) {
            continue;
        }
        let mut events = Events::recording();
        G::apply(&mut other, moment.input, &mut events);
        let sent = events.into_vec();
        let received = |sent: &[kernel::Addressed<G::Event>]| {
            json(&sent.iter().filter(|t| t.to.includes(viewer)).map(|t| &t.event).collect::<Vec<_>>())
        };
        let (truly, changed) = (received(moment.events), received(&sent));
        if truly != changed {
            return Err(format!(
                "hidden cards change what {viewer:?} is sent for {:?}:{}",
                moment.input,
                difference(&truly, &changed)
            ));
        }
        let true_sight = Sight::of::<G>(moment.after, viewer);
        true_sight.same_as(&Sight::of::<G>(&other, viewer), viewer, &format!("after {:?}", moment.input))?;
        report.count(Law::NoLeak, 1);
        return Ok(());
    }
    report.skipped += 1;
    Ok(())
}

/// All that a table shows to one viewer, byte for byte.
struct Sight {
    view: String,
    legal: String,
    turn: Turn,
}

impl Sight {
    fn of<G: Game>(state: &G::State, viewer: Viewer) -> Sight {
        let legal = viewer.seat().map(|seat| list::<G>(state, seat));
        Sight { view: json(&G::view(state, viewer)), legal: json(&legal), turn: G::turn(state) }
    }
    fn same_as(&self, other: &Sight, viewer: Viewer, when: &str) -> Result<(), String> {
        for (what, mine, theirs) in
            [("view", &self.view, &other.view), ("legal actions", &self.legal, &other.legal)]
        {
            if mine != theirs {
                let parts = difference(mine, theirs);
                return Err(format!("hidden cards change the {what} of {viewer:?} {when}:{parts}"));
            }
        }
        if self.turn != other.turn {
            return Err(format!("hidden cards change the turn {when}: {:?} or {:?}", self.turn, other.turn));
        }
        Ok(())
    }
}
