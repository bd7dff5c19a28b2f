//! The NATS servers, each a separate process with its own store and disk.

use crate::process::{Service, SmallDisk};
use client::Http;
use serde_json::Value;
use std::{
    fs, io,
    io::Write,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use tokio::time::timeout;

/// The size of a server's own disk.
const DISK_MB: u32 = 1024;
/// The limit of its store.
const STORE_MB: u32 = 900;
/// Timeout of a request for its status.
const STATUS_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct NatsServer {
    pub(crate) name: String,
    /// Where clients connect.
    pub(crate) clients: SocketAddr,
    /// Where other servers connect.
    pub(crate) routes: SocketAddr,
    /// Where it reports its status.
    monitor: SocketAddr,
    program: PathBuf,
    config: PathBuf,
    log: PathBuf,
    store: PathBuf,
    disk: Option<SmallDisk>,
    pub(crate) process: Service,
}

impl NatsServer {
    pub(crate) fn new(
        program: &Path,
        home: &Path,
        number: usize,
        ports: [SocketAddr; 3],
    ) -> io::Result<NatsServer> {
        let name = format!("nats-{number}");
        let store = home.join(format!("{name}-store"));
        fs::create_dir_all(&store)?;
        let [clients, routes, monitor] = ports;
        Ok(NatsServer {
            clients,
            routes,
            monitor,
            program: program.into(),
            config: home.join(format!("{name}.conf")),
            log: home.join(format!("{name}.log")),
            disk: SmallDisk::mount(&store, DISK_MB),
            store,
            process: Service::default(),
            name,
        })
    }

    /// Writes its configuration; `others` are the links to the other servers.
    pub(crate) fn configure(&self, others: &[SocketAddr]) -> io::Result<()> {
        let NatsServer { name, clients, routes, monitor, .. } = self;
        let others: Vec<_> = others.iter().map(|address| format!("nats-route://{address}")).collect();
        // Servers advertise each other's addresses. A client or server that used them would bypass our links: so nothing is
        // advertised to clients, and to servers an address where nobody listens.
        let text = format!(
            "server_name: {name}\nlisten: \"{clients}\"\nhttp: \"{monitor}\"\nping_interval: \"5s\"\n\
             jetstream {{ store_dir: \"{}\", sync_interval: always, max_mem: 64M, max_file: {STORE_MB}M }}\n\
             cluster {{ name: faults, pool_size: -1, listen: \"{routes}\", advertise: \"127.0.0.1:1\", no_advertise: true, routes: [{}] }}\n",
            self.store.display(),
            others.join(", ")
        );
        fs::write(&self.config, text)
    }

    pub(crate) fn start(&mut self) -> io::Result<()> {
        let mut command = Command::new(&self.program);
        command.arg("-c").arg(&self.config);
        self.process.start(&command, &self.log)
    }

    /// The way its disk is filled.
    pub(crate) fn full_disk_by(&self) -> &'static str {
        if self.disk.is_some() { "a full tmpfs" } else { "a limit on the size of files" }
    }

    /// Fills its disk.
    pub(crate) fn fill_disk(&self) -> io::Result<()> {
        if self.disk.is_none() {
            return self.process.limit_files(Some(4096));
        }
        let mut ballast = fs::File::create(self.ballast())?;
        let block = vec![0; 1 << 20];
        // Until it is full.
        while ballast.write_all(&block).is_ok() {}
        while ballast.write_all(&block[..512]).is_ok() {}
        Ok(())
    }

    /// Empties its disk and starts the server without data; the others have it. NATS counts what a full disk refused as
    /// written, so a store that was full once lacks messages for ever, and a leader with that store would take them from the
    /// others.
    pub(crate) fn replace_disk(&mut self) -> io::Result<()> {
        self.process.kill();
        for file in fs::read_dir(&self.store)? {
            let path = file?.path();
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
        self.start()
    }

    fn ballast(&self) -> PathBuf {
        self.store.join("ballast")
    }

    /// Returns its status, with its streams.
    pub(crate) async fn status(&self) -> Option<JetStreamStatus> {
        let request = async { Http::connect(self.monitor).await?.get("/jsz?streams=true").await };
        let response = timeout(STATUS_TIMEOUT, request).await.ok()?.ok()?;
        (response.status == 200).then_some(JetStreamStatus(response.json().ok()?))
    }
}

/// What a server reports about JetStream.
#[derive(Debug)]
pub(crate) struct JetStreamStatus(Value);

impl JetStreamStatus {
    /// The leader of all servers.
    pub(crate) fn leader(&self) -> Option<&str> {
        self.0["meta_cluster"]["leader"].as_str()
    }
    fn streams(&self) -> impl Iterator<Item = &Value> {
        let accounts = self.0["account_details"].as_array().into_iter().flatten();
        accounts.flat_map(|account| account["stream_detail"].as_array().into_iter().flatten())
    }
    fn stream(&self, name: &str) -> Option<&Value> {
        self.streams().find(|stream| stream["name"] == name)
    }
    /// The leader of a stream.
    pub(crate) fn stream_leader(&self, name: &str) -> Option<&str> {
        self.stream(name)?["cluster"]["leader"].as_str()
    }
    /// How many messages of a stream this server has, and the number of the last.
    pub(crate) fn holds(&self, name: &str) -> Option<(u64, u64)> {
        let state = &self.stream(name)?["state"];
        Some((state["messages"].as_u64()?, state["last_seq"].as_u64()?))
    }
}
