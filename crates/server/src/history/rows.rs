//! From a finished game to rows, each game once.

use super::{
    ProfileId,
    rating::{RatedPlayer, Rating, Seated, rate},
};
use crate::log::{GameRow, News, Party, RoomId, archive};
use kernel::{Level, Outcome, Seat};
use rusqlite::{Connection, OptionalExtension};

/// A seat of a finished game as a row, before anybody looks up whose it was.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SeatRow {
    pub(super) seat: Seat,
    pub(super) party: Party,
    pub(super) side: u8,
    /// Place and points; nothing if the game was given up.
    pub(super) result: Option<(u8, i32)>,
}

/// What a finished game comes to: why it ended, if it was not given up, and a row for each seat. Nothing if the row
/// is not ours.
pub(super) fn seats(row: &GameRow) -> Option<(Option<String>, Vec<SeatRow>)> {
    let parties: Vec<Party> = serde_json::from_value(row.players.clone()).ok()?;
    let outcome: Option<Outcome> = serde_json::from_value(row.outcome.clone()).ok()?;
    // A table that everybody has left says so itself.
    let outcome = outcome.filter(|outcome| outcome.reason != GIVEN_UP);
    let seats = parties.into_iter().zip(0..).map(|(party, seat)| SeatRow {
        seat: Seat(seat),
        side: party.side.unwrap_or(seat),
        result: outcome
            .as_ref()
            .filter(|outcome| seat < outcome.places.seats())
            .map(|outcome| (outcome.places[Seat(seat)], outcome.points[Seat(seat)])),
        party,
    });
    let seats = seats.collect();
    Some((outcome.map(|outcome| outcome.reason.into_owned()), seats))
}

const GIVEN_UP: &str = "abandoned";

/// Writes down a finished game and what it means for everybody's rating. Once: a game that is there stays as it is.
pub(super) fn write(db: &Connection, room: RoomId, row: &GameRow) -> rusqlite::Result<()> {
    let Some((reason, seats)) = seats(row) else {
        tracing::warn!(%room, number = row.number, "a finished game cannot be understood");
        return Ok(());
    };
    let new = db
        .prepare_cached(
            "INSERT INTO history_games (room, number, game, rules, options, reason, ended_at, hints)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
        )?
        .execute((
            room.0.cast_signed(),
            row.number,
            &row.game,
            row.rules,
            row.options.to_string(),
            &reason,
            row.ended_at.cast_signed(),
            row.hints,
        ))?;
    if new == 0 {
        return Ok(());
    }
    let id = db.last_insert_rowid();
    let sitters = seats.iter().map(|seat| sitter(db, room, &seat.party)).collect::<Result<Vec<_>, _>>()?;
    let ratings = if reason.is_some() { rated(db, &row.game, &seats, &sitters)? } else { Vec::new() };
    let mut insert = db.prepare_cached(
        "INSERT INTO history_seats
             (game_id, seat, player, name, folded, avatar, level, side, away, place, points, rating, uncertainty, change)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    for (i, (seat, sitter)) in seats.iter().zip(&sitters).enumerate() {
        let Party { name, avatar, player_id, level, away, .. } = &seat.party;
        let known = (!matches!(sitter, Sitter::Forgotten)).then_some(());
        let rating = ratings.get(i);
        insert.execute(rusqlite::params![
            id,
            seat.seat.0,
            known.and(player_id.as_ref()),
            known.map(|()| name),
            known.map(|()| name.to_lowercase()),
            known.map(|()| avatar),
            level.map(Level::name),
            seat.side,
            away,
            seat.result.map(|(place, _)| place),
            seat.result.map(|(_, points)| points),
            known.and(rating).map(|(_, after)| after.value),
            known.and(rating).map(|(_, after)| after.uncertainty),
            known.and(rating).map(|(before, after)| after.value - before.value),
        ])?;
    }
    Ok(())
}

/// The occupant of a seat.
#[derive(Debug)]
enum Sitter {
    /// Somebody, or a kind of bot, under this name among the ratings.
    Known(String),
    /// A person without a profile, or a bot of which nothing is known.
    Stranger,
    /// A person who does not want to be known any more.
    Forgotten,
}

fn sitter(db: &Connection, room: RoomId, party: &Party) -> rusqlite::Result<Sitter> {
    let Some(player) = &party.player_id else {
        return Ok(party.level.map_or(Sitter::Stranger, |level| Sitter::Known(bot(level))));
    };
    let found: Option<Option<String>> = db
        .prepare_cached("SELECT profile FROM sitters WHERE room = ?1 AND player = ?2")?
        .query_row((room.0.cast_signed(), player), |row| row.get(0))
        .optional()?;
    Ok(match found {
        None => Sitter::Stranger,
        Some(None) => Sitter::Forgotten,
        Some(Some(profile)) => Sitter::Known(profile),
    })
}

/// Under which name the bots of a level are rated.
fn bot(level: Level) -> String {
    format!("{BOT}{level}")
}

pub(super) const BOT: &str = "bot ";

/// Everybody's rating before and after the game, by seat; kept for those who are known.
fn rated(
    db: &Connection,
    game: &str,
    seats: &[SeatRow],
    sitters: &[Sitter],
) -> rusqlite::Result<Vec<(Rating, Rating)>> {
    let mut players = Vec::with_capacity(seats.len());
    for (seat, sitter) in seats.iter().zip(sitters) {
        let (who, rating) = match sitter {
            Sitter::Known(who) => {
                (RatedPlayer::Known(who.clone()), rating(db, game, who)?.unwrap_or_default())
            }
            Sitter::Stranger | Sitter::Forgotten => (RatedPlayer::Stranger, Rating::default()),
        };
        let place = seat.result.map_or(u8::MAX, |(place, _)| place);
        players.push(Seated { who, rating, side: seat.side, place, away: seat.party.away });
    }
    let after = rate(&players);
    let mut keep = db.prepare_cached(
        "INSERT INTO ratings (game, who, rating, uncertainty, played, won) VALUES (?1, ?2, ?3, ?4, 1, ?5)
         ON CONFLICT DO UPDATE SET rating = excluded.rating, uncertainty = excluded.uncertainty,
             played = played + 1, won = won + excluded.won",
    )?;
    for (i, (player, after)) in players.iter().zip(&after).enumerate() {
        let RatedPlayer::Known(who) = &player.who else { continue };
        // Several seats of one player are one game.
        if players[..i].iter().any(|earlier| earlier.who == player.who) {
            continue;
        }
        let won = players.iter().any(|seat| seat.who == player.who && seat.place == 1 && !seat.away);
        keep.execute((game, who, after.value, after.uncertainty, won))?;
    }
    Ok(players.iter().map(|player| player.rating).zip(after).collect())
}

pub(super) fn rating(db: &Connection, game: &str, who: &str) -> rusqlite::Result<Option<Rating>> {
    db.prepare_cached("SELECT rating, uncertainty FROM ratings WHERE game = ?1 AND who = ?2")?
        .query_row((game, who), |row| Ok(Rating { value: row.get(0)?, uncertainty: row.get(1)? }))
        .optional()
}

/// Goes on where it stopped, through at most `most` games of the archive; returns how many there were.
pub(super) fn follow(db: &Connection, most: usize) -> rusqlite::Result<usize> {
    let upto: i64 = db.query_row("SELECT upto FROM history_progress", (), |row| row.get(0))?;
    let games = archive::games_after(db, upto, most)?;
    for game in &games {
        write(db, game.room, &game.row)?;
    }
    if let Some(last) = games.last() {
        db.execute("UPDATE history_progress SET upto = ?1", (last.id.0,))?;
    }
    Ok(games.len())
}

/// Which edition the rows are.
pub(super) fn edition(db: &Connection) -> rusqlite::Result<u32> {
    db.query_row("SELECT edition FROM history_progress", (), |row| row.get(0))
}

/// Everything up to that game of the archive is written down, in this edition.
pub(super) fn reached(db: &Connection, edition: u32, upto: i64) -> rusqlite::Result<()> {
    db.execute("UPDATE history_progress SET edition = ?1, upto = ?2", (edition, upto)).map(drop)
}

pub(super) fn newest_archived(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("SELECT ifnull(max(id), 0) FROM games", (), |row| row.get(0))
}

/// Takes away all that can be made again.
pub(super) fn clear(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("DELETE FROM history_seats; DELETE FROM history_games; DELETE FROM ratings;")
}

/// Every room there ever was.
pub(super) fn rooms(db: &Connection) -> rusqlite::Result<Vec<RoomId>> {
    db.prepare("SELECT room FROM rooms")?
        .query_map((), |row| Ok(RoomId(row.get::<_, i64>(0)?.cast_unsigned())))?
        .collect()
}

/// What the archive has of a room.
pub(super) fn archived(db: &Connection, room: RoomId) -> rusqlite::Result<Vec<(RoomId, GameRow)>> {
    Ok(archive::games_of(db, room)?.into_iter().map(|game| (room, game.row)).collect())
}

pub(super) fn seated(db: &Connection, room: RoomId, player: &str, profile: &str) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO sitters (room, player, profile) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    )?
    .execute((room.0.cast_signed(), player, profile))
    .map(drop)
}

pub(super) fn name(db: &Connection, profile: &str, name: Option<&str>) -> rusqlite::Result<()> {
    match name {
        Some(name) => db.execute(
            "INSERT INTO board_names VALUES (?1, ?2) ON CONFLICT DO UPDATE SET name = excluded.name",
            (profile, name),
        ),
        None => db.execute("DELETE FROM board_names WHERE profile = ?1", (profile,)),
    }
    .map(drop)
}

/// A sitter without a profile stays behind: when rows are rebuilt, that seat has no name again.
pub(super) fn forget(db: &Connection, profile: &str) -> rusqlite::Result<()> {
    let profile = (profile,);
    db.execute(
        "UPDATE history_seats SET player = NULL, name = NULL, folded = NULL, avatar = NULL,
             rating = NULL, uncertainty = NULL, change = NULL
         WHERE (game_id, player) IN
             (SELECT g.id, m.player FROM sitters m JOIN history_games g ON g.room = m.room WHERE m.profile = ?1)",
        profile,
    )?;
    db.execute("DELETE FROM ratings WHERE who = ?1", profile)?;
    db.execute("DELETE FROM board_names WHERE profile = ?1", profile)?;
    db.execute("UPDATE sitters SET profile = NULL WHERE profile = ?1", profile)?;
    Ok(())
}

/// What the archive of a cluster says, as rows. Twice is as good as once.
pub(super) fn happened(db: &Connection, news: &News) -> rusqlite::Result<()> {
    match news {
        News::Known { profile, alias } => db
            .prepare_cached(
                "INSERT INTO aliases VALUES (?1, ?2) ON CONFLICT DO UPDATE SET alias = excluded.alias",
            )?
            .execute((profile, alias))
            .map(drop),
        News::Seated { room, player, alias } => seated(db, *room, player, alias),
        News::Over { room, row } => write(db, *room, row),
        News::Named { alias, name } => self::name(db, alias, name.as_deref()),
        News::Forgotten { alias } => {
            forget(db, alias)?;
            db.execute("DELETE FROM aliases WHERE alias = ?1", (alias,)).map(drop)
        }
    }
}

/// The name beside the seats of a profile.
pub(super) fn known_as(db: &Connection, profile: ProfileId) -> rusqlite::Result<ProfileId> {
    let alias = db
        .prepare_cached("SELECT alias FROM aliases WHERE profile = ?1")?
        .query_row((&profile.0,), |row| row.get(0))
        .optional()?;
    Ok(alias.map_or(profile, ProfileId))
}

/// Whose alias it is, as far as this node knows.
pub(super) fn profile_of(db: &Connection, alias: &str) -> rusqlite::Result<Option<String>> {
    db.prepare_cached("SELECT profile FROM aliases WHERE alias = ?1")?
        .query_row((alias,), |row| row.get(0))
        .optional()
}

/// Rows of another edition, or from another archive, are thrown away.
pub(super) fn come_from(db: &Connection, edition: u32, source: &str) -> rusqlite::Result<()> {
    let same = db.query_row(
        "SELECT edition = ?1 AND source IS ?2 FROM history_progress",
        (edition, source),
        |row| row.get(0),
    )?;
    if same {
        return Ok(());
    }
    clear(db)?;
    db.execute_batch("DELETE FROM sitters; DELETE FROM board_names; DELETE FROM aliases;")?;
    db.execute("UPDATE history_progress SET edition = ?1, upto = 0, source = ?2", (edition, source)).map(drop)
}

/// Everything of the archive up to this number is written down.
pub(super) fn upto(db: &Connection) -> rusqlite::Result<u64> {
    db.query_row("SELECT upto FROM history_progress", (), |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
}

pub(super) fn follow_to(db: &Connection, upto: u64) -> rusqlite::Result<()> {
    db.execute("UPDATE history_progress SET upto = ?1", (upto.cast_signed(),)).map(drop)
}

/// How many games there are.
pub(super) fn games(db: &Connection) -> rusqlite::Result<u64> {
    db.query_row("SELECT count(*) FROM history_games", (), |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
}
