//! A table with a window and a choice made by all at once. First each of three seats may snap, which wins
//! if its own card is high and loses if not; nobody owes anything, and the window runs out. Then all three
//! choose at the same time whether to share or to grab: grabbing is better whatever the others do.

use kernel::{
    Contradiction, Events, Field, Game, Input, Listed, Preset, Rng, Search, Seat, SeatMap, SeatSet, Start,
    Turn, Viewer, Window, WindowId, below,
};
use serde::{Deserialize, Serialize};
use std::{ops::RangeInclusive, time::Duration};

#[derive(Debug)]
pub(crate) enum Snap {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Act {
    Snap,
    Share,
    Grab,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) high: [bool; 3],
    pub(crate) snapped: [bool; 3],
    pub(crate) closed: bool,
    pub(crate) chosen: [Option<Act>; 3],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) high: bool,
    pub(crate) snapped: [bool; 3],
    pub(crate) closed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("not now")]
pub(crate) struct NotNow;

impl Game for Snap {
    const NAME: &'static str = "snap";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 3..=3;
    type Options = ();
    type State = State;
    type View = View;
    type Action = Act;
    type Event = ();
    type Error = NotNow;

    const FIELDS: &'static [Field] = &[];
    const PRESETS: &'static [Preset] = &[];
    fn removable(_: &()) -> bool {
        false
    }
    fn new(_: &(), _: &Start) -> Result<State, NotNow> {
        Ok(State { high: [false; 3], snapped: [false; 3], closed: false, chosen: [None; 3] })
    }
    fn turn(state: &State) -> Turn {
        let window = |id| Window { id: WindowId(id), lasts: Some(Duration::from_secs(5)), idles: false };
        if state.closed {
            let must = Seat::all(3).filter(|seat| state.chosen[seat.index()].is_none()).collect();
            Turn::Seats { must, may: SeatSet::EMPTY, window: window(2) }
        } else {
            let may = Seat::all(3).filter(|seat| !state.snapped[seat.index()]).collect();
            Turn::Seats { must: SeatSet::EMPTY, may, window: window(1) }
        }
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<Act>) -> Listed {
        match (state.closed, state.snapped[seat.index()], state.chosen[seat.index()]) {
            (false, false, _) => out.push(Act::Snap),
            (true, _, None) => out.extend([Act::Share, Act::Grab]),
            _ => {}
        }
        Listed::All
    }
    fn check(_: &State, _: Seat, _: &Act) -> Result<(), NotNow> {
        Ok(())
    }
    fn apply(state: &mut State, input: &Input<Act>, _: &mut Events<()>) {
        match input {
            Input::Act(seat, Act::Snap) => state.snapped[seat.index()] = true,
            Input::Act(seat, choice) => state.chosen[seat.index()] = Some(*choice),
            Input::Expire(_) => state.closed = true,
            _ => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat().unwrap_or_default();
        let (snapped, closed) = (state.snapped, state.closed);
        View { seat, high: state.high[seat.index()], snapped, closed }
    }
}

impl Search for Snap {
    type Worlds = View;
    fn worlds(_: &(), view: &View) -> Result<View, Contradiction> {
        Ok(view.clone())
    }
    fn world(view: &View, rng: &mut dyn Rng) -> State {
        let mut high = [0; 3].map(|_: u8| below(2, rng) == 1);
        high[view.seat.index()] = view.high;
        State { high, snapped: view.snapped, closed: view.closed, chosen: [None; 3] }
    }
    fn over_horizon(state: &State) -> bool {
        state.chosen.iter().all(Option::is_some)
    }
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let shared = state.chosen.iter().filter(|choice| **choice == Some(Act::Share)).count() as f32;
        Self::over_horizon(state).then(|| {
            SeatMap::from_fn(3, |seat| {
                let i = seat.index();
                let snap = if !state.snapped[i] {
                    0.0
                } else if state.high[i] {
                    3.0
                } else {
                    -3.0
                };
                snap + shared + if state.chosen[i] == Some(Act::Grab) { 2.0 } else { 0.0 }
            })
        })
    }
}
