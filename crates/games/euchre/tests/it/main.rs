//! Everything Euchre promises, through its public interface: a table, scripted deals, views.
//!
//! Tests whose name starts with `u_` and a number are acceptance cases.

mod bidding;
mod bots;
mod drawn_worlds;
mod laws;
mod lesson;
mod options;
mod partners;
mod perft;
mod playthroughs;
mod referee;
mod refused;
mod scene;
mod scoring;
mod solver;
mod tricks;
mod views;
mod windows;
mod worlds;
