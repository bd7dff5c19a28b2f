use crate::{Open, Phase, State, Trick};
use arrayvec::ArrayVec;
use kernel::{Card, CardSet, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer knows. It never holds another seat's cards, the kitty or somebody else's discard
/// before the deal is over, nor anything that was shuffled but not dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is; nobody's for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// What everybody sees.
    pub open: Open,
    /// How many cards each seat holds.
    pub counts: [u8; 4],
    /// The viewer's own cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hand: Option<CardSet>,
    /// The viewer's own discard, if the viewer dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub discard: Option<Card>,
    /// All completed tricks of this deal, for a viewer with a memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Trick>>", optional))]
    pub history: Option<ArrayVec<Trick, 5>>,
    /// All cards, once the deal is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub shown: Option<Shown>,
}

/// A finished deal with its cards face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// What each seat held when the first card was led.
    pub hands: [CardSet; 4],
    /// The three cards nobody had.
    pub kitty: CardSet,
    /// What the dealer put away.
    pub discard: Option<Card>,
}

impl Shown {
    pub(crate) fn new(state: &State) -> Shown {
        let mut hands = state.hands;
        for (seat, card) in state.history.iter().flat_map(Trick::played) {
            hands[seat.index()].insert(card);
        }
        Shown { hands, kitty: state.kitty, discard: state.discard }
    }
}

impl View {
    pub(crate) fn new(state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let over = matches!(state.open.phase, Phase::DealOver | Phase::Finished);
        View {
            seat,
            open: state.open.clone(),
            counts: state.hands.map(|hand| hand.len() as u8),
            hand: seat.map(|seat| state.hands[seat.index()]),
            discard: state.discard.filter(|_| seat == Some(state.open.dealer)),
            history: match viewer {
                Viewer::Recall(_) => Some(state.history.clone()),
                Viewer::Seat(_) | Viewer::Spectator => None,
            },
            shown: over.then(|| Shown::new(state)),
        }
    }
}
