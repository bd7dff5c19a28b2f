use crate::{CardId, Color};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Play a card.
    Play(Play),
    /// Draw one card, or the whole stack.
    Draw,
    /// Keep the card just drawn.
    Pass,
    /// Let the next round begin.
    Ready,
}

/// Which card to play, and the choices it calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The card.
    pub card: CardId,
    /// The colour named with a colourless card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The seat to exchange hands with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Seat>,
    /// What god mode does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
}

/// What god mode does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case")]
pub enum Power {
    /// All hands are revealed until its caster's seat plays or draws again.
    AllSeeingEye,
    /// All hands are pooled, shuffled and dealt again in the same sizes.
    BigBang,
    /// Everybody gets a fresh hand.
    Reincarnation,
}

impl Power {
    /// All three.
    pub const ALL: [Power; 3] = [Power::AllSeeingEye, Power::BigBang, Power::Reincarnation];
}

impl Play {
    /// A card that calls for no choice.
    pub const fn card(card: CardId) -> Play {
        Play { card, color: None, target: None, power: None }
    }
}
