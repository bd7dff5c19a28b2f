use crate::{Endpoint, error::unreadable, protocol::ServerMsg};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use std::{
    io,
    ops::{Deref, DerefMut},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

/// A WebSocket of the protocol: messages, and nothing remembered.
///
/// It dereferences to tungstenite's stream: the way to send what no client should send.
#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

impl Deref for Socket {
    type Target = WebSocketStream<TcpStream>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Socket {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Socket {
    /// Connects. The server waits for a [`Hello`](crate::protocol::Hello) then.
    pub async fn connect(to: impl Into<Endpoint>) -> io::Result<Socket> {
        let to = to.into();
        Socket::over(to.dial().await?, &to.address.to_string()).await
    }

    /// Uses a connection of the caller's making; `host` is what the request calls the server.
    pub async fn over(stream: TcpStream, host: &str) -> io::Result<Socket> {
        // Thousands of these may share a machine with the server.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let opening = client_async_with_config(format!("ws://{host}/ws"), stream, Some(config));
        Ok(Socket(opening.await.map_err(io::Error::other)?.0))
    }

    /// Sends a [`Hello`](crate::protocol::Hello) or a [`ClientMsg`](crate::protocol::ClientMsg).
    pub async fn send_message(&mut self, message: &impl Serialize) -> io::Result<()> {
        self.send_text(serde_json::to_string(message)?).await
    }

    /// Sends text as it is.
    pub async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> io::Result<()> {
        self.0.send(Message::text(text)).await.map_err(io::Error::other)
    }

    /// Returns the next message; `None` once the server has closed the connection. Nothing is lost if the call is
    /// cancelled.
    pub async fn receive(&mut self) -> io::Result<Option<ServerMsg>> {
        self.receive_text().await?.map(|text| read(&text)).transpose()
    }

    /// The same as it came.
    pub async fn receive_text(&mut self) -> io::Result<Option<Utf8Bytes>> {
        loop {
            match self.0.next().await.transpose().map_err(io::Error::other)? {
                Some(Message::Text(text)) => return Ok(Some(text)),
                // The library answers these.
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                Some(Message::Close(_)) | None => return Ok(None),
                Some(other) => {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        format!("the server sent {other}"),
                    ));
                }
            }
        }
    }
}

/// Reads a message of the server.
fn read(text: &str) -> io::Result<ServerMsg> {
    serde_json::from_str(text).map_err(|error| unreadable(&error, text))
}
