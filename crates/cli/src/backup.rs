//! `aboveboard backup` and `aboveboard restore`.

use crate::{Failure, args::BackupFile, serve};
use std::{io::Write, time::Instant};

/// Copies the database to a new file.
pub(crate) fn back_up(args: &BackupFile, out: &mut dyn Write) -> Result<(), Failure> {
    let database = serve::existing_database(args.data_dir.as_deref())?;
    let began = Instant::now();
    let bytes = server::backup::back_up(&database, &args.file)?;
    let (megabytes, seconds) = (bytes as f64 / 1e6, began.elapsed().as_secs_f64());
    writeln!(out, "{}: {megabytes:.1} MB in {seconds:.1} s", args.file.display())?;
    Ok(())
}

/// Puts a copy into a folder without a card room.
pub(crate) fn restore(args: &BackupFile, out: &mut dyn Write) -> Result<(), Failure> {
    let folder = serve::data_dir(args.data_dir.as_deref())?;
    serve::check_folder(&folder)?;
    let (database, key) = (folder.join(serve::DATABASE), folder.join(serve::KEY_FILE));
    let open = server::backup::restore(&args.file, &database, &key)?;
    writeln!(
        out,
        "restored to {}: {open} open rooms go on when `aboveboard serve` is started",
        serve::shown(&folder)
    )?;
    Ok(())
}
