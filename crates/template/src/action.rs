use kernel::Card;
use serde::{Deserialize, Serialize};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "template/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Play a card.
    Play {
        /// The card.
        card: Card,
    },
}
