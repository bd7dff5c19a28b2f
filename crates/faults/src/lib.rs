//! A campaign of faults: a real cluster on this machine, people who play on it, and everything that can go wrong with machines
//! and wires meanwhile. Afterwards the record of every client is held against the log.
//!
//! | to find | look in |
//! |---|---|
//! | what can be chosen | [`args`] |
//! | the course of a campaign | [`campaign`] |
//! | servers, nodes and the wires between them | `site`, `nats`, `node`, `process`, `link` |
//! | what goes wrong, and when | `faults` |
//! | health of nodes and NATS | `health` |
//! | who plays, and what they write down | [`table`], [`player`], `visitor`, [`record`] |
//! | the log as NATS has it | `stream` |
//! | what must hold | [`check`] |
//! | what is told in the end | [`report`] |

pub mod args;
pub mod campaign;
pub mod check;
mod dice;
mod faults;
mod health;
mod link;
mod lobby;
mod nats;
mod node;
pub mod player;
mod process;
pub mod record;
pub mod report;
mod site;
mod stream;
pub mod table;
mod times;
mod visitor;
