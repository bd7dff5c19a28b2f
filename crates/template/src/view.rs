//! The only file that decides who sees what (rule 4).

use crate::{Open, Phase, State};
use kernel::{CardSet, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer may see. Not shown: the hands of other seats, and the stock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "template/"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// What everybody sees.
    pub open: Open,
    /// The viewer's seat.
    pub seat: Option<Seat>,
    /// The viewer's hand.
    pub hand: Option<CardSet>,
}

impl View {
    pub(crate) fn new(state: &State, viewer: Viewer) -> View {
        // A seat is shown nothing that it could forget: its recall is its view.
        let hand = viewer.seat().filter(|_| state.open.phase != Phase::Deal).map(|seat| state.hands[seat]);
        View { open: state.open.clone(), seat: viewer.seat(), hand }
    }
}
