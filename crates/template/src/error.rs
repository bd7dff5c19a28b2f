use kernel::{Card, CommonError};
use serde::{Deserialize, Serialize};

/// The reason for a refusal: one variant for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "template/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Error {
    /// The sender does not hold that card.
    #[error("{card} is not in your hand")]
    NotInHand {
        /// The card named.
        card: Card,
    },
    /// A reason that every game has. The last variant, as serde demands.
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}
