use crate::protocol::{RoomState, RoomView, Update};
use catalog::{Json, proof::TableView};

/// What a client has been shown: the latest of everything.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The version of the room; 0 before anything was shown.
    pub seq: u64,
    /// The client's seat; `None` for spectators.
    pub you: Option<u8>,
    /// The room.
    pub room: Option<RoomView>,
    /// The table, once a game has begun.
    pub table: Option<TableView>,
    /// How much time the current decision has left.
    pub remaining_ms: Option<u32>,
}

impl Shown {
    /// Takes in an update: what is left out of it has not changed.
    pub fn take_in(&mut self, update: Update) -> serde_json::Result<()> {
        self.seq = update.seq;
        self.remaining_ms = update.remaining_ms;
        if let Some(room) = update.room {
            self.you = update.you;
            self.room = Some(serde_json::from_str(room.get())?);
        }
        if let Some(table) = update.table {
            self.table = Some(serde_json::from_str(table.get())?);
        }
        Ok(())
    }
    /// The actions that the seat may do now.
    pub fn legal(&self) -> &[Json] {
        self.table.as_ref().map_or(&[], |table| &table.legal)
    }
    /// What the room is doing.
    pub fn state(&self) -> Option<RoomState> {
        self.room.as_ref().map(|room| room.state)
    }
    /// Whether the game is over.
    pub fn is_finished(&self) -> bool {
        self.state() == Some(RoomState::Finished)
    }
    /// The name of the latest game, for its proof and replay.
    pub fn record(&self) -> Option<&str> {
        self.room.as_ref()?.deal.as_ref().map(|deal| deal.record.as_str())
    }
}
