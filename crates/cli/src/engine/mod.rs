//! A game driven step by step by another program: JSON lines, one answer per request.
//!
//! The protocol is documented in `docs/bots.md`. What happens to a line: [`run`] reads it, `request.rs`
//! takes it apart, `command.rs` says what it asks for, `session.rs` does it at an `open_table.rs`, and
//! `answer.rs` writes down what came of it. Only [`run`] does I/O.

mod answer;
mod command;
mod lines;
mod open_table;
mod request;
mod session;

pub use answer::Answer;
pub use lines::run;
pub use session::Engine;

/// The version of the protocol. Raised when a program written for an older one would misunderstand.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes, its end not counted.
pub const LONGEST_LINE: usize = 64 * 1024;
