use crate::{Failure, args::Calibration, numbers::rounded, progress};
use catalog::{Fault, Inferences};
use serde::Serialize;
use serde_json::Value;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
};

/// How right inferences were.
#[derive(Debug, Serialize)]
struct Report {
    games: u64,
    decisions: u64,
    falsely_certain: u64,
    counted: Curve,
    weighed: Curve,
    /// How much better weighing what others chose is than counting alone.
    gain: f64,
}

#[derive(Debug, Serialize)]
struct Curve {
    predictions: u64,
    brier: f64,
    bins: Vec<Option<Tenth>>,
}

#[derive(Debug, Serialize)]
struct Tenth {
    predictions: u64,
    predicted: f64,
    came_true: f64,
}

impl Curve {
    fn of(calibration: &bot::Calibration) -> Curve {
        let tenth = |bin: bot::Bin| Tenth {
            predictions: bin.count,
            predicted: rounded(bin.predicted, 4),
            came_true: rounded(bin.came_true, 4),
        };
        Curve {
            predictions: calibration.count(),
            brier: rounded(calibration.brier(), 5),
            bins: calibration.bins().into_iter().map(|bin| bin.map(tenth)).collect(),
        }
    }
}

/// Reads logs and says how right the inferences of their seats were.
pub(crate) fn run(args: &Calibration, out: &mut dyn Write) -> Result<(), Failure> {
    let mut inferences = Inferences::default();
    let mut games = 0;
    for path in &args.logs {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = File::open(path).map_err(named)?;
        let bar = progress::bar(file.metadata().map_err(named)?.len(), "{wide_bar} {percent} %, {eta} left");
        for (number, line) in (1..).zip(BufReader::new(bar.wrap_read(file)).lines()) {
            let line = line.map_err(named)?;
            let at = |fault: Fault| Fault {
                text: format!("{}:{number}: {}", path.display(), fault.text),
                ..fault
            };
            let not_a_log = |why: &str| {
                Failure::Usage(at(Fault::bad_message(format!(
                    "not a log: {why}; give a file from `arena --logs` or from the engine's `log`"
                ))))
            };
            let log: Value = serde_json::from_str(&line).map_err(|error| not_a_log(&error.to_string()))?;
            // The engine wraps what it answers.
            let log = log.get("ok").cloned().unwrap_or(log);
            let game = log["game"].as_str().ok_or_else(|| not_a_log("it does not name its game"))?;
            let entry = catalog::find(game).map_err(|fault| Failure::Usage(at(fault)))?;
            entry.calibrate(&log, args.level, &mut inferences).map_err(|fault| Failure::Game(at(fault)))?;
            games += 1;
        }
        bar.finish_and_clear();
    }
    let (counted, weighed) = (Curve::of(&inferences.counted), Curve::of(&inferences.weighed));
    let gain = if counted.brier > 0.0 { rounded(1.0 - weighed.brier / counted.brier, 4) } else { 0.0 };
    let report = Report {
        games,
        decisions: inferences.decisions,
        falsely_certain: inferences.falsely_certain,
        counted,
        weighed,
        gain,
    };
    if args.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{} games, {} decisions", report.games, report.decisions)?;
    writeln!(out, "cards where they were said not to be: {}", report.falsely_certain)?;
    writeln!(
        out,
        "Brier score: {:.4} by counting, {:.4} weighed ({:+.1} %)",
        report.counted.brier,
        report.weighed.brier,
        100.0 * gain
    )?;
    writeln!(out, "\n{:>12} {:>12} {:>10} {:>10}", "said", "predictions", "mean", "came true")?;
    for (number, bin) in report.weighed.bins.iter().enumerate() {
        let said = format!("{}-{} %", number * 10, number * 10 + 10);
        match bin {
            Some(bin) => {
                let (mean, truth) = (100.0 * bin.predicted, 100.0 * bin.came_true);
                writeln!(out, "{said:>12} {:>12} {mean:>8.1} % {truth:>8.1} %", bin.predictions)?;
            }
            None => writeln!(out, "{said:>12} {:>12}", 0)?,
        }
    }
    Ok(())
}
