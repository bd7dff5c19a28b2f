//! What other programs get from the engine.

mod bad_input;
mod bots;
mod driver;
mod errors;
mod protocol;
mod transcript;
