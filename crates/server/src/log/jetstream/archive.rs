//! Finished games, and whose they were, for all nodes: a stream of its own, so that everybody writes the same rows in the
//! same order.
//!
//! A log forgets nothing, and people may want to be forgotten. So a profile has an alias here that was drawn by lot, and
//! seats and names hang on the alias. Deleting a profile erases the one message that ties the two together, and the
//! name. The rest says that some seats were the same unknown player's, which everybody else's ratings depend on.

use super::{Connection, Trouble, failed, is_conflict, listener::Listener, retry};
use crate::{
    log::{AppendError, ConnectError, GameRow, RoomId},
    retry::Retry,
};
use async_nats::jetstream::{
    self,
    context::PublishErrorKind,
    message::PublishMessage,
    stream::{Config, RawMessageErrorKind, Stream},
};
use bytes::Bytes;
use futures_util::{
    StreamExt, TryStreamExt,
    stream::{self, BoxStream},
};
use room::entropy::hex;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;

/// How long to retry a write.
const RETRY: Retry = Retry { timeout: Duration::from_secs(30), delay: Duration::from_millis(200) };

/// What a profile is called here; it says nothing about the profile.
pub(crate) type Alias = String;

/// Something that all nodes write down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum News {
    /// A profile, by its hash, has an alias.
    Known { profile: String, alias: Alias },
    /// A player of a room is somebody with a profile.
    Seated { room: RoomId, player: String, alias: Alias },
    /// A game is over.
    Over { room: RoomId, row: Box<GameRow> },
    /// Under which name somebody stands on the leaderboard, or that they do not.
    Named { alias: Alias, name: Option<String> },
    /// Nothing leads to them any more.
    Forgotten { alias: Alias },
}

impl News {
    /// What there is one of; the last word counts.
    fn about(&self) -> String {
        match self {
            News::Known { profile, .. } => format!("profile.{profile}"),
            News::Seated { room, player, .. } => format!("seat.{room}.{player}"),
            News::Over { room, row } => format!("game.{room}.{}", row.number),
            News::Named { alias, .. } => format!("name.{alias}"),
            News::Forgotten { alias } => format!("forgotten.{alias}"),
        }
    }
}

/// What the nodes of a cluster keep together besides the rooms.
pub(crate) struct Archive {
    prefix: String,
    context: jetstream::Context,
    stream: Stream<()>,
    /// When it was begun: one that was begun at another time is another one.
    pub(crate) begun: String,
}

impl Archive {
    pub(crate) async fn open(connection: &Connection) -> Result<Archive, ConnectError> {
        let (name, prefix) = (format!("{}-archive", connection.prefix()), connection.prefix().to_owned());
        let config = connection.keeping(&name, format!("{prefix}.archive.>"));
        // Unlike a room, it can be made to forget.
        let config = Config { max_messages_per_subject: 1, deny_purge: true, ..config };
        let info = connection.stream(config).await?;
        let context = connection.context();
        let stream = context.get_stream_no_info(name).await;
        let stream = stream.map_err(|error| ConnectError::Unusable { reason: error.to_string() })?;
        Ok(Archive { prefix, context, stream, begun: info.created.to_string() })
    }

    fn subject(&self, about: &str) -> String {
        format!("{}.archive.{about}", self.prefix)
    }

    /// Writes something down, whatever there was before; returns its number.
    pub(crate) async fn keep(&self, news: &News) -> Result<u64, AppendError> {
        self.publish(news, false).await?.ok_or_else(|| AppendError::Failed("it was refused".into()))
    }

    /// Writes something down unless it is there already; returns its number if it was not.
    pub(crate) async fn keep_once(&self, news: &News) -> Result<Option<u64>, AppendError> {
        self.publish(news, true).await
    }

    async fn publish(&self, news: &News, once: bool) -> Result<Option<u64>, AppendError> {
        let body: Bytes = serde_json::to_vec(news).map_err(|error| failed(&error))?.into();
        let about = news.about();
        // The inner result is final; an outer error is temporary.
        let published = RETRY.run(|| async {
            let mut message = PublishMessage::build().payload(body.clone());
            if once {
                message = message.expected_last_subject_sequence(0);
            }
            let sent = match self.context.send_publish(self.subject(&about), message).await {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(kept) => Ok(Ok(Some(kept.sequence))),
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => Ok(Err(failed(&error))),
                Err(error) if is_conflict(&error) => match self.last_about(&about).await {
                    Ok(Some(_)) => Ok(Ok(None)),
                    // A leader that loses its majority knows of messages that come to nothing.
                    Ok(None) => Err(error),
                    Err(error) => Ok(Err(error)),
                },
                Err(error) => Err(error),
            }
        });
        published.await.map_err(|error| failed(&error))?
    }

    /// The alias of a profile, if it has one.
    pub(crate) async fn alias_of(&self, profile: &str) -> Result<Option<Alias>, AppendError> {
        let found = self.last_about(&format!("profile.{profile}")).await?;
        Ok(found.and_then(|(_, news)| match news? {
            News::Known { alias, .. } => Some(alias),
            _ => None,
        }))
    }

    /// The alias of a profile, which has one from now on.
    pub(crate) async fn alias_for(&self, profile: &str) -> Result<Alias, AppendError> {
        let deadline = Instant::now() + RETRY.timeout;
        loop {
            if let Some(alias) = self.alias_of(profile).await? {
                return Ok(alias);
            }
            let mut lot = [0; 16];
            getrandom::fill(&mut lot).map_err(|error| failed(&error))?;
            let known = News::Known { profile: profile.into(), alias: hex(&lot) };
            match self.keep_once(&known).await? {
                Some(_) => return Ok(hex(&lot)),
                // Another node was quicker, and has drawn another.
                None if Instant::now() < deadline => {}
                None => return Err(AppendError::Failed("a profile has no alias".into())),
            }
        }
    }

    /// How many games of a room are in it.
    pub(crate) async fn games_of(&self, room: RoomId) -> Result<u32, AppendError> {
        let subjects = self.subject(&format!("game.{room}.*"));
        retry(|| async {
            let games = self.stream.info_with_subjects(&subjects).await?;
            Ok(games.try_fold(0, async |count, _| Ok(count + 1)).await?)
        })
        .await
    }

    /// Erases what ties an alias to its profile, and its name.
    pub(crate) async fn erase(&self, profile: Option<&str>, alias: &Alias) -> Result<(), AppendError> {
        if let Some(profile) = profile {
            let about = format!("profile.{profile}");
            // By now the same profile may have another alias.
            if let Some((at, Some(News::Known { alias: there, .. }))) = self.last_about(&about).await?
                && there == *alias
            {
                self.overwrite(at).await?;
            }
        }
        match self.last_about(&format!("name.{alias}")).await? {
            Some((at, _)) => self.overwrite(at).await,
            None => Ok(()),
        }
    }

    async fn overwrite(&self, at: u64) -> Result<(), AppendError> {
        retry(|| async {
            let Err(error) = self.stream.delete_message(at).await else { return Ok(()) };
            // Another node may have been quicker.
            match self.stream.get_raw_message(at).await {
                Err(gone) if gone.kind() == RawMessageErrorKind::NoMessageFound => Ok(()),
                _ => Err(error.into()),
            }
        })
        .await
    }

    /// The last word about something, with its number, as the stream's leader has it.
    async fn last_about(&self, about: &str) -> Result<Option<(u64, Option<News>)>, AppendError> {
        let subject = self.subject(about);
        retry(|| async {
            match self.stream.raw_message_builder().last_by_subject(&subject).send().await {
                Ok(message) => Ok(Some((message.sequence, understood(&message.payload)))),
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
        .await
    }

    /// The number of what was written down last. It is never erased.
    pub(crate) async fn last(&self) -> Result<u64, AppendError> {
        retry(|| async { Ok(self.stream.get_info().await?.state.last_sequence) }).await
    }

    /// Everything after a number, in order, and what comes from now on. Nothing where this program does not understand it.
    pub(crate) async fn after(
        &self,
        position: u64,
    ) -> Result<BoxStream<'static, Result<(u64, Option<News>), Trouble>>, Trouble> {
        let listener = Listener::new(&self.stream, None, position, false).await?;
        let news = stream::try_unfold(listener, async |mut listener| {
            let (at, message) = listener.next().await?;
            Ok(Some(((at, understood(&message.payload)), listener)))
        });
        Ok(news.boxed())
    }
}

fn understood(body: &[u8]) -> Option<News> {
    serde_json::from_slice(body).ok()
}
