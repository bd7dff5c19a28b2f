//! The kernel through its public door.

mod cards;
mod chance;
mod deals;
mod options;
mod seats;
mod table;
