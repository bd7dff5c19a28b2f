use super::Law;
use crate::{
    Report, TestRng,
    report::{Breach, Under},
    setup::{Patch, random_options},
};
use kernel::{Game, MAX_SEATS, Seat, Start};
use rand_core::SeedableRng;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many random options are tried.
const OPTIONS: u64 = 20;

/// Too few and too many seats are refused with an error, never with a panic.
pub(crate) fn refusals<G: Game>(patch: Option<&Patch>, report: &mut Report) -> Result<(), Breach> {
    for seed in 0..OPTIONS {
        let options = random_options::<G>(patch, &mut TestRng::seed_from_u64(seed)).under(Law::Wire)?;
        for seats in (0..=MAX_SEATS + 1).chain([u8::MAX]) {
            refused_outside::<G>(&options, seats).under(Law::StartRefusals)?;
            report.count(Law::StartRefusals, 1);
        }
    }
    Ok(())
}

fn refused_outside<G: Game>(options: &G::Options, seats: u8) -> Result<(), String> {
    let start = Start { seats, host: Seat(0), first: None, rules: G::RULES };
    let answer = catch_unwind(AssertUnwindSafe(|| G::new(options, &start)))
        .map_err(|_| format!("a table of {seats} panics"))?;
    match answer {
        Ok(_) if !G::SEATS.contains(&seats) => Err(format!("a table of {seats} is accepted")),
        Ok(_) => Ok(()),
        Err(error) => super::wire::survives(&error),
    }
}
