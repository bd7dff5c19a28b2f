//! Everything Dutch promises, through its public interface: a table, scripted deals, views.
//!
//! Tests whose name starts with `d_` and a number are acceptance cases.

mod desk;

mod bots;
mod calling;
mod collecting;
mod first_look;
mod laws;
mod leaving;
mod lesson;
mod matching;
mod memory;
mod perft;
mod playthroughs;
mod powers;
mod refused;
mod scoring;
mod start;
mod turns;
mod worlds;
