use super::{
    client::{Answer, Client},
    lobby::{Lobby, Seated},
};
use futures_util::future::select_all;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};

/// After a refusal the room has moved on, and news of it are on their way.
const AFTER_REFUSAL: Duration = Duration::from_millis(5);

/// The time between two moves that the usual limits allow.
const MESSAGE: Duration = Duration::from_millis(50);

/// One room with a client on every seat; the first is the host.
pub(super) struct Table {
    clients: Vec<Client>,
    /// The seats, to come back to.
    seats: Vec<Seated>,
    /// The node of each seat.
    nodes: Vec<SocketAddr>,
    /// The address of this machine that all seats connect from, if it matters.
    from: Option<IpAddr>,
}

/// What happened at a table, or at many.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// How long each move took, from sending it until all seats had seen it.
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
    /// Opens a room and takes all seats, each through another node where there are several: every move has to travel.
    pub(super) async fn open(nodes: &[SocketAddr], game: &str, seats: u8, room: u64) -> io::Result<Table> {
        Table::open_from(None, nodes, game, seats, room).await
    }

    /// The same from a certain address of this machine.
    pub(super) async fn open_from(
        from: Option<IpAddr>,
        nodes: &[SocketAddr],
        game: &str,
        seats: u8,
        room: u64,
    ) -> io::Result<Table> {
        let node = |seat: u8| nodes[(room as usize + usize::from(seat)) % nodes.len()];
        let mut lobby = Lobby::enter_from(from, node(0)).await?;
        let host = lobby.open(game, "Seat 0").await?;
        let seed = |seat: u8| room * 256 + u64::from(seat) + 1;
        let mut clients = vec![Client::connect_from(from, node(0), &host, seed(0)).await?];
        let mut all = vec![host];
        for seat in 1..seats {
            let seated = lobby.join(&all[0].code, &format!("Seat {seat}")).await?;
            clients.push(Client::connect_from(from, node(seat), &seated, seed(seat)).await?);
            all.push(seated);
        }
        Ok(Table { clients, seats: all, nodes: (0..seats).map(node).collect(), from })
    }

    /// The code of the room.
    pub(super) fn code(&self) -> &str {
        &self.seats[0].code
    }
    /// All seats, with their tokens.
    pub(super) fn seats(&self) -> &[Seated] {
        &self.seats
    }

    /// Makes moves for a while, at the pace that the usual limits allow.
    pub(super) async fn play_for(&mut self, length: Duration) -> io::Result<()> {
        let began = Instant::now();
        self.play(began + length, Some(Pace::new(began, MESSAGE, 0.5))).await.map(drop)
    }

    /// Begins a game.
    pub(super) async fn start(&mut self) -> io::Result<()> {
        let started = self.clients[0].command("start").await?;
        self.all_have_seen(expected(started)?).await
    }

    /// Somebody looks on for a moment, and the last seat loses its connection and comes back.
    pub(super) async fn disturb(&mut self, seed: u64) -> io::Result<()> {
        let spectator = Client::watch(self.from, self.nodes[0], &self.seats[0].code).await?;
        drop(spectator);
        let last = self.clients.len() - 1;
        drop(self.clients.pop());
        let (node, seat) = (self.nodes[last], &self.seats[last]);
        self.clients.push(Client::connect_from(self.from, node, seat, seed).await?);
        Ok(())
    }

    /// Closes the room; returns the name of its latest game.
    pub(super) async fn close(mut self) -> io::Result<Option<String>> {
        let record = self.clients[0].record().map(str::to_owned);
        expected(self.clients[0].command("close").await?)?;
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
            while !self.clients.iter().any(Client::may_act) {
                self.wait_for_a_turn().await?;
            }
            // Of several seats that may act, not always the same.
            while !self.clients[turn].may_act() {
                turn = (turn + 1) % self.clients.len();
            }
            let sent = Instant::now();
            match self.clients[turn].act().await? {
                Ok(version) => self.all_have_seen(version).await?,
                Err(_) => {
                    tally.refused += 1;
                    tokio::time::sleep(AFTER_REFUSAL).await;
                    self.clients[turn].news().await?;
                    continue;
                }
            }
            let seen = Instant::now();
            if seen > until {
                return Ok(tally);
            }
            tally.latencies.push(seen - sent);
        }
    }

    /// Nobody can act: after a game there is another, and within one something will happen by itself.
    async fn wait_for_a_turn(&mut self) -> io::Result<()> {
        if self.clients.iter().all(Client::is_finished) {
            for client in &mut self.clients[1..] {
                expected(client.command("rematch").await?)?;
            }
            return self.start().await;
        }
        select_all(self.clients.iter_mut().map(|client| Box::pin(client.news()))).await.0
    }

    async fn all_have_seen(&mut self, version: u64) -> io::Result<()> {
        for client in &mut self.clients {
            client.until(version).await?;
        }
        Ok(())
    }
}

/// An answer that can only be yes.
fn expected(answer: Answer) -> io::Result<u64> {
    answer.map_err(|code| io::Error::other(format!("the server refused: {code}")))
}
