use super::{Law, Moment, accepts, difference, json, list};
use crate::{Report, TestRng};
use kernel::{Addressed, Events, Game, Search, Seat, Viewer, below};

/// One in this number of worlds is drawn a second time, from a copy of the view.
const TWICE: u32 = 8;
/// How many worlds a recall is followed through.
const FOLLOWED: usize = 6;

/// The worlds that a recall allows, counted once for all that is asked of them.
pub(super) struct Worlds<G: Search> {
    recall: G::View,
    pub(super) prepared: G::Worlds,
}

impl<G: Search> Worlds<G> {
    /// A recall that contradicts itself breaks the law.
    pub(super) fn of(options: &G::Options, recall: G::View) -> Result<Self, String> {
        match G::worlds(options, &recall) {
            Ok(prepared) => Ok(Worlds { recall, prepared }),
            Err(error) => Err(format!("no world fits the recall {}: {error}", json(&recall))),
        }
    }
}

/// A world made from the recall of `seat` looks exactly like the truth to `seat`, and comes from the
/// options, the view and the generator alone.
pub(super) fn worlds<G: Search>(
    moment: &Moment<'_, G>,
    worlds: &Worlds<G>,
    seat: Seat,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    let mut same_luck = rng.clone();
    let world = G::world(&worlds.prepared, rng);

    for viewer in [Viewer::Recall(seat), Viewer::Seat(seat)] {
        let (truth, made) = (G::view(moment.before, viewer), G::view(&world, viewer));
        if truth != made {
            let parts = difference(&json(&truth), &json(&made));
            return Err(format!("a world looks different to {viewer:?}:{parts}"));
        }
    }
    let (truth, made) = (list::<G>(moment.before, seat), list::<G>(&world, seat));
    if truth != made {
        let parts = difference(&json(&truth), &json(&made));
        return Err(format!("{seat} may do something else in a world:{parts}"));
    }
    let turn = G::turn(&world);
    if turn != *moment.turn {
        return Err(format!("a world waits for {turn:?}, the table for {:?}", moment.turn));
    }
    if below(TWICE, rng) == 0 {
        let copy = serde_json::from_str(&json(&worlds.recall))
            .map_err(|error| format!("the recall of {seat} cannot be read: {error}"))?;
        let again = G::world(&Worlds::<G>::of(moment.options, copy)?.prepared, &mut same_luck);
        if again != world {
            return Err(format!("the same view and luck gave {seat} two different worlds"));
        }
    }
    report.count(Law::Worlds, 1);
    Ok(())
}

/// Two worlds that agree in the recall of `seat`, and in all it is sent by the next input, agree in its
/// recall afterwards.
pub(super) fn recall<G: Search>(
    moment: &Moment<'_, G>,
    worlds: &Worlds<G>,
    seat: Seat,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    let truly = sent::<G>(moment.after, seat, moment.events);
    let after = G::view(moment.after, Viewer::Recall(seat));
    for _ in 0..FOLLOWED {
        let mut world = G::world(&worlds.prepared, rng);
        // The truth again proves nothing; a world that looks different is the law `worlds`' business.
        if world == *moment.before
            || G::view(&world, Viewer::Recall(seat)) != worlds.recall
            || !accepts::<G>(&world, moment.input)
        {
            continue;
        }
        let mut events = Events::recording();
        G::apply(&mut world, moment.input, &mut events);
        if sent::<G>(&world, seat, &events.into_vec()) != truly {
            continue;
        }
        let made = G::view(&world, Viewer::Recall(seat));
        if made != after {
            return Err(format!(
                "{seat} recalls of {:?} what it was not sent:{}",
                moment.input,
                difference(&json(&after), &json(&made))
            ));
        }
        report.count(Law::Recall, 1);
    }
    Ok(())
}

/// All that `seat` is sent by one input: events, view and legal actions.
fn sent<G: Game>(after: &G::State, seat: Seat, addressed: &[Addressed<G::Event>]) -> impl PartialEq + use<G> {
    let viewer = Viewer::Seat(seat);
    let events: Vec<G::Event> =
        addressed.iter().filter(|t| t.to.includes(viewer)).map(|t| t.event.clone()).collect();
    (events, G::view(after, viewer), list::<G>(after, seat))
}
