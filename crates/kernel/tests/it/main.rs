//! The kernel through its public interface.

mod cards;
mod chance;
mod deals;
mod options;
mod seats;
mod table;
