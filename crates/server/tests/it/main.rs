//! The card room over real sockets.

mod absent_seats;
mod abuse;
mod advice;
mod analysis;
mod asides;
mod ceremony;
mod cluster;
mod crowds;
mod damage;
mod failing_log;
mod floods;
mod games;
mod history;
mod history_rebuild;
mod http_safety;
mod jetstream;
mod layers;
mod leaderboard;
mod leaving;
mod lessons;
mod lobby;
mod log_suite;
mod mischief;
mod nats;
mod no_leak;
mod one_address;
#[cfg(unix)]
mod operator;
mod proofs;
mod protocol_doc;
mod quick_play;
mod racing;
mod refusals;
mod restart;
mod rooms;
mod secret_logs;
mod sqlite;
mod stopping;
mod storm;
mod test_server;
mod timers;
mod tls;
#[cfg(feature = "ts")]
mod types;
