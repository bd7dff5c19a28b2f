//! Everything Casino promises, through the public door: positions, scripted deals, views.
//!
//! Tests whose name starts with `c_` and a number are acceptance cases.

mod building;
mod capturing;
mod drafts;
mod laws;
mod scene;
mod start;
mod trailing;
