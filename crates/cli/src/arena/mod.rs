//! `aboveboard arena`: two players on the same deals, each deal played once for every seating.
//!
//! | part | file |
//! |---|---|
//! | deals on several threads, in order | `bout.rs` |
//! | programs outside | `outside.rs` |
//! | the result | `figures.rs` |
//! | a picture of it | `plot.rs` |
//! | everybody against everybody | `league.rs` |

mod bout;
mod figures;
pub(crate) mod league;
mod outside;
mod plot;

use crate::{Failure, args::Arena};
use bout::Bout;
use figures::Figures;
use std::{
    fs::File,
    io::{self, BufWriter, Write},
};

/// Compares two players.
pub(crate) fn run(args: &Arena, out: &mut dyn Write) -> Result<(), Failure> {
    let bout = Bout::new(args)?;
    let mut figures = Figures::new(bout.entry.name, &args.a, &args.b);
    let mut csv = args.csv.as_ref().map(create).transpose()?;
    let mut logs = args.logs.as_ref().map(create).transpose()?;
    if let Some(csv) = &mut csv {
        writeln!(csv, "deal,play,a_seats,a_points,b_points,difference")?;
    }
    let mut curve = Vec::new();
    bout.run(|dealt| {
        figures.add(dealt);
        curve.push((figures.mean(), figures.ci95()));
        if let Some(csv) = &mut csv {
            figures::write_csv(dealt, csv)?;
        }
        for log in dealt.plays.iter().filter_map(|play| play.log.as_ref()) {
            if let Some(logs) = &mut logs {
                writeln!(logs, "{log}")?;
            }
        }
        Ok(())
    })?;
    for file in [csv, logs].iter_mut().flatten() {
        file.flush()?;
    }
    if let Some(path) = &args.plot {
        create(path)?.write_all(plot::svg(&figures, &curve).as_bytes())?;
    }
    if args.json {
        serde_json::to_writer(&mut *out, &figures.report(args.seed))?;
        writeln!(out)?;
    } else {
        figures.write(out)?;
    }
    Ok(())
}

fn create(path: &std::path::PathBuf) -> Result<BufWriter<File>, Failure> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    Ok(BufWriter::new(File::create(path).map_err(named)?))
}
