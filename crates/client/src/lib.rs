//! A typed client of the protocol (`docs/protocol.md`): benchmarks, the fault-injection campaign, tests and other programs
//! connect through it.
//!
//! `examples/first_action.rs` opens a table against bots and plays a game to its end.
//!
//! | to find | look in |
//! |---|---|
//! | rooms: create, join, quick play | [`Lobby`] |
//! | a seat or a spectator, connected | [`Client`] |
//! | what the server has shown | [`Shown`] |
//! | the client's part in the ceremony before a deal | [`Ceremony`] |
//! | messages without state; any other frame | [`Socket`] |
//! | HTTP requests of any kind | [`Http`] |
//!
//! Nothing here sets a timeout: wrap a call in [`tokio::time::timeout`]. There is no TLS.

mod ceremony;
mod connection;
mod endpoint;
mod error;
mod http;
mod lobby;
mod shown;
mod socket;

pub use ceremony::{Ceremony, Due};
pub use connection::{Accepted, Client};
pub use endpoint::Endpoint;
pub use error::{Error, Refusal};
pub use http::{Http, Lines, Response};
pub use lobby::Lobby;
pub use room::protocol;
pub use shown::Shown;
pub use socket::Socket;

/// `docs/protocol.md`, so that its example compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/protocol.md")]
struct ProtocolDocument;
