//! The client's types, written from the Rust types they stand for by a test of the server.

use crate::cargo::{self, cargo};

/// Writes `web/src/gen`.
pub(crate) fn write() -> Result<(), String> {
    let mut test = cargo(&["test", "--package", "server", "--features", "ts", "--test", "it", "types::"]);
    test.env("UPDATE_TYPES", "1");
    cargo::run(test)
}
