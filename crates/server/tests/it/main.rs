//! The card room over real sockets.

mod abuse;
mod advice;
mod analysis;
mod asides;
mod ceremony;
mod cluster;
mod crowds;
mod damage;
mod games;
mod history;
mod jetstream;
mod layers;
mod lessons;
mod lobby;
mod log_suite;
mod mischief;
mod nats;
mod no_leak;
mod one_address;
mod proofs;
mod protocol_doc;
mod racing;
mod restart;
mod rooms;
mod sqlite;
mod storm;
mod test_server;
mod timers;
#[cfg(feature = "ts")]
mod types;
