//! `aboveboard history rebuild`: rebuilds everybody's games and ratings.

use super::{DATABASE, ServeConfig, ServeError, database_in, home, open_store, prepared};
use crate::{Failure, args::Serve};
use server::{History, log::Connection};
use std::{io::Write, path::PathBuf};
use tokio::runtime::Runtime;

/// Rebuilds all rows from the log or from the archive of the cluster.
pub(crate) fn rebuild(args: Serve, decks: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let settings = prepared(args, decks)?;
    // A node that joins a cluster for the first time has no database yet and builds it from the archive.
    let folder = settings.data_dir()?;
    let is_there =
        if settings.jetstream().is_some() { folder.is_dir() } else { folder.join(DATABASE).exists() };
    if !is_there {
        return Err(ServeError::NoData { folder: home::shown(&folder) }.into());
    }
    let runtime = Runtime::new().map_err(ServeError::Failed)?;
    let games = runtime.block_on(rebuilt(&settings))?;
    runtime.shutdown_background();
    writeln!(out, "games rebuilt, with all ratings: {games}")?;
    Ok(())
}

async fn rebuilt(settings: &ServeConfig) -> Result<u64, ServeError> {
    let (history, store) = match settings.jetstream() {
        Some(nats) => {
            let connection = Connection::open(&nats).await?;
            let store = open_store(settings, &database_in(&nats.prefix))?;
            (History::shared(store.clone(), &connection).await?, store)
        }
        None => {
            let store = open_store(settings, DATABASE)?;
            (History::of(store.clone()), store)
        }
    };
    let made = history.rebuild().await;
    store.close().await;
    made.map_err(|error| ServeError::Data(error.into()))
}
