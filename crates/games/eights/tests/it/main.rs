//! Eights through its public interface: scripted deals, the acceptance cases by their ids, and the laws.

mod desk;

mod bots;
mod cards;
mod chaos;
mod ending;
mod insane;
mod knowledge;
mod laws;
mod lesson;
mod lines;
mod options;
mod playing;
mod playthroughs;
mod points;
mod refused;
mod start;
mod views;
mod wire;
mod worked;
mod worlds;
