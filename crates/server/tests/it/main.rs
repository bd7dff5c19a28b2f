//! The card room over real sockets.

mod abuse;
mod advice;
mod analysis;
mod asides;
mod cluster;
mod games;
mod history;
mod house;
mod jetstream;
mod lessons;
mod lobby;
mod log_suite;
mod nats;
mod no_leak;
mod proofs;
mod protocol_doc;
mod racing;
mod restart;
mod rooms;
mod sealing;
mod sqlite;
mod storm;
mod timers;
#[cfg(feature = "ts")]
mod types;
