use rusqlite::Connection;

/// Removes closed rooms whose time is over, the earliest first; returns how many.
///
/// A room without a finished game goes with everything that was known of it. Of others the row stays, and so does the
/// archive: lists and ratings are made from it. Only their entries go, and with them their proofs and replays.
pub(super) fn closed_rooms(
    db: &Connection,
    empty_before: u64,
    played_before: u64,
    most: usize,
) -> rusqlite::Result<usize> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let before = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
    let found: Vec<(i64, bool)> = db
        .prepare_cached(
            "SELECT room, played FROM (
                 SELECT r.room, r.closed_at, EXISTS (SELECT 1 FROM games g WHERE g.room = r.room) AS played
                 FROM rooms r
                 WHERE r.closed_at IS NOT NULL AND r.closed_at < max(?1, ?2) AND r.pruned = 0)
             WHERE closed_at < iif(played, ?2, ?1)
             ORDER BY closed_at LIMIT ?3",
        )?
        .query_map((before(empty_before), before(played_before), most), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (room, played) in &found {
        db.prepare_cached("DELETE FROM entries WHERE room = ?1")?.execute((room,))?;
        if *played {
            db.prepare_cached("UPDATE rooms SET pruned = 1 WHERE room = ?1")?.execute((room,))?;
        } else {
            db.prepare_cached("DELETE FROM rooms WHERE room = ?1")?.execute((room,))?;
            db.prepare_cached("DELETE FROM sitters WHERE room = ?1")?.execute((room,))?;
        }
    }
    Ok(found.len())
}
