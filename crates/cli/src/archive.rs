//! `aboveboard archive`: finished games, written out or removed.

use crate::{Failure, args::ArchiveCommand, serve};
use std::{
    io::Write,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::runtime::Builder;

/// Carries out a command.
pub(crate) fn run(command: &ArchiveCommand, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        ArchiveCommand::Export(copy) => {
            let database = serve::existing_database(copy.data_dir.as_deref())?;
            let games = server::archive::export(&database, &copy.file)?;
            writeln!(out, "{}: {games} finished games", copy.file.display())?;
        }
        ArchiveCommand::Prune { days, data_dir } => {
            let database = serve::existing_database(data_dir.as_deref())?;
            let age = Duration::from_secs(24 * 60 * 60 * u64::from(*days));
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let before = u64::try_from(now.saturating_sub(age).as_millis()).unwrap_or(0);
            let runtime = Builder::new_current_thread().enable_all().build()?;
            let pruned = runtime.block_on(server::archive::prune(&database, before));
            let pruned = pruned.map_err(serve::ServeError::Data)?;
            let megabytes = |bytes: u64| bytes as f64 / 1e6;
            let (rooms, from, to) = (pruned.rooms, megabytes(pruned.before), megabytes(pruned.after));
            writeln!(
                out,
                "rooms removed from the log: {rooms}; the database had {from:.1} MB and has {to:.1} MB"
            )?;
        }
    }
    Ok(())
}
