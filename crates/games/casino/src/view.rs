use crate::{BuildSet, Facts, Open, Past, Phase, State};
use alloc::vec::Vec;
use kernel::{Card, CardSet, Seat, SeatMap, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer knows. It never holds another seat's cards or the stock before the game is counted, nor a
/// captured card below the top of its pile unless piles lie open or the viewer has a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is; nobody's for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// What everybody sees.
    pub open: Open,
    /// How many cards each seat holds; a removed seat: held.
    pub counts: SeatMap<u8>,
    /// How many cards are still to be dealt.
    pub stock: u8,
    /// The piles as they lie.
    pub piles: SeatMap<PileView>,
    /// Builds that nobody can take any more.
    pub dead: BuildSet,
    /// The viewer's own cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hand: Option<CardSet>,
    /// What a viewer with a memory knows beyond that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub recall: Option<Recall>,
    /// All cards, once the game is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub shown: Option<Shown>,
}

/// A pile of captured cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct PileView {
    /// How many cards.
    pub count: u8,
    /// The one on top.
    pub top: Option<Card>,
    /// The points of its seat so far, sets and sweeps included, where every capture counts at once (Casino 8.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points: Option<u16>,
    /// All of them from the bottom, where piles lie open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cards: Option<Vec<Card>>,
}

/// What a perfect memory keeps (Casino 10.3): nothing that was not shown to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Recall {
    /// Each pile from the bottom.
    pub piles: SeatMap<Vec<Card>>,
    /// Everything that happened in this game.
    pub history: Vec<Past>,
    /// What follows from it about each hand.
    pub facts: SeatMap<Facts>,
}

/// A counted game with its cards face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// What each seat still holds; a removed seat: held.
    pub hands: SeatMap<CardSet>,
    /// What was never dealt, the next card last.
    pub stock: Vec<Card>,
    /// Each pile from the bottom.
    pub piles: SeatMap<Vec<Card>>,
}

impl Shown {
    pub(crate) fn new(state: &State) -> Shown {
        Shown { hands: hands(state), stock: state.stock.to_vec(), piles: piles(state) }
    }
}

impl View {
    pub(crate) fn new(state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let over = matches!(state.open.phase, Phase::RoundOver | Phase::Finished);
        let seats = state.open.seats;
        View {
            seat,
            open: state.open.clone(),
            counts: SeatMap::from_fn(seats, |seat| state.hands[seat.index()].len() as u8),
            stock: state.stock.len() as u8,
            piles: SeatMap::from_fn(seats, |seat| {
                let cards = &state.piles[seat.index()];
                PileView {
                    count: cards.len() as u8,
                    top: cards.last().copied(),
                    points: state.running_points(seat),
                    cards: state.options.open_piles.is_on().then(|| cards.to_vec()),
                }
            }),
            dead: dead(state),
            hand: seat.map(|seat| state.hands[seat.index()]),
            recall: match viewer {
                Viewer::Recall(_) => Some(Recall {
                    piles: piles(state),
                    history: state.history.clone(),
                    facts: SeatMap::from_fn(seats, |seat| state.facts[seat.index()]),
                }),
                Viewer::Seat(_) | Viewer::Spectator => None,
            },
            shown: over.then(|| Shown::new(state)),
        }
    }
}

fn dead(state: &State) -> BuildSet {
    state.open.builds.iter().filter(|build| state.is_dead(build.value)).map(|build| build.id).collect()
}

fn hands(state: &State) -> SeatMap<CardSet> {
    SeatMap::from_fn(state.open.seats, |seat| state.hands[seat.index()])
}

fn piles(state: &State) -> SeatMap<Vec<Card>> {
    SeatMap::from_fn(state.open.seats, |seat| state.piles[seat.index()].to_vec())
}
