//! `aboveboard serve`: opens the card room and keeps it open until a signal stops it.

mod announcement;
mod config;
mod error;
mod file;
mod history;
mod home;
mod key;
mod listen;
mod logging;
mod public_url;
mod signals;
mod values;
mod within;

pub(crate) use config::ServeConfig;
pub use error::ServeError;
pub(crate) use history::rebuild;
pub(crate) use home::{check as check_folder, data_dir, shown};
pub(crate) use key::FILE as KEY_FILE;
pub(crate) use listen::here;

use crate::{Failure, args::Serve, decks};
use announcement::Announcement;
use listen::Listen;
use server::{
    Backends, Config, History,
    clock::WrongClock,
    cluster::Cluster,
    log::{Connection, JetStreamConfig, JetStreamLog, SqliteLog},
};
use std::{
    io::{self, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::{net::TcpListener, runtime::Runtime};

/// The file in the data folder that everything is in.
pub(crate) const DATABASE: &str = "aboveboard.db";

/// The database of the card room in the folder that was named, or in that of this user. Refuses a folder without one.
pub(crate) fn existing_database(folder: Option<&Path>) -> Result<PathBuf, ServeError> {
    let folder = data_dir(folder)?;
    let database = folder.join(DATABASE);
    if database.exists() { Ok(database) } else { Err(ServeError::NoData { folder: shown(&folder) }) }
}

/// The file in the data folder in which a node of a cluster has its rows of finished games.
pub(crate) fn database_in(cluster: &str) -> String {
    format!("cluster-{cluster}.db")
}

/// Serves until a signal comes.
pub(crate) fn run(args: Serve, decks: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let replacements = Replacements::of(&args);
    let settings = prepared(args, decks)?;
    let runtime = Runtime::new().map_err(ServeError::Failed)?;
    let ended = runtime.block_on(serve(&settings, replacements, out));
    // Connections that did not end in time, and bots that still think, end with the process.
    runtime.shutdown_background();
    Ok(ended?)
}

/// What trials and tests put in the place of the machine's own clock and randomness.
#[derive(Debug)]
struct Replacements {
    wrong_clock: Option<PathBuf>,
    #[cfg(feature = "seeded")]
    seed: Option<u64>,
}

impl Replacements {
    fn of(args: &Serve) -> Replacements {
        Replacements {
            wrong_clock: args.wrong_clock.clone(),
            #[cfg(feature = "seeded")]
            seed: args.seed,
        }
    }

    fn put_into(self, ground: &mut Backends) {
        if let Some(file) = self.wrong_clock {
            ground.clock = Arc::new(WrongClock::of(file));
        }
        #[cfg(feature = "seeded")]
        if let Some(seed) = self.seed {
            tracing::warn!(seed, "every deal follows from the seed: this server is for tests");
            ground.draw_from(Arc::new(server::entropy::SeededEntropy::new(seed)));
        }
    }
}

/// The options from the command line, the environment and the file.
pub(crate) fn settings(args: Serve) -> Result<ServeConfig, ServeError> {
    file::with_file(args.settings, args.config.as_deref())
}

/// The options from the command line, the environment and the file, with logging started and decks loaded.
fn prepared(args: Serve, decks: Option<PathBuf>) -> Result<ServeConfig, Failure> {
    let given = ServeConfig { decks, ..args.settings };
    let settings = file::with_file(given, args.config.as_deref())?;
    logging::start(settings.log.unwrap_or_default(), settings.log_format.unwrap_or_default());
    if let Some(folder) = &settings.decks {
        decks::offer(folder)?;
    }
    Ok(settings)
}

async fn serve(
    settings: &ServeConfig,
    replacements: Replacements,
    out: &mut dyn Write,
) -> Result<(), ServeError> {
    let stop = signals::stop().map_err(ServeError::Failed)?;
    let folder = settings.data_dir()?;
    home::check(&folder)?;
    let tls = settings.tls()?;
    let is_new = !folder.join(DATABASE).exists();
    let (mut ground, store) = match settings.jetstream() {
        Some(nats) => shared(settings, &nats).await?,
        None => {
            let store = open_store(settings, DATABASE)?;
            (Backends::new(store.clone()), store)
        }
    };
    replacements.put_into(&mut ground);
    if ground.cluster.is_none() {
        ground.server_key = key::read_or_make(&folder, ground.server_key)?;
    }
    let listener = open_port(address(settings)).await?;
    let plain = match settings.redirect_http {
        Some(Listen(plain)) => Some(open_port(plain).await?),
        None => None,
    };
    let listens = listener.local_addr().map_err(ServeError::Failed)?;
    let network = listen::network(listens);
    let scheme = if tls.is_some() { "https" } else { "http" };
    // In one piece; and if nobody reads it, the room is open all the same.
    let data = match settings.jetstream() {
        Some(nats) => format!("cluster “{}” on NATS", nats.prefix),
        None if is_new => format!("{} (a new card room)", shown(&folder)),
        None => shown(&folder),
    };
    let announcement = Announcement::new(scheme, (listens, network), settings, data);
    let _ = write!(out, "{announcement}").and_then(|()| out.flush());
    let config = Config {
        network_url: network.map(|address| format!("{scheme}://{address}")),
        https_only: tls.is_some() && settings.has_usual_port(listens.port()),
        tls,
        operator: Some(folder),
        ..settings.config()
    };
    let served = server::run_with_redirect(listener, plain, ground, config, stop).await;
    store.close().await;
    served.map_err(ServeError::Failed)
}

/// The address that a server with these options listens on.
pub(crate) fn address(settings: &ServeConfig) -> SocketAddr {
    settings.listen.unwrap_or_default().0
}

/// A database in the data folder.
fn open_store(settings: &ServeConfig, name: &str) -> Result<Arc<SqliteLog>, ServeError> {
    let store = SqliteLog::open(settings.data_dir()?.join(name));
    Ok(Arc::new(store.map_err(|error| ServeError::Data(error.into()))?))
}

/// The log that this node shares with others, its place among them, and its own rows of finished games.
async fn shared(
    settings: &ServeConfig,
    nats: &JetStreamConfig,
) -> Result<(Backends, Arc<SqliteLog>), ServeError> {
    let connection = Connection::open(nats).await?;
    let store = open_store(settings, &database_in(&nats.prefix))?;
    let log = JetStreamLog::open(&connection).await?;
    let history = History::shared(store.clone(), &connection).await?;
    let cluster = Cluster::join(&connection, settings.in_cluster()).await?;
    let ground = Backends { cluster: Some(cluster), history: Some(history), ..Backends::on(Arc::new(log)) };
    Ok((ground, store))
}

async fn open_port(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortTaken { address },
        _ => ServeError::Listen { address, source },
    })
}
