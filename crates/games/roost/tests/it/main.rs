//! Roost through its public interface: positions to order, the acceptance cases by their ids, and the laws.

mod random;
mod scene;

mod bots;
mod decks;
mod ending;
mod laws;
mod lesson;
mod lines;
mod playing;
mod playthroughs;
mod powers;
mod reactions;
mod refused;
mod rows;
mod start;
mod views;
