//! `cargo xtask fuzz [TARGET…] [--seconds S] [--seed N]`

use fuzz::{TARGETS, Target, Until, fuzz};
use std::{
    env,
    path::Path,
    process::ExitCode,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

fn main() -> ExitCode {
    match parse_args(env::args().skip(1)) {
        Ok((targets, seconds, seed)) => run(&targets, seconds, seed),
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn parse_args(mut args: impl Iterator<Item = String>) -> Result<(Vec<Target>, u64, u64), String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (mut targets, mut seconds, mut seed) = (Vec::new(), 60, now);
    while let Some(arg) = args.next() {
        let mut number = |name: &str| {
            let value = args.next().and_then(|value| value.parse().ok());
            value.ok_or_else(|| format!("{name} must be a whole number"))
        };
        match arg.as_str() {
            "--seconds" => seconds = number("--seconds")?,
            "--seed" => seed = number("--seed")?,
            name => {
                let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
                let found = TARGETS.iter().find(|target| target.name == name);
                targets.push(
                    *found
                        .ok_or_else(|| format!("unknown target {name:?}; targets: {}", names.join(", ")))?,
                );
            }
        }
    }
    if targets.is_empty() {
        targets.extend(TARGETS);
    }
    Ok((targets, seconds, seed))
}

fn run(targets: &[Target], seconds: u64, seed: u64) -> ExitCode {
    let mut failed = false;
    for target in targets {
        let failures = Path::new("target/fuzz-failures");
        let report = fuzz(target, seed, Until::Time(Duration::from_secs(seconds)), failures);
        println!(
            "{:9} seed {seed}: {} inputs, {} outcomes, slowest {} ms, panics: {}",
            target.name,
            report.inputs,
            report.outcomes,
            report.slowest.as_millis(),
            report.panics.len()
        );
        for file in &report.panics {
            println!("  {}", file.display());
        }
        failed |= !report.panics.is_empty();
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
