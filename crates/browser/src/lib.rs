//! The rules as a WebAssembly module for the browser client: everything the engine can do, and proofs, replays and
//! analyses of finished games. The page checks and analyses games with it, without asking the server.
//!
//! A request is one JSON object and so is its answer, as in the engine protocol. The contract is documented in
//! `docs/module.md`.
//!
//! | what | where |
//! |---|---|
//! | the calls that the page makes | `calls.rs`, the one file with exported symbols |
//! | requests and answers in the module's memory | `buffers.rs` |
//! | which command is whose | `module.rs` |
//! | checking a file | `checking.rs` |
//! | a finished game once more | `replay.rs` |
//! | work in bounded steps | `jobs.rs` |
//!
//! The module imports nothing: no clock, no random source, no output. Nothing a page sends makes it trap.

mod buffers;
#[cfg(target_family = "wasm")]
mod calls;
mod checking;
mod jobs;
mod module;
mod replay;

pub use buffers::Buffers;
pub use module::{LARGEST_REQUEST, Module, VERSION};
