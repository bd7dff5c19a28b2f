//! The only file that decides who sees what lies on the table now (Dutch 14).

use crate::{Card, Hands, Open, Phase, Place, Recall, Source, State, hand::Held};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer knows.
///
/// It holds no face-down card, not even of the viewer's own hand, except while that viewer looks at it; no
/// card of the draw pile; no discard below the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is; nobody's for spectators.
    pub seat: Option<Seat>,
    /// What everyone sees.
    pub open: Open,
    /// All slots; `None` is a blank one.
    pub hands: SeatMap<Vec<Option<Slot>>>,
    /// The card that the current seat holds apart, for those who see it.
    pub drawn: Option<Card>,
    /// How many cards are in the draw pile.
    pub pile: u8,
    /// How many discards there are.
    pub discards: u8,
    /// The one on top.
    pub top: Option<Card>,
    /// How many cards left with their seats.
    pub removed: u8,
    /// When the deal is over: every card that is in no hand.
    pub rest: Option<Rest>,
    /// What this viewer remembers, if it has a memory.
    pub recall: Option<Recall>,
}

/// A card in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The card, where this viewer sees it now; `None` is its back.
    pub card: Option<Card>,
    /// What it counts, where it is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// Whether it is part of its owner's collection.
    pub collected: bool,
    /// What the viewer saw and could follow to this slot, where the table helps the memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noted: Option<Card>,
}

/// Every card that is in no hand, once the deal is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Rest {
    /// The draw pile, the next card last.
    pub pile: Vec<Card>,
    /// The discards, the top card last.
    pub discards: Vec<Card>,
    /// Cards of seats that left.
    pub removed: Vec<Card>,
}

impl View {
    /// Builds what `viewer` knows, from nothing.
    pub(crate) fn new(state: &State, viewer: Viewer) -> View {
        let open = &state.open;
        let seat = viewer.seat();
        let sees_drawn = open.drawn == Some(Source::Discard) || seat == Some(open.current);
        View {
            seat,
            open: open.clone(),
            hands: state.hands.map(|owner, hand| {
                let slots = hand.slots.iter().enumerate();
                slots
                    .map(|(slot, held)| {
                        let at = Place { seat: owner, slot: slot as u8 };
                        held.as_ref().map(|held| Slot::new(state, at, held, seat))
                    })
                    .collect()
            }),
            drawn: state.drawn.filter(|_| sees_drawn).map(|held| held.card),
            pile: state.pile.len() as u8,
            discards: state.discards.len() as u8,
            top: state.discards.last().copied(),
            removed: state.removed.len() as u8,
            rest: open.phase.is_over().then(|| state.rest()),
            recall: match viewer {
                Viewer::Recall(seat) => Some(state.recall(seat)),
                Viewer::Seat(_) | Viewer::Spectator => None,
            },
        }
    }
}

impl Slot {
    fn new(state: &State, at: Place, held: &Held, viewer: Option<Seat>) -> Slot {
        let seen = is_seen(state, at, held, viewer);
        let noted = state.options.memory_aid.is_on() && viewer.is_some_and(|seat| held.known.contains(seat));
        Slot {
            card: seen.then_some(held.card),
            points: seen.then(|| state.options.points(held.card)),
            collected: held.collected,
            noted: (noted && !seen).then_some(held.card),
        }
    }
}

/// Whether `viewer` sees the card that lies at a place, right now.
fn is_seen(state: &State, at: Place, held: &Held, viewer: Option<Seat>) -> bool {
    let open = &state.open;
    let own_pick =
        open.phase == Phase::InitialPeek && viewer == Some(at.seat) && open.picks[at.seat].contains(&at.slot);
    let own_look = open.looked_at == Some(at) && viewer.is_some() && viewer == open.power_owner();
    held.collected
        || open.phase.is_over()
        || open.exposed.iter().any(|exposed| exposed.at == at)
        || own_pick
        || own_look
}

impl State {
    /// All hands, open: for a deal that is over.
    pub(crate) fn open_hands(&self) -> Hands {
        self.hands.map(|_, hand| hand.slots.iter().map(|held| held.map(|held| held.card)).collect())
    }
    /// All other cards, open: for a deal that is over.
    pub(crate) fn rest(&self) -> Rest {
        Rest {
            pile: self.pile.clone(),
            discards: self.discards.clone(),
            removed: self.removed.iter().map(|held| held.card).collect(),
        }
    }
}
