//! The nodes: the real program, as an operator would start it.

use crate::{lobby, process::Service};
use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// Heartbeat timeout: after it, the other nodes consider a node lost.
pub(crate) const LEASE: Duration = Duration::from_secs(3);
/// What all names in NATS begin with.
pub(crate) const PREFIX: &str = "faults";

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    program: PathBuf,
    data: PathBuf,
    log: PathBuf,
    /// Says by how much its clock is off.
    clock: PathBuf,
    /// The wires to NATS.
    nats: Vec<SocketAddr>,
    pub(crate) process: Service,
}

impl Node {
    pub(crate) fn new(
        program: &Path,
        home: &Path,
        number: usize,
        address: SocketAddr,
        nats: Vec<SocketAddr>,
    ) -> Node {
        Node {
            address,
            program: program.into(),
            data: home.join(format!("node-{number}-data")),
            log: home.join(format!("node-{number}.log")),
            clock: home.join(format!("node-{number}.clock")),
            nats,
            process: Service::default(),
        }
    }

    pub(crate) fn start(&mut self) -> io::Result<()> {
        let nats: Vec<_> = self.nats.iter().map(|address| format!("nats://{address}")).collect();
        let mut serve = Command::new(&self.program);
        serve.arg("serve").arg("--data-dir").arg(&self.data).arg("--wrong-clock").arg(&self.clock);
        serve.args(["--listen", &self.address.to_string(), "--cluster", &nats.join(",")]);
        serve.args(["--cluster-name", PREFIX, "--cluster-replicas", "3"]);
        serve.args(["--lease-seconds", &LEASE.as_secs().to_string()]);
        // All clients have one address here, and bots should not be what takes the time.
        serve.args(["--limits", "off"]);
        serve.args(["--bot-pace", "at-once", "--bot-threads", "1", "--log", "info"]);
        self.process.start(&serve, &self.log)
    }

    /// Shifts its clock by this number of milliseconds from now on.
    pub(crate) fn set_clock(&self, off: i64) -> io::Result<()> {
        fs::write(&self.clock, off.to_string())
    }

    pub(crate) async fn is_ready(&self) -> bool {
        let asked = lobby::ask(self.address, "GET", "/readyz", "", Duration::from_secs(1)).await;
        asked.is_ok_and(|(status, _)| status == 200)
    }

    /// A number of its page of figures.
    pub(crate) async fn metric(&self, name: &str) -> Option<u64> {
        let asked = lobby::ask(self.address, "GET", "/metrics", "", Duration::from_secs(1)).await;
        let (_, page) = asked.ok()?;
        let line = page.as_str()?.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        line.parse().ok()
    }

    /// What it has written down.
    pub(crate) fn words(&self) -> io::Result<String> {
        Ok(String::from_utf8_lossy(&fs::read(&self.log)?).into_owned())
    }
}
