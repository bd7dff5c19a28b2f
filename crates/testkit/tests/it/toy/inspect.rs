//! Written from this table, not from the view:
//!
//! | card | seat now | seat's recall | spectator |
//! |---|---|---|---|
//! | own hand | yes | yes | - |
//! | other hands | at the end | ever peeked at, or at the end | at the end |
//! | pile | yes | yes | yes |
//! | stock, aside | no | ever held or peeked at | no |

use super::*;
use kernel::{Inspect, Rank, Rng, Suit, below};

impl<D: Declared> Inspect for Toy<D> {
    fn cards(state: &State) -> Vec<(String, String)> {
        let place = |place: &Place| match place {
            Place::Stock => "stock".to_owned(),
            Place::Hand(seat) => format!("hand {}", seat.0),
            Place::Pile => "pile".to_owned(),
            Place::Aside => "aside".to_owned(),
        };
        state.open.places.iter().map(place).zip(state.faces.iter().map(ToString::to_string)).collect()
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        if state.fault == Fault::NothingToExchange {
            return None;
        }
        let learned: Vec<usize> = next.map_or(Vec::new(), |input| learned(state, viewer, input));
        let hidden: Vec<usize> = (0..state.faces.len())
            .filter(|&slot| !knows(state, viewer, slot) && !learned.contains(&slot))
            .collect();
        if hidden.len() < 2 {
            return None;
        }
        let mut exchanged = state.clone();
        for i in (1..hidden.len()).rev() {
            exchanged.faces.swap(hidden[i], hidden[below(i as u32 + 1, rng) as usize]);
        }
        Some(exchanged)
    }

    fn any_action(_: &State, rng: &mut dyn Rng) -> Action {
        let suit = Suit::ALL[below(4, rng) as usize];
        let rank = [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King][below(4, rng) as usize];
        match below(6, rng) {
            0 => Action::Peek,
            1 => Action::Draw,
            2 => Action::Call,
            _ => Action::Play { card: Card::new(rank, suit) },
        }
    }
}

fn knows(state: &State, viewer: Viewer, slot: usize) -> bool {
    let place = state.open.places[slot];
    let open = place == Place::Pile || state.open.phase == Phase::Over && matches!(place, Place::Hand(_));
    open || match viewer {
        Viewer::Seat(me) => place == Place::Hand(me),
        Viewer::Recall(me) => state.open.seen_by[slot].contains(me),
        Viewer::Spectator => false,
    }
}

/// The cards whose faces `viewer` is shown by an input.
fn learned(state: &State, viewer: Viewer, input: &Input<Action>) -> Vec<usize> {
    let mine = |seat: Seat| viewer.seat() == Some(seat);
    let mut learned: Vec<usize> = match input {
        Input::Act(seat, Action::Peek | Action::Draw) if mine(*seat) => state.top().into_iter().collect(),
        Input::Act(_, Action::Play { card }) => {
            state.faces.iter().position(|face| face == card).into_iter().collect()
        }
        Input::Expire(_) => match state.top() {
            Some(top) if mine(state.open.turn) => vec![top],
            Some(_) => Vec::new(),
            None => state.hand(state.open.turn).next().into_iter().collect(),
        },
        Input::Act(..) | Input::Chance(_) | Input::Status(..) => Vec::new(),
    };
    let mut after = state.clone();
    Toy::<Truly>::apply(&mut after, input, &mut Events::muted());
    if after.open.phase == Phase::Over {
        learned
            .extend((0..after.faces.len()).filter(|&slot| matches!(after.open.places[slot], Place::Hand(_))));
    }
    learned
}
