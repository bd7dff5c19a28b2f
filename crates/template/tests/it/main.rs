//! Everything High Card promises, through its public interface. Tests are named after the rules.

mod laws;
mod playthroughs;
mod refused;
mod rules;
