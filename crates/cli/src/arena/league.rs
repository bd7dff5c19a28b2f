//! `aboveboard league`: everybody against everybody, game by game, as one table.

use super::{bout::Bout, figures::Figures};
use crate::{
    Failure,
    args::{Arena, League, Scores, Table},
    numbers::rounded,
};
use bot::Score;
use serde::Serialize;
use std::io::Write;

/// A player and how it did.
#[derive(Debug, Serialize)]
struct Row {
    game: &'static str,
    bot: String,
    /// Per deal, against all others in turn: its points less theirs.
    points: f64,
    ci95: f64,
    deals: u64,
    /// The median, CPU time.
    decision_ms: Option<f64>,
}

/// Plays the league and writes the table.
pub(crate) fn run(args: &League, out: &mut dyn Write) -> Result<(), Failure> {
    for game in &args.game {
        catalog::find(game).map_err(Failure::Usage)?;
    }
    let mut rows = Vec::new();
    for entry in
        catalog::ALL.iter().filter(|entry| args.game.is_empty() || args.game.iter().any(|g| g == entry.name))
    {
        rows.extend(of_game(entry.name, args)?);
    }
    if args.json {
        serde_json::to_writer(&mut *out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "| game | bot | points per deal against the others | deals | ms per decision |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    for Row { game, bot, points, ci95, deals, decision_ms } in rows {
        let time = decision_ms.map_or("–".into(), |ms| format!("{ms:.2}"));
        writeln!(out, "| {game} | {bot} | {points:+.3} ±{ci95:.3} | {deals} | {time} |")?;
    }
    Ok(())
}

fn of_game(game: &'static str, args: &League) -> Result<Vec<Row>, Failure> {
    let entry = catalog::find(game).map_err(Failure::Usage)?;
    let mut bots: Vec<String> = entry.players().into_iter().map(String::from).collect();
    // A search that knows no game takes as long as all others together: only where it is asked for.
    bots.retain(|bot| args.all || !bot.starts_with("ismcts"));
    let mut scores = vec![Score::default(); bots.len()];
    let mut times: Vec<Option<f64>> = vec![None; bots.len()];
    for a in 0..bots.len() {
        for b in a + 1..bots.len() {
            let bout = Arena {
                table: Table::of(game),
                a: bots[a].clone(),
                b: bots[b].clone(),
                deals: args.deals,
                seed: args.seed,
                scores: Scores::Random,
                one_against_all: false,
                threads: args.threads,
                time_limit: 0,
                csv: None,
                plot: None,
                logs: None,
                json: false,
            };
            let mut figures = Figures::new(game, &bots[a], &bots[b]);
            Bout::new(&bout)?.run(|dealt| {
                figures.add(dealt);
                scores[a].add(dealt.difference());
                scores[b].add(-dealt.difference());
                Ok(())
            })?;
            for (player, bot) in [a, b].into_iter().enumerate() {
                times[bot] = figures.decisions(player).map(|spread| spread.median).or(times[bot]);
            }
        }
    }
    let mut rows: Vec<Row> = bots
        .into_iter()
        .zip(scores)
        .zip(times)
        .map(|((bot, score), decision_ms)| Row {
            game,
            bot,
            points: rounded(score.mean(), 4),
            ci95: rounded(score.ci95(), 4),
            deals: score.count(),
            decision_ms,
        })
        .collect();
    rows.sort_by(|a, b| b.points.total_cmp(&a.points));
    Ok(rows)
}
