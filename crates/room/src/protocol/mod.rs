//! What travels between a browser and the server, named by who sends it.
//!
//! A client first says [`Hello`]; then it sends [`ClientMsg`]s and receives [`ServerMsg`]s. Text frames,
//! one JSON value each. The HTTP endpoints of the lobby ([`lobby`]) use the same types.

mod client;
mod error;
mod history;
pub mod lobby;
mod played;
mod server;

#[cfg(feature = "ts")]
pub(crate) use client::ClientMsgWire;
pub use client::{Ask, ClientMsg, Command, Hello, Hint, MsgId, Order};
pub use error::Code;
pub use history::{
    Board, BoardName, GameSummary, HistoryGame, HistoryPage, HistoryPlayer, HistoryResult, Leaderboard,
    LeaderboardGame, LeaderboardRow, Overview, Rating,
};
pub use played::{AnalysisNews, Portrait, Replay, ReplayFrame};
pub use server::{
    Advice, Controller, Counted, DealView, DiscardedView, EarlierEvents, LessonNow, LessonView, NextGame,
    Occupant, OpeningView, RoomState, RoomView, ServerMsg, Update, Why,
};

/// Raised when an old client would misunderstand a new server.
pub const PROTOCOL: u32 = 2;
