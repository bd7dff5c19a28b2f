//! Runs a campaign: see the library.

use clap::Parser;
use faults::{args::Args, campaign};
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    match campaign::run(&args).await {
        Ok(report) => {
            let report_text = if args.json { serde_json::to_string(&report) } else { Ok(report.to_string()) };
            println!("{}", report_text.unwrap_or_else(|error| error.to_string()));
            if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("the campaign could not be run: {error}");
            ExitCode::from(2)
        }
    }
}
