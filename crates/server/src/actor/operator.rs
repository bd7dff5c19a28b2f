//! What the operator of the server does about a room.

use super::{Actor, Connection};
use crate::{
    operator::{BanTarget, RoomReport, SeatReport},
    protocol::{Code, ServerMsg},
};
use catalog::Fault;
use kernel::Seat;
use room::{Human, Occupant, ProfileId};
use tokio::sync::oneshot::Sender;

/// Something for a room, from its operator, with where to answer.
#[derive(Debug)]
pub(crate) enum Intervention {
    /// Says how it is.
    Report(Sender<RoomReport>),
    /// Closes.
    Close(Sender<Result<(), Fault>>),
    /// Removes a player.
    Kick(Seat, Sender<Result<(), Fault>>),
    /// Removes everybody who was banned; answers how many.
    Expel(BanTarget, Sender<usize>),
    /// Shows a text; answers to how many.
    Announce(String, Sender<usize>),
}

/// The reason that people are shown who were removed.
const REMOVED: &str = "removed by the operator";

impl Actor {
    // An operator who waits for no answer any more gets none.
    pub(super) async fn on_operator(&mut self, intervention: Intervention) {
        match intervention {
            Intervention::Report(reply) => drop(reply.send(self.report())),
            Intervention::Close(reply) => {
                let closed = self.commit_with_retry(|actor| {
                    let now = actor.shared.clock.now();
                    Ok(vec![actor.room.closed("closed by the operator", now)])
                });
                let closed = closed.await;
                let _ = reply.send(closed);
            }
            Intervention::Kick(seat, reply) => {
                let kicked = self.kick(seat).await;
                let _ = reply.send(kicked);
            }
            Intervention::Expel(target, reply) => {
                let expelled = self.expel(&target).await;
                let _ = reply.send(expelled);
            }
            Intervention::Announce(text, reply) => {
                let announced = ServerMsg::Announced { text };
                self.connections.iter().for_each(|connection| connection.outbox.send(&announced));
                let _ = reply.send(self.connections.len());
            }
        }
    }

    fn report(&self) -> RoomReport {
        let age = self.shared.clock.now().saturating_sub(self.room.opened_at);
        let summary = self.room.summary();
        RoomReport {
            code: summary.code,
            game: summary.game,
            state: summary.state,
            listed: summary.listed,
            age_seconds: age / 1000,
            seats: self.room.seats.iter().map(|occupant| self.seat_report(occupant)).collect(),
            spectators: self.spectators(),
            connections: self.connections.len(),
        }
    }

    fn seat_report(&self, occupant: &Occupant) -> SeatReport {
        let id = occupant.as_human().map(|human| human.id.as_str());
        let origin = id.and_then(|id| self.origins.get(id));
        let connection = id.and_then(|id| self.connections.iter().find(|connection| connection.is_of(id)));
        SeatReport {
            name: occupant.name.clone(),
            bot: occupant.is_bot(),
            online: occupant.is_online(),
            address: connection.map(|there| there.address).or(origin.map(|from| from.address)),
            profile: origin.and_then(|from| from.profile.clone()).map(|ProfileId(hash)| hash),
        }
    }

    /// Removes a player as if they had left for good, and does not let them sit down again.
    async fn kick(&mut self, seat: Seat) -> Result<(), Fault> {
        let Some(human) = self.room.occupant(seat).and_then(Occupant::as_human) else {
            let text = format!("seat {} has no person: the command acts on people only", seat.0);
            return Err(Fault { text, ..Code::NotAvailable.fault() });
        };
        let id = human.id.clone();
        let connected: Vec<_> = self
            .connections
            .iter()
            .filter(|connection| connection.is_of(&id))
            .map(|there| there.id)
            .collect();
        self.commit_with_retry(|actor| {
            let Some(seat) = actor.room.seat_of(&id) else { return Ok(Vec::new()) };
            Ok(vec![actor.room.leave(seat, actor.shared.clock.now())?])
        })
        .await?;
        self.keep_out(&id);
        self.dismiss(|connection| connected.contains(&connection.id));
        Ok(())
    }

    async fn expel(&mut self, target: &BanTarget) -> usize {
        let people = self.room.seats.iter().filter_map(Occupant::as_human);
        let banned: Vec<String> =
            people.filter(|human| self.is_meant(human, target)).map(|human| human.id.clone()).collect();
        let mut expelled = 0;
        for id in banned {
            let Some(seat) = self.room.seat_of(&id) else { continue };
            match self.kick(seat).await {
                Ok(()) => expelled += 1,
                Err(fault) => {
                    tracing::error!(room = %self.room.id, code = fault.code, "a banned player could not be removed");
                }
            }
        }
        let watching = |connection: &Connection| {
            connection.player.is_none() && *target == BanTarget::Address(connection.address)
        };
        expelled + self.dismiss(watching)
    }

    fn is_meant(&self, human: &Human, target: &BanTarget) -> bool {
        let connected = self.connections.iter().find(|connection| connection.is_of(&human.id));
        let origin = self.origins.get(&human.id);
        match target {
            BanTarget::Address(address) => match (connected, origin) {
                (Some(connection), _) => connection.address == *address,
                (None, origin) => origin.is_some_and(|from| from.address == *address),
            },
            BanTarget::Profile(profile) => {
                origin.and_then(|from| from.profile.as_ref()).is_some_and(|ProfileId(hash)| hash == profile)
            }
        }
    }

    /// Closes connections with the reason; returns how many there were.
    fn dismiss(&mut self, is_meant: impl Fn(&Connection) -> bool) -> usize {
        let before = self.connections.len();
        self.connections.retain(|connection| {
            let stays = !is_meant(connection);
            if !stays {
                let reason = REMOVED.into();
                connection.outbox.send(&ServerMsg::Closed { reason, secret: None, discarded: None });
                connection.outbox.close();
            }
            stays
        });
        let gone = before - self.connections.len();
        if gone > 0 {
            self.spectators_changed();
        }
        gone
    }
}
