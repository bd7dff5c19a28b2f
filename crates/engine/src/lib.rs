//! A game driven step by step by another program: JSON lines, one answer per request.
//!
//! The protocol is documented in `docs/engine.md`. What happens to a line: `request.rs` takes it apart,
//! `command.rs` says what it asks for, `session.rs` does it at an `open_table.rs`, and `answer.rs` writes the
//! answer. Nothing here does input or output: the command line reads and writes the lines (`aboveboard
//! engine`), and a browser's worker passes them as messages (the crate `browser`).

mod answer;
mod command;
mod open_table;
mod request;
mod session;

pub use answer::{Answer, write_answer};
pub use request::{Fields, Request};
pub use session::Engine;

/// The version of the protocol. Raised when a program written for an older one would misunderstand.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes, its end not counted.
pub const LONGEST_LINE: usize = 64 * 1024;
