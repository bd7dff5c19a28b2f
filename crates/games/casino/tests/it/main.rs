//! Everything Casino promises, through its public interface: positions, scripted deals, views.
//!
//! Tests whose name starts with `c_` and a number are acceptance cases.

mod bots;
mod building;
mod capturing;
mod drafts;
mod ending;
mod invariants;
mod laws;
mod lesson;
mod notes;
mod partners;
mod perft;
mod playthroughs;
mod refused;
mod scene;
mod solved;
mod start;
mod trailing;
mod windows;
mod worlds;
