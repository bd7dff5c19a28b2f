//! The results of a campaign.

use crate::{
    check::{Fate, Findings, Wrong},
    times::Spread,
};
use serde::Serialize;
use std::{collections::BTreeMap, fmt, path::PathBuf};

/// The results of a campaign.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Inputs and seats that were acknowledged.
    pub acknowledged: u64,
    /// Of these, missing in the log.
    pub lost: u64,
    /// In the log more than once.
    pub doubled: u64,
    /// Shown or answered, and different from the log.
    pub diverged: u64,
    /// Sent to a client that may not know it.
    pub leaked: u64,
    /// Refused, and in the log nevertheless.
    pub contradicted: u64,
    /// Games that neither ended nor go on.
    pub stuck: u64,
    /// Whether every NATS server has the same messages in the end.
    pub stores_equal: bool,
    /// Whether every node became ready and showed every open room.
    pub all_healthy: bool,
    /// How long faults were injected.
    pub seconds: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Games by kind and result.
    pub games: BTreeMap<&'static str, Outcomes>,
    /// Entries in the log.
    pub entries: u64,
    /// Messages for a position of the log that was taken; they are ignored.
    pub skipped: u64,
    /// Frames that were compared with the log.
    pub frames: u64,
    /// Looks at rooms through every node in the end.
    pub looks: u64,
    /// Faults that were injected, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// The way a disk was filled.
    pub full_disk_by: &'static str,
    /// Takeovers of rooms: the time since the loss of a node.
    pub takeovers: Spread,
    /// Of these, those with NATS healthy from the loss to the takeover.
    pub takeovers_healthy: Spread,
    /// The heartbeat timeout of a node.
    pub lease_ms: u64,
    /// From the start of a successful connection to its first update.
    pub back: Spread,
    /// Of these, those with node and NATS healthy all the time.
    pub back_healthy: Spread,
    /// From the end of a connection to the first update on the next, all attempts included.
    pub away: Spread,
    /// Appends that conflicted with another node, as far as nodes lived to report them.
    pub conflicts: u64,
    /// Descriptions of the first findings.
    pub findings: Vec<String>,
    /// The folder with records, log and output of all processes, if it was kept.
    pub evidence: Option<PathBuf>,
}

/// The results of the games of one kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Outcomes {
    /// Tables that were opened.
    pub opened: u64,
    /// Tables with a result.
    pub finished: u64,
    /// Games that go on.
    pub going_on: u64,
    /// Games whose room was closed.
    pub closed: u64,
    /// Tables without a game.
    pub never_began: u64,
    /// Games that are stuck.
    pub stuck: u64,
}

impl Outcomes {
    /// Counts a game.
    pub fn add(&mut self, fate: Fate) {
        self.opened += 1;
        match fate {
            Fate::Finished => self.finished += 1,
            Fate::GoesOn => self.going_on += 1,
            Fate::Closed => self.closed += 1,
            Fate::NeverBegan => self.never_began += 1,
            Fate::Stuck => self.stuck += 1,
        }
    }
}

impl Report {
    /// Adds the findings.
    pub fn found(&mut self, findings: Findings) {
        self.acknowledged = findings.acknowledged;
        self.frames = findings.frames;
        self.lost = findings.count(Wrong::Lost);
        self.doubled = findings.count(Wrong::Doubled);
        self.diverged = findings.count(Wrong::Diverged);
        self.leaked = findings.count(Wrong::Leaked);
        self.contradicted = findings.count(Wrong::Contradicted);
        self.stuck = findings.count(Wrong::Stuck);
        self.findings = findings.descriptions;
    }

    /// Whether nothing was found, and something was tried.
    pub fn is_clean(&self) -> bool {
        let wrong = self.lost + self.doubled + self.diverged + self.leaked + self.contradicted + self.stuck;
        wrong == 0 && self.stores_equal && self.all_healthy && self.acknowledged > 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { seconds, seed, acknowledged, entries, frames, looks, .. } = self;
        writeln!(f, "{seconds} s of faults, seed {seed}")?;
        writeln!(
            f,
            "  acknowledged  {acknowledged} inputs, {entries} entries, {frames} frames, {looks} looks"
        )?;
        writeln!(
            f,
            "  wrong         {} lost, {} doubled, {} diverged, {} leaked, {} contradicted, {} stuck",
            self.lost, self.doubled, self.diverged, self.leaked, self.contradicted, self.stuck
        )?;
        writeln!(
            f,
            "  in the end    stores equal: {}, all healthy: {}",
            self.stores_equal, self.all_healthy
        )?;
        for (game, Outcomes { opened, finished, going_on, closed, never_began, stuck }) in &self.games {
            writeln!(
                f,
                "  {game:13} {opened} tables: {finished} finished, {going_on} go on, {closed} closed, {never_began} never began, {stuck} stuck"
            )?;
        }
        let faults: Vec<_> = self.faults.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(f, "  faults        {} (disk: {})", faults.join(", "), self.full_disk_by)?;
        let spread = |name: &str, Spread { count, p50_ms, p99_ms, max_ms }: Spread| {
            format!(
                "  {name:14} {count}: {p50_ms} ms (median), {p99_ms} ms (99 of 100), {max_ms} ms (longest)"
            )
        };
        writeln!(f, "{} with a lease of {} ms", spread("takeovers", self.takeovers), self.lease_ms)?;
        writeln!(f, "{}", spread("  NATS healthy", self.takeovers_healthy))?;
        writeln!(f, "{}", spread("back", self.back))?;
        writeln!(f, "{}", spread("  node healthy", self.back_healthy))?;
        writeln!(f, "{}", spread("away", self.away))?;
        writeln!(f, "  conflicts     {} (skipped: {})", self.conflicts, self.skipped)?;
        for finding in &self.findings {
            let end = finding.char_indices().nth(400).map_or(finding.len(), |(end, _)| end);
            writeln!(f, "  ! {}", &finding[..end])?;
        }
        if let Some(evidence) = &self.evidence {
            writeln!(f, "  evidence      {}", evidence.display())?;
        }
        Ok(())
    }
}
