use crate::numbers::{grouped, rounded};
use bot::Score;
use catalog::Dealt;
use serde::Serialize;
use std::{
    cmp::Ordering,
    io::{self, Write},
    time::Duration,
};

/// The result of a comparison so far.
pub(super) struct Figures {
    pub(super) game: &'static str,
    pub(super) a: String,
    pub(super) b: String,
    difference: Score,
    /// How often the first player had more points than the second; as many count half.
    ahead: Score,
    points: [Score; 2],
    thought: [Vec<Duration>; 2],
}

/// The same as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: &'static str,
    seed: u64,
    plays: u64,
    a_points: f64,
    b_points: f64,
    a_decision_ms: Option<Spread>,
    b_decision_ms: Option<Spread>,
    a: String,
    b: String,
    deals: u64,
    mean: f64,
    ci95: f64,
    /// Of all plays, the share in which the first player had more points; as many count half.
    ahead: f64,
    ahead_ci95: f64,
}

/// How long decisions took, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spread {
    pub(super) median: f64,
    p99: f64,
    most: f64,
}

impl Figures {
    pub(super) fn new(game: &'static str, a: &str, b: &str) -> Figures {
        Figures {
            game,
            a: a.into(),
            b: b.into(),
            difference: Score::default(),
            ahead: Score::default(),
            points: [Score::default(); 2],
            thought: [Vec::new(), Vec::new()],
        }
    }
    pub(super) fn add(&mut self, dealt: &Dealt) {
        self.difference.add(dealt.difference());
        self.ahead.add(ahead(dealt));
        for (player, points) in self.points.iter_mut().enumerate() {
            points.add(dealt.mean(player));
        }
        for play in &dealt.plays {
            for (all, more) in self.thought.iter_mut().zip(&play.thought) {
                all.extend(more);
            }
        }
    }
    pub(super) fn deals(&self) -> u64 {
        self.difference.count()
    }
    /// What the first player gets more than the second, per deal.
    pub(super) fn mean(&self) -> f64 {
        self.difference.mean()
    }
    pub(super) fn ci95(&self) -> f64 {
        self.difference.ci95()
    }
    /// What a seat of that player gets, with its interval.
    pub(super) fn points(&self, player: usize) -> (f64, f64) {
        (self.points[player].mean(), self.points[player].ci95())
    }
    pub(super) fn decisions(&self, player: usize) -> Option<Spread> {
        let mut times = self.thought[player].clone();
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        let at = |share: f64| rounded(times[(last as f64 * share) as usize].as_secs_f64() * 1000.0, 3);
        Some(Spread { median: at(0.5), p99: at(0.99), most: at(1.0) })
    }
    pub(super) fn report(&self, seed: u64) -> Report {
        Report {
            game: self.game,
            seed,
            plays: self.thought.iter().map(Vec::len).sum::<usize>() as u64,
            a_points: rounded(self.points[0].mean(), 4),
            b_points: rounded(self.points[1].mean(), 4),
            a_decision_ms: self.decisions(0),
            b_decision_ms: self.decisions(1),
            a: self.a.clone(),
            b: self.b.clone(),
            deals: self.deals(),
            mean: rounded(self.mean(), 4),
            ci95: rounded(self.ci95(), 4),
            ahead: rounded(self.ahead.mean(), 4),
            ahead_ci95: rounded(self.ahead.ci95(), 4),
        }
    }
    /// For people.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = if self.deals() == 1 { "deal" } else { "deals" };
        writeln!(out, "{}: {} against {}, {} {unit}", self.game, self.a, self.b, grouped(self.deals()))?;
        for (player, name) in [&self.a, &self.b].into_iter().enumerate() {
            let (mean, ci95) = self.points(player);
            write!(out, "  {name:24} {mean:7.3}{} points per deal", self.interval(ci95, 3))?;
            if let Some(Spread { median, p99, .. }) = self.decisions(player) {
                write!(out, ", {median:.2} ms per decision (99 % within {p99:.2})")?;
            }
            writeln!(out)?;
        }
        let measured = if self.deals() < 2 { " (no interval from one deal)" } else { " (95 %)" };
        let interval = self.interval(self.ci95(), 3);
        writeln!(out, "  difference               {:+7.3}{interval}{measured}", self.mean())?;
        let (share, interval) = (100.0 * self.ahead.mean(), self.interval(100.0 * self.ahead.ci95(), 1));
        writeln!(out, "  {} had more points in {share:.1} %{interval} of the plays", self.a)
    }
    /// Half the width of an interval; nothing where there is none.
    fn interval(&self, half: f64, digits: usize) -> String {
        if self.deals() < 2 { String::new() } else { format!(" ±{half:.digits$}") }
    }
}

/// The share of a deal's plays in which the first player had more points.
fn ahead(dealt: &Dealt) -> f64 {
    let share = |play: &catalog::Play| match play.mean(0).total_cmp(&play.mean(1)) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    dealt.plays.iter().map(share).sum::<f64>() / dealt.plays.len().max(1) as f64
}

/// One line per play.
pub(super) fn write_csv(dealt: &Dealt, csv: &mut dyn Write) -> io::Result<()> {
    for (number, play) in dealt.plays.iter().enumerate() {
        let seats: Vec<String> =
            play.seating.iter().filter(|(_, who)| **who == 0).map(|(seat, _)| seat.0.to_string()).collect();
        let (a, b) = (play.mean(0), play.mean(1));
        writeln!(csv, "{},{number},{},{a},{b},{}", dealt.deal, seats.join(" "), a - b)?;
    }
    Ok(())
}
