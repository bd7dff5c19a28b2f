//! The faults that are injected, in an order that follows from the seed.

use crate::{
    dice::Dice,
    health::{self, Health},
    link::Mode,
    node::LEASE,
    site::{COUNT, Site},
};
use rustix::process::Signal;
use std::{
    collections::BTreeMap,
    io,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// A failure that is injected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    KillNode,
    StopNode,
    PauseNode,
    CutNode,
    StallNode,
    CutLink,
    KillServer,
    KillStreamLeader,
    KillLeader,
    PauseServer,
    CutServer,
    CutStreamLeader,
    SlowLinks,
    FullDisk,
    ClockJump,
    KillNodeAndServer,
    LoseMajority,
}

use Fault::{
    ClockJump, CutLink, CutNode, CutServer, CutStreamLeader, FullDisk, KillLeader, KillNode,
    KillNodeAndServer, KillServer, KillStreamLeader, LoseMajority, PauseNode, PauseServer, SlowLinks,
    StallNode, StopNode,
};

/// All faults; a short campaign should include the first half.
const ALL: [Fault; 17] = [
    KillNode,
    KillStreamLeader,
    PauseNode,
    CutNode,
    CutStreamLeader,
    ClockJump,
    FullDisk,
    LoseMajority,
    SlowLinks,
    StopNode,
    StallNode,
    KillLeader,
    KillServer,
    PauseServer,
    CutServer,
    CutLink,
    KillNodeAndServer,
];

impl Fault {
    fn name(self) -> &'static str {
        match self {
            KillNode => "kill_node",
            StopNode => "stop_node",
            PauseNode => "pause_node",
            CutNode => "cut_node",
            StallNode => "stall_node",
            CutLink => "cut_link",
            KillServer => "kill_server",
            KillStreamLeader => "kill_stream_leader",
            KillLeader => "kill_leader",
            PauseServer => "pause_server",
            CutServer => "cut_server",
            CutStreamLeader => "cut_stream_leader",
            SlowLinks => "slow_links",
            FullDisk => "full_disk",
            ClockJump => "clock_jump",
            KillNodeAndServer => "kill_node_and_server",
            LoseMajority => "lose_majority",
        }
    }

    /// Whether it hits a node or its links.
    fn hits_a_node(self) -> bool {
        let broken = matches!(self, KillNode | StopNode | PauseNode | KillNodeAndServer | ClockJump);
        broken || matches!(self, CutNode | StallNode | CutLink | SlowLinks)
    }
    /// Whether it hits a NATS server or the links between them.
    fn hits_nats(self) -> bool {
        // Two faults hit both.
        !self.hits_a_node() || matches!(self, SlowLinks | KillNodeAndServer)
    }
}

/// The faults to come, and those that were injected.
#[derive(Debug)]
pub(crate) struct FaultSchedule {
    dice: Dice,
    deck: Vec<Fault>,
    health: Arc<Health>,
    /// How often each was injected.
    pub(crate) injected: BTreeMap<&'static str, u64>,
    /// When a node was taken away, in milliseconds of the Unix epoch.
    pub(crate) nodes_lost: Vec<u64>,
    /// The name of the current fault.
    pub(crate) now: &'static str,
}

impl FaultSchedule {
    pub(crate) fn new(seed: u64, health: Arc<Health>) -> FaultSchedule {
        FaultSchedule {
            dice: Dice::for_one(seed, 0),
            deck: Vec::new(),
            health,
            injected: BTreeMap::new(),
            nodes_lost: Vec::new(),
            now: "calm",
        }
    }

    /// Returns the next fault: each comes once before any is repeated.
    pub(crate) fn next(&mut self) -> Fault {
        if self.deck.is_empty() {
            self.deck = ALL.to_vec();
            // The first half stays in front, in any order.
            let half = ALL.len() / 2;
            self.dice.shuffle(&mut self.deck[..half]);
            self.dice.shuffle(&mut self.deck[half..]);
            self.deck.reverse();
        }
        let fault = self.deck.pop().unwrap_or(KillNode);
        *self.injected.entry(fault.name()).or_default() += 1;
        self.now = fault.name();
        fault
    }

    /// Injects a fault for a while, and repairs what it broke.
    pub(crate) async fn inject(&mut self, fault: Fault, site: &mut Site) -> io::Result<()> {
        let (node, server) = (self.dice.below(COUNT), self.dice.below(COUNT));
        if fault.hits_a_node() {
            self.health.node_is_hit(node);
        }
        if fault.hits_nats() {
            self.health.nats_is_hit();
        }
        match fault {
            KillNode => self.without_node(site, node).await?,
            StopNode => {
                self.lost();
                site.nodes[node].process.signal(Signal::TERM);
                self.last(4_000..=6_000).await;
                site.nodes[node].process.kill();
                site.nodes[node].start()?;
            }
            PauseNode => {
                self.lost();
                site.nodes[node].process.signal(Signal::STOP);
                // Longer than the lease: the others take over.
                sleep(LEASE + self.dice.millis(1_000..=4_000)).await;
                site.nodes[node].process.signal(Signal::CONT);
            }
            CutNode => {
                self.lost();
                site.set_node(node, Mode::Cut);
                sleep(LEASE + self.dice.millis(500..=3_000)).await;
                site.set_node(node, Mode::Open);
            }
            StallNode => {
                self.lost();
                site.set_node(node, Mode::Stalled);
                sleep(LEASE + self.dice.millis(500..=3_000)).await;
                site.set_node(node, Mode::Open);
            }
            CutLink => {
                site.set_link(node, server, Mode::Cut);
                self.last(2_000..=5_000).await;
                site.set_link(node, server, Mode::Open);
            }
            KillServer => self.without_servers(site, &[server]).await?,
            KillStreamLeader => {
                let leader = site.stream_leader().await.unwrap_or(server);
                self.without_servers(site, &[leader]).await?;
            }
            KillLeader => {
                let leader = site.leader().await.unwrap_or(server);
                self.without_servers(site, &[leader]).await?;
            }
            PauseServer => {
                site.nats[server].process.signal(Signal::STOP);
                self.last(3_000..=7_000).await;
                site.nats[server].process.signal(Signal::CONT);
            }
            CutServer => {
                site.set_server(server, Mode::Cut);
                self.last(3_000..=7_000).await;
                site.set_server(server, Mode::Open);
            }
            CutStreamLeader => {
                let leader = site.stream_leader().await.unwrap_or(server);
                site.set_server(leader, Mode::Cut);
                self.last(3_000..=7_000).await;
                site.set_server(leader, Mode::Open);
            }
            SlowLinks => {
                let by = self.dice.millis(20..=150);
                if self.dice.one_in(2) {
                    site.set_all(Mode::Slow(by));
                } else {
                    site.set_node(node, Mode::Slow(by));
                    site.set_server(server, Mode::Slow(by));
                }
                self.last(3_000..=6_000).await;
                site.set_all(Mode::Open);
            }
            FullDisk => {
                site.nats[server].fill_disk()?;
                self.last(3_000..=6_000).await;
                site.nats[server].replace_disk()?;
                // An operator would let it catch up before anything else is touched.
                site.catch_up(server).await;
            }
            ClockJump => {
                // Within one run a clock never goes back, so a node whose clock is set back is restarted.
                let off = self.dice.below(240_000) as i64 - 120_000;
                site.nodes[node].set_clock(off)?;
                if off < 0 {
                    self.without_node(site, node).await?;
                }
                self.last(1_000..=2_000).await;
            }
            KillNodeAndServer => {
                site.nats[server].process.kill();
                self.without_node(site, node).await?;
                site.nats[server].start()?;
            }
            LoseMajority => {
                let stays = server;
                let go: Vec<_> = (0..COUNT).filter(|number| *number != stays).collect();
                self.without_servers(site, &go).await?;
            }
        }
        self.now = "calm";
        let calm = self.dice.millis(1_000..=3_000);
        self.recover(site, calm).await;
        // Restart a node that could not start because NATS was down, as a service manager does.
        for node in site.nodes.iter_mut().filter(|node| !node.process.runs()) {
            node.start()?;
        }
        Ok(())
    }

    /// Lets some time pass, and records which servers are healthy again.
    async fn recover(&self, site: &Site, calm: Duration) {
        let end = Instant::now() + calm;
        while Instant::now() < end {
            if self.health.is_nats_hit() && site.nats_is_consistent().await {
                self.health.nats_is_back();
            }
            for (number, node) in site.nodes.iter().enumerate() {
                if self.health.is_hit(number) && !self.health.is_nats_hit() && node.is_ready().await {
                    self.health.node_is_back(number);
                }
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Repairs everything.
    pub(crate) fn repair(site: &mut Site) -> io::Result<()> {
        site.set_all(Mode::Open);
        for server in &mut site.nats {
            server.process.signal(Signal::CONT);
        }
        for node in &mut site.nodes {
            node.process.signal(Signal::CONT);
            node.set_clock(0)?;
        }
        Ok(())
    }

    async fn without_node(&mut self, site: &mut Site, node: usize) -> io::Result<()> {
        self.lost();
        site.nodes[node].process.kill();
        self.last(500..=5_000).await;
        site.nodes[node].start()
    }

    async fn without_servers(&mut self, site: &mut Site, servers: &[usize]) -> io::Result<()> {
        for server in servers {
            site.nats[*server].process.kill();
        }
        self.last(1_000..=6_000).await;
        for server in servers {
            site.nats[*server].start()?;
        }
        Ok(())
    }

    fn lost(&mut self) {
        self.nodes_lost.push(health::now());
    }

    async fn last(&mut self, range: std::ops::RangeInclusive<u64>) {
        sleep(Duration::min(self.dice.millis(range), Duration::from_secs(10))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_comes_once_before_any_is_repeated_in_an_order_that_follows_from_the_seed() {
        let order = |seed| {
            let mut schedule = FaultSchedule::new(seed, Arc::default());
            let first: Vec<_> = (0..ALL.len()).map(|_| schedule.next().name()).collect();
            assert!(schedule.injected.values().all(|times| *times == 1));
            first
        };
        assert_eq!(order(1).iter().collect::<BTreeSet<_>>().len(), ALL.len());
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }
}
