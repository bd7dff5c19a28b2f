//! The card room: rooms, their durable log, sockets and clocks.
//!
//! [`run`] serves until its `shutdown` is ready. Every room is one task with one bounded inbox, and the order of the
//! inbox is the order of play. For every input: *check → append to the log → commit → update each viewer*.
//! Nothing is shown that is not on disk.
//!
//! | to find | look in |
//! |---|---|
//! | what travels between browser and server | [`protocol`] |
//! | what a room is and what may happen to it | the crate [`room`] |
//! | the task that runs a room | `actor` |
//! | where it is kept | [`log`] |
//! | more than one server | [`cluster`] |
//! | who played what, and how well | [`History`] |
//! | what time it is | [`clock`] |
//! | where secrets come from | [`entropy`] |
//! | what an operator does about it | [`operator`] |

mod actor;
mod analyses;
pub mod archive;
mod backends;
pub mod backup;
mod client_address;
pub mod clock;
pub mod cluster;
mod config;
pub mod doctor;
pub mod entropy;
mod finished_games;
mod history;
mod host;
mod http;
mod limits;
pub mod lock;
pub mod log;
mod metrics;
pub mod operator;
mod outbox;
mod pool;
mod pruning;
mod replicas;
mod resume;
mod retry;
mod room_creation;
mod serving;
mod shared;
mod socket;
mod throttle;
mod tls;
mod turns;

pub use backends::Backends;
pub use config::Config;
pub use history::{History, ProfileKey};
#[cfg(feature = "ts")]
pub use room::export_types;
pub use room::{Pace, ReplayedRoom, Script, protocol};
pub use tls::{Tls, TlsError};

use shared::Shared;
use std::{
    future::Future,
    io,
    pin::pin,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::oneshot,
    time::{sleep, timeout},
};

/// Timeout for connections to end. A client that hangs does not keep a server from stopping.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(3);
/// The part of it that requests under way may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves on `listener` until `shutdown` is ready. Rooms that were open go on where they were.
///
/// Then it accepts nobody any more, every room finishes what it has begun, and clients are asked to reconnect. When
/// this returns all connections have ended, or had a few seconds to do so.
///
/// `plain`: where plain HTTP is redirected to HTTPS, if [`Config::tls`] is set.
pub async fn run_with_redirect(
    listener: TcpListener,
    plain: Option<TcpListener>,
    backends: Backends,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let bans = operator::Bans::open(config.operator.as_deref())?;
    let shared = Arc::new(Shared::new(backends, config, bans));
    let mut shutdown = pin!(shutdown);
    let resumed = tokio::select! {
        resumed = shared.resume() => resumed.map_err(io::Error::other)?,
        // Thousands of rooms take a moment, and nobody should have to wait for them to stop again.
        () = &mut shutdown => {
            farewell(&shared, async {}).await;
            return Ok(());
        }
    };
    if !http::is_built_in() {
        tracing::warn!("built without the browser client; `cargo play` or `cargo xtask dist` build both");
    }
    if shared.cluster.is_some() {
        tokio::spawn(replicas::adopt_orphans(Arc::downgrade(&shared)));
    }
    tracing::info!(resumed, address = %listener.local_addr()?, "open");

    tokio::spawn(pruning::prune(Arc::downgrade(&shared)));
    #[cfg(unix)]
    let _listening = open_to_operator(&shared);
    let https = listener.local_addr()?.port();
    let destination = serving::Destination::of(&shared, https);
    let redirecting = plain.map(|plain| tokio::spawn(serving::redirect(plain, destination)));
    let (open, closed) = oneshot::channel::<()>();
    let mut serving =
        Box::pin(serving::serve(listener, http::router(shared.clone()), shared.clone(), closed));
    let drain = shared.config.drain;
    let drained = operator::Drain::done(Arc::downgrade(&shared));
    let stopping = async {
        tokio::select! {
            () = shutdown => {}
            () = drained => tracing::info!("drained: nobody is in a game"),
        }
        if !drain.is_zero() {
            tracing::info!(?drain, "draining");
            shared.leaving.store(true, Ordering::Relaxed);
            sleep(drain).await;
        }
    };
    tokio::select! {
        () = &mut serving => {}
        () = stopping => {}
    }
    tracing::info!("stopping");
    if let Some(redirecting) = redirecting {
        redirecting.abort();
    }
    drop(open);
    farewell(&shared, serving).await;
    if let Some(cluster) = &shared.cluster {
        cluster.leave().await;
    }
    tracing::info!("stopped");
    Ok(())
}

/// Serves on `listener` until `shutdown` is ready, as [`run_with_redirect`] does.
pub async fn run(
    listener: TcpListener,
    backends: Backends,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    run_with_redirect(listener, None, backends, config, shutdown).await
}

/// Lets the operator's commands in. Without them games go on all the same.
#[cfg(unix)]
fn open_to_operator(shared: &Arc<Shared>) -> Option<operator::Listening> {
    let folder = shared.config.operator.as_deref()?;
    let listening = operator::listen(folder, shared);
    listening.inspect_err(|error| tracing::error!(%error, "operator commands cannot reach this server")).ok()
}

/// Ends everything that runs: first the rooms, so that every client gets a last message, then the requests under way, then
/// the connections. `serving` takes no new ones any more.
async fn farewell(shared: &Arc<Shared>, serving: impl Future<Output = ()>) {
    let everything = async {
        shared.stop().await;
        // What it says is that it has ended, and so does the limit.
        let _ = timeout(REQUEST_TIMEOUT, serving).await;
        // A request that was under way may have opened one more room.
        shared.stop().await;
        // Every room and every connection holds on to what they share until it has ended.
        while Arc::strong_count(shared) > 1 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    if timeout(FAREWELL_TIMEOUT, everything).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
}
