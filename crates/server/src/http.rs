//! The HTTP endpoints: the lobby, the WebSocket of a table, and those for operators.

mod door;
mod guard;
mod health;
mod history;
mod site;

pub(crate) use site::is_built_in;

use crate::{
    analyses::Waiting,
    client_address::Client,
    config::Config,
    metrics::OPENMETRICS,
    protocol::{
        AnalysisNews, Code, Replay,
        lobby::{Address, Learn, Listed, NewRoom, Person, Play, Seated, Summary},
    },
    shared::Shared,
    socket,
};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade},
    http::{StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use catalog::Fault;
use futures_util::stream;
use guard::{RefusedWith, guard};
use kernel::Seat;
use room::clean_code;
use serde::{Deserialize, de::DeserializeOwned};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::time::timeout;

type App = State<Arc<Shared>>;

/// All endpoints of a server.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/decks/{hash}", get(deck))
        .route("/api/address", get(address))
        .route("/api/rooms", get(public_rooms).post(open_room))
        .route("/api/rooms/{code}", get(room))
        .route("/api/rooms/{code}/join", post(join))
        .route("/api/quick-play", post(quick_play))
        .route("/api/play-now", post(play_now))
        .route("/api/lessons", post(learn))
        .route("/api/played/{record}/proof", get(proof))
        .route("/api/played/{record}/replay", get(replay))
        .merge(history::router())
        .route("/api/played/{record}/analysis", get(analysis))
        .route("/ws", get(connect))
        .route("/healthz", get(health::healthy))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics))
        .fallback(get(site::serve))
        .layer(DefaultBodyLimit::max(16 * 1024))
        .layer(middleware::from_fn_with_state(shared.clone(), guard))
        .with_state(shared)
}

async fn metrics(State(shared): App) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPENMETRICS)], shared.metrics.page())
}

async fn games() -> Json<Vec<serde_json::Value>> {
    Json(catalog::ALL.iter().map(|game| serde_json::to_value(game).unwrap_or_default()).collect())
}

/// What it takes to show the cards of a deck. Its hash says all of it, so it can be kept for good.
async fn deck(Path(hash): Path<String>) -> Result<Response, Refused> {
    let deck = catalog::deck(&hash).ok_or_else(|| Code::DeckMissing.fault())?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, deck.json.get().to_owned()).into_response())
}

/// Where others find this server; nothing if it does not know.
async fn address(State(shared): App) -> Json<Address> {
    let Config { public_url, network_url, .. } = &shared.config;
    Json(Address { address: public_url.as_ref().or(network_url.as_ref()).cloned() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    game: Option<String>,
}

async fn public_rooms(State(shared): App, Query(which): Query<Which>) -> Json<Vec<Summary>> {
    Json(shared.public_rooms(which.game.as_deref()))
}

async fn open_room(State(shared): App, client: Client, Body(wish): Body<NewRoom>) -> Answer<Seated> {
    shared.config.may_be_public(wish.settings.unwrap_or_default().listed)?;
    client.opening(&shared, shared.open(wish)).await
}

async fn room(State(shared): App, client: Client, Path(code): Path<String>) -> Answer<Summary> {
    let summary = async || shared.summary(&clean_code(&code)?).await;
    Ok(Json(client.guarded(&shared, summary).await?))
}

async fn join(
    State(shared): App,
    client: Client,
    Path(code): Path<String>,
    Body(person): Body<Person>,
) -> Answer<Seated> {
    let room = client.guarded(&shared, async || shared.find(&clean_code(&code)?).await).await?;
    shared.limits.may_join(client.address, shared.clock.now())?;
    Ok(Json(room.join(person, client.address).await?))
}

async fn quick_play(State(shared): App, client: Client, Body(wish): Body<Play>) -> Answer<Seated> {
    client.admitted(&shared)?;
    shared.config.may_be_public(Listed::Public)?;
    shared.limits.may_join(client.address, shared.clock.now())?;
    match shared.join_public(&wish, client.address).await? {
        Some(seated) => Ok(Json(seated)),
        None => client.opening(&shared, shared.open_public(wish)).await,
    }
}

async fn play_now(State(shared): App, client: Client, Body(wish): Body<Play>) -> Answer<Seated> {
    client.opening(&shared, shared.play_now(wish)).await
}

async fn learn(State(shared): App, client: Client, Body(wish): Body<Learn>) -> Answer<Seated> {
    client.opening(&shared, shared.open_lesson(wish)).await
}

/// A finished game as a file that proves itself.
async fn proof(
    State(shared): App,
    client: Client,
    Path(record): Path<String>,
) -> Result<impl IntoResponse, Refused> {
    let made = async || shared.proof_file(record.parse()?, client.address).await;
    let file = client.guarded(&shared, made).await?;
    let name = format!("attachment; filename=\"aboveboard-{}-{}.json\"", file.table, file.game);
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, file.text))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    viewer: Option<Seat>,
    #[serde(default)]
    from: u32,
}

/// A finished game once more.
async fn replay(
    State(shared): App,
    client: Client,
    Path(record): Path<String>,
    Query(part): Query<Part>,
) -> Answer<Replay> {
    let shown = async || shared.replay(record.parse()?, client.address, part.viewer, part.from).await;
    Ok(Json(client.guarded(&shared, shown).await?))
}

/// What each move of a finished game was worth, as soon as it is known, and until then how far it is.
async fn analysis(
    State(shared): App,
    client: Client,
    Path(record): Path<String>,
) -> Result<impl IntoResponse, Refused> {
    let wanted = async || shared.analysis(record.parse()?, client.address).await;
    let waiting = client.guarded(&shared, wanted).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        // A proxy that collects the whole answer first would show no progress.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, axum::body::Body::from_stream(lines(waiting))))
}

/// The news of an analysis, a line each, the current state first.
fn lines(waiting: Waiting) -> impl futures_util::Stream<Item = Result<String, Infallible>> {
    stream::unfold((Some(waiting), false), async |(waiting, again)| {
        let mut waiting = waiting?;
        if again {
            // The room task ended without an answer: the server is stopping.
            waiting.changed().await.ok()?;
        }
        let news = waiting.borrow_and_update().clone();
        let last = !matches!(news, AnalysisNews::Progress { .. });
        let line = serde_json::to_string(&news).ok()?;
        Some((Ok(line + "\n"), ((!last).then_some(waiting), true)))
    })
}

async fn connect(State(shared): App, client: Client, upgrade: WebSocketUpgrade) -> Response {
    // Small buffers: what people send has a hundred bytes, and most connections are quiet. Writing begins when
    // everything that waits for a connection is in the buffer, so that it is one write.
    upgrade
        .read_buffer_size(1024)
        .write_buffer_size(8 * 1024)
        .max_write_buffer_size(1024 * 1024)
        // A frame that is a little too large is read and refused; one that is far too large is not even read.
        .max_message_size(16 * shared.config.message_bytes)
        .max_frame_size(16 * shared.config.message_bytes)
        .on_upgrade(move |socket| socket::serve(Box::new(socket), client, shared))
}

impl Client {
    /// Opens a room, limited per address and minute; requests that open none do not count.
    async fn opening(
        &self,
        shared: &Shared,
        open: impl Future<Output = Result<Seated, Fault>>,
    ) -> Answer<Seated> {
        self.admitted(shared)?;
        shared.may_open()?;
        let place = shared.limits.may_open(self.address, shared.clock.now())?;
        let opened = open.await;
        match &opened {
            Ok(seated) => shared.opened_by(seated, place),
            Err(_) => shared.limits.opened_none(self.address, shared.clock.now()),
        }
        Ok(Json(opened?))
    }
}

/// How long the body of a request may take. [`guard`] puts it on every request.
#[derive(Clone, Copy, Debug)]
struct BodyTimeout(Duration);

/// A JSON body, refused in our own words.
struct Body<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> axum::extract::FromRequest<S> for Body<T> {
    type Rejection = Refused;
    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let within = request.extensions().get::<BodyTimeout>().map_or(Duration::MAX, |timeout| timeout.0);
        let body = timeout(within, axum::body::Bytes::from_request(request, state)).await;
        let bytes = body.map_err(|_| Code::BadMessage.fault())?.map_err(|_| Code::TooLarge.fault())?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| Refused(Fault::unreadable(&error)))
    }
}

type Answer<T> = Result<Json<T>, Refused>;

/// A fault as an HTTP answer.
#[derive(Debug)]
struct Refused(Fault);

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused(fault)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = match self.0.code.as_str() {
            "rate_limited" => StatusCode::TOO_MANY_REQUESTS,
            "room_not_found" | "unknown_game" | "deck_missing" => StatusCode::NOT_FOUND,
            "bad_profile" => StatusCode::UNAUTHORIZED,
            "banned" | "door_closed" => StatusCode::FORBIDDEN,
            "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            "room_full" | "lobby_locked" | "already_started" | "not_available" => StatusCode::CONFLICT,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut response = (status, Json(&self.0)).into_response();
        if let Some(seconds) = self.0.detail.get("seconds").and_then(serde_json::Value::as_u64)
            && status == StatusCode::TOO_MANY_REQUESTS
        {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(RefusedWith(self.0.code));
        response
    }
}
