//! Measurements that anybody can repeat.
//!
//! | command | measures | file |
//! |---|---|---|
//! | `aboveboard bench playouts` | random games per CPU second, as a bot's search plays them | `playouts.rs` |
//! | `aboveboard bench thoughts` | tree search and exact solutions per CPU second | `thoughts.rs` |
//! | `aboveboard bench lists` | how long it takes to list what is legal | `lists.rs` |
//! | `aboveboard bench rooms` | a real server with real connections and a durable log | `rooms/` |
//! | `aboveboard bench soak` | what grows while rooms open, play and close | `rooms/soak.rs` |
//! | `aboveboard bench abuse` | a table while somebody else abuses the server | `rooms/abuse.rs` |
//! | `aboveboard bench restart` | how long a server takes to go on with its rooms | `rooms/restart.rs` |

pub(crate) mod lists;
pub(crate) mod playouts;
pub(crate) mod rooms;
pub(crate) mod thoughts;
