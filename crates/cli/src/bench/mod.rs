//! Benchmarks that anybody can repeat.
//!
//! | command | measures | file |
//! |---|---|---|
//! | `aboveboard bench playouts` | random games per CPU second, as a bot's search plays them | `playouts.rs` |
//! | `aboveboard bench thoughts` | tree search and exact solutions per CPU second | `thoughts.rs` |
//! | `aboveboard bench lists` | the time to list the legal actions | `lists.rs` |
//! | `aboveboard bench updates` | links, and what every seat is shown after a move | `updates.rs` |
//! | `aboveboard bench rooms` | a real server with real connections and a durable log | `rooms/` |
//! | `aboveboard bench soak` | what grows while rooms open, play and close | `rooms/soak.rs` |
//! | `aboveboard bench abuse` | a table while others abuse the server | `rooms/abuse.rs` |
//! | `aboveboard bench restart` | the time a server takes to resume its rooms | `rooms/restart.rs` |

pub(crate) mod lists;
pub(crate) mod playouts;
pub(crate) mod rooms;
pub(crate) mod thoughts;
pub(crate) mod updates;
