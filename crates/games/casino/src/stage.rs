//! What others may see of cards that a player lays together before the move is sent (Casino 13.5).

use crate::{BuildSet, Options, Phase, Tops, View};
use kernel::{CardSet, Seat};
use serde::{Deserialize, Serialize};

/// The public part of a draft. The card from the hand is never named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(default, deny_unknown_fields)]
pub struct Stage {
    /// Loose cards.
    pub loose: CardSet,
    /// Builds.
    pub builds: BuildSet,
    /// Tops of opponents' piles.
    pub tops: Tops,
    /// Whether a card of the hand is part of it.
    pub from_hand: bool,
}

/// Why a draft is not shown to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case")]
pub enum StageError {
    /// The house does not show drafts.
    #[error("this table does not show what is laid together")]
    OptionOff,
    /// It names something that is not public, or comes from a seat that is not to move.
    #[error("that cannot be shown to the others")]
    BadStage,
}

/// Whether the others may be shown that `seat` lays these things together. `view` may be anybody's: only what
/// is public counts.
pub fn check_stage(options: &Options, view: &View, seat: Seat, stage: &Stage) -> Result<(), StageError> {
    let open = &view.open;
    if !options.staging_hint.is_on() {
        return Err(StageError::OptionOff);
    }
    let is_top = |seat: Seat, card| view.piles.get(seat).is_some_and(|pile| pile.top == Some(card));
    let public = open.phase == Phase::Turn
        && open.turn == seat
        && (stage.loose - open.loose).is_empty()
        && stage.builds.iter().all(|id| open.build(id).is_some())
        && stage.tops.iter().all(|top| !open.allied(top.seat, seat) && is_top(top.seat, top.card));
    if public { Ok(()) } else { Err(StageError::BadStage) }
}
