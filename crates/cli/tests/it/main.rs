//! What people and programs get from `aboveboard`.

mod bench_rooms;
mod binary;
mod bots;
mod doctor;
mod manual;
mod proofs;
// They end programs by signals.
#[cfg(unix)]
mod backup;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod decks;
#[cfg(unix)]
#[path = "../../../server/tests/it/nats.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod nats;
#[cfg(unix)]
mod operator;
#[cfg(unix)]
mod running;
#[cfg(unix)]
mod serve;
