//! Three NATS servers, three nodes, and a wire of our own between any two that talk.

use crate::{
    args::Args,
    link::{Link, Mode},
    nats::NatsServer,
    node::{Node, PREFIX},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    net::{SocketAddr, TcpListener},
    path::Path,
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// So many of each.
pub(crate) const COUNT: usize = 3;
/// So long everything may take to be well after everything was mended.
const TIMEOUT: Duration = Duration::from_secs(90);
/// So many times the cluster may be started before the campaign gives up.
const START_ATTEMPTS: u32 = 3;
/// So long a server that begins with nothing may take to have what the others have.
const CATCH_UP: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) nats: Vec<NatsServer>,
    pub(crate) nodes: Vec<Node>,
    /// From a node to a NATS server.
    lines: BTreeMap<(usize, usize), Link>,
    /// From a NATS server to another.
    routes: BTreeMap<(usize, usize), Link>,
}

impl Site {
    /// Starts everything, and comes back when all of it is well.
    pub(crate) async fn open(args: &Args, home: &Path) -> io::Result<Site> {
        let ports = free_ports(4 * COUNT)?;
        let mut nats = Vec::new();
        for number in 0..COUNT {
            let mine = [ports[number], ports[COUNT + number], ports[2 * COUNT + number]];
            nats.push(NatsServer::new(&args.nats_server, home, number, mine)?);
        }
        let (mut routes, mut lines) = (BTreeMap::new(), BTreeMap::new());
        for from in 0..COUNT {
            for (to, server) in nats.iter().enumerate() {
                lines.insert((from, to), Link::to(server.clients).await?);
                if from != to {
                    routes.insert((from, to), Link::to(server.routes).await?);
                }
            }
        }
        for (number, server) in nats.iter_mut().enumerate() {
            let others = routes.iter().filter(|((from, _), _)| *from == number);
            server.configure(&others.map(|(_, link)| link.address).collect::<Vec<_>>())?;
            server.start()?;
        }
        let nodes = (0..COUNT).map(|number| {
            let mine = lines.iter().filter(|((from, _), _)| *from == number);
            let wires = mine.map(|(_, link)| link.address).collect();
            Node::new(&args.program, home, number, ports[3 * COUNT + number], wires)
        });
        let mut site = Site { nodes: nodes.collect(), nats, lines, routes };
        for node in &mut site.nodes {
            node.set_clock(0)?;
        }
        let mut attempts = 1;
        while !site.starts(TIMEOUT / START_ATTEMPTS).await? {
            if attempts == START_ATTEMPTS {
                return Err(io::Error::other("the cluster does not start"));
            }
            attempts += 1;
            // Seen with NATS 2.10.27: a leader that is elected while a doubled route is closed takes the other servers
            // for gone until it is restarted ("no suitable peers for placement"). Nothing was stored yet.
            for node in &mut site.nodes {
                node.process.kill();
            }
            for server in &mut site.nats {
                server.replace_disk()?;
            }
        }
        Ok(site)
    }

    /// Starts the nodes, one after the other, because the first makes what all of them share. Returns whether all are
    /// ready within `limit`.
    async fn starts(&mut self, limit: Duration) -> io::Result<bool> {
        let began = Instant::now();
        for number in 0..COUNT {
            while !self.nodes[number].is_ready().await {
                if began.elapsed() > limit {
                    return Ok(false);
                }
                for server in self.nats.iter_mut().filter(|server| !server.process.runs()) {
                    server.start()?;
                }
                if !self.nodes[number].process.runs() {
                    // NATS may not have been there yet.
                    self.nodes[number].start()?;
                }
                sleep(Duration::from_millis(200)).await;
            }
        }
        Ok(true)
    }

    /// Where people connect.
    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// Where NATS is, without wires of ours: for who only looks.
    pub(crate) fn nats_urls(&self) -> Vec<String> {
        self.nats.iter().map(|server| format!("nats://{}", server.clients)).collect()
    }

    /// The wires between a node and all of NATS.
    pub(crate) fn set_node(&self, node: usize, mode: Mode) {
        self.set_lines(|from, _| from == node, mode);
    }
    /// One wire between a node and a NATS server.
    pub(crate) fn set_line(&self, node: usize, server: usize, mode: Mode) {
        self.set_lines(|from, to| (from, to) == (node, server), mode);
    }
    /// The wires between a NATS server and the others.
    pub(crate) fn set_server(&self, server: usize, mode: Mode) {
        let its = self.routes.iter().filter(|((from, to), _)| *from == server || *to == server);
        its.for_each(|(_, link)| link.set(mode));
    }
    /// All wires.
    pub(crate) fn set_all(&self, mode: Mode) {
        self.lines.values().chain(self.routes.values()).for_each(|link| link.set(mode));
    }
    fn set_lines(&self, which: impl Fn(usize, usize) -> bool, mode: Mode) {
        let lines = self.lines.iter().filter(|((from, to), _)| which(*from, *to));
        lines.for_each(|(_, link)| link.set(mode));
    }

    /// The server that leads the stream of rooms, as far as anybody knows.
    pub(crate) async fn stream_leader(&self) -> Option<usize> {
        for server in &self.nats {
            if let Some(health) = server.health().await
                && let Some(leader) = health.stream_leader(&rooms())
            {
                return self.number_of(leader);
            }
        }
        None
    }

    /// The server that leads all of JetStream, as far as anybody knows.
    pub(crate) async fn leader(&self) -> Option<usize> {
        for server in &self.nats {
            if let Some(leader) = server.health().await.as_ref().and_then(|health| health.leader()) {
                return self.number_of(leader);
            }
        }
        None
    }

    fn number_of(&self, name: &str) -> Option<usize> {
        self.nats.iter().position(|server| server.name == name)
    }

    /// Comes back when every node is ready and NATS is whole; `false` if that takes too long.
    pub(crate) async fn is_well(&mut self) -> io::Result<bool> {
        let began = Instant::now();
        while began.elapsed() < TIMEOUT {
            for server in self.nats.iter_mut().filter(|server| !server.process.runs()) {
                server.start()?;
            }
            for node in self.nodes.iter_mut().filter(|node| !node.process.runs()) {
                node.start()?;
            }
            if self.everybody_is_ready().await && self.nats_is_whole().await {
                return Ok(true);
            }
            sleep(Duration::from_millis(200)).await;
        }
        self.say_who_is_not().await;
        Ok(false)
    }

    /// For who looks for what went wrong.
    async fn say_who_is_not(&self) {
        for node in &self.nodes {
            eprintln!("node {}: ready {}", node.address, node.is_ready().await);
        }
        for server in &self.nats {
            let health = server.health().await;
            let holds = health.as_ref().and_then(|health| health.holds(&rooms()));
            let leader = health.as_ref().and_then(|health| health.leader());
            eprintln!("{}: leader {leader:?}, holds {holds:?}", server.name);
        }
    }

    async fn everybody_is_ready(&self) -> bool {
        for node in &self.nodes {
            if !node.is_ready().await {
                return false;
            }
        }
        true
    }

    /// Comes back when a NATS server has as many messages as any other had when it began; or after a while.
    pub(crate) async fn has_caught_up(&self, server: usize) {
        let mut goal = 0;
        for other in &self.nats {
            let holds = other.health().await.and_then(|health| health.holds(&rooms()));
            goal = goal.max(holds.map_or(0, |(_, last)| last));
        }
        let began = Instant::now();
        while began.elapsed() < CATCH_UP {
            let holds = self.nats[server].health().await.and_then(|health| health.holds(&rooms()));
            if holds.is_some_and(|(messages, last)| messages == last && last >= goal) {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
        eprintln!("{} has not caught up in time", self.nats[server].name);
    }

    /// Whether all NATS servers agree who leads, and each has what any of them had of the stream of rooms a moment ago.
    pub(crate) async fn nats_is_whole(&self) -> bool {
        let Some(before) = self.stores().await else { return false };
        let goal = before.iter().map(|(_, last)| *last).max();
        let mut leaders = BTreeSet::new();
        for server in &self.nats {
            let Some(health) = server.health().await else { return false };
            let leads = (health.leader(), health.stream_leader(&rooms()));
            let (Some(all), Some(stream)) = leads else { return false };
            leaders.insert((all.to_owned(), stream.to_owned()));
        }
        let now = self.stores().await;
        leaders.len() == 1 && now.is_some_and(|now| now.iter().all(|(_, last)| Some(*last) >= goal))
    }

    /// What every NATS server has of the stream of rooms: nothing while one of them does not say.
    pub(crate) async fn stores(&self) -> Option<Vec<(u64, u64)>> {
        let mut stores = Vec::new();
        for server in &self.nats {
            stores.push(server.health().await?.holds(&rooms())?);
        }
        Some(stores)
    }
}

/// The stream that all rooms are in.
pub(crate) fn rooms() -> String {
    format!("{PREFIX}-rooms")
}

/// Ports where nobody listens. Below those that the system gives away by itself: who is killed and started again must find
/// its port free.
fn free_ports(count: usize) -> io::Result<Vec<SocketAddr>> {
    let own = (std::process::id() % 1_000) as u16;
    let candidates = (10_000 + own * 20..32_000).map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    let free: Vec<_> = candidates.filter(|address| TcpListener::bind(address).is_ok()).take(count).collect();
    if free.len() < count { Err(io::Error::other("there are no free ports")) } else { Ok(free) }
}
