//! What a page gets from the module.

mod bad_input;
mod buffers;
mod checking;
mod conversation;
#[path = "../../../catalog/tests/it/dealer.rs"]
#[expect(dead_code, reason = "the tests of the catalog need more of it")]
mod dealer;
mod jobs;
mod replay;
mod rooms;
