//! What each viewer is sent.

use super::{
    state::{Applied, Room},
    timers::Timers,
};
use crate::{
    played::RecordId,
    protocol::{Occupant, RoomState, RoomView, Update},
};
use catalog::Json;
use kernel::{Listed, Viewer};
use serde_json::value::to_raw_value;

impl Room {
    /// What everybody may know about the room.
    pub(crate) fn room_view(&self, spectators: Vec<String>) -> Option<Json> {
        let view = RoomView {
            code: self.code.clone(),
            game: self.game.name.into(),
            state: self.state,
            host: self.host.clone(),
            seats: self.seats.iter().map(occupant_view).collect(),
            fewest: self.agreed.fewest,
            most: self.agreed.most,
            usual_seats: self.agreed.usual,
            preset: self.rules.preset.clone(),
            options: self.agreed.options.clone().into(),
            deck: self.agreed.deck.clone(),
            settings: self.settings,
            spectators,
            hints: self.gives_hints(),
            games: self.games,
            lesson: self.lesson.as_ref().map(super::lesson::Lesson::view),
            sealing: self.sealing_view(),
            seal: self.play.as_ref().and_then(|play| {
                let over = self.state != RoomState::Playing;
                let record = RecordId { room: self.id, number: self.games };
                Some(play.seal.as_ref()?.view(&self.code, record, over))
            }),
            outcome: self.outcome.clone(),
        };
        to_raw_value(&view).ok()
    }

    /// What a viewer is sent after an entry; `room` where the room itself has changed.
    pub(crate) fn update(
        &self,
        viewer: Viewer,
        applied: &Applied,
        room: Option<&Json>,
        timers: &Timers,
        now: u64,
    ) -> Update {
        let mut update = Update { seq: self.seq, room: room.cloned(), ..Update::default() };
        if update.room.is_some() {
            update.you = viewer.seat().map(|seat| seat.0);
        }
        let Some(play) = &self.play else { return update };
        if applied.table {
            update.view = Some(play.table.view(viewer));
            if let Viewer::Seat(seat) = viewer {
                let legal = play.table.legal(seat);
                update.more = legal.listed == Listed::Cut;
                update.legal = Some(legal.actions);
            }
            update.events = applied
                .told
                .iter()
                .filter(|told| told.to.includes(viewer))
                .map(|told| told.event.clone())
                .collect();
            update.acted = applied.acted.filter(|_| !update.events.is_empty()).map(|seat| seat.0);
            update.laid_open = play.table.laid_open();
        }
        update.remaining_ms = timers.remaining(self, now);
        update
    }

    /// Everything a viewer may see now.
    pub(crate) fn snapshot(&self, viewer: Viewer, room: Option<&Json>, timers: &Timers, now: u64) -> Update {
        let everything = Applied { room: true, table: true, ..Applied::default() };
        self.update(viewer, &everything, room, timers, now)
    }

    /// Whose eyes a player's connection has.
    pub(crate) fn viewer(&self, player: Option<&str>) -> Viewer {
        match player.and_then(|player| self.seat_of(player)) {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        }
    }
}

fn occupant_view(occupant: &super::seats::Occupant) -> Occupant {
    Occupant {
        player_id: occupant.as_human().map(|human| human.id.clone()),
        name: occupant.name.clone(),
        avatar: occupant.avatar.clone(),
        controller: occupant.controller,
        level: match occupant.owner {
            super::seats::Owner::Bot { level } => Some(level),
            super::seats::Owner::Human(_) => None,
        },
        online: occupant.is_online(),
        idle: occupant.is_idle(),
        rematch: occupant.rematch,
        wins: occupant.wins,
    }
}
