//! Whose games they were, how they ended, and how well everybody plays.
//!
//! What is over goes to the archive in the same stroke as the entry that ended it; from there it becomes rows here
//! ([`rows`]), one game after the other, each once. All of it can be made again from the log ([`History::prepare`]),
//! but for one thing: which seats a profile had. That is kept beside the log, because the log forgets nothing and
//! people may want to be forgotten.

mod profile;
mod query;
mod rating;
mod rows;

pub(crate) use profile::ProfileId;
pub use profile::ProfileKey;
pub(crate) use query::Wanted;

use crate::{
    log::{AppendError, GameRow, RoomId, RoomLog, SqliteLog},
    protocol::{HistoryPage, Leaderboard, Overview},
    room::archive,
};
use std::sync::Arc;

/// Raised when rows are made in another way: then they are made anew from the log.
const EDITION: u32 = 1;
/// So many games become rows at once. The log waits meanwhile.
const AT_ONCE: usize = 50;

/// Finished games by those who played them.
#[derive(Clone, Debug)]
pub struct History {
    store: Arc<SqliteLog>,
}

impl History {
    /// The history beside a log, in the same file.
    pub fn of(store: Arc<SqliteLog>) -> History {
        History { store }
    }

    /// Brings the rows up to date. What an earlier release has made is made anew, from the log alone.
    pub(crate) async fn prepare(&self) -> Result<(), AppendError> {
        if self.store.look(rows::edition).await? == EDITION {
            return self.catch_up().await;
        }
        let upto = self.store.look(rows::newest_archived).await?;
        let games = self.all_games().await?;
        tracing::info!(games = games.len(), "making the history from the log");
        self.store.edit(rows::clear).await?;
        let mut games = games.into_iter();
        loop {
            let some: Vec<_> = games.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            self.store
                .edit(move |db| some.iter().try_for_each(|(room, row)| rows::write(db, *room, row)))
                .await?;
        }
        self.store.edit(move |db| rows::reached(db, EDITION, upto)).await?;
        self.catch_up().await
    }

    /// Every game that the log has to its end, in the order in which they ended.
    async fn all_games(&self) -> Result<Vec<(RoomId, GameRow)>, AppendError> {
        let mut games = Vec::new();
        for room in self.store.look(rows::rooms).await? {
            let entries = self.store.read(room, 0).await?;
            let replayed = tokio::task::spawn_blocking(move || archive::games(room, &entries)).await;
            match replayed {
                Ok(Ok(rows)) => games.extend(rows.into_iter().map(|row| (room, row))),
                // By rules that this program does not know any more, or with a deck that is elsewhere now.
                _ => {
                    tracing::warn!(%room, "a log cannot be played again; its games are taken from the archive");
                    games.extend(self.store.look(move |db| rows::archived(db, room)).await?);
                }
            }
        }
        games.sort_by_key(|(room, row)| (row.ended_at, *room, row.number));
        Ok(games)
    }

    /// Makes rows of what has come to the archive since.
    pub(crate) async fn catch_up(&self) -> Result<(), AppendError> {
        while self.store.edit(|db| rows::follow(db, AT_ONCE)).await? == AT_ONCE {}
        Ok(())
    }

    /// A player of a room is somebody with a profile.
    pub(crate) async fn seated(
        &self,
        room: RoomId,
        player: &str,
        profile: ProfileId,
    ) -> Result<(), AppendError> {
        let player = player.to_owned();
        self.store.edit(move |db| rows::seated(db, room, &player, &profile)).await
    }

    /// What somebody has played, and how well.
    pub(crate) async fn overview(&self, profile: ProfileId, board: bool) -> Result<Overview, AppendError> {
        self.store.look(move |db| query::overview(db, &profile, board)).await
    }

    /// Some of somebody's games, the latest first.
    pub(crate) async fn games(&self, profile: ProfileId, wanted: Wanted) -> Result<HistoryPage, AppendError> {
        self.store.look(move |db| query::games(db, &profile, &wanted)).await
    }

    /// Under which name somebody stands on the leaderboard, or that they do not.
    pub(crate) async fn name(&self, profile: ProfileId, name: Option<String>) -> Result<(), AppendError> {
        self.store.edit(move |db| rows::name(db, &profile, name.as_deref())).await
    }

    /// Nothing leads from a game to this profile any more. The games stay, with a seat that nobody has a name for.
    pub(crate) async fn forget(&self, profile: ProfileId) -> Result<(), AppendError> {
        self.store.edit(move |db| rows::forget(db, &profile)).await
    }

    /// Everybody who wants to be seen, and the bots.
    pub(crate) async fn leaderboard(&self, you: Option<ProfileId>) -> Result<Leaderboard, AppendError> {
        self.store.look(move |db| query::leaderboard(db, you.as_ref())).await
    }
}
