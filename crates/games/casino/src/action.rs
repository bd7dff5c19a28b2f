use crate::{BuildId, BuildSet, Phase, Tops};
use kernel::{Card, CardSet};
use serde::{Deserialize, Serialize};

/// A decision. Loose cards, builds and tops are sets: what is taken counts, not in which order it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Action {
    /// Leave a card on the table.
    Trail { card: Card },
    /// Take cards from the table.
    Capture {
        /// The card played.
        card: Card,
        /// Loose cards.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CardSet>"))]
        loose: CardSet,
        /// The build of its value.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<BuildSet>"))]
        builds: BuildSet,
        /// Tops of opponents' piles.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Tops>"))]
        tops: Tops,
    },
    /// Make a build.
    Build {
        /// The card played.
        card: Card,
        /// Loose cards.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CardSet>"))]
        loose: CardSet,
        /// Its value.
        value: u8,
    },
    /// Lay another group on a build.
    Add {
        /// The card played.
        card: Card,
        build: BuildId,
        /// Loose cards.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CardSet>"))]
        loose: CardSet,
        /// Tops of opponents' piles.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Tops>"))]
        tops: Tops,
    },
    /// Raise the value of a build.
    Raise {
        /// The card played.
        card: Card,
        build: BuildId,
        /// Loose cards, where the house allows them.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CardSet>"))]
        loose: CardSet,
    },
    /// Ask for the build that the partner is about to capture.
    Shiya,
    /// On to the next game of the match.
    Ready,
}

/// Whether nothing is named, which need not be sent.
fn is_default<T: Default + PartialEq>(things: &T) -> bool {
    *things == T::default()
}

impl Action {
    /// The card that leaves the hand.
    pub const fn card(self) -> Option<Card> {
        match self {
            Action::Trail { card }
            | Action::Capture { card, .. }
            | Action::Build { card, .. }
            | Action::Add { card, .. }
            | Action::Raise { card, .. } => Some(card),
            Action::Shiya | Action::Ready => None,
        }
    }
    /// The loose cards that are used.
    pub const fn loose(self) -> CardSet {
        match self {
            Action::Capture { loose, .. }
            | Action::Build { loose, .. }
            | Action::Add { loose, .. }
            | Action::Raise { loose, .. } => loose,
            Action::Trail { .. } | Action::Shiya | Action::Ready => CardSet::EMPTY,
        }
    }
    /// The tops that are used.
    pub const fn tops(self) -> Tops {
        match self {
            Action::Capture { tops, .. } | Action::Add { tops, .. } => tops,
            _ => Tops::EMPTY,
        }
    }
    /// The builds that are named.
    pub const fn builds(self) -> BuildSet {
        match self {
            Action::Capture { builds, .. } => builds,
            Action::Add { build, .. } | Action::Raise { build, .. } if build.0 < 64 => BuildSet::only(build),
            _ => BuildSet::EMPTY,
        }
    }
    /// Whether this kind of action belongs to `phase`.
    pub(crate) const fn fits(self, phase: Phase) -> bool {
        match self {
            Action::Shiya => matches!(phase, Phase::Shiya),
            Action::Ready => matches!(phase, Phase::RoundOver),
            _ => matches!(phase, Phase::Turn),
        }
    }
}
