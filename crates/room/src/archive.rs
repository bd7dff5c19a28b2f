//! What the archive keeps of a game.

use super::{judge::Verdict, state::Room};
use crate::{
    entry::{DeckPin, Entry, GameRow, IndexUpdate, Party, RoomId, What},
    protocol::{Code, Controller, RoomState},
};
use catalog::{AnyTable, Fault, HouseRules, Json};
use kernel::{Input, Outcome, Seat, SeatStatus};
use serde_json::Value;

/// Every game that a log has to its end, or until it was given up, in order. Lessons are not included.
pub fn games(id: RoomId, entries: &[Entry]) -> Result<Vec<GameRow>, Fault> {
    let (first, rest) = entries.split_first().ok_or(Code::RoomNotFound)?;
    let mut room = Room::open(id, first)?;
    let mut rows = Vec::new();
    for entry in rest {
        let closed = matches!(entry.what, What::Closed { .. });
        let row = room.game_row(entry.what.input(), entry.at).filter(|_| room.state == RoomState::Playing);
        room.apply(entry, None)?;
        let over = room.state == RoomState::Finished || closed;
        rows.extend(row.filter(|_| over).map(|row| row.ending(room.outcome.as_ref())));
    }
    Ok(rows)
}

impl Room {
    /// How many games are over, without lessons.
    pub fn games_over(&self) -> u32 {
        let under_way = u32::from(self.state == RoomState::Playing);
        if self.lesson.is_some() { 0 } else { self.games - under_way }
    }

    /// What there is to keep of the game under way, if `input` ends it now. A lesson leaves nothing.
    pub(super) fn game_row(&self, input: Option<&Input<Json>>, at: u64) -> Option<GameRow> {
        let play = self.play.as_ref().filter(|_| self.lesson.is_none())?;
        let mut options: Value = serde_json::from_str(play.table.options().get()).unwrap_or_default();
        if let (Some(DeckPin { id, hash }), Some(options)) = (&play.deck, options.as_object_mut()) {
            options.extend(self.game.pinned(&HouseRules::default(), id, hash).options);
        }
        let players: Vec<Party> = play
            .parties
            .iter()
            .zip(Seat::all(play.start.seats))
            .map(|(party, seat)| Party { away: self.is_away(party, seat, input), ..party.clone() })
            .collect();
        Some(GameRow {
            number: self.games,
            game: self.game.name.into(),
            rules: play.table.rules(),
            options,
            players: serde_json::to_value(players).unwrap_or_default(),
            outcome: Value::Null,
            first: play.first,
            last: self.seq,
            ended_at: at,
            hints: play.hints,
        })
    }

    /// Whether a person who began the game does not play it any more once `input` has come.
    fn is_away(&self, party: &Party, seat: Seat, input: Option<&Input<Json>>) -> bool {
        let (Some(player), Some(occupant)) = (&party.player_id, self.occupant(seat)) else { return false };
        match input {
            Some(Input::Status(which, SeatStatus::Bot | SeatStatus::Removed)) if *which == seat => true,
            Some(Input::Status(which, SeatStatus::Human)) if *which == seat => false,
            _ => {
                let theirs = occupant.as_human().is_some_and(|human| human.id == *player);
                !theirs || occupant.controller != Controller::Human
            }
        }
    }

    /// The people who sit down to a game at this table.
    pub(super) fn parties(&self, table: &dyn AnyTable) -> Vec<Party> {
        let party = |(occupant, seat): (&super::Occupant, Seat)| Party {
            name: occupant.name.clone(),
            avatar: occupant.avatar.clone(),
            player_id: occupant.as_human().map(|human| human.id.clone()),
            level: occupant.level(),
            side: table.side(seat).iter().next().map(|first| first.0),
            away: false,
        };
        self.seats.iter().zip(Seat::all(table.seats())).map(party).collect()
    }

    /// The end of the room, and of a game under way.
    pub fn closed(&self, reason: &str, now: u64) -> Verdict {
        let row = self.game_row(None, now).filter(|_| self.state == RoomState::Playing);
        let index_update = row.map_or(IndexUpdate::Closed, |row| IndexUpdate::GivenUp(Box::new(row)));
        Verdict {
            what: What::Closed { reason: reason.into() },
            staged: None,
            index_update: Some(index_update),
        }
    }
}

impl GameRow {
    /// The same with how it ended; with nothing, it was given up.
    pub(super) fn ending(self, outcome: Option<&Outcome>) -> GameRow {
        GameRow { outcome: serde_json::to_value(outcome).unwrap_or_default(), ..self }
    }
}

impl What {
    /// What it did to a table.
    fn input(&self) -> Option<&Input<Json>> {
        match self {
            What::Played(played) | What::HandedOver { played, .. } => Some(&played.input),
            What::Connection { played, .. } => played.as_ref().map(|played| &played.input),
            _ => None,
        }
    }
}
