use crate::{Failure, args::Verify, progress};
use catalog::{
    Fault,
    proof::{Report, Verdict, Witness},
};
use std::{fs, io::Write, path::Path};

/// Checks the proof of a game, alone or with what its players kept.
pub(crate) fn run(args: &Verify, out: &mut dyn Write) -> Result<(), Failure> {
    let file = read(&args.file)?;
    // Everything that was asked for is read before anything is said.
    let mut witnesses = Vec::new();
    for path in &args.witness {
        let text = String::from_utf8_lossy(&read(path)?).into_owned();
        let witness = Witness::read(&text).map_err(|fault| usage(&fault.code, path, &fault.to_string()))?;
        witnesses.push((path, witness));
    }
    let mut report = catalog::proof::verify(&file);
    if !report.is_readable() {
        let why = report.faults().last().map_or("it is empty", |check| check.text.as_str());
        return Err(usage("not_a_proof", &args.file, &format!("not a proof file: {why}")));
    }
    if let Some(noted) = &args.transcript {
        report.compare_transcript(noted);
    }
    if let Some(noted) = &args.commitment {
        report.compare_commitment(noted);
    }
    if let Some((seat, bytes)) = &args.own {
        report.compare_own(*seat, bytes);
    }
    for (path, witness) in &witnesses {
        if let Err(fault) = report.hear(witness) {
            // A file whose transcript cannot be read is broken whatever the witness is of.
            if report.is_consistent() || fault.code != "not_a_proof" {
                return Err(usage(&fault.code, path, &fault.to_string()));
            }
        }
    }
    if args.bots {
        let bar = progress::bar(report.entries() as u64, "{wide_bar} {pos}/{len} entries, {eta} left");
        report.recompute_bots(&mut |entry| bar.set_position(entry as u64));
        bar.finish_and_clear();
    }
    if args.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        write!(out, "{report}")?;
    }
    // The whole report comes before the one line of an error.
    out.flush()?;
    match (&report.verdict, witnesses.is_empty()) {
        (Verdict::Broken, _) => Err(failure("broken", args, &report)),
        (Verdict::Consistent, false) => Err(failure("not_verified", args, &report)),
        (Verdict::Consistent, true) | (Verdict::Verified { .. }, _) => Ok(()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| usage("no_file", path, &format!("cannot be read: {error}")))
}

fn usage(code: &str, path: &Path, text: &str) -> Failure {
    Failure::Usage(Fault::new(code, format!("{}: {text}", path.display())))
}

fn failure(code: &str, args: &Verify, report: &Report) -> Failure {
    Failure::Game(Fault::new(code, format!("{}: {}", args.file.display(), report.conclusion())))
}
