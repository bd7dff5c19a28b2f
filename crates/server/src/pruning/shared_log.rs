//! Closed rooms in the log of a cluster.

use super::Cutoffs;
use crate::{
    cluster::Cluster,
    log::{AppendError, RoomId},
    protocol::RoomState,
    resume::replay,
    shared::{CODE_RESTS, Shared},
};
use std::collections::{HashMap, HashSet};

/// Facts about closed rooms. They do not change any more, so each is read once.
#[derive(Debug, Default)]
pub(super) struct ClosedRooms(HashMap<RoomId, Closed>);

#[derive(Clone, Copy, Debug)]
struct Closed {
    at: u64,
    /// Whether a game was finished or given up in it; nothing before that was looked up.
    played: Option<bool>,
}

impl ClosedRooms {
    /// Removes rooms whose time is over, and returns how many. Each room falls to one node.
    pub(super) async fn prune(
        &mut self,
        shared: &Shared,
        cluster: &Cluster,
        cutoffs: Cutoffs,
    ) -> Result<usize, AppendError> {
        cluster.directory.forget(shared.clock.now().saturating_sub(2 * CODE_RESTS)).await;
        let rooms: HashSet<RoomId> = shared.log.rooms().await?.into_iter().collect();
        self.0.retain(|room, _| rooms.contains(room));
        let mut removed = 0;
        for room in rooms.into_iter().filter(|room| cluster.nodes.falls_to_me(*room)) {
            if self.is_over(shared, room, cutoffs).await? && shared.log.remove(room).await? {
                removed += 1;
            }
        }
        Ok(removed)
    }

    async fn is_over(
        &mut self,
        shared: &Shared,
        room: RoomId,
        cutoffs: Cutoffs,
    ) -> Result<bool, AppendError> {
        let mut closed = match self.0.get(&room) {
            Some(known) => *known,
            None => match shared.log.closed_at(room).await? {
                Some(at) => Closed { at, played: None },
                None => return Ok(false),
            },
        };
        if closed.played.is_none() && closed.at < cutoffs.latest() {
            closed.played = played(shared, room).await?;
        }
        self.0.insert(room, closed);
        Ok(closed.played.is_some_and(|played| closed.at < cutoffs.of(played)))
    }
}

/// Whether games of a closed room are in the archive. Nothing if the room cannot be read, is not closed after all, or the
/// archive does not have its games yet: then it stays.
async fn played(shared: &Shared, id: RoomId) -> Result<Option<bool>, AppendError> {
    let entries = shared.log.read(id, 0).await?;
    let Ok(room) = replay(id, &entries) else { return Ok(None) };
    let archived = room.state == RoomState::Closed && shared.archiving(id, room.games_over()).await;
    Ok(archived.then(|| room.games_over() > 0))
}
