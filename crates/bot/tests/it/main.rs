//! The searches on games so small that the right answer is known.

mod kuhn;
mod scores;
mod search;
mod snap;
