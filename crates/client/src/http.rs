use crate::{Endpoint, error::unreadable};
use http_body_util::{BodyExt, Full};
use hyper::{
    HeaderMap, Method, Request,
    body::{Bytes, Incoming},
    client::conn::http1::{self, SendRequest},
    header,
};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use std::{borrow::Cow, fmt, io};
use tokio::{net::TcpStream, task::JoinHandle};

/// An HTTP connection: one request after the other.
pub struct Http {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    _driver: Driver,
}

/// Moves bytes between hyper and the socket. When it is dropped, the connection is closed.
struct Driver(JoinHandle<()>);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http").field("host", &self.host).finish_non_exhaustive()
    }
}

/// A complete response.
#[derive(Clone, Debug)]
pub struct Response {
    /// Its status.
    pub status: u16,
    /// Its headers; their names are in lower case.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
}

impl Response {
    /// The body as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }
    /// The body as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> io::Result<T> {
        serde_json::from_slice(&self.body).map_err(|error| unreadable(&error, &self.text()))
    }
}

impl Http {
    /// Connects.
    pub async fn connect(to: impl Into<Endpoint>) -> io::Result<Http> {
        let to = to.into();
        Http::over(to.dial().await?, to.address.to_string()).await
    }

    /// Uses a connection of the caller's making; `host` is what the requests call the server.
    pub async fn over(stream: TcpStream, host: String) -> io::Result<Http> {
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        // The request that waits for a response reports the error.
        let driver = Driver(tokio::spawn(async move { connection.await.unwrap_or_default() }));
        Ok(Http { sender, host, _driver: driver })
    }

    /// Sends a request and returns the whole response, whatever its status.
    pub async fn request(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> io::Result<Response> {
        let response = self.send(method, path, headers, body.into()).await?;
        let (head, body) = response.into_parts();
        let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
        Ok(Response { status: head.status.as_u16(), headers: head.headers, body })
    }

    /// Fetches a page.
    pub async fn get(&mut self, path: &str) -> io::Result<Response> {
        self.request(Method::GET, path, &[], "").await
    }

    /// Fetches a page that grows, such as an analysis: returns its status and its lines as they come. Dropping the lines
    /// closes the connection.
    pub async fn lines(mut self, path: &str) -> io::Result<(u16, Lines)> {
        let response = self.send(Method::GET, path, &[], Bytes::new()).await?;
        let (head, body) = response.into_parts();
        Ok((head.status.as_u16(), Lines { body, rest: Vec::new(), _connection: self }))
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> io::Result<hyper::Response<Incoming>> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &self.host);
        let names_its_type = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if !body.is_empty() && !names_its_type {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body)).map_err(io::Error::other)?;
        self.sender.ready().await.map_err(io::Error::other)?;
        self.sender.send_request(request).await.map_err(io::Error::other)
    }
}

/// The lines of a response that are still on their way.
pub struct Lines {
    body: Incoming,
    /// The beginning of the next line.
    rest: Vec<u8>,
    _connection: Http,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

impl Lines {
    /// Returns the next line; `None` at the end.
    pub async fn next(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return Ok(Some(String::from_utf8_lossy(&line[..end]).into_owned()));
            }
            match self.body.frame().await {
                Some(frame) => {
                    let frame = frame.map_err(io::Error::other)?;
                    self.rest.extend_from_slice(&frame.into_data().unwrap_or_default());
                }
                None if self.rest.is_empty() => return Ok(None),
                None => self.rest.push(b'\n'),
            }
        }
    }
}
