//! Plain HTTP beside HTTPS: every request is sent to the same path there.

use crate::{host::is_known_host, shared::Shared};
use hyper::{
    Request, Response, StatusCode,
    body::Incoming,
    header::{self, HeaderMap, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};

/// Connections at the same time. A redirection takes a moment.
const AT_ONCE: usize = 256;
/// How long a connection may take.
const WITHIN: Duration = Duration::from_secs(10);
/// How long to wait after the system could not hand over a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Where HTTPS is found.
#[derive(Debug)]
pub(crate) struct Destination {
    public_url: Option<String>,
    host_names: Vec<String>,
    port: u16,
}

impl Destination {
    pub(crate) fn of(shared: &Shared, port: u16) -> Destination {
        let (public_url, host_names) = (shared.config.public_url.clone(), shared.host_names.clone());
        Destination { public_url, host_names, port }
    }

    /// The origin for a request: the public address, or the name that was asked for if it is one of this machine's. Any
    /// other name would send people wherever a stranger likes.
    fn origin(&self, headers: &HeaderMap) -> Option<String> {
        if let Some(url) = &self.public_url {
            return Some(url.trim_end_matches('/').to_owned());
        }
        let host = headers.get(header::HOST)?.to_str().ok()?;
        if !is_known_host(headers, None, &self.host_names) {
            return None;
        }
        let bare = match host.rfind(']') {
            Some(end) => &host[..=end],
            None => host.split(':').next().unwrap_or(host),
        };
        let port = self.port;
        Some(if port == 443 { format!("https://{bare}") } else { format!("https://{bare}:{port}") })
    }
}

/// Redirects until it is dropped.
pub(crate) async fn redirect(listener: TcpListener, destination: Destination) {
    let destination = Arc::new(destination);
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let destination = destination.clone();
        tokio::spawn(async move {
            // A client that is slow or gone finds its way without us.
            let _ = timeout(WITHIN, answer(stream, &destination)).await;
            drop(place);
        });
    }
}

async fn answer(stream: TcpStream, destination: &Destination) -> Result<(), hyper::Error> {
    let service = service_fn(async |request: Request<Incoming>| {
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let response = match destination.origin(request.headers()) {
            Some(origin) => moved(&format!("{origin}{path}")),
            None => refused(StatusCode::MISDIRECTED_REQUEST),
        };
        Ok::<_, Infallible>(response)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(WITHIN).keep_alive(false);
    builder.serve_connection(TokioIo::new(stream), service).await
}

fn moved(to: &str) -> Response<String> {
    let mut response = refused(StatusCode::PERMANENT_REDIRECT);
    match HeaderValue::from_str(to) {
        Ok(to) => drop(response.headers_mut().insert(header::LOCATION, to)),
        Err(_) => *response.status_mut() = StatusCode::BAD_REQUEST,
    }
    response
}

fn refused(status: StatusCode) -> Response<String> {
    let mut response = Response::new(String::new());
    *response.status_mut() = status;
    response
}
