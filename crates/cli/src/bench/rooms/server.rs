//! The server that is measured, as a separate process.

use crate::{Failure, args::RoomsServer};
use server::{
    Backends, Config, Pace,
    cluster::{Cluster, ClusterConfig},
    log::{ConnectError, Connection, JetStreamConfig, JetStreamLog, SqliteLog},
};
use std::{
    io::{self, Read, Write},
    path::Path,
    sync::Arc,
    thread,
    time::Duration,
};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot};

/// Prints its address on the first line and serves until its input ends, so that it never outlives its parent.
pub(crate) fn run(args: &RoomsServer, out: &mut dyn Write) -> Result<(), Failure> {
    Runtime::new()?.block_on(async {
        let ground = match args.cluster.cluster.as_slice() {
            [] => embedded(&args.data_dir)?,
            servers => shared(servers, args).await.map_err(io::Error::other)?,
        };
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        writeln!(out, "{}", listener.local_addr()?)?;
        out.flush()?;
        let (over, is_over) = oneshot::channel::<()>();
        thread::spawn(move || {
            // An error is an end of the input, too.
            let _ = io::stdin().read_to_end(&mut Vec::new());
            drop(over);
        });
        let shutdown = async move { is_over.await.unwrap_or_default() };
        let config = if args.limited { limited() } else { unlimited() };
        server::run(listener, ground, config, shutdown).await?;
        Ok(())
    })
}

fn embedded(folder: &Path) -> io::Result<Backends> {
    let log = SqliteLog::open(folder.join("aboveboard.db")).map_err(io::Error::other)?;
    Ok(Backends::new(Arc::new(log)))
}

async fn shared(servers: &[String], args: &RoomsServer) -> Result<Backends, ConnectError> {
    let (prefix, replicas) = (args.cluster_name.clone(), args.cluster.cluster_replicas);
    let config = JetStreamConfig { servers: servers.into(), replicas, prefix, ..JetStreamConfig::default() };
    let connection = Connection::open(&config).await?;
    let log = JetStreamLog::open(&connection).await?;
    let cluster = Cluster::join(&connection, ClusterConfig::default()).await?;
    Ok(Backends { cluster: Some(cluster), ..Backends::on(Arc::new(log)) })
}

/// The default limits, with bots that act at once, because their time is measured.
fn limited() -> Config {
    Config { pace: Pace::AtOnce, ..Config::default() }
}

/// No limits: all clients of a measurement have one address. While other rooms are opened they read nothing, so there are no
/// heartbeats either.
fn unlimited() -> Config {
    Config {
        messages_per_second: u32::MAX,
        message_burst: u32::MAX,
        limits: false,
        connections: usize::MAX,
        heartbeat: Duration::from_secs(60 * 60),
        ..Config::default()
    }
}
