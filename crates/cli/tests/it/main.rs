//! What people and programs get from `aboveboard`.

mod bad_input;
mod binary;
mod driver;
mod errors;
mod protocol;
mod transcript;
