//! Runs the corpus, and a fixed number of inputs made from it.

use fuzz::{TARGETS, Until, corpus, fuzz};
use std::path::Path;

/// Inputs of a light target; heavier ones get fewer.
const INPUTS: u64 = 20_000;

#[test]
fn no_input_makes_a_target_panic() {
    let failures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-failures");
    for target in TARGETS {
        assert!(!corpus(&target).is_empty(), "{} has a corpus", target.name);
        let report = fuzz(&target, 21, Until::Inputs(INPUTS / u64::from(target.weight)), &failures);
        assert!(report.panics.is_empty(), "{}: {:?}", target.name, report.panics);
        assert!(report.outcomes >= 5, "{}: {} outcomes are too few", target.name, report.outcomes);
    }
}
