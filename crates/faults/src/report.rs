//! What is told in the end.

use crate::{
    check::{Fate, Findings, Wrong},
    times::Spread,
};
use serde::Serialize;
use std::{collections::BTreeMap, fmt, path::PathBuf};

/// What came of a campaign.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Inputs and seats that were acknowledged.
    pub acknowledged: u64,
    /// Of these, not on the log.
    pub lost: u64,
    /// On the log more than once.
    pub doubled: u64,
    /// Shown or told, and not borne out by the log.
    pub diverged: u64,
    /// Sent to somebody who may not know it.
    pub leaked: u64,
    /// Refused, and on the log all the same.
    pub contradicted: u64,
    /// Games that neither ended nor go on.
    pub stuck: u64,
    /// Whether every NATS server has the same messages in the end.
    pub stores_equal: bool,
    /// Whether every node was ready again, and showed every room that it was asked for.
    pub all_well: bool,
    /// How long things went wrong.
    pub seconds: u64,
    /// Where chance came from.
    pub seed: u64,
    /// Games by kind and by what became of them.
    pub games: BTreeMap<&'static str, Outcomes>,
    /// Entries on the log.
    pub entries: u64,
    /// Messages of the log for a place that was taken, which nobody reads.
    pub skipped: u64,
    /// Frames that were compared with the log.
    pub frames: u64,
    /// Looks at a room through every node when all was over.
    pub looks: u64,
    /// What went wrong, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// How a disk was made full.
    pub full_disk_by: &'static str,
    /// Rooms that another node took over, and how long after a node was lost.
    pub takeovers: Spread,
    /// Of these, those with NATS well from the loss to the takeover.
    pub takeovers_well: Spread,
    /// The heartbeat timeout of a node.
    pub lease_ms: u64,
    /// From a connection that came about to the first view.
    pub back: Spread,
    /// Of these, those with node and NATS well all the while.
    pub back_well: Spread,
    /// From the end of one connection to the first view on another, all attempts included.
    pub away: Spread,
    /// Entries for which another node was quicker, as far as nodes lived to tell.
    pub overtaken: u64,
    /// What was wrong, the first in words.
    pub findings: Vec<String>,
    /// Where records, log and words of all processes are, if they were kept.
    pub evidence: Option<PathBuf>,
}

/// What became of the games of one kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Outcomes {
    /// Tables that were opened.
    pub opened: u64,
    /// With a result.
    pub finished: u64,
    /// That go on.
    pub going_on: u64,
    /// Whose room was closed.
    pub closed: u64,
    /// That never began.
    pub never_began: u64,
    /// That do not go on.
    pub stuck: u64,
}

impl Outcomes {
    /// One more.
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
    /// Takes over what was found.
    pub fn found(&mut self, findings: Findings) {
        self.acknowledged = findings.acknowledged;
        self.frames = findings.frames;
        self.lost = findings.count(Wrong::Lost);
        self.doubled = findings.count(Wrong::Doubled);
        self.diverged = findings.count(Wrong::Diverged);
        self.leaked = findings.count(Wrong::Leaked);
        self.contradicted = findings.count(Wrong::Contradicted);
        self.stuck = findings.count(Wrong::Stuck);
        self.findings = findings.words;
    }

    /// Whether everything holds, and something was tried at all.
    pub fn is_clean(&self) -> bool {
        let wrong = self.lost + self.doubled + self.diverged + self.leaked + self.contradicted + self.stuck;
        wrong == 0 && self.stores_equal && self.all_well && self.acknowledged > 0
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
        writeln!(f, "  in the end    stores equal: {}, all well: {}", self.stores_equal, self.all_well)?;
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
                "  {name:13} {count}: {p50_ms} ms (median), {p99_ms} ms (99 of 100), {max_ms} ms (longest)"
            )
        };
        writeln!(f, "{} with a lease of {} ms", spread("takeovers", self.takeovers), self.lease_ms)?;
        writeln!(f, "{}", spread("  NATS well", self.takeovers_well))?;
        writeln!(f, "{}", spread("back", self.back))?;
        writeln!(f, "{}", spread("  node well", self.back_well))?;
        writeln!(f, "{}", spread("away", self.away))?;
        writeln!(f, "  overtaken     {} (skipped: {})", self.overtaken, self.skipped)?;
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
