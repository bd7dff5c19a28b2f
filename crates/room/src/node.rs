use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Names a node from its start to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for NodeId {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<NodeId, Self::Err> {
        u64::from_str_radix(text, 16).map(NodeId)
    }
}
