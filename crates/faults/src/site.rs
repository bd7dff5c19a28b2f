//! Three NATS servers, three nodes, and a link between any two that communicate.

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

/// The number of nodes, and of NATS servers.
pub(crate) const COUNT: usize = 3;
/// Timeout until all are healthy after everything was repaired.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(90);
/// Attempts to start the cluster until the campaign gives up.
const START_ATTEMPTS: u32 = 3;
/// Timeout until a server without data has what the others have.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) nats: Vec<NatsServer>,
    pub(crate) nodes: Vec<Node>,
    /// From a node to a NATS server.
    links: BTreeMap<(usize, usize), Link>,
    /// From a NATS server to another.
    routes: BTreeMap<(usize, usize), Link>,
}

impl Site {
    /// Starts everything, and returns once all of it is healthy.
    pub(crate) async fn open(args: &Args, home: &Path) -> io::Result<Site> {
        let ports = free_ports(4 * COUNT)?;
        let mut nats = Vec::new();
        for number in 0..COUNT {
            let mine = [ports[number], ports[COUNT + number], ports[2 * COUNT + number]];
            nats.push(NatsServer::new(&args.nats_server, home, number, mine)?);
        }
        let (mut routes, mut links) = (BTreeMap::new(), BTreeMap::new());
        for from in 0..COUNT {
            for (to, server) in nats.iter().enumerate() {
                links.insert((from, to), Link::to(server.clients).await?);
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
            let mine = links.iter().filter(|((from, _), _)| *from == number);
            let mine = mine.map(|(_, link)| link.address).collect();
            Node::new(&args.program, home, number, ports[3 * COUNT + number], mine)
        });
        let mut site = Site { nodes: nodes.collect(), nats, links, routes };
        for node in &mut site.nodes {
            node.set_clock(0)?;
        }
        let mut attempts = 1;
        while !site.starts(RECOVERY_TIMEOUT / START_ATTEMPTS).await? {
            if attempts == START_ATTEMPTS {
                return Err(io::Error::other("the cluster did not start"));
            }
            attempts += 1;
            // Seen with NATS 2.10.27: a leader that is elected while a duplicate route is closed considers the other servers
            // lost until it is restarted ("no suitable peers for placement"). Nothing was stored yet.
            for node in &mut site.nodes {
                node.process.kill();
            }
            for server in &mut site.nats {
                server.replace_disk()?;
            }
        }
        Ok(site)
    }

    /// Starts the nodes, one after the other, because the first creates what all of them share. Returns whether all are
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
                    // NATS may not have been ready yet.
                    self.nodes[number].start()?;
                }
                sleep(Duration::from_millis(200)).await;
            }
        }
        Ok(true)
    }

    /// The addresses of the nodes.
    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// The addresses of NATS itself, past our links.
    pub(crate) fn nats_urls(&self) -> Vec<String> {
        self.nats.iter().map(|server| format!("nats://{}", server.clients)).collect()
    }

    /// Sets the links between a node and all NATS servers.
    pub(crate) fn set_node(&self, node: usize, mode: Mode) {
        self.set_links(|from, _| from == node, mode);
    }
    /// Sets the link between a node and a NATS server.
    pub(crate) fn set_link(&self, node: usize, server: usize, mode: Mode) {
        self.set_links(|from, to| (from, to) == (node, server), mode);
    }
    /// Sets the links between a NATS server and the others.
    pub(crate) fn set_server(&self, server: usize, mode: Mode) {
        let its = self.routes.iter().filter(|((from, to), _)| *from == server || *to == server);
        its.for_each(|(_, link)| link.set(mode));
    }
    /// Sets all links.
    pub(crate) fn set_all(&self, mode: Mode) {
        self.links.values().chain(self.routes.values()).for_each(|link| link.set(mode));
    }
    fn set_links(&self, which: impl Fn(usize, usize) -> bool, mode: Mode) {
        let links = self.links.iter().filter(|((from, to), _)| which(*from, *to));
        links.for_each(|(_, link)| link.set(mode));
    }

    /// The leader of the stream of rooms, if a server knows it.
    pub(crate) async fn stream_leader(&self) -> Option<usize> {
        for server in &self.nats {
            if let Some(status) = server.status().await
                && let Some(leader) = status.stream_leader(&rooms())
            {
                return self.number_of(leader);
            }
        }
        None
    }

    /// The leader of JetStream, if a server knows it.
    pub(crate) async fn leader(&self) -> Option<usize> {
        for server in &self.nats {
            if let Some(leader) = server.status().await.as_ref().and_then(|status| status.leader()) {
                return self.number_of(leader);
            }
        }
        None
    }

    fn number_of(&self, name: &str) -> Option<usize> {
        self.nats.iter().position(|server| server.name == name)
    }

    /// Waits until every node is ready and NATS is consistent; returns `false` if that takes too long.
    pub(crate) async fn wait_until_healthy(&mut self) -> io::Result<bool> {
        let began = Instant::now();
        while began.elapsed() < RECOVERY_TIMEOUT {
            for server in self.nats.iter_mut().filter(|server| !server.process.runs()) {
                server.start()?;
            }
            for node in self.nodes.iter_mut().filter(|node| !node.process.runs()) {
                node.start()?;
            }
            if self.all_nodes_are_ready().await && self.nats_is_consistent().await {
                return Ok(true);
            }
            sleep(Duration::from_millis(200)).await;
        }
        self.print_status().await;
        Ok(false)
    }

    /// Prints the state of every server, to find out what went wrong.
    async fn print_status(&self) {
        for node in &self.nodes {
            eprintln!("node {}: ready {}", node.address, node.is_ready().await);
        }
        for server in &self.nats {
            let status = server.status().await;
            let holds = status.as_ref().and_then(|status| status.holds(&rooms()));
            let leader = status.as_ref().and_then(|status| status.leader());
            eprintln!("{}: leader {leader:?}, holds {holds:?}", server.name);
        }
    }

    async fn all_nodes_are_ready(&self) -> bool {
        for node in &self.nodes {
            if !node.is_ready().await {
                return false;
            }
        }
        true
    }

    /// Waits until a NATS server has the messages that any other had before; gives up after a while.
    pub(crate) async fn catch_up(&self, server: usize) {
        let mut goal = 0;
        for other in &self.nats {
            let holds = other.status().await.and_then(|status| status.holds(&rooms()));
            goal = goal.max(holds.map_or(0, |(_, last)| last));
        }
        let began = Instant::now();
        while began.elapsed() < CATCH_UP_TIMEOUT {
            let holds = self.nats[server].status().await.and_then(|status| status.holds(&rooms()));
            if holds.is_some_and(|(messages, last)| messages == last && last >= goal) {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
        eprintln!("{} did not catch up in time", self.nats[server].name);
    }

    /// Whether all NATS servers agree on the leaders, and each has the messages that any of them had a moment ago.
    pub(crate) async fn nats_is_consistent(&self) -> bool {
        let Some(before) = self.stores().await else { return false };
        let goal = before.iter().map(|(_, last)| *last).max();
        let mut leaders = BTreeSet::new();
        for server in &self.nats {
            let Some(status) = server.status().await else { return false };
            let leads = (status.leader(), status.stream_leader(&rooms()));
            let (Some(all), Some(stream)) = leads else { return false };
            leaders.insert((all.to_owned(), stream.to_owned()));
        }
        let now = self.stores().await;
        leaders.len() == 1 && now.is_some_and(|now| now.iter().all(|(_, last)| Some(*last) >= goal))
    }

    /// What every NATS server has of the stream of rooms; `None` while one of them does not answer.
    pub(crate) async fn stores(&self) -> Option<Vec<(u64, u64)>> {
        let mut stores = Vec::new();
        for server in &self.nats {
            stores.push(server.status().await?.holds(&rooms())?);
        }
        Some(stores)
    }
}

/// The stream of all rooms.
pub(crate) fn rooms() -> String {
    format!("{PREFIX}-rooms")
}

/// Returns free ports, below those that the system assigns: a server that is killed and started again needs its port.
fn free_ports(count: usize) -> io::Result<Vec<SocketAddr>> {
    let own = (std::process::id() % 1_000) as u16;
    let candidates = (10_000 + own * 20..32_000).map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    let free: Vec<_> = candidates.filter(|address| TcpListener::bind(address).is_ok()).take(count).collect();
    if free.len() < count { Err(io::Error::other("no free ports")) } else { Ok(free) }
}
