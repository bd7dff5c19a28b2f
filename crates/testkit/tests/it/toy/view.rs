//! The only file that decides who knows what.

use super::*;

/// Not shown: the stock, what was left aside and the hands of others, until the game is over.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    let faces = (0..state.faces.len()).map(|slot| {
        let shown = match (state.open.places[slot], viewer) {
            (Place::Pile, _) => true,
            (Place::Hand(_), _) if state.open.phase == Phase::Over => true,
            (Place::Hand(owner), Viewer::Seat(me)) => owner == me,
            (_, Viewer::Recall(me)) => state.open.seen_by[slot].contains(me),
            _ => false,
        };
        (shown || state.fault == Fault::ShownCard && too_much(state, viewer, slot))
            .then_some(state.faces[slot])
    });
    let note = match (state.fault, viewer) {
        (Fault::Checksum, _) => state.top().map(|top| state.faces[top].index()),
        (Fault::Grudge, _) => Some(GRUDGES.load(Ordering::Relaxed)),
        (Fault::KnowingRecall, Viewer::Recall(me)) => state.hints[me.index()],
        _ => None,
    };
    View { open: state.open.clone(), faces: faces.collect(), note, me: viewer.seat() }
}

/// From the second turn on, the seat in turn sees the top of the stock.
fn too_much(state: &State, viewer: Viewer, slot: usize) -> bool {
    let in_turn = viewer == Viewer::Seat(state.open.turn) && state.open.window > 0;
    in_turn && state.open.phase == Phase::Play && state.top() == Some(slot)
}
