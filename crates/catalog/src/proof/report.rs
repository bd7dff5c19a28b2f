use super::{Proof, Transcript, hash_text};
use kernel::{Hex32, Seat};
use serde::Serialize;
use std::fmt;

/// The result of checking a file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Which game it was, where that could be read.
    pub title: Option<String>,
    /// What follows from all checks.
    pub verdict: Verdict,
    /// Every question that was asked, in order.
    pub checks: Vec<Check>,
    /// Notes that speak neither for nor against the game.
    pub remarks: Vec<String>,
    #[serde(skip)]
    pub(super) read: Option<(Proof, Transcript)>,
    #[serde(skip)]
    pub(super) is_proof: bool,
}

/// What can be said of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Something does not fit.
    #[default]
    Broken,
    /// Everything fits, and nothing shows that a browser at the table added bytes of its own.
    Consistent,
    /// Everything fits, also with what these seats kept.
    Verified {
        /// The seats whose witnesses agree.
        seats: Vec<Seat>,
        /// How many deals were thrown away before, as the witnesses count them.
        thrown_away: u32,
    },
}

/// One question, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The question.
    pub what: &'static str,
    /// Whether it fits.
    pub fits: bool,
    /// How, or what does not.
    pub text: String,
}

/// What fits, or what does not.
pub(super) type Found = Result<String, String>;

/// How many digits of a hash must be noted: fewer can be matched by trying.
const FEWEST_DIGITS: usize = 32;

impl Report {
    /// What does not fit.
    pub fn faults(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.fits)
    }
    /// Whether nothing speaks against the game.
    pub fn is_consistent(&self) -> bool {
        self.verdict != Verdict::Broken
    }
    /// Whether the file has the members of a proof at all. One that has them and fails a check is a broken proof; one
    /// that does not is another kind of file.
    pub fn is_readable(&self) -> bool {
        self.is_proof
    }
    /// How many entries the log of the file has.
    pub fn entries(&self) -> usize {
        self.read.as_ref().map_or(0, |(proof, _)| proof.log.len())
    }
    /// Compares the hash of the server's secret with what somebody noted before the first card.
    pub fn compare_commitment(&mut self, noted: &str) {
        let stated = self.read.as_ref().map(|(_, transcript)| transcript.opening.commitment);
        self.compare("commitment noted", stated, noted);
    }
    /// Compares the hash of the transcript with what somebody noted.
    pub fn compare_transcript(&mut self, noted: &str) {
        let stated = self.read.as_ref().map(|(proof, _)| hash_text(&proof.transcript));
        self.compare("transcript noted", stated, noted);
    }
    fn compare(&mut self, what: &'static str, stated: Option<Hex32>, noted: &str) {
        let Some(stated) = stated.map(|digits| digits.to_string()) else { return };
        let digits: String = noted.split_whitespace().collect::<String>().to_ascii_lowercase();
        let found = if digits.len() < FEWEST_DIGITS {
            Err(format!("{} digits were noted; {FEWEST_DIGITS} or more are needed to tell", digits.len()))
        } else if stated.starts_with(&digits) {
            Ok(format!("it is the one that was noted ({}…)", &stated[..8]))
        } else {
            Err(format!("the file has {stated}, and {digits} was noted"))
        };
        self.add(what, found);
    }
    /// Compares the bytes of a seat with what its player noted.
    pub fn compare_own(&mut self, seat: Seat, noted: &Hex32) {
        let Some((proof, transcript)) = &self.read else { return };
        let of_seat = transcript.promises.iter().zip(&proof.bytes).find(|((owner, _), _)| *owner == seat);
        let found = match of_seat {
            Some((_, bytes)) if bytes == noted => {
                Ok(format!("the bytes of {seat} are those that were noted"))
            }
            Some((_, bytes)) => Err(format!("the file has {bytes} for {seat}, and {noted} was noted")),
            None => Err(format!("{seat} has added nothing in the file, and {noted} was noted")),
        };
        self.add("own bytes", found);
    }
    pub(super) fn add(&mut self, what: &'static str, found: Found) {
        let fits = found.is_ok();
        if !fits {
            self.verdict = Verdict::Broken;
        }
        self.checks.push(Check { what, fits, text: found.unwrap_or_else(|fault| fault) });
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            writeln!(f, "{title}\n")?;
        }
        for Check { what, fits, text } in &self.checks {
            let mark = if *fits { "ok" } else { "NO" };
            writeln!(f, "{mark}  {what:<16} {text}")?;
        }
        self.remarks.iter().try_for_each(|remark| writeln!(f, "      {remark}"))?;
        writeln!(f, "\n{}", self.conclusion())
    }
}

impl Report {
    /// The verdict in words, and nothing stronger.
    pub fn conclusion(&self) -> String {
        match &self.verdict {
            Verdict::Broken => match self.faults().next() {
                Some(Check { what, text, .. }) => format!("Broken ({what}): {text}"),
                None => "Broken".into(),
            },
            Verdict::Consistent => {
                "Consistent, not witnessed: the file keeps its promises and every rule. Whether a \
                                    browser took part, only its witness can say (--witness)."
                    .into()
            }
            Verdict::Verified { seats, thrown_away } => {
                let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
                let named = if seats.len() == 1 { "seat" } else { "seats" };
                let seats = seats.join(", ");
                match thrown_away {
                    0 => format!("Verified for {named} {seats}."),
                    1 => format!("Verified for {named} {seats}, best of 2: one deal was thrown away first."),
                    k => format!(
                        "Verified for {named} {seats}, best of {}: {k} deals were thrown away first.",
                        k + 1
                    ),
                }
            }
        }
    }
}
