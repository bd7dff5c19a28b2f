//! Everything Euchre promises, through the public door: a table, scripted deals, views.
//!
//! Tests whose name starts with `u_` and a number are acceptance cases.

mod bidding;
mod laws;
mod lesson;
mod options;
mod perft;
mod playthroughs;
mod referee;
mod refused;
mod scene;
mod scoring;
mod tricks;
mod views;
mod windows;
mod worlds;
