use crate::{Failure, args::Verify};
use catalog::Fault;
use std::{fs, io::Write};

/// Checks the proof of a game.
pub(crate) fn run(args: &Verify, out: &mut dyn Write) -> Result<(), Failure> {
    let file = fs::read(&args.file).map_err(|error| {
        Failure::Usage(Fault::new("no_file", format!("{} cannot be read: {error}", args.file.display())))
    })?;
    let mut report = catalog::proof::verify(&file);
    if let Some(noted) = &args.commitment {
        report.hold_against(noted);
    }
    if args.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        write!(out, "{report}")?;
    }
    match report.faults().next() {
        None => Ok(()),
        Some(check) => {
            // The whole report comes before the one line of the error.
            out.flush()?;
            let text = format!("{} does not prove a fair game: {}", args.file.display(), check.text);
            Err(Failure::Game(Fault::new("not_proved", text)))
        }
    }
}
