use crate::Law;
use std::{fmt, path::PathBuf, time::Duration};

/// What a run compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// How many games were played to their end.
    pub games: u64,
    /// How many inputs they took.
    pub inputs: u64,
    /// How often no exchange was found in which the coming input is legal, so that the law `no leak` had to
    /// leave it out.
    pub skipped: u64,
    /// How long it took.
    pub took: Duration,
    pub(crate) compared: [u64; Law::ALL.len()],
}

impl Report {
    /// How many comparisons were made for a law.
    pub fn compared(&self, law: Law) -> u64 {
        self.compared[law as usize]
    }
    /// Counts comparisons.
    pub(crate) fn count(&mut self, law: Law, comparisons: usize) {
        self.compared[law as usize] += comparisons as u64;
    }
    /// The first law for which nothing was compared.
    pub(crate) fn idle(&self) -> Option<Law> {
        Law::ALL.into_iter().find(|&law| self.compared(law) == 0)
    }
    /// Adds what another thread compared.
    pub(crate) fn add(&mut self, other: &Report) {
        self.games += other.games;
        self.inputs += other.inputs;
        self.skipped += other.skipped;
        for (mine, theirs) in self.compared.iter_mut().zip(other.compared) {
            *mine += theirs;
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { game, games, inputs, skipped, took, .. } = self;
        write!(f, "{game}: {games} games, {inputs} inputs, {:.1} s; compared", took.as_secs_f64())?;
        for law in Law::ALL {
            write!(f, " | {law} {}", self.compared(law))?;
        }
        write!(f, " | left out {skipped}")
    }
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The game.
    pub game: &'static str,
    /// Which law.
    pub law: Law,
    /// The seed of the random game; 0 where the law is broken before any game.
    pub seed: u64,
    /// How many inputs had gone before the one at which it showed.
    pub step: usize,
    /// The problem, in words.
    pub what: String,
    /// Where the game's log was saved; `None` where the law is broken before any game.
    pub log: Option<PathBuf>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { game, law, seed, step, what, log } = self;
        write!(f, "{game} breaks the law “{law}”")?;
        if log.is_some() {
            write!(f, " (seed {seed}, step {step})")?;
        }
        write!(f, ": {what}")?;
        if let Some(log) = log {
            let log = log.display();
            write!(
                f,
                "\n  log:   {log}\n  again: ABOVEBOARD_LOG={log} or ABOVEBOARD_SEED={seed} before `cargo test`"
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for Broken {}

/// A broken law, before it is known in which game.
#[derive(Debug)]
pub(crate) struct Breach {
    pub(crate) law: Law,
    pub(crate) what: String,
}

/// Says under which law a complaint falls.
pub(crate) trait Under<T> {
    fn under(self, law: Law) -> Result<T, Breach>;
}

impl<T> Under<T> for Result<T, String> {
    fn under(self, law: Law) -> Result<T, Breach> {
        self.map_err(|what| Breach { law, what })
    }
}
