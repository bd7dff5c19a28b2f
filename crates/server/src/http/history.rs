//! The endpoints of a player's own games and of the leaderboard.

use super::{Answer, App, Body, Refused};
use crate::{
    client_address::Client,
    history::{GameFilter, History, ProfileId, ProfileKey},
    log::AppendError,
    protocol::{BoardName, Code, HistoryPage, Leaderboard, Overview},
    shared::Shared,
    throttle::throttled_error,
};
use axum::{
    Json, Router,
    extract::{FromRequestParts, Query, State, rejection::QueryRejection},
    http::{HeaderValue, header, request::Parts},
    middleware::map_response,
    response::Response,
    routing::{get, put},
};
use catalog::Fault;
use room::clean_name;
use std::sync::Arc;

pub(super) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/history", get(overview).delete(forget))
        .route("/api/history/games", get(games))
        .route("/api/history/name", put(name))
        .route("/api/leaderboard", get(leaderboard))
        .layer(map_response(async |mut response: Response| {
            // Proxies must not cache answers for one browser.
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }))
}

async fn overview(State(shared): App, You(profile): You) -> Answer<Overview> {
    let board = shared.config.leaderboard;
    Ok(Json(shared.history()?.overview(profile, board).await.map_err(unread)?))
}

async fn games(
    State(shared): App,
    You(profile): You,
    wanted: Result<Query<GameFilter>, QueryRejection>,
) -> Answer<HistoryPage> {
    let Query(wanted) = wanted.map_err(|_| Code::BadMessage.fault())?;
    Ok(Json(shared.history()?.games(profile, wanted).await.map_err(unread)?))
}

async fn forget(State(shared): App, You(profile): You) -> Answer<()> {
    Ok(Json(shared.history()?.forget(profile).await.map_err(unread)?))
}

async fn name(State(shared): App, You(profile): You, Body(wish): Body<BoardName>) -> Answer<()> {
    if !shared.config.leaderboard {
        return Err(Code::NotAvailable.fault().into());
    }
    let name = wish.name.as_deref().map(clean_name).transpose().map_err(Fault::from)?;
    if let Some(name) = &name {
        shared.config.may_be_listed(name)?;
    }
    Ok(Json(shared.history()?.name(profile, name).await.map_err(unread)?))
}

async fn leaderboard(State(shared): App, client: Client, you: Option<You>) -> Answer<Leaderboard> {
    if you.is_none() {
        client.looks_back(&shared)?;
    }
    if !shared.config.leaderboard {
        return Err(Code::NotAvailable.fault().into());
    }
    let you = you.map(|You(profile)| profile);
    Ok(Json(shared.history()?.leaderboard(you).await.map_err(unread)?))
}

/// The owner of the profile key in the request. An unused key belongs to somebody without games, so that guessing
/// reveals nothing.
struct You(ProfileId);

impl FromRequestParts<Arc<Shared>> for You {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<You, Refused> {
        let client = Client::from_request_parts(parts, shared).await.map_err(|_| Code::Internal.fault())?;
        client.looks_back(shared)?;
        let key = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let shown = async || {
            let key = key.and_then(|value| value.strip_prefix("Bearer ")).ok_or(Code::BadProfile)?;
            Ok(You(ProfileKey::new(key).id()?))
        };
        Ok(client.guarded(shared, shown).await?)
    }
}

impl axum::extract::OptionalFromRequestParts<Arc<Shared>> for You {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Option<You>, Refused> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(None);
        }
        <You as FromRequestParts<Arc<Shared>>>::from_request_parts(parts, shared).await.map(Some)
    }
}

impl Client {
    /// A request about histories, limited per address and minute.
    fn looks_back(&self, shared: &Shared) -> Result<(), Fault> {
        shared.limits.may_look_back(self.address, shared.clock.now())
    }
}

impl Shared {
    fn history(&self) -> Result<&History, Fault> {
        self.history.as_ref().ok_or_else(|| Code::NotAvailable.into())
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn unread(error: AppendError) -> Refused {
    throttled_error!(%error, "the history could not be used");
    Code::Internal.fault().into()
}
