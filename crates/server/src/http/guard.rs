use super::{BodyTimeout, door};
use crate::{host::is_known_host, shared::Shared, throttle::Throttle};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::sync::Arc;

/// Says in an answer with which code something was refused, for those who count.
#[derive(Clone, Debug)]
pub(super) struct RefusedWith(pub(super) String);

/// Wraps every endpoint: refuses requests from other origins, counts refusals, and adds the security headers
/// to every answer.
pub(super) async fn guard(State(shared): State<Arc<Shared>>, mut request: Request, next: Next) -> Response {
    let public_url = shared.config.public_url.as_deref();
    let mut response = if !is_known_host(request.headers(), public_url, &shared.host_names) {
        static HOSTS: Throttle = Throttle::new();
        if let Some(held_back) = HOSTS.pass() {
            tracing::warn!(
                held_back,
                "refused a request for a host name that is not this machine's; see --public-url"
            );
        }
        shared.metrics.refused("host");
        let text = "this server does not know the name you asked for; its operator can set --public-url\n";
        (StatusCode::MISDIRECTED_REQUEST, text).into_response()
    } else if same_origin(request.headers(), public_url) {
        request.extensions_mut().insert(BodyTimeout(shared.config.request_within));
        match door::keep(&shared, request).await {
            Ok(request) => next.run(request).await,
            Err(answer) => answer,
        }
    } else {
        static ORIGINS: Throttle = Throttle::new();
        // Without the origin: a log holds nothing that a stranger sent.
        if let Some(held_back) = ORIGINS.pass() {
            tracing::warn!(held_back, "refused a request from another origin");
        }
        shared.metrics.refused("origin");
        (StatusCode::FORBIDDEN, "this page may not connect here\n").into_response()
    };
    if let Some(RefusedWith(code)) = response.extensions().get() {
        shared.metrics.refused(code);
    }
    let headers = response.headers_mut();
    for (name, value) in SAFE {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if shared.config.https_only {
        let headers = response.headers_mut();
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    if response.extensions().get::<door::DoorHeaders>().is_some() {
        door::DoorHeaders::put_on(response.headers_mut());
    }
    response
}

/// For half a year.
const HTTPS_ONLY: &str = "max-age=15768000";

const SAFE: [(header::HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        // The rules are a WebAssembly module of our own: it may be compiled, and no text may be run as a script.
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// Whether a browser's page comes from this server. Programs other than browsers send no origin, and neither does a
/// browser for what cannot do anything.
///
/// With a public URL, only pages from there: an attacker who can make a name point at this machine could make origin and
/// host agree.
fn same_origin(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(public) = public_url {
        return public.trim_end_matches('/') == origin;
    }
    let host = origin.split_once("://").map(|(_, host)| host).filter(|host| !host.is_empty());
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.is_some() && host == asked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(origin: Option<&str>, host: &str, public_url: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_bytes(origin.as_bytes()).unwrap());
        }
        same_origin(&headers, public_url)
    }

    #[test]
    fn programs_other_than_browsers_send_no_origin() {
        assert!(fits(None, "127.0.0.1:7878", None));
        assert!(fits(None, "10.0.0.7:7878", Some("https://cards.example.org")));
    }

    #[test]
    fn a_page_may_talk_to_the_host_it_came_from() {
        assert!(fits(Some("http://127.0.0.1:7878"), "127.0.0.1:7878", None));
        assert!(fits(Some("https://cards.example.org"), "cards.example.org", None));
        for stranger in [
            "http://evil.example",
            "http://127.0.0.1:9999",
            "http://127.0.0.1",
            "http://127.0.0.1:7878.evil.example",
            "http://evil.example/127.0.0.1:7878",
            "127.0.0.1:7878",
            "null",
            "http://",
            "",
            "http://b\u{fc}cher.example",
        ] {
            assert!(!fits(Some(stranger), "127.0.0.1:7878", None), "{stranger}");
        }
        assert!(!fits(Some("http://"), "", None), "nothing is not the same as nothing");
    }

    #[test]
    fn with_a_public_url_only_pages_from_there() {
        for public_url in ["https://cards.example.org", "https://cards.example.org/"] {
            assert!(fits(Some("https://cards.example.org"), "10.0.0.7:7878", Some(public_url)));
            assert!(!fits(Some("http://cards.example.org"), "cards.example.org", Some(public_url)));
            assert!(!fits(Some("http://10.0.0.7:7878"), "10.0.0.7:7878", Some(public_url)));
            assert!(!fits(Some("https://evil.example"), "evil.example", Some(public_url)));
        }
    }
}
