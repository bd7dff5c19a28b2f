//! What each viewer is sent.

use super::{
    state::{Applied, Room},
    timers::Timers,
};
use crate::{
    played::RecordId,
    protocol::{
        Controller, DiscardedView, NextGame, Occupant, RoomState, RoomView, ServerMsg, Update,
        lobby::{Settings, Summary},
    },
};
use catalog::Json;
use kernel::{Hex32, Viewer};
use serde_json::value::{RawValue, to_raw_value};

impl Room {
    /// What everybody may know about the room.
    pub fn room_view(&self, server: &Hex32, spectators: Vec<String>) -> Option<Json> {
        let view = RoomView {
            code: self.code.clone(),
            id: self.id.to_string(),
            server: server.to_string(),
            game: self.game.name.into(),
            rules: self.game.rules,
            state: self.state,
            host: self.host.clone(),
            seats: self.seats.iter().map(occupant_view).collect(),
            fewest: self.agreed.min_seats,
            most: self.agreed.max_seats,
            usual_seats: self.agreed.default_seats,
            preset: self.rules.preset.clone(),
            options: RawValue::from_string(self.agreed.form.clone()).ok()?,
            deck: self.agreed.deck.clone(),
            settings: self.settings,
            spectators,
            hints: self.gives_hints(),
            games: self.games,
            lesson: self.lesson.as_ref().map(super::lesson::Lesson::view),
            next: self.next_game(),
            opening: self.opening_view(),
            deal: self.play.as_ref().and_then(|play| {
                let over = self.state != RoomState::Playing;
                let record = RecordId { room: self.id, number: self.games };
                Some(play.deal.as_ref()?.view(record, over))
            }),
            outcome: self.outcome.clone(),
        };
        to_raw_value(&view).ok()
    }

    /// How the next game would begin, while none is under way.
    fn next_game(&self) -> Option<NextGame> {
        if self.state == RoomState::Playing || self.lesson.is_some() {
            return None;
        }
        let staying = self.staying();
        let start = self.next_start(&staying);
        Some(NextGame {
            seats: staying.into_iter().map(|seat| seat as u8).collect(),
            host: start.host.0,
            first: start.first.map(|seat| seat.0),
        })
    }

    /// What a viewer is sent after an entry; `room` where the room itself has changed.
    pub fn update(
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
            update.table = Some(play.table.show(viewer, &play.last()));
        }
        update.remaining_ms = timers.remaining(self, now);
        update
    }

    /// Everything a viewer may see now.
    pub fn snapshot(&self, viewer: Viewer, room: Option<&Json>, timers: &Timers, now: u64) -> Update {
        let everything = Applied { room: true, table: true };
        let earlier = self.play.as_ref().map(|play| play.earlier(viewer)).unwrap_or_default();
        Update { earlier, ..self.update(viewer, &everything, room, timers, now) }
    }

    /// What a stranger may know.
    pub fn summary(&self) -> Summary {
        let count = |is: fn(&super::seats::Occupant) -> bool| {
            self.seats.iter().filter(|occupant| is(occupant)).count() as u8
        };
        Summary {
            code: self.code.clone(),
            game: self.game.name.into(),
            state: self.state,
            people: count(|occupant| !occupant.is_bot()),
            bots: count(|occupant| occupant.is_bot() && occupant.controller == Controller::Bot),
            most: self.agreed.max_seats,
            listed: self.settings.listed,
            usual: self.agreed.options == self.game.defaults()
                && Settings { listed: self.settings.listed, ..Settings::default() } == self.settings,
            spectators: self.settings.spectators,
        }
    }

    /// The last message to everybody, once the room is closed: secrets of deals that nobody plays any more are open.
    pub fn farewell(&self, reason: &str) -> ServerMsg {
        let deal = self.play.as_ref().and_then(|play| play.deal.as_ref());
        ServerMsg::Closed {
            reason: reason.into(),
            secret: deal.map(|deal| deal.secret.to_string()),
            discarded: self.discarded.last().map(DiscardedView::from),
        }
    }

    /// The viewer behind a player's connection.
    pub fn viewer(&self, player: Option<&str>) -> Viewer {
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
