use crate::{Card, CardId, Color, Event, Face, Hands, Open, Phase, State};
use alloc::vec::Vec;
use kernel::{Audience, Events, Seat, SeatMap, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer knows (rules, section 10).
///
/// It never holds a card of another hand, nor the id of one, except under the all-seeing eye and when
/// the round is over; it never holds a card that has not been drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is; nobody's for spectators.
    pub seat: Option<Seat>,
    /// What everyone sees.
    pub open: Open,
    /// How many cards each seat holds.
    pub counts: SeatMap<u8>,
    /// The seat that comes next if the current seat plays a card without effect, or draws.
    pub next: Option<Seat>,
    /// How many reverses in a row there may be.
    pub reverse_limit: u32,
    /// How many turns a round may have.
    pub turn_limit: u32,
    /// The hands this viewer sees: its own, others under the eye and at the end.
    pub hands: Hands,
    /// The card just drawn that may be played now, for those who see the hand it is in.
    pub drawn: Option<CardId>,
    /// What this viewer remembers, if it has a memory.
    pub recall: Option<Recall>,
}

/// What a seat with a perfect memory knows beyond what is public (rules, 10.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(deny_unknown_fields)]
pub struct Recall {
    /// Cards known to lie in hands that are hidden now: faces alone, in the order of [`Face`].
    pub known: SeatMap<Vec<Face>>,
    /// The colours that were active when the holder of each hand drew a card without a stack to take.
    pub drew_on: SeatMap<Vec<Color>>,
}

/// Builds what `viewer` knows, from nothing.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    let open = &state.open;
    let seen = hands_seen(state, viewer.seat());
    let deciding = matches!(open.phase, Phase::Turn | Phase::DrawnChoice | Phase::LuckyDraw);
    let drawn = (open.phase == Phase::DrawnChoice && seen.contains(open.current))
        .then(|| state.hands[open.current].cards.last().map(|card| card.id))
        .flatten();
    View {
        seat: viewer.seat(),
        open: open.clone(),
        counts: state.hands.map(|_, hand| hand.len() as u8),
        next: deciding.then(|| open.seat_after(open.current, 1)),
        reverse_limit: state.rules.options.reverse_limit,
        turn_limit: state.rules.options.turn_limit,
        hands: show(state, seen),
        drawn,
        recall: match viewer {
            Viewer::Recall(seat) => Some(recall(state, seat, seen)),
            Viewer::Seat(_) | Viewer::Spectator => None,
        },
    }
}

/// Tells each of `seats` its own hand, and everyone else the same fact without any.
pub(crate) fn tell_hands(
    state: &State,
    seats: SeatSet,
    events: &mut Events<Event>,
    event: impl Fn(Hands) -> Event,
) {
    if state.open.eye.is_some() {
        // Eights 10.2: while the eye is open, private parts are everybody's.
        return events.all(|| event(show(state, seats)));
    }
    for seat in seats.iter() {
        events.send(Audience::only(seat), || event(show(state, SeatSet::only(seat))));
    }
    events.send(Audience::seats(seats).others(), || event(show(state, SeatSet::EMPTY)));
}

/// The hands of `seats`, open; all others hidden.
pub(crate) fn show(state: &State, seats: SeatSet) -> Hands {
    state.hands.map(|seat, hand| seats.contains(seat).then(|| hand.shown()))
}

/// Whose hands `viewer` sees now.
fn hands_seen(state: &State, viewer: Option<Seat>) -> SeatSet {
    let open = &state.open;
    if open.phase == Phase::Dealing {
        // Eights 3.1: the cards lie face down until the round begins.
        SeatSet::EMPTY
    } else if open.eye.is_some() || open.phase.is_over() {
        SeatSet::first(open.seats)
    } else {
        viewer.map_or(SeatSet::EMPTY, SeatSet::only)
    }
}

fn recall(state: &State, seat: Seat, seen: SeatSet) -> Recall {
    let known = state.hands.map(|holder, hand| {
        let hidden = !seen.contains(holder);
        let known = hand.cards.iter().filter(|card| hidden && card.known.contains(seat));
        let mut faces: Vec<Face> = known.map(|card| card.face).collect();
        // Sorted, so that neither ids nor places in the hand shine through.
        faces.sort_unstable();
        faces
    });
    Recall { known, drew_on: state.hands.map(|_, hand| hand.drew_on.iter().collect()) }
}

impl View {
    /// The viewer's own hand; empty for spectators and before the round begins.
    pub fn hand(&self) -> &[Card] {
        let own = self.seat.and_then(|seat| self.hands.get(seat)?.as_deref());
        own.unwrap_or_default()
    }
}
