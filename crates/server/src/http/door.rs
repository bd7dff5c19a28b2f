//! The door code of a card room. Until a browser has sent it, every path shows a page that asks for it.
//!
//! A cookie remembers it: WebSockets cannot send headers of their own, and a page needs no program for a form.

use crate::{client_address::Client, protocol::Code, shared::Shared};
use axum::{
    body::{self, Body},
    extract::{FromRequestParts, Request},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use std::{fmt::Write, sync::Arc, time::Duration};
use subtle::ConstantTimeEq;
use tokio::time::timeout;

/// The cookie that remembers the code, as a hash.
const COOKIE: &str = "aboveboard-door";
/// How long a browser remembers it.
const REMEMBERED: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// Programs without cookies send the code itself in this header.
const HEADER: &str = "x-door-code";
/// The longest form.
const FORM_BYTES: usize = 1024;
/// Paths for the operator's tools.
const OPEN: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Headers of an answer that replace those of all other answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoorHeaders;

impl DoorHeaders {
    pub(super) fn put_on(headers: &mut HeaderMap) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        // With `no-referrer`, browsers would send the form with the origin `null`.
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    }
}

/// Whether a request may pass. `None` lets it; otherwise the returned answer goes back.
pub(super) async fn keep(shared: &Arc<Shared>, request: Request) -> Result<Request, Response> {
    let Some(code) = shared.config.door_code.as_deref() else { return Ok(request) };
    if OPEN.contains(&request.uri().path()) || knows(request.headers(), code) {
        return Ok(request);
    }
    let path = request.uri().path().to_owned();
    if request.method() == Method::POST && is_form(request.headers()) {
        return Err(knock(shared, code, &path, request).await);
    }
    Err(match path.starts_with("/api/") || path == "/ws" {
        true => super::Refused::from(Code::DoorClosed.fault()).into_response(),
        false => page(""),
    })
}

fn knows(headers: &HeaderMap, code: &str) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|one| one.trim().split_once('='));
    let sent = headers.get(HEADER).map(|value| remembered(&String::from_utf8_lossy(value.as_bytes())));
    let token = remembered(code);
    let is_right = |sent: &str| bool::from(sent.as_bytes().ct_eq(token.as_bytes()));
    cookies.any(|(name, value)| name == COOKIE && is_right(value)) || sent.is_some_and(|sent| is_right(&sent))
}

/// What a browser keeps: enough to be let in, and not the code itself.
fn remembered(code: &str) -> String {
    let hash = Sha256::new().chain_update(b"aboveboard door ").chain_update(code.as_bytes()).finalize();
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"))
}

/// Somebody has filled in the form.
async fn knock(shared: &Arc<Shared>, code: &str, path: &str, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(client) = Client::from_request_parts(&mut parts, shared).await else { return page("") };
    let tried = client.guarded(shared, async || match typed(shared, body).await {
        Some(typed) if bool::from(typed.as_bytes().ct_eq(code.as_bytes())) => Ok(()),
        // It counts as a guess.
        _ => Err(Code::BadToken.fault()),
    });
    match tried.await {
        Ok(()) => {
            let config = &shared.config;
            let is_public = config.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
            let is_secure = is_public || config.tls.is_some();
            let secure = if is_secure { "; Secure" } else { "" };
            let (token, seconds) = (remembered(code), REMEMBERED.as_secs());
            let cookie =
                format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
            (StatusCode::SEE_OTHER, [(header::LOCATION, path.to_owned()), (header::SET_COOKIE, cookie)])
                .into_response()
        }
        Err(fault) if fault.code == Code::RateLimited.as_str() => page(
            "<p role=\"alert\">Too many tries. Wait a minute.<br><span lang=\"de\">Zu viele Versuche. Warte eine Minute.</span>",
        ),
        Err(_) => page(
            "<p role=\"alert\">That is not the code.<br><span lang=\"de\">Das ist nicht der Code.</span>",
        ),
    }
}

/// The word in the form.
async fn typed(shared: &Shared, form: Body) -> Option<String> {
    let bytes = timeout(shared.config.request_within, body::to_bytes(form, FORM_BYTES)).await.ok()?.ok()?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let word = text.split('&').find_map(|field| field.strip_prefix("door="))?.replace('+', " ");
    Some(percent_decode_str(&word).decode_utf8().ok()?.trim().to_owned())
}

fn page(refused: &str) -> Response {
    let page = include_str!("door.html").replace("{{refused}}", refused);
    let mut response =
        (StatusCode::FORBIDDEN, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response();
    response.extensions_mut().insert(DoorHeaders);
    response
}
