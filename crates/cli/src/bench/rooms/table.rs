use super::player::{Player, open_room};
use client::{
    Client, Endpoint, Error, Lobby,
    protocol::{
        Command, Hello,
        lobby::{Person, Seated},
    },
};
use futures_util::future::select_all;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};

/// The time between two moves that the default limits allow.
const MESSAGE: Duration = Duration::from_millis(50);

/// One room with a player on every seat; the first is the host.
pub(super) struct Table {
    players: Vec<Player>,
    /// The seats, to come back to.
    seats: Vec<Seated>,
    /// The node of each seat.
    nodes: Vec<Endpoint>,
}

/// What happened at a table, or at many.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// How long each move took, from sending it until all seats were shown it.
    pub(super) latencies: Vec<Duration>,
    /// Moves that were refused because something else happened first, such as the end of a window.
    pub(super) refused: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.refused += other.refused;
    }
}

/// Moves at a steady rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    next: Instant,
    every: Duration,
}

impl Pace {
    /// One move per interval, the first at a share of the interval after `began`.
    pub(super) fn new(began: Instant, every: Duration, share: f64) -> Pace {
        Pace { next: began + every.mul_f64(share), every }
    }
    /// Waits for the next move's time. A move that came late does not make the following ones hurry.
    async fn wait(&mut self) {
        tokio::time::sleep_until(self.next.into()).await;
        self.next = (self.next + self.every).max(Instant::now());
    }
}

impl Table {
    /// Opens a room and takes all seats, each through another node where there are several, so that every move travels.
    pub(super) async fn open(nodes: &[SocketAddr], game: &str, seats: u8, room: u64) -> io::Result<Table> {
        Table::open_from(None, nodes, game, seats, room).await
    }

    /// The same from one address of this machine.
    pub(super) async fn open_from(
        from: Option<IpAddr>,
        nodes: &[SocketAddr],
        game: &str,
        seats: u8,
        room: u64,
    ) -> io::Result<Table> {
        let node =
            |seat: u8| Endpoint { address: nodes[(room as usize + usize::from(seat)) % nodes.len()], from };
        let mut lobby = Lobby::connect(node(0)).await?;
        let host = open_room(&mut lobby, game, "Seat 0").await?;
        let seed = |seat: u8| room * 256 + u64::from(seat) + 1;
        let mut players = vec![Player::connect(node(0), &host, seed(0)).await?];
        let mut all = vec![host];
        for seat in 1..seats {
            let seated = lobby.join(&all[0].code, &Person::named(format!("Seat {seat}"))).await?;
            players.push(Player::connect(node(seat), &seated, seed(seat)).await?);
            all.push(seated);
        }
        Ok(Table { players, seats: all, nodes: (0..seats).map(node).collect() })
    }

    /// The code of the room.
    pub(super) fn code(&self) -> &str {
        &self.seats[0].code
    }
    /// All seats, with their tokens.
    pub(super) fn seats(&self) -> &[Seated] {
        &self.seats
    }

    /// Makes moves for a while, at the pace that the default limits allow.
    pub(super) async fn play_for(&mut self, length: Duration) -> io::Result<()> {
        let began = Instant::now();
        self.play(began + length, Some(Pace::new(began, MESSAGE, 0.5))).await.map(drop)
    }

    /// Begins a game.
    pub(super) async fn start(&mut self) -> io::Result<()> {
        let started = self.players[0].command(Command::Start).await?;
        self.until(started).await
    }

    /// A spectator comes and goes, and the last seat loses its connection and comes back.
    pub(super) async fn disturb(&mut self, seed: u64) -> io::Result<()> {
        drop(Client::connect(self.nodes[0], &Hello::watch(self.code(), "Spectator")).await?);
        let last = self.players.len() - 1;
        drop(self.players.pop());
        self.players.push(Player::connect(self.nodes[last], &self.seats[last], seed).await?);
        Ok(())
    }

    /// Closes the room; returns the name of its latest game.
    pub(super) async fn close(mut self) -> io::Result<Option<String>> {
        let record = self.players[0].record().map(str::to_owned);
        self.players[0].command(Command::Close).await?;
        Ok(record)
    }

    /// Makes moves until the time is up, one after the other, at a pace or as fast as it goes.
    pub(super) async fn play(&mut self, until: Instant, mut pace: Option<Pace>) -> io::Result<Tally> {
        let mut tally = Tally::default();
        let mut turn = 0;
        loop {
            if let Some(pace) = pace.as_mut().filter(|pace| pace.next < until) {
                pace.wait().await;
            } else if pace.is_some() {
                return Ok(tally);
            }
            while !self.players.iter().any(Player::may_act) {
                self.wait_for_a_turn().await?;
            }
            // Of several seats that may act, not always the same.
            while !self.players[turn].may_act() {
                turn = (turn + 1) % self.players.len();
            }
            let (player, sent) = (&mut self.players[turn], Instant::now());
            let decided_at = player.client().shown().seq;
            match player.act().await {
                Ok(accepted) => self.until(accepted.version).await?,
                Err(Error::Refused(_)) => {
                    tally.refused += 1;
                    // The room has moved on.
                    player.until(decided_at + 1).await?;
                    continue;
                }
                Err(Error::Io(error)) => return Err(error),
            }
            let seen = Instant::now();
            if seen > until {
                return Ok(tally);
            }
            tally.latencies.push(seen - sent);
        }
    }

    /// Nobody can act: after a game there is another, and within one a timer runs.
    async fn wait_for_a_turn(&mut self) -> io::Result<()> {
        if self.players.iter().all(Player::is_finished) {
            for player in &mut self.players[1..] {
                player.command(Command::Rematch).await?;
            }
            return self.start().await;
        }
        select_all(self.players.iter_mut().map(|player| Box::pin(player.wait()))).await.0
    }

    /// Waits until all seats are shown this version.
    async fn until(&mut self, version: u64) -> io::Result<()> {
        for player in &mut self.players {
            player.until(version).await?;
        }
        Ok(())
    }
}
