use catalog::{
    Fault,
    proof::{Check, Report, Verdict, Witness, verify},
};
use engine::Fields;
use kernel::{Hex32, Seat};
use serde::Serialize;

/// A proof file, and everything it is to be compared with.
pub(crate) struct FileToCheck {
    file: String,
    witnesses: Vec<String>,
    /// The beginning of the transcript's hash, as somebody noted it.
    transcript: Option<String>,
    /// The beginning of the commitment, as somebody noted it.
    commitment: Option<String>,
    /// The bytes that a seat's player noted.
    own: Option<(Seat, Hex32)>,
}

impl FileToCheck {
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<FileToCheck, Fault> {
        Ok(FileToCheck {
            file: fields.take("file")?,
            witnesses: fields.find("witnesses")?.unwrap_or_default(),
            transcript: fields.find("transcript")?,
            commitment: fields.find("commitment")?,
            own: fields.find("own")?,
        })
    }

    /// Makes every check but that of the bots.
    pub(crate) fn check(&self) -> Result<Report, Fault> {
        let named = |at: usize| move |fault: Fault| fault.with("witness", at);
        let witnesses = self.witnesses.iter().enumerate();
        let witnesses: Vec<Witness> = witnesses
            .map(|(at, text)| Witness::read(text).map_err(named(at)))
            .collect::<Result<_, Fault>>()?;
        let mut report = verify(self.file.as_bytes());
        if !report.is_readable() {
            let why = report.faults().last().map_or("it is empty", |check| check.text.as_str());
            return Err(Fault::new("not_a_proof", format!("not a proof file: {why}")));
        }
        if let Some(noted) = &self.transcript {
            report.compare_transcript(noted);
        }
        if let Some(noted) = &self.commitment {
            report.compare_commitment(noted);
        }
        if let Some((seat, bytes)) = &self.own {
            report.compare_own(*seat, bytes);
        }
        for (at, witness) in witnesses.iter().enumerate() {
            match report.hear(witness) {
                // A file whose transcript cannot be read is broken whatever the witness is of.
                Err(fault) if report.is_consistent() || fault.code != "not_a_proof" => {
                    return Err(named(at)(fault));
                }
                _ => {}
            }
        }
        Ok(report)
    }
}

/// A report as the page gets it: as the command line writes it, with the first fault and the conclusion at hand.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    title: Option<&'a str>,
    verdict: &'a Verdict,
    checks: &'a [Check],
    remarks: &'a [String],
    fault: Option<FirstFault<'a>>,
    conclusion: String,
    entries: usize,
}

/// The first check that failed.
#[derive(Serialize)]
struct FirstFault<'a> {
    what: &'static str,
    text: &'a str,
}

impl Checked<'_> {
    pub(crate) fn new(report: &Report) -> Checked<'_> {
        Checked {
            title: report.title.as_deref(),
            verdict: &report.verdict,
            checks: &report.checks,
            remarks: &report.remarks,
            fault: report.faults().next().map(|check| FirstFault { what: check.what, text: &check.text }),
            conclusion: report.conclusion(),
            entries: report.entries(),
        }
    }
}
