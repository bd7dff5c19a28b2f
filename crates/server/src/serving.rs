//! Connections: how many there may be, and how long each may take.

mod redirect;

pub(crate) use redirect::{Destination, redirect};

use crate::{
    client_address::household,
    limits::{Counts, Held},
    shared::Shared,
    throttle::Throttle,
    tls::Tls,
};
use axum::{Router, extract::ConnectInfo};
use hyper::{
    body::Incoming,
    header::{self, HeaderValue},
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::{
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch},
    time::{Sleep, sleep, timeout},
};
use tokio_rustls::server::TlsStream;
use tower_service::Service;

/// The longest head of a request. Browsers send less than a tenth of it.
const HEAD_BYTES: usize = 16 * 1024;
/// Requests of one HTTP/2 connection at the same time.
const STREAMS: u32 = 100;
/// How long to wait after the system could not hand over a connection: without file handles, asking again at once
/// would only burn time.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections until `stop` is ready, then waits until those there are have ended.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    shared: Arc<Shared>,
    mut stop: oneshot::Receiver<()>,
) {
    let gate = Gate::new(&shared);
    let (stopping, stopped) = watch::channel(());
    let (running, ended) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // Ready when the other end is dropped, too.
            _ = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(wire) = gate.let_in(stream, peer) else { continue };
                let (router, stopping, running) = (router.clone(), stopped.clone(), ended.clone());
                let within = shared.config.request_within;
                let tls = shared.config.tls.clone();
                tokio::spawn(async move {
                    match tls {
                        Some(tls) => encrypted(wire, &tls, peer, router, within, stopping).await,
                        None => connection(wire, peer, router, within, stopping).await,
                    }
                    drop(running);
                });
            }
            Err(error) => gate.refused(&error).await,
        }
    }
    drop((listener, stopped, ended));
    // Every connection notices that the other end is gone.
    drop(stopping);
    running.closed().await;
}

/// One connection with TLS. A client that does not shake hands in time, or speaks plain HTTP, is closed.
async fn encrypted(
    wire: Wire,
    tls: &Tls,
    peer: SocketAddr,
    router: Router,
    within: Duration,
    stopping: watch::Receiver<()>,
) {
    let Ok(Ok(stream)) = timeout(within, tls.0.accept(wire)).await else { return };
    match stream.get_ref().1.alpn_protocol() {
        Some(b"h2") => multiplexed(stream, peer, router, within, stopping).await,
        _ => connection(stream, peer, router, within, stopping).await,
    }
}

/// One HTTP/2 connection until it ends. WebSockets have connections of their own.
async fn multiplexed(
    stream: TlsStream<Wire>,
    peer: SocketAddr,
    router: Router,
    within: Duration,
    mut stopping: watch::Receiver<()>,
) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        // Everything behind this asks for the name in the way of HTTP/1.1.
        let authority = request.uri().authority().and_then(|name| HeaderValue::from_str(name.as_str()).ok());
        if let Some(authority) = authority {
            request.headers_mut().insert(header::HOST, authority);
        }
        router.clone().call(request)
    });
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD_BYTES as u32)
        // A dead line is noticed; one that is only quiet is kept, so that the next page opens at once.
        .keep_alive_interval(within)
        .keep_alive_timeout(within);
    let mut serving = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = serving.as_mut() => return,
        _ = stopping.changed() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

/// One connection until it ends or becomes a WebSocket.
async fn connection<Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    wire: Stream,
    peer: SocketAddr,
    router: Router,
    within: Duration,
    mut stopping: watch::Receiver<()>,
) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    // The timeout for a head also ends connections that say nothing at all, and idle ones.
    builder.timer(TokioTimer::new()).header_read_timeout(within).max_buf_size(HEAD_BYTES);
    let mut serving = pin!(builder.serve_connection(TokioIo::new(wire), service).with_upgrades());
    tokio::select! {
        // How a connection ends is its client's business.
        _ = serving.as_mut() => return,
        _ = stopping.changed() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

/// Lets connections in, as many as there may be.
struct Gate {
    shared: Arc<Shared>,
    all: Arc<Semaphore>,
    per_address: Arc<Counts>,
    errors: Throttle,
    full: Throttle,
}

impl Gate {
    fn new(shared: &Arc<Shared>) -> Gate {
        let config = &shared.config;
        let most = if config.limits { config.connections_per_address } else { usize::MAX };
        Gate {
            all: Arc::new(Semaphore::new(config.connections.min(Semaphore::MAX_PERMITS))),
            per_address: Counts::new(most),
            errors: Throttle::new(),
            full: Throttle::new(),
            shared: shared.clone(),
        }
    }

    fn let_in(&self, stream: TcpStream, peer: SocketAddr) -> Option<Wire> {
        let ip = peer.ip().to_canonical();
        let proxy = self.shared.config.trusted_proxies.iter().any(|proxy| proxy.to_canonical() == ip);
        // Many people come through a proxy: only the limit in all counts for it.
        let place = if proxy { None } else { self.per_address.take(household(ip)) };
        let permit = self.all.clone().try_acquire_owned().ok();
        let (Some(permit), true) = (permit, proxy || place.is_some()) else {
            self.shared.metrics.turned_away();
            if let Some(held_back) = self.full.pass() {
                tracing::warn!(
                    held_back,
                    "refused a connection: too many connections, in total or from its address"
                );
            }
            return None;
        };
        // Moves are small and wait for nobody.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "nodelay");
        }
        let within = self.shared.config.write_within;
        Some(Wire { stream, within, stalled: None, _place: place, _permit: permit })
    }

    async fn refused(&self, error: &io::Error) {
        self.shared.metrics.accept_error();
        if let Some(held_back) = self.errors.pass() {
            tracing::error!(%error, held_back, "a connection could not be accepted");
        }
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
        // Those are one client's trouble; anything else is the machine's.
        if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
            sleep(ACCEPT_PAUSE).await;
        }
    }
}

/// A TCP connection that ends when its client does not read for too long. It counts until it is dropped, also as a
/// WebSocket.
struct Wire {
    stream: TcpStream,
    within: Duration,
    /// Runs while nothing can be written.
    stalled: Option<Pin<Box<Sleep>>>,
    _place: Option<Held>,
    _permit: OwnedSemaphorePermit,
}

impl Wire {
    fn watch<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let within = self.within;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(within)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, written)
    }
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
