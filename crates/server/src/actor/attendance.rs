//! Connections that come and go, and the players behind them.

use super::{Actor, ConnId, Connection};
use crate::{
    limits::Bucket,
    outbox::Outbox,
    protocol::{
        Code, Controller, Hello, PROTOCOL, ServerMsg,
        lobby::{Person as Visitor, Seated},
    },
    throttle::throttled_error,
};
use catalog::Fault;
use room::{
    Applied, ConnectionStatus, Human, Occupant, ProfileId, Verdict, clean_avatar, clean_name, new_person,
};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{sync::oneshot, time::Instant};

/// Spectators of a room.
const SPECTATORS: usize = 20;
/// The shortest time between two updates about spectators alone.
const SPECTATORS_EVERY: Duration = Duration::from_millis(500);
/// Move previews per second and connection.
const SHOWS_PER_SECOND: u32 = 5;

impl Actor {
    pub(super) async fn join(&mut self, visitor: Visitor, address: IpAddr) -> Result<Seated, Fault> {
        self.be_up_to_date().await?;
        let name = clean_name(&visitor.name)?;
        let taken = |avatar: &str| self.room.seats.iter().any(|occupant| occupant.avatar == avatar);
        let avatar = clean_avatar(visitor.avatar.as_deref(), taken)?.to_owned();
        let profile = visitor.profile.map(|key| key.id()).transpose()?;
        let now = self.shared.clock.now();
        self.shared.bans.check_profile(profile.as_ref(), now)?;
        let from = Origin { address, profile: profile.clone() };
        if self.kept_out.iter().any(|out| from.is_like(out)) {
            return Err(Code::LobbyLocked.into());
        }
        let (person, token) = new_person(self.shared.entropy.as_ref(), name, avatar);
        let player_id = person.id.clone();
        // A visitor who is refused leaves no trace.
        self.room.judge_join(person.clone())?;
        self.shared.note_seat(self.room.id, &player_id, profile).await?;
        self.commit_with_retry(|actor| Ok(vec![actor.room.judge_join(person.clone())?])).await?;
        self.origins.insert(player_id.clone(), from);
        Ok(Seated { code: self.room.code.clone(), player_id, token })
    }

    /// The host has removed a player, who is kept out from now on: by the key to their own games, and without one by their
    /// address.
    pub(super) fn keep_out(&mut self, player: &str) {
        if let Some(from) = self.origins.remove(player) {
            self.kept_out.push(from);
        }
    }

    /// Spectators have come or gone. Everybody gets an update at once, but not again and again: one stranger could keep all
    /// players busy with it.
    pub(super) fn spectators_changed(&mut self) {
        let now = Instant::now();
        match self.spectators_announced.filter(|at| now < *at + SPECTATORS_EVERY) {
            Some(at) => self.spectators_due = Some(at + SPECTATORS_EVERY),
            None => self.announce_spectators(),
        }
    }

    pub(super) fn announce_spectators(&mut self) {
        self.spectators_due = None;
        self.spectators_announced = Some(Instant::now());
        self.broadcast(&Applied { room: true, ..Applied::default() });
    }

    pub(super) async fn attach(
        &mut self,
        hello: Hello,
        address: IpAddr,
        outbox: Outbox,
        reply: oneshot::Sender<Result<ConnId, Fault>>,
    ) {
        // A player who comes from another node has seen what happened there.
        let up_to_date = self.be_up_to_date().await;
        let (player, name) = match up_to_date.and_then(|()| self.recognize(&hello, address)) {
            Ok(who) => who,
            Err(fault) => {
                let _ = reply.send(Err(fault));
                return;
            }
        };
        let id = ConnId(self.next_connection);
        self.next_connection += 1;
        if reply.send(Ok(id)).is_err() {
            return;
        }
        if let Some(player) = &player {
            self.replace_older(player);
            self.drops.settled(player);
        }
        outbox.send_with_next(&ServerMsg::Welcome { protocol: PROTOCOL, player_id: player.clone() });
        let seat = player.as_deref().and_then(|player| self.room.seat_of(player));
        let occupant = seat.and_then(|seat| self.room.occupant(seat));
        let returns = occupant.is_some_and(returns);
        let moves = occupant.and_then(Occupant::as_human).is_some_and(|human| human.node != self.me());
        let comes = player.clone().filter(|_| returns || moves);
        let watching = player.is_none();
        let shows = Bucket::of(SHOWS_PER_SECOND, SHOWS_PER_SECOND, self.shared.clock.now());
        self.connections.push(Connection {
            id,
            player,
            name,
            address,
            outbox,
            synced: false,
            shows,
            seals: matches!(hello, Hello::Rejoin { seals: true, .. }),
            thinking: Arc::default(),
        });
        if let Some(seat) = seat.filter(|_| returns) {
            // Before anybody gets an update, so that all of them show the same time.
            self.timers.welcome_back(&self.room, seat, self.shared.clock.now());
        }
        match comes {
            Some(player) => self.connection_changed(player, true).await,
            None if watching => self.spectators_changed(),
            None => {}
        }
        self.resync(id);
    }

    /// Whether a connection is who it says.
    pub(super) fn recognize(
        &self,
        hello: &Hello,
        address: IpAddr,
    ) -> Result<(Option<String>, String), Fault> {
        match hello {
            Hello::Rejoin { player_id, token, .. } => {
                let seat = self.room.recognize(player_id, token)?;
                let occupant = self.room.occupant(seat).ok_or(Code::BadToken)?;
                let moves = occupant.as_human().is_some_and(|human| human.node != self.me());
                // Each time is an entry.
                if returns(occupant) || moves {
                    let (limits, now) = (&self.shared.limits, self.shared.clock.now());
                    limits.may_come_back(player_id, now)?;
                    limits.may_return(address, now)?;
                }
                Ok((Some(player_id.clone()), occupant.name.clone()))
            }
            Hello::Watch { name, .. } => {
                let name = clean_name(name)?;
                if self.watching() >= SPECTATORS {
                    return Err(Code::RoomFull.into());
                }
                if !self.lets_watch() {
                    return Err(Code::NotAvailable.into());
                }
                Ok((None, name))
            }
        }
    }

    pub(super) fn replace_older(&mut self, player: &str) {
        self.connections.retain(|connection| {
            let same = connection.is_of(player);
            if same {
                connection.outbox.send(&ServerMsg::Replaced);
                connection.outbox.close();
            }
            !same
        });
    }

    pub(super) async fn detach(&mut self, id: ConnId) {
        let Some(index) = self.connections.iter().position(|connection| connection.id == id) else { return };
        let gone = self.connections.remove(index);
        let now = self.shared.clock.now();
        let could_return = self.shared.limits.could_return(gone.address, now);
        match gone.player {
            Some(player) if self.drops.lost(&player, could_return, now) => {
                self.connection_changed(player, false).await;
            }
            Some(_) => {}
            None => self.spectators_changed(),
        }
        if self.connections.is_empty() {
            self.empty_since = self.shared.clock.now();
        }
    }

    /// Records players who disconnect too often for an entry each time, once they stay away.
    pub(super) async fn note_drops(&mut self) {
        for player in self.drops.due(self.shared.clock.now()) {
            self.connection_changed(player, false).await;
        }
    }

    /// A player's connection through this node has come or gone, or the node that it went through is gone.
    pub(super) async fn connection_changed(&mut self, player: String, online: bool) {
        let noted = self.commit_with_retry(|actor| actor.judge_line(&player, online)).await;
        if let Err(fault) = noted {
            throttled_error!(room = %self.room.id, code = fault.code, "connection not recorded");
            self.presence_dirty = true;
            self.hold();
        }
    }

    fn judge_line(&self, player: &str, online: bool) -> Result<Vec<Verdict>, Fault> {
        let Some(seat) = self.room.seat_of(player) else { return Ok(Vec::new()) };
        // A player who is connected through another node by now is that node's business.
        let ours = |human: &Human| {
            human.online && (human.node == self.me() || human.node.is_some_and(|n| self.is_gone(n)))
        };
        if !online && !self.room.occupant(seat).and_then(Occupant::as_human).is_some_and(ours) {
            return Ok(Vec::new());
        }
        let line = if online { self.line(player) } else { ConnectionStatus::default() };
        Ok(vec![self.room.judge_connection(seat, line, self.shared.clock.now())?])
    }

    /// The connection of a player through this node. What only other nodes have to know is said only where there are any.
    pub(super) fn line(&self, player: &str) -> ConnectionStatus {
        let seals = self.connections.iter().any(|connection| connection.is_of(player) && connection.seals);
        ConnectionStatus { online: true, node: self.me(), seals: seals && self.me().is_some() }
    }

    /// Makes the log say who is connected, where it does not.
    pub(super) async fn note_connections(&mut self) {
        self.presence_dirty = false;
        let people = self.room.seats.iter().filter_map(Occupant::as_human);
        let wrong = people.filter_map(|human| {
            let connected = self.connections.iter().any(|connection| connection.is_of(&human.id));
            let noted = human.online && human.node == self.me();
            let gone = self.leads && human.online && human.node.is_some_and(|node| self.is_gone(node));
            // A line of before this node was in a cluster went through nobody who is there.
            let old = self.leads && human.online && human.node.is_none();
            (connected != noted || gone || old && !connected).then(|| (human.id.clone(), connected))
        });
        for (player, connected) in wrong.collect::<Vec<_>>() {
            self.connection_changed(player, connected).await;
        }
    }

    /// Turns people without a seat into spectators, if that is allowed, or disconnects them; `left` wanted to leave.
    pub(super) fn remove_unseated(&mut self, left: Option<&str>) {
        let on = self.lets_watch();
        let mut watching = if on { self.watching() } else { SPECTATORS };
        let room = &self.room;
        self.connections.retain_mut(|connection| {
            match &connection.player {
                Some(player) if room.seat_of(player).is_some() => return true,
                None if on => return true,
                Some(player) if left == Some(player.as_str()) => {}
                Some(_) if watching < SPECTATORS => {
                    connection.player = None;
                    watching += 1;
                    return true;
                }
                _ => connection.outbox.send(&ServerMsg::Closed {
                    reason: "spectators are not allowed here".into(),
                    secret: None,
                    discarded: None,
                }),
            }
            connection.outbox.close();
            false
        });
    }

    fn lets_watch(&self) -> bool {
        self.shared.config.spectators && self.room.settings.spectators.is_on()
    }

    pub(super) fn watching(&self) -> usize {
        let here = self.connections.iter().filter(|connection| connection.player.is_none()).count();
        here + self.spectators_elsewhere().count()
    }

    /// Shows a connection everything.
    pub(super) fn resync(&mut self, id: ConnId) {
        let room = self.room.room_view(&self.shared.server_public, self.spectators());
        let Some(connection) = self.connections.iter_mut().find(|connection| connection.id == id) else {
            return;
        };
        connection.synced = true;
        let viewer = self.room.viewer(connection.player.as_deref());
        let now = self.shared.clock.now();
        let update = self.room.snapshot(viewer, room.as_ref(), &self.timers, now);
        connection.outbox.send(&ServerMsg::Update(update));
    }

    /// The names of all spectators, on every node.
    pub(super) fn spectators(&self) -> Vec<String> {
        let mut names = self.spectators_here();
        names.extend(self.spectators_elsewhere().cloned());
        names
    }

    pub(super) fn spectators_here(&self) -> Vec<String> {
        let watching = self.connections.iter().filter(|connection| connection.player.is_none());
        watching.map(|connection| connection.name.clone()).collect()
    }
}

/// Whether a connection to this seat is one more that comes back.
fn returns(occupant: &Occupant) -> bool {
    !occupant.is_online() || occupant.controller == Controller::Bot
}

/// Where somebody came from who sat down.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) address: IpAddr,
    pub(super) profile: Option<ProfileId>,
}

impl Origin {
    /// Whether it is the same browser, as far as that is known. Many people may share an address.
    fn is_like(&self, other: &Origin) -> bool {
        match (&self.profile, &other.profile) {
            (Some(one), Some(other)) => one == other,
            _ => self.address == other.address,
        }
    }
}
