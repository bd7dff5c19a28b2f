use crate::{
    lock::lock,
    log::{AppendedEntry, RoomId, Seq},
};
use bytes::Bytes;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard},
};
use tokio::sync::broadcast;

/// How many entries a listener may be behind before it has to read the log again.
const BEHIND: usize = 256;

/// Subscribers by room.
#[derive(Debug, Default)]
pub(super) struct Watchers(Mutex<Rooms>);

#[derive(Debug, Default)]
struct Rooms {
    senders: HashMap<RoomId, broadcast::Sender<AppendedEntry>>,
    /// At how many rooms to look for deserted ones next. Those that nothing is appended to would stay.
    sweep_at: usize,
}

impl Watchers {
    /// Listens to a room.
    pub(super) fn subscribe(&self, room: RoomId) -> broadcast::Receiver<AppendedEntry> {
        let mut rooms = self.lock();
        if rooms.senders.len() >= rooms.sweep_at {
            rooms.senders.retain(|_, sender| sender.receiver_count() > 0);
            rooms.sweep_at = 2 * rooms.senders.len() + 16;
        }
        rooms.senders.entry(room).or_insert_with(|| broadcast::Sender::new(BEHIND)).subscribe()
    }

    /// Notifies the subscribers. Most rooms have none, so the text is copied only here.
    pub(super) fn notify(&self, room: RoomId, seq: Seq, body: &str) {
        if let Some(sender) = self.sender(room) {
            // A dropped subscriber is not an error.
            let _ = sender.send(AppendedEntry::new(seq, Bytes::copy_from_slice(body.as_bytes())));
        }
    }

    /// The sender of a room, unless it is deserted.
    fn sender(&self, room: RoomId) -> Option<broadcast::Sender<AppendedEntry>> {
        let mut rooms = self.lock();
        let sender = rooms.senders.get(&room)?;
        if sender.receiver_count() > 0 {
            return Some(sender.clone());
        }
        rooms.senders.remove(&room);
        None
    }

    fn lock(&self) -> MutexGuard<'_, Rooms> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deserted_rooms_are_forgotten() {
        let watchers = Watchers::default();
        let kept = watchers.subscribe(RoomId(0));
        for room in 1..1000 {
            drop(watchers.subscribe(RoomId(room)));
        }
        assert!(watchers.lock().senders.len() < 40);
        assert!(watchers.sender(RoomId(0)).is_some());
        drop(kept);
        assert!(watchers.sender(RoomId(0)).is_none());
        assert!(!watchers.lock().senders.contains_key(&RoomId(0)));
    }
}
