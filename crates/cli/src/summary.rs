use crate::numbers::{grouped, percent, rounded};
use bot::Score;
use catalog::Played;
use kernel::{Outcome, Seat};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

/// Many games in a few numbers.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    games: u64,
    inputs: Lengths,
    actions: Lengths,
    results: Vec<SideResult>,
    /// Points of all seats in all games, where games count points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    /// What luck gave players to begin with, the most winning first. Nobody chose it, so what it brought is its own doing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dealt: Vec<Had>,
    /// What players used, the most winning first. Players who are ahead use more, and other things.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used: Vec<Had>,
    reasons: BTreeMap<String, u64>,
}

/// How points are spread.
#[derive(Debug, PartialEq, Serialize)]
struct Points {
    p10: i32,
    median: i32,
    mean: f64,
    p90: i32,
    max: i32,
}

/// How those did who had something.
#[derive(Debug, PartialEq, Serialize)]
struct Had {
    name: String,
    times: u64,
    /// How many of all seats in all games had it.
    share: f64,
    /// How many of those that had it won; a shared win counts in part.
    win_rate: f64,
    win_rate_ci95: f64,
    /// Their points in the end, against the mean of all.
    points: f64,
    points_ci95: f64,
}

/// How long games were.
#[derive(Debug, PartialEq, Serialize)]
struct Lengths {
    min: u32,
    median: u32,
    mean: f64,
    p90: u32,
    max: u32,
}

/// How seats did that were placed alike in every game: partners, or one seat alone.
#[derive(Debug, PartialEq, Serialize)]
struct SideResult {
    seats: Vec<Seat>,
    /// First place, alone.
    wins: u64,
    /// First place together with another side.
    shared: u64,
    mean_points: f64,
}

impl Summary {
    pub(crate) fn of(played: &[Played]) -> Summary {
        let mut reasons = BTreeMap::new();
        for game in played {
            *reasons.entry(game.outcome.reason.to_string()).or_default() += 1;
        }
        Summary {
            games: played.len() as u64,
            inputs: Lengths::of(played.iter().map(|game| game.inputs)),
            actions: Lengths::of(played.iter().map(|game| game.actions)),
            results: results(played),
            points: Points::of(played),
            dealt: had(played, |game| &game.dealt),
            used: had(played, |game| &game.used),
            reasons,
        }
    }
    /// For people.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{:9} {:>9} {:>9} {:>9} {:>9} {:>9}", "", "min", "median", "mean", "p90", "max")?;
        for (name, lengths) in [("inputs", &self.inputs), ("actions", &self.actions)] {
            let Lengths { min, median, mean, p90, max } = lengths;
            writeln!(out, "{name:9} {min:>9} {median:>9} {mean:>9.1} {p90:>9} {max:>9}")?;
        }
        writeln!(out)?;
        // Not every game counts points.
        let counted = self.results.iter().any(|side| side.mean_points != 0.0);
        for side in &self.results {
            let seats: Vec<_> = side.seats.iter().map(|seat| seat.0.to_string()).collect();
            let name = format!("seat{} {}", if seats.len() == 1 { "" } else { "s" }, seats.join(" + "));
            let (wins, shared) = (percent(side.wins, self.games), percent(side.shared, self.games));
            write!(out, "{name:13} won {:>9} ({wins:4.1} %)", grouped(side.wins))?;
            if side.shared > 0 {
                write!(out, ", shared {} ({shared:.1} %)", grouped(side.shared))?;
            }
            if counted {
                write!(out, ", {:.2} points on average", side.mean_points)?;
            }
            writeln!(out)?;
        }
        if let Some(Points { p10, median, mean, p90, max }) = &self.points {
            writeln!(
                out,
                "points        {mean:.1} on average; p10 {p10}, median {median}, p90 {p90}, most {max}"
            )?;
        }
        for (how, list) in [("dealt", &self.dealt), ("used", &self.used)] {
            for Had { name, times, share, win_rate, win_rate_ci95, points, points_ci95 } in list {
                let [share, rate, rate_ci] = [share, win_rate, win_rate_ci95].map(|part| 100.0 * part);
                writeln!(
                    out,
                    "  {name:32} {how:5} {times:>6} ({share:4.1} %), won {rate:4.1} ±{rate_ci:.1} %, {points:+5.1} ±{points_ci95:.1} points"
                )?;
            }
        }
        let reasons: Vec<_> =
            self.reasons.iter().map(|(reason, games)| format!("{reason} {}", grouped(*games))).collect();
        writeln!(out, "ended by      {}", reasons.join(", "))
    }
}

impl Lengths {
    fn of(lengths: impl Iterator<Item = u32>) -> Lengths {
        let mut lengths: Vec<_> = lengths.collect();
        lengths.sort_unstable();
        let last = lengths.len().saturating_sub(1);
        // Nearest rank: a length that really occurred.
        let at = |share: f64| lengths.get((last as f64 * share).round() as usize).copied().unwrap_or(0);
        let sum: u64 = lengths.iter().copied().map(u64::from).sum();
        let mean = rounded(sum as f64 / lengths.len().max(1) as f64, 2);
        Lengths { min: at(0.0), median: at(0.5), mean, p90: at(0.9), max: at(1.0) }
    }
}

impl Points {
    fn of(played: &[Played]) -> Option<Points> {
        let mut points: Vec<i32> =
            played.iter().flat_map(|game| game.outcome.points.values().to_vec()).collect();
        if points.iter().all(|&points| points == 0) {
            return None;
        }
        points.sort_unstable();
        let at = |share: f64| points[((points.len() - 1) as f64 * share).round() as usize];
        let sum: i64 = points.iter().copied().map(i64::from).sum();
        let mean = rounded(sum as f64 / points.len() as f64, 2);
        Some(Points { p10: at(0.1), median: at(0.5), mean, p90: at(0.9), max: at(1.0) })
    }
}

/// How those did who had something.
fn had(played: &[Played], what: impl Fn(&Played) -> &Vec<(Seat, String)>) -> Vec<Had> {
    let mut sums: BTreeMap<&str, [Score; 2]> = BTreeMap::new();
    for game in played {
        let outcome = &game.outcome;
        let points = outcome.points.values();
        let mean = points.iter().copied().map(f64::from).sum::<f64>() / points.len().max(1) as f64;
        let winners = outcome.places.values().iter().filter(|&&place| place == 1).count();
        for (seat, name) in what(game) {
            let [wins, points] = sums.entry(name).or_default();
            wins.add(if outcome.places[*seat] == 1 { 1.0 / winners as f64 } else { 0.0 });
            points.add(f64::from(outcome.points[*seat]) - mean);
        }
    }
    let seats: usize = played.iter().map(|game| game.outcome.places.values().len()).sum();
    let one = |(name, [wins, points]): (&str, [Score; 2])| Had {
        name: name.into(),
        times: wins.count(),
        share: rounded(wins.count() as f64 / seats.max(1) as f64, 4),
        win_rate: rounded(wins.mean(), 4),
        win_rate_ci95: rounded(wins.ci95(), 4),
        points: rounded(points.mean(), 2),
        points_ci95: rounded(points.ci95(), 2),
    };
    let mut list: Vec<Had> = sums.into_iter().map(one).collect();
    list.sort_by(|a, b| b.win_rate.total_cmp(&a.win_rate).then_with(|| a.name.cmp(&b.name)));
    list
}

fn results(played: &[Played]) -> Vec<SideResult> {
    let sides = sides(played);
    let result = |side: &Vec<Seat>| {
        let place = |outcome: &Outcome, side: &[Seat]| outcome.places[side[0]];
        let (mut wins, mut shared, mut points) = (0, 0, 0);
        for game in played {
            points += i64::from(game.outcome.points[side[0]]);
            if place(&game.outcome, side) == 1 {
                let winners = sides.iter().filter(|other| place(&game.outcome, other) == 1).count();
                *(if winners == 1 { &mut wins } else { &mut shared }) += 1;
            }
        }
        let mean_points = rounded(points as f64 / played.len() as f64, 3);
        SideResult { seats: side.clone(), wins, shared, mean_points }
    };
    sides.iter().map(result).collect()
}

/// Seats that were placed alike in every game. The outcome of a game does not say who plays with whom;
/// many outcomes do.
fn sides(played: &[Played]) -> Vec<Vec<Seat>> {
    let Some(first) = played.first() else { return Vec::new() };
    let mut sides: Vec<Vec<Seat>> = Vec::new();
    for seat in Seat::all(first.outcome.places.seats()) {
        let alike = |side: &&mut Vec<Seat>| {
            played.iter().all(|game| {
                let (places, points) = (&game.outcome.places, &game.outcome.points);
                places[seat] == places[side[0]] && points[seat] == points[side[0]]
            })
        };
        match sides.iter_mut().find(alike) {
            Some(side) => side.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(places: [u8; 4], inputs: u32) -> Played {
        let points = places.map(|place| i32::from(10 - place)).to_vec().into();
        let outcome =
            Outcome { places: places.to_vec().into(), points, reason: "target".into(), next_first: None };
        Played {
            outcome,
            inputs,
            actions: inputs / 2,
            dealt: Vec::new(),
            used: vec![(Seat(0), "first".into())],
        }
    }

    #[test]
    fn partners_are_found_and_counted_once() {
        let games = [played([1, 2, 1, 2], 10), played([2, 1, 2, 1], 20), played([1, 2, 1, 2], 60)];
        let summary = Summary::of(&games);
        let side = |seats: [u8; 2], wins, mean_points| SideResult {
            seats: seats.map(Seat).to_vec(),
            wins,
            shared: 0,
            mean_points,
        };
        assert_eq!(summary.results, [side([0, 2], 2, 8.667), side([1, 3], 1, 8.333)]);
        assert_eq!(summary.inputs, Lengths { min: 10, median: 20, mean: 30.0, p90: 60, max: 60 });
        assert_eq!(summary.reasons["target"], 3);
    }

    #[test]
    fn a_used_card_is_measured_by_its_users() {
        let summary =
            Summary::of(&[played([1, 2, 3, 4], 1), played([1, 1, 3, 4], 1), played([4, 1, 2, 3], 1)]);
        let first = Had {
            name: "first".into(),
            times: 3,
            share: 0.25,
            win_rate: 0.5,
            win_rate_ci95: 0.5658,
            points: 0.42,
            points_ci95: 1.88,
        };
        assert_eq!(summary.used, [first]);
        let points = Points { p10: 6, median: 8, mean: 7.58, p90: 9, max: 9 };
        assert_eq!(summary.points, Some(points));
    }

    #[test]
    fn a_shared_win_does_not_count_as_a_win() {
        let summary = Summary::of(&[played([1, 1, 3, 4], 1), played([2, 1, 4, 3], 1)]);
        let counts: Vec<_> = summary.results.iter().map(|side| (side.wins, side.shared)).collect();
        assert_eq!(counts, [(0, 1), (1, 1), (0, 0), (0, 0)]);
    }
}
