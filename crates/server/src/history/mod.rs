//! Finished games, who played them, and ratings.
//!
//! A finished game goes to the archive in the same transaction as the entry that ended it; from there it becomes rows here
//! ([`rows`]), one game after the other, each once. All of it can be made again from the log ([`History::prepare`]),
//! but for one thing: which seats a profile had. That is kept beside the log, because the log forgets nothing and
//! people may want to be forgotten.
//!
//! In a cluster there is one archive for all nodes, outside of any file, and every node follows it ([`shared_history`]).

mod query;
mod rating;
mod rows;
mod shared_history;

pub(crate) use query::GameFilter;
pub(crate) use room::ProfileId;
pub use room::ProfileKey;

use crate::{
    log::{AppendError, Archive, ConnectError, Connection, GameRow, News, RoomId, RoomLog, SqliteLog},
    protocol::{HistoryPage, Leaderboard, Overview},
};
use shared_history::SharedHistory;

use std::{fmt, sync::Arc};

/// Raised when rows are made in another way: then they are rebuilt from the log.
const EDITION: u32 = 2;
/// Games that become rows in one transaction. The log waits meanwhile.
const AT_ONCE: usize = 50;

/// Finished games by those who played them.
#[derive(Clone)]
pub struct History {
    store: Arc<SqliteLog>,
    /// In a cluster: what all nodes share.
    shared_history: Option<Arc<SharedHistory>>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("shared", &self.shared_history.is_some()).finish_non_exhaustive()
    }
}

impl History {
    /// The history beside a log, in the same file.
    pub fn of(store: Arc<SqliteLog>) -> History {
        History { store, shared_history: None }
    }

    /// The history of a cluster, with the rows of this node in a file that has no rooms.
    pub async fn shared(store: Arc<SqliteLog>, connection: &Connection) -> Result<History, ConnectError> {
        let shared_history = SharedHistory::new(Archive::open(connection).await?);
        Ok(History { store, shared_history: Some(Arc::new(shared_history)) })
    }

    /// Rebuilds all rows from the log or from the archive of the cluster; returns the number of games.
    pub async fn rebuild(&self) -> Result<u64, AppendError> {
        self.store.edit(|db| rows::reached(db, 0, 0)).await?;
        self.prepare().await?;
        self.store.look(rows::games).await
    }

    /// Brings the rows up to date. Rows of an earlier release are rebuilt, from the log alone.
    pub async fn prepare(&self) -> Result<(), AppendError> {
        if let Some(shared_history) = &self.shared_history {
            let begun = shared_history.archive.begun.clone();
            self.store.edit(move |db| rows::come_from(db, EDITION, &begun)).await?;
            return shared_history.begin(&self.store).await;
        }
        if self.store.look(rows::edition).await? == EDITION {
            return self.catch_up().await;
        }
        let upto = self.store.look(rows::newest_archived).await?;
        let games = self.all_games().await?;
        tracing::info!(games = games.len(), "rebuilding the history from the log");
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
            let replayed = match self.store.read(room, 0).await {
                Ok(entries) => tokio::task::spawn_blocking(move || room::games(room, &entries)).await.ok(),
                Err(error) => {
                    tracing::error!(%room, %error, "a room cannot be read");
                    None
                }
            };
            match replayed {
                Some(Ok(rows)) => games.extend(rows.into_iter().map(|row| (room, row))),
                // Damaged, by rules that this program does not know any more, or with a deck that is elsewhere now.
                _ => {
                    tracing::warn!(%room, "a log cannot be played again; its games are taken from the archive");
                    games.extend(self.store.look(move |db| rows::archived(db, room)).await?);
                }
            }
        }
        games.sort_by_key(|(room, row)| (row.ended_at, *room, row.number));
        Ok(games)
    }

    /// A game is over, and the entry that ended it is on the log.
    pub(crate) async fn over(&self, room: RoomId, row: Box<GameRow>) -> Result<(), AppendError> {
        match &self.shared_history {
            Some(shared_history) => shared_history.over(room, row).await,
            None => self.catch_up().await,
        }
    }

    /// Makes sure that the finished games of a room are in the archive of all nodes.
    pub(crate) async fn make_up_for(
        &self,
        log: &dyn RoomLog,
        room: RoomId,
        games: u32,
    ) -> Result<(), AppendError> {
        match &self.shared_history {
            Some(shared_history) => shared_history.make_up_for(log, room, games).await,
            None => Ok(()),
        }
    }

    /// Makes rows of what has come to the archive since.
    async fn catch_up(&self) -> Result<(), AppendError> {
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
        if let Some(shared_history) = &self.shared_history {
            let alias = shared_history.archive.alias_for(&profile.0).await?;
            return shared_history.archive.keep_once(&News::Seated { room, player, alias }).await.map(drop);
        }
        self.store.edit(move |db| rows::seated(db, room, &player, &profile.0)).await
    }

    /// What somebody has played, and how well.
    pub(crate) async fn overview(&self, profile: ProfileId, board: bool) -> Result<Overview, AppendError> {
        self.be_up_to_date().await;
        self.store.look(move |db| query::overview(db, &rows::known_as(db, profile)?, board)).await
    }

    /// Some of somebody's games, the latest first.
    pub(crate) async fn games(
        &self,
        profile: ProfileId,
        wanted: GameFilter,
    ) -> Result<HistoryPage, AppendError> {
        self.be_up_to_date().await;
        self.store.look(move |db| query::games(db, &rows::known_as(db, profile)?, &wanted)).await
    }

    /// Under which name somebody stands on the leaderboard, or that they do not.
    pub(crate) async fn name(&self, profile: ProfileId, name: Option<String>) -> Result<(), AppendError> {
        if let Some(shared_history) = &self.shared_history {
            let alias = shared_history.archive.alias_for(&profile.0).await?;
            let at = shared_history.archive.keep(&News::Named { alias, name }).await?;
            return shared_history.written(at).await;
        }
        self.store.edit(move |db| rows::name(db, &profile.0, name.as_deref())).await
    }

    /// Nothing leads from a game to this profile any more. The games stay, with a seat that nobody has a name for.
    pub(crate) async fn forget(&self, profile: ProfileId) -> Result<(), AppendError> {
        if let Some(shared_history) = &self.shared_history {
            let Some(alias) = shared_history.archive.alias_of(&profile.0).await? else { return Ok(()) };
            let at = shared_history.archive.keep(&News::Forgotten { alias }).await?;
            return shared_history.written(at).await;
        }
        self.store.edit(move |db| rows::forget(db, &profile.0)).await
    }

    /// Everybody who chose to be listed, and the bots.
    pub(crate) async fn leaderboard(&self, you: Option<ProfileId>) -> Result<Leaderboard, AppendError> {
        self.be_up_to_date().await;
        self.store
            .look(move |db| {
                let you = you.map(|profile| rows::known_as(db, profile)).transpose()?;
                query::leaderboard(db, you.as_ref())
            })
            .await
    }

    async fn be_up_to_date(&self) {
        if let Some(shared_history) = &self.shared_history {
            shared_history.be_up_to_date().await;
        }
    }
}
