//! Queries: a player's own games, and the public leaderboard.

use super::{
    ProfileId,
    rating::{self, Rating},
    rows::{self, BOT},
};
use crate::{
    log::RoomId,
    protocol::{
        Board, GameSummary, HistoryGame, HistoryPage, HistoryPlayer, HistoryResult, Leaderboard,
        LeaderboardGame, LeaderboardRow, Overview,
    },
};
use room::RecordId;
use rusqlite::{Connection, Row};
use serde::Deserialize;

/// Games on a page.
const PAGE: usize = 20;
/// The number of games in a chart of ratings.
const LINE: usize = 60;
/// Rows on a leaderboard.
const LEADERS: usize = 100;

/// Seats of a profile, each with its game. Of two seats in one game, who asks takes the first.
const MINE: &str = "FROM sitters m
     JOIN history_games g ON g.room = m.room
     JOIN history_seats s ON s.game_id = g.id AND s.player = m.player
     WHERE m.profile = ?1";

/// Which games are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameFilter {
    game: Option<String>,
    result: Option<HistoryResult>,
    /// Part of the name of somebody else at the table.
    with: Option<String>,
    /// Milliseconds of the Unix epoch, this one included.
    since: Option<i64>,
    /// The same, not included.
    until: Option<i64>,
    /// Those before that one: the `next` of a page.
    before: Option<i64>,
}

pub(super) fn overview(db: &Connection, profile: &ProfileId, board: bool) -> rusqlite::Result<Overview> {
    let mut select = db.prepare_cached(&format!(
        "SELECT g.id, g.game, g.reason IS NOT NULL, s.away, s.place, s.points, s.rating
         {MINE} ORDER BY g.game, g.id, s.seat"
    ))?;
    let mut rows = select.query((&profile.0,))?;
    let mut games: Vec<GameSummary> = Vec::new();
    let mut points: Vec<i64> = Vec::new();
    let mut last = None;
    while let Some(row) = rows.next()? {
        let (id, game): (i64, String) = (row.get(0)?, row.get(1)?);
        if last.replace(id) == Some(id) {
            continue;
        }
        if games.last().is_none_or(|summary| summary.game != game) {
            let rating = rows::rating(db, &game, &profile.0)?.map(Rating::shown);
            games.push(GameSummary { game, rating, ..GameSummary::default() });
            points.push(0);
        }
        let (Some(summary), Some(total)) = (games.last_mut(), points.last_mut()) else { continue };
        let place: Option<u8> = row.get(4)?;
        match result(row.get(2)?, row.get(3)?, place) {
            HistoryResult::GivenUp => summary.given_up += 1,
            kind => {
                summary.played += 1;
                summary.won += u32::from(kind == HistoryResult::Won);
                summary.left += u32::from(kind == HistoryResult::Left);
                let place = usize::from(place.unwrap_or(1)).max(1);
                if summary.places.len() < place {
                    summary.places.resize(place, 0);
                }
                summary.places[place - 1] += 1;
                *total += row.get::<_, Option<i64>>(5)?.unwrap_or_default();
            }
        }
        if let Some(value) = row.get::<_, Option<f64>>(6)? {
            let shown = Rating { value, ..Rating::default() }.shown();
            summary.line.push(shown.rating);
        }
    }
    for (summary, total) in games.iter_mut().zip(points) {
        summary.average_points = (summary.played > 0).then(|| total as f64 / f64::from(summary.played));
        let old = summary.line.len().saturating_sub(LINE);
        summary.line.drain(..old);
    }
    let name = "SELECT name FROM board_names WHERE profile = ?1";
    let mut names = db.prepare_cached(name)?;
    let name = names.query_map((&profile.0,), |row| row.get(0))?.next().transpose()?;
    Ok(Overview { games, board: Board { on: board, name } })
}

fn result(ended: bool, away: bool, place: Option<u8>) -> HistoryResult {
    match (ended, away, place) {
        (false, ..) => HistoryResult::GivenUp,
        (_, true, _) => HistoryResult::Left,
        (.., Some(1)) => HistoryResult::Won,
        _ => HistoryResult::Lost,
    }
}

pub(super) fn games(
    db: &Connection,
    profile: &ProfileId,
    wanted: &GameFilter,
) -> rusqlite::Result<HistoryPage> {
    let mut select = db.prepare_cached(&format!(
        "SELECT g.id, g.room, g.number, g.game, g.options, g.reason IS NOT NULL, g.ended_at,
                min(s.seat), s.away, s.place, s.rating, s.uncertainty, s.change, g.hints
         {MINE}
           AND (?2 IS NULL OR g.game = ?2)
           AND (?3 IS NULL OR ?3 = CASE WHEN g.reason IS NULL THEN 'given_up' WHEN s.away THEN 'left'
                                        WHEN s.place = 1 THEN 'won' ELSE 'lost' END)
           AND (?4 IS NULL OR EXISTS (SELECT 1 FROM history_seats o
                    WHERE o.game_id = g.id AND o.seat <> s.seat AND instr(o.folded, ?4) > 0))
           AND (?5 IS NULL OR g.ended_at >= ?5)
           AND (?6 IS NULL OR g.ended_at < ?6)
           AND (?7 IS NULL OR g.id < ?7)
         GROUP BY g.id ORDER BY g.id DESC LIMIT ?8"
    ))?;
    let with = wanted.with.as_ref().map(|name| name.trim().to_lowercase()).filter(|name| !name.is_empty());
    let found = select.query_map(
        rusqlite::params![
            profile.0,
            wanted.game,
            wanted.result.map(HistoryResult::word),
            with,
            wanted.since,
            wanted.until,
            wanted.before,
            (PAGE + 1) as i64
        ],
        |row| Ok((row.get::<_, i64>(0)?, game(row)?)),
    )?;
    let mut found: Vec<(i64, HistoryGame)> = found.collect::<Result<_, _>>()?;
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    for (id, game) in &mut found {
        game.players = players(db, *id)?;
    }
    let next = found.last().map(|(id, _)| *id).filter(|_| more);
    Ok(HistoryPage { games: found.into_iter().map(|(_, game)| game).collect(), next })
}

fn game(row: &Row<'_>) -> rusqlite::Result<HistoryGame> {
    let room = RoomId(row.get::<_, i64>(1)?.cast_unsigned());
    let record = RecordId { room, number: row.get(2)? };
    let rating: Option<f64> = row.get(10)?;
    let uncertainty: Option<f64> = row.get(11)?;
    Ok(HistoryGame {
        record: record.to_string(),
        game: row.get(3)?,
        options: serde_json::from_str(row.get_ref(4)?.as_str()?).unwrap_or_default(),
        ended_at: row.get::<_, i64>(6)?.cast_unsigned(),
        seat: row.get(7)?,
        result: result(row.get(5)?, row.get(8)?, row.get(9)?),
        players: Vec::new(),
        rating: rating.zip(uncertainty).map(|(value, uncertainty)| Rating { value, uncertainty }.shown()),
        change: row.get::<_, Option<f64>>(12)?.map(rating::change),
        hints: row.get(13)?,
    })
}

fn players(db: &Connection, game: i64) -> rusqlite::Result<Vec<HistoryPlayer>> {
    db.prepare_cached(
        "SELECT name, avatar, level, side, away, place, points FROM history_seats WHERE game_id = ?1 ORDER BY seat",
    )?
    .query_map((game,), |row| {
        Ok(HistoryPlayer {
            name: row.get(0)?,
            avatar: row.get(1)?,
            level: row.get::<_, Option<String>>(2)?.and_then(|level| level.parse().ok()),
            side: row.get(3)?,
            away: row.get(4)?,
            place: row.get(5)?,
            points: row.get(6)?,
        })
    })?
    .collect()
}

/// Ordered by what is nearly certain, so that nobody leads by one lucky game.
pub(super) fn leaderboard(db: &Connection, you: Option<&ProfileId>) -> rusqlite::Result<Leaderboard> {
    let mut select = db.prepare_cached(
        "SELECT r.game, r.who, r.rating, r.uncertainty, r.played, r.won, b.name
         FROM ratings r LEFT JOIN board_names b ON b.profile = r.who
         WHERE b.name IS NOT NULL OR r.who GLOB 'bot *'
         ORDER BY r.game, r.rating - 2 * r.uncertainty DESC, r.played DESC, r.who",
    )?;
    let mut rows = select.query(())?;
    let mut games: Vec<LeaderboardGame> = Vec::new();
    while let Some(row) = rows.next()? {
        let (game, who): (String, String) = (row.get(0)?, row.get(1)?);
        if games.last().is_none_or(|board| board.game != game) {
            games.push(LeaderboardGame { game, rows: Vec::new() });
        }
        let rows = games.last_mut().map(|board| &mut board.rows);
        let Some(rows) = rows.filter(|rows| rows.len() < LEADERS) else { continue };
        let rating = Rating { value: row.get(2)?, uncertainty: row.get(3)? };
        rows.push(LeaderboardRow {
            name: row.get(6)?,
            level: who.strip_prefix(BOT).and_then(|level| level.parse().ok()),
            rating: rating.shown(),
            played: row.get(4)?,
            won: row.get(5)?,
            you: you.is_some_and(|you| you.0 == who),
        });
    }
    Ok(Leaderboard { games })
}
