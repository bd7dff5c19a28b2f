use crate::checking::Checked;
use catalog::{
    Fault, Json,
    analysis::{Analyst, analyst},
    proof::{BotCheck, Proof, Report},
};
use kernel::{Refusal, Seat};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::{collections::BTreeMap, fmt};

/// How many jobs can be under way.
const MAX_JOBS: usize = 8;

/// Work that takes long, done in steps between which the page can show how far it is.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    under_way: BTreeMap<u32, Job>,
    last: u32,
}

struct Job {
    work: Work,
    done: u32,
    of: u32,
}

enum Work {
    Bots(Box<BotCheck>),
    Analysis(Box<dyn Analyst>),
}

/// How far a job is; the result comes with the last step.
#[derive(Serialize)]
pub(crate) struct Progress {
    job: u32,
    done: u32,
    of: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Json>,
}

impl Jobs {
    /// Begins to recompute the bots of a file.
    pub(crate) fn recompute_bots(&mut self, report: Report) -> Result<Progress, Fault> {
        let check = BotCheck::new(report);
        let of = if check.is_over() { 0 } else { check.total() as u32 };
        self.begin(Work::Bots(Box::new(check)), of)
    }

    /// Begins to analyse a game: one seat's decisions, or everybody's.
    pub(crate) fn analyse(&mut self, proof: &Proof, seat: Option<Seat>) -> Result<Progress, Fault> {
        let seats = proof.opening()?.start.seats;
        if let Some(seat) = seat.filter(|seat| seat.0 >= seats) {
            return Err(Refusal::<Fault>::NoSuchSeat { seat, seats }.into());
        }
        let analyst = analyst(proof, seat)?;
        let of = analyst.total();
        self.begin(Work::Analysis(analyst), of)
    }

    fn begin(&mut self, work: Work, of: u32) -> Result<Progress, Fault> {
        if self.under_way.len() >= MAX_JOBS {
            let text = format!("{MAX_JOBS} jobs are under way: finish or drop one");
            return Err(Fault::new("too_many_jobs", text).with("most", MAX_JOBS));
        }
        self.last = self.last.wrapping_add(1);
        self.under_way.insert(self.last, Job { work, done: 0, of });
        // A job without steps is done at once.
        if of == 0 {
            self.step(self.last, 1)
        } else {
            Ok(Progress { job: self.last, done: 0, of, result: None })
        }
    }

    /// Goes on with a job by `count` steps, or until it is done. A job that fails is gone, too.
    pub(crate) fn step(&mut self, number: u32, count: u32) -> Result<Progress, Fault> {
        let mut job = self.under_way.remove(&number).ok_or_else(|| unknown(number))?;
        for _ in 0..count.max(1) {
            let went_on = job.work.step()?;
            job.done += u32::from(went_on);
            if !went_on || job.done == job.of {
                let Job { done, of, work } = job;
                return Ok(Progress { job: number, done, of, result: Some(work.finish()?) });
            }
        }
        let Job { done, of, .. } = job;
        self.under_way.insert(number, job);
        Ok(Progress { job: number, done, of, result: None })
    }

    /// Ends a job without a result.
    pub(crate) fn remove(&mut self, number: u32) -> Result<(), Fault> {
        self.under_way.remove(&number).map(drop).ok_or_else(|| unknown(number))
    }
}

impl Work {
    /// `false`: nothing is left to do.
    fn step(&mut self) -> Result<bool, Fault> {
        match self {
            Work::Bots(check) => Ok(check.step()),
            Work::Analysis(analyst) => analyst.step(&|| false),
        }
    }

    fn finish(self) -> Result<Json, Fault> {
        let written = match self {
            Work::Bots(mut check) => {
                // The last step but one may have been the last entry; the report needs the step after it.
                while check.step() {}
                to_raw_value(&Checked::new(&check.finish()))
            }
            Work::Analysis(analyst) => to_raw_value(&analyst.finish()),
        };
        written.map_err(|error| Fault::new("internal", error.to_string()))
    }
}

fn unknown(number: u32) -> Fault {
    Fault::new("unknown_job", format!("there is no job {number}: it is done, was dropped, or never began"))
        .with("job", number)
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("done", &self.done).field("of", &self.of).finish_non_exhaustive()
    }
}
