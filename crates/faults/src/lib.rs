//! The fault-injection campaign: a real cluster on this machine, clients that play on it, and failures of machines and links
//! meanwhile. Afterwards the record of every client is compared with the log.
//!
//! | to find | look in |
//! |---|---|
//! | the options | [`args`] |
//! | the steps of a campaign | [`campaign`] |
//! | servers, nodes and the links between them | `site`, `nats`, `node`, `process`, `link` |
//! | the faults and their order | `faults` |
//! | health of nodes and NATS | `health` |
//! | the clients, and what they record | [`table`], [`context`], [`player`], `visitor`, [`record`] |
//! | the log in NATS | `stream` |
//! | the check | [`check`] |
//! | the results | [`report`] |

pub mod args;
pub mod campaign;
pub mod check;
pub mod context;
mod dice;
mod faults;
mod health;
mod link;
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
