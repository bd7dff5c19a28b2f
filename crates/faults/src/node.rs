//! The nodes: the real program, as an operator would start it.

use crate::process::Service;
use client::{Http, Response};
use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use tokio::time::timeout;

/// Heartbeat timeout: after it, the other nodes consider a node lost.
pub(crate) const LEASE: Duration = Duration::from_secs(3);
/// Prefix for NATS names.
pub(crate) const PREFIX: &str = "faults";

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    program: PathBuf,
    data: PathBuf,
    log: PathBuf,
    /// The file with the offset of its clock.
    clock: PathBuf,
    /// The links to NATS.
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
        // All clients have one address here, and bots should not take time.
        serve.args(["--limits", "off"]);
        serve.args(["--bot-pace", "at-once", "--bot-threads", "1", "--log", "info"]);
        self.process.start(&serve, &self.log)
    }

    /// Shifts its clock by this number of milliseconds.
    pub(crate) fn set_clock(&self, off: i64) -> io::Result<()> {
        fs::write(&self.clock, off.to_string())
    }

    pub(crate) async fn is_ready(&self) -> bool {
        self.get("/readyz").await.is_some_and(|response| response.status == 200)
    }

    /// Returns one of its metrics.
    pub(crate) async fn metric(&self, name: &str) -> Option<u64> {
        let page = self.get("/metrics").await?;
        page.text().lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
    }

    async fn get(&self, path: &str) -> Option<Response> {
        let request = async { Http::connect(self.address).await?.get(path).await };
        timeout(Duration::from_secs(1), request).await.ok()?.ok()
    }

    /// Returns what it has logged.
    pub(crate) fn logged(&self) -> io::Result<String> {
        Ok(String::from_utf8_lossy(&fs::read(&self.log)?).into_owned())
    }
}
